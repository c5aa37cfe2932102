package refusal

import "sitegraph/site"

// signature is how the page of a service looks. All that is given must fit.
type signature struct {
	service site.Refusal
	marks   []mark
	titles  []string // beginnings of the title in lower case; one must fit
	words   []string // in the visible text, in lower case, with single spaces
	text    int      // the greatest length of the visible text in bytes; 0: some
	alone   bool     // the page must not have a link into the site
	bare    bool     // it has one at most, and no field to fill in: a captcha alone, not that of a form
	// sure is a part of the marks as services write it, "" for most: no page that is let
	// through has these marks, so a menu does no harm.
	sure string
}

// mark is something in the markup: an element ("" for any) one of whose
// attributes has a value, or a script that has it in its code ("code").
type mark struct {
	element, attribute string
	is, has            string // the whole value, or a part of it, in lower case
}

// Lengths of visible text. A challenge says what it is in a few sentences; the
// code of some services is also in pages that they let through.
const (
	none = 60
	some = 4000
	few  = 700
)

// signatures are the pages of known services. Where no other source is named the features were read in pages
// and tests quoted by several public repositories; each is in the page itself, not in what the service adds
// to a page that it lets through, or it is joined with a second one.
//
// Not features, since pages that were let through have them: scripts below /cdn-cgi/challenge-platform/scripts/
// (Cloudflare), /_Incapsula_Resource alone (Imperva), js.datadome.co (DataDome), _pxAppId alone (HUMAN),
// token.awswaf.com alone (AWS), /TSPD/ alone (F5), ips.js alone (Kasada), a captcha in a form.
var signatures = []signature{
	// TecharoHQ/anubis, web/index.templ: challenge and denial have the version.
	{service: "Anubis", marks: []mark{{"script", "id", "anubis_challenge", ""}}},
	{service: "Anubis", marks: []mark{{"script", "id", "anubis_version", ""}}},
	{service: "Anubis", marks: []mark{{"link", "href", "", "/.within.website/x/xess/"},
		{"", "src", "", "/.within.website/x/cmd/anubis/"}}},
	{service: "go-away", marks: []mark{{"link", "href", "", "/cmd/go-away/assets/"}}},
	{service: "go-away", marks: []mark{{"meta", "content", "", "__goaway_challenge="}}},
	// developers.cloudflare.com, challenge pages: their options are _cf_chl_opt.
	{service: "Cloudflare", marks: []mark{{"script", "code", "", "_cf_chl_opt"}}, sure: "_cf_chl_opt"},
	{service: "Cloudflare", marks: []mark{{"script", "src", "", "/challenge-platform/h/"},
		{"script", "src", "", "/orchestrate/"}}},
	{service: "Cloudflare", marks: []mark{{"script", "code", "", "/challenge-platform/h/"},
		{"script", "code", "", "/orchestrate/"}}},
	{service: "Cloudflare", titles: moments, marks: []mark{{"script", "src", "", "/cdn-cgi/challenge-platform/"}},
		text: few, alone: true},
	{service: "Cloudflare", titles: moments, marks: []mark{{"script", "code", "", "/cdn-cgi/challenge-platform/"}},
		text: few, alone: true},
	{service: "Cloudflare", titles: moments, marks: []mark{{"meta", "content", "", "challenges.cloudflare.com"}},
		text: few, alone: true},
	{service: "Cloudflare", titles: moments, marks: []mark{{"", "id", "challenge-error-text", ""}}},
	// The same, in a noscript: every title that translates "Just a moment".
	{service: "Cloudflare", marks: []mark{{"noscript", "code", "", "challenge-error-text"},
		{"script", "code", "", "/cdn-cgi/challenge-platform/"}}, text: few},
	{service: "Cloudflare", titles: []string{"just a moment"}, marks: []mark{{"", "id", "challenge-form", ""}}},
	{service: "Cloudflare", marks: []mark{{"", "action", "", "__cf_chl_"}}},
	{service: "Cloudflare", marks: []mark{{"", "id", "cf-wrapper", ""}, {"", "id", "cf-error-details", ""}}},
	{service: "DataDome", marks: []mark{{"script", "src", "", ".captcha-delivery.com/"}}, text: few},
	{service: "DataDome", marks: []mark{{"iframe", "src", "", ".captcha-delivery.com/"}}, text: few},
	{service: "DataDome", marks: []mark{{"script", "code", "", "captcha-delivery.com"},
		{"script", "code", "", "'cid'"}}, text: few},
	// PerimeterX/perimeterx-python-3-wsgi, block_template.mustache: the id of the block, _pxUuid, is in no page that is
	// let through; docs.rs, perimeterx-fastly-enforcer: captcha.js?a=. Owners change the title and the texts.
	{service: "HUMAN", marks: []mark{{"", "id", "px-captcha", ""},
		{"script", "code", "", "_pxappid"}}},
	{service: "HUMAN", marks: []mark{{"", "id", "px-captcha", ""},
		{"script", "src", "", "/captcha.js?a="}}},
	{service: "HUMAN", marks: []mark{{"script", "code", "", "_pxuuid"}, {"script", "code", "", "_pxappid"}},
		sure: "_pxUuid"},
	{service: "HUMAN", marks: []mark{{"script", "src", "", "captcha.px-c"}}, text: few},
	{service: "HUMAN", marks: []mark{{"script", "src", "", "captcha.perimeterx.net/"}}, text: few},
	{service: "HUMAN", marks: []mark{{"", "id", "px-captcha", ""}}, text: few, bare: true},
	{service: "HUMAN", titles: []string{"access to this page has been denied"},
		marks: []mark{{"script", "code", "", "_pxappid"}}},
	{service: "HUMAN", titles: []string{"access to this page has been denied"},
		marks: []mark{{"meta", "content", "px-captcha", ""}}},
	{service: "Akamai", marks: []mark{{"", "id", "sec-if-cpt-container", ""}}},
	{service: "Akamai", marks: []mark{{"script", "src", "", "/_sec/cp_challenge/"}}, text: few},
	// The page that refreshes itself with a token, as quoted by tests of several public repositories; the token
	// alone is also in links of pages that were let through.
	{service: "Akamai", marks: []mark{{"meta", "http-equiv", "refresh", ""},
		{"meta", "content", "", "url='/"}, {"meta", "content", "", "bm-verify="}}, text: few},
	{service: "Akamai", marks: []mark{{"meta", "http-equiv", "refresh", ""},
		{"meta", "content", "", "bm-verify="}}, text: few, alone: true},
	{service: "Akamai", marks: []mark{{"script", "code", "", "/_sec/verify?provider=interstitial"}}, text: few},
	// D4Vinci/Scrapling, pull request 213.
	{service: "Akamai", marks: []mark{{"script", "src", "", "/.well-known/sbsd"}}, text: none, alone: true},
	{service: "Akamai", titles: []string{"access denied"}, words: []string{"reference #"}, text: few, alone: true},
	{service: "Akamai", titles: []string{"access denied"}, words: []string{"errors.edgesuite.net"},
		text: few, alone: true},
	{service: "Imperva", marks: []mark{{"iframe", "src", "", "/_incapsula_resource"}}, text: few},
	{service: "Imperva", marks: []mark{{"script", "src", "", "/_incapsula_resource"},
		{"meta", "content", "", "noindex"}}, text: none, alone: true},
	{service: "Imperva", titles: []string{"pardon our interruption"},
		marks: []mark{{"", "id", "interstitial-inprogress", ""}}},
	{service: "Imperva", titles: []string{"pardon our interruption"},
		marks: []mark{{"meta", "content", "", "noindex"}}, alone: true},
	{service: "Imperva", titles: []string{"pardon our interruption"},
		marks: []mark{{"script", "code", "", "onprotectioninitialized"}}},
	{service: "Imperva", titles: []string{"pardon our interruption"},
		marks: []mark{{"", "id", "captcha-box", ""}}},
	// The title may be in a noscript, or be another one: pages quoted by tests of several public repositories.
	{service: "Imperva", marks: []mark{{"script", "code", "", "onprotectioninitialized"},
		{"script", "code", "", "reeseskipexpirationcheck"}}, text: few},
	{service: "Imperva", marks: []mark{{"script", "code", "", "onprotectioninitialized"},
		{"script", "code", "", "showblockpage"}}, text: few},
	{service: "Imperva", marks: []mark{{"noscript", "code", "", "<title>pardon our interruption"}}, text: few},
	{service: "Imperva", titles: []string{"pardon our interruption"}, words: []string{"your browser"}, alone: true},
	// docs.imperva.com, "Customize Imperva error pages"; distil_r_captcha.html is that of Distil, which Imperva bought.
	{service: "Imperva", marks: []mark{{"a", "href", "", "/why-am-i-seeing-this-page"},
		{"a", "href", "", "utm_source=blockingpages"}}, text: some},
	{service: "Imperva", marks: []mark{{"meta", "http-equiv", "refresh", ""},
		{"meta", "content", "", "distil_r_captcha.html"}}, text: few},
	{service: "Imperva", marks: []mark{{"script", "src", "", "/_incapsula_resource"}},
		words: []string{"incident id"}, text: few, alone: true},
	{service: "AWS WAF", marks: []mark{{"script", "code", "", "gokuprops"}}},
	{service: "AWS WAF", marks: []mark{{"script", "src", "", ".awswaf.com/"},
		{"", "id", "challenge-container", ""}}, text: few},
	{service: "AWS WAF", marks: []mark{{"script", "src", "", ".awswaf.com/"},
		{"", "id", "captcha-container", ""}}, text: few},
	{service: "Amazon", marks: []mark{{"form", "action", "", "/errors/validatecaptcha"}}, text: few},
	{service: "Sucuri", titles: []string{"sucuri website firewall"},
		marks: []mark{{"link", "href", "", "sucuri-firewall-block"}}},
	{service: "Sucuri", titles: []string{"sucuri website firewall"}, words: []string{"block id", "server id"}},
	{service: "Sucuri", marks: []mark{{"script", "code", "", "sucuri_cloudproxy"}}, text: few},
	{service: "DDoS-Guard", titles: []string{"ddos-guard"}, marks: []mark{{"", "src", "", "ddos-guard"}}},
	{service: "DDoS-Guard", titles: []string{"ddos-guard"},
		marks: []mark{{"link", "href", "", "/.well-known/ddos-guard/"}}},
	{service: "DDoS-Guard", marks: []mark{{"", "src", "", "/.well-known/ddos-guard/js-challenge/"}}},
	{service: "Kasada", marks: []mark{{"script", "src", "", "/ips.js"},
		{"script", "code", "", "kpsdk"}}, text: none},
	// F5, K02545325: the response page of BIG-IP ASM, which owners can change.
	{service: "F5", titles: []string{"request rejected"},
		words: []string{"the requested url was rejected", "support id"}, text: few, alone: true},
	{service: "F5", marks: []mark{{"script", "code", "", "bobcmn"}}, text: none, alone: true},
	{service: "F5", words: []string{"the requested url was rejected", "support id"}, text: few, alone: true},
	{service: "F5", marks: []mark{{"script", "src", "", "/tspd/"},
		{"noscript", "code", "", "support id"}}, text: few, alone: true},
	// wordfence, views/lockout and views/blocked of the plugin.
	{service: "Wordfence", titles: []string{"your access to this site has been"},
		words: []string{"generated by wordfence"}},
	{service: "Wordfence", titles: []string{"403 forbidden", "503 service", "background request blocked"},
		words: []string{"generated by wordfence"}},
	{service: "SiteGround", marks: []mark{{"meta", "content", "", "/.well-known/sgcaptcha/"}}},
	{service: "SiteGround", titles: []string{"robot challenge screen"},
		marks: []mark{{"script", "code", "", "sgchallenge"}}},
	{service: "SiteGround", titles: []string{"robot challenge screen"}, text: few, alone: true},
	{service: "StackPath", titles: []string{"stackpath"}, marks: []mark{{"a", "href", "", "stackpath."}},
		text: few, alone: true},
	{service: "Fastly", titles: []string{"client challenge"}, marks: []mark{{"", "src", "", "/_fs-ch-"}}},
	{service: "Fastly", titles: []string{"client challenge"},
		marks: []mark{{"script", "code", "", "/_fs-ch-"}}},
	{service: "Vercel", titles: []string{"vercel security checkpoint"}, marks: []mark{{"script", "", "", ""}},
		text: few, alone: true},
	// CloudLinux: Imunify360, web shield.
	{service: "Imunify360", titles: []string{"one moment, please"},
		words: []string{"request is being verified"}, text: few, alone: true},
	{service: "Bunny Shield", marks: []mark{{"", "src", "", "/.bunny-shield/"}}, text: few},
	{service: "Bunny Shield", titles: []string{"establishing a secure connection"},
		marks: []mark{{"link", "href", "", "/.bunny-shield/"}}},
	{service: "Alibaba Cloud", marks: []mark{{"script", "code", "", "acw_sc__v2"},
		{"script", "code", "", "arg1"}}, text: none, alone: true},
	{service: "EdgeOne", marks: []mark{{"script", "code", "", "eo_bot_ssid"}}, text: none, alone: true},
	// The frame of chaitin/SafeLine's pages: slg-box, slg-title.
	{service: "SafeLine", marks: []mark{{"link", "href", "", "/.safeline/static/"}, {"", "id", "slg-box", ""}},
		text: few},
	// The loader and the captcha of Radware's Bot Manager; __uzdbm_ alone is also in pages that are let through.
	{service: "Radware", titles: []string{"radware page", "radware captcha page", "radware block page"}, text: few},
	// kyprizel/testcookie-nginx-module, README; several free hosts use it.
	{service: "testcookie", marks: []mark{{"script", "code", "", "slowaes.decrypt"},
		{"script", "code", "", "document.cookie"}}, text: few, alone: true},
	// yandex-cloud/docs, smartcaptcha; the form of the page, as quoted by public repositories.
	{service: "Yandex", marks: []mark{{"form", "action", "", "/checkcaptcha"}}, text: some},
	{service: "Yandex", marks: []mark{{"", "class", "", "checkboxcaptcha-form"}}},
	// queueit/KnownUser.V3.Akamai, README: queueclient.min.js alone is in pages that are let through. The body of a
	// queue says so, as quoted by public repositories.
	{service: "Queue-it", marks: []mark{{"body", "data-pageid", "queue", ""}}},
	{service: "Queue-it", marks: []mark{{"body", "data-pageid", "before", ""}}},
	{service: "Queue-it", titles: []string{"queue-it"}, marks: []mark{{"", "src", "", "queue-it.net/"}}, alone: true},
	{service: "Queue-it", titles: []string{"queue-it"}, words: []string{"line"}, text: few, alone: true},
	{service: "Queue-it", marks: []mark{{"", "src", "", ".queue-it.net/"}}, words: []string{"in line"},
		text: few, alone: true},
	{service: "Queue-it", marks: []mark{{"a", "href", "", "queue-it.com"}}, words: []string{"in line"},
		text: few, alone: true},
	{service: "Queue-it", marks: []mark{{"", "id", "", "lbqueuenumber"}}},
	// EnableSecurity/wafw00f, plugins fortigate, fortiguard and fortiweb: texts, and the class of the sign.
	{service: "Fortinet", marks: []mark{{"", "class", "", "fgd_icon"}}, words: []string{"blocked"}, text: few},
	{service: "Fortinet", titles: []string{"web page blocked"}, words: []string{" id"}, text: few, alone: true},
	{service: "Fortinet", words: []string{"web page blocked", "attack id"}, text: few, alone: true},
	{service: "Fortinet", words: []string{"fortiguard intrusion prevention", "blocked"}, text: few, alone: true},
	{service: "Fortinet", marks: []mark{{"", "src", "", "//globalurl.fortinet.net"}}, text: few, alone: true},
	{service: "Fortinet", marks: []mark{{"link", "href", "", "//globalurl.fortinet.net"}}, text: few, alone: true},
	// campus.barracuda.com, response pages: these names of the captcha cannot be changed; wafw00f, barracuda.
	{service: "Barracuda", marks: []mark{{"", "name", "captcha_resp", ""}}, text: few},
	{service: "Barracuda", marks: []mark{{"", "name", "captcha_resp_txt", ""}}, text: few},
	{service: "Barracuda", words: []string{"barracuda networks", "blocked"}, text: few, alone: true},
	{service: "Barracuda", words: []string{"barracuda web application firewall"}, text: few, alone: true},
	// wafw00f, comodo, has a header alone, which is in pages that are let through, too. No page was found that can
	// be quoted: these are the names that the service gives itself.
	{service: "Comodo", titles: denials, words: []string{"comodo"}, text: few, alone: true},
	{service: "Comodo", words: []string{"protected by comodo waf"}, text: few, alone: true},
	{service: "Comodo", words: []string{"blocked", "cwatch"}, text: few, alone: true},
	// curiefense/curiefense, src/grasshopper.rs; wafw00f, reblaze.
	{service: "Reblaze", marks: []mark{{"script", "code", "", "window.rbzns"}}, text: none, alone: true},
	{service: "Reblaze", words: []string{"current session has been terminated", "access denied (403)"}, text: few},

	// Walls with nothing on them but a captcha, and nothing but a denial. A page without a link and without a
	// field has a captcha for its own sake, whatever its title: developers.cloudflare.com, Turnstile;
	// developer.friendlycaptcha.com; yandex-cloud/docs, smartcaptcha; docs.hcaptcha.com; developers.google.com.
	// libops/captcha-protect: the page may stand in the frame of the site.
	{service: "Turnstile", titles: []string{"verifying connection"}, marks: []mark{{"", "class", "", "cf-turnstile"}},
		words: []string{"verify your network connection"}, sure: "cf-turnstile"},
	{service: "Turnstile", marks: []mark{{"", "class", "", "cf-turnstile"}}, text: few, bare: true},
	{service: "Turnstile", marks: []mark{{"script", "src", "", "challenges.cloudflare.com/turnstile/"}},
		text: few, bare: true},
	{service: "hCaptcha", marks: []mark{{"", "class", "", "h-captcha"}}, text: few, bare: true},
	{service: "reCAPTCHA", marks: []mark{{"", "class", "", "g-recaptcha"}}, text: few, bare: true},
	{service: "Friendly Captcha", marks: []mark{{"", "class", "", "frc-captcha"}}, text: few, bare: true},
	{service: "Friendly Captcha", marks: []mark{{"script", "code", "", "friendlychallenge.widgetinstance("}},
		text: few, bare: true},
	{service: "Yandex", marks: []mark{{"", "class", "", "smart-captcha"}}, text: few, bare: true},
	{service: "Yandex", marks: []mark{{"script", "src", "", "smartcaptcha.yandexcloud.net/"}},
		text: few, bare: true},
	{service: "Yandex", marks: []mark{{"script", "src", "", "captcha-api.yandex.ru/"}},
		text: few, bare: true},
	{service: "Yandex", marks: []mark{{"script", "src", "", "smartcaptcha.cloud.yandex.ru/"}},
		text: few, bare: true},
	{service: "Friendly Captcha", titles: walls, marks: []mark{{"", "class", "", "frc-captcha"}},
		text: few, alone: true},
	{service: "hCaptcha", titles: walls, marks: []mark{{"", "class", "", "h-captcha"}}, text: few, alone: true},
	{service: "hCaptcha", titles: walls, marks: []mark{{"script", "src", "", "hcaptcha.com/"}},
		text: few, alone: true},
	{service: "Turnstile", titles: walls, marks: []mark{{"", "class", "", "cf-turnstile"}}, text: few, alone: true},
	{service: "Turnstile", titles: walls,
		marks: []mark{{"script", "src", "", "challenges.cloudflare.com/turnstile/"}},
		text:  few, alone: true},
	{service: "reCAPTCHA", titles: walls, marks: []mark{{"", "class", "", "g-recaptcha"}}, text: few, alone: true},
	{service: "reCAPTCHA", titles: walls, marks: []mark{{"script", "src", "", "/recaptcha/"}},
		text: few, alone: true},
	{service: "a rate limit", titles: []string{"too many requests", "429 too many requests"},
		words: []string{"too many requests"}, text: none, alone: true},
	{service: "a firewall", titles: denials, words: []string{"have permission to access"}, text: few, alone: true},
	{service: "a firewall", titles: denials, words: []string{"request", "blocked"}, text: few, alone: true},
	{service: "a firewall", titles: denials, words: []string{"you have been blocked"}, text: few, alone: true},
	{service: "a firewall", titles: denials, words: []string{"automated"}, text: few, alone: true},
	{service: "a firewall", titles: denials, words: []string{"access denied"}, text: few, alone: true},
	{service: "a firewall", titles: []string{"zugriff verweigert"}, words: []string{"zugriff"}, text: few, alone: true},
	{service: "a firewall", titles: []string{"accès refusé"}, words: []string{"accès"}, text: few, alone: true},
	{service: "a firewall", titles: []string{"acceso denegado"}, words: []string{"acceso"}, text: few, alone: true},
	{service: "a firewall", titles: denials, words: []string{"not acceptable", "mod_security"}, text: few, alone: true},
}
