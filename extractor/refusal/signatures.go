package refusal

import "sitegraph/site"

// signature is how the page of a service looks. All that is given must fit.
type signature struct {
	service site.Refusal
	marks   []mark
	titles  []string // beginnings of the title in lower case, of which one must fit
	words   []string // in the visible text, in lower case, with single spaces
	text    int      // the greatest length of the visible text in bytes; 0: some
	alone   bool     // the page must not have a link into the site
}

// mark is something in the markup: an element ("" for any) one of whose
// attributes has a value, or a script that has it in its code ("code").
type mark struct {
	element, attribute string
	is, has            string // the whole value, or a part of it, in lower case
}

// Lengths of visible text. A challenge says what it is in a few sentences; the
// code of some services also stands in pages that they let through.
const (
	none = 60
	some = 4000
	few  = 700
)

// signatures are the pages of known services. Where no other source is named the
// features were read in pages and tests quoted by several public repositories;
// each stands in the page itself, not in what the service adds to a page that it
// lets through, or it is joined with a second one.
//
// Not features, since pages that were let through have them: scripts below
// /cdn-cgi/challenge-platform/scripts/ (Cloudflare), /_Incapsula_Resource alone
// (Imperva), js.datadome.co (DataDome), _pxAppId alone (HUMAN), token.awswaf.com
// alone (AWS), /TSPD/ alone (F5), ips.js alone (Kasada), a captcha in a form.
var signatures = []signature{
	// TecharoHQ/anubis, web/index.templ: challenge and denial have the version.
	{service: "Anubis", marks: []mark{{"script", "id", "anubis_challenge", ""}}},
	{service: "Anubis", marks: []mark{{"script", "id", "anubis_version", ""}}},
	{service: "Anubis", marks: []mark{{"link", "href", "", "/.within.website/x/xess/"},
		{"", "src", "", "/.within.website/x/cmd/anubis/"}}},
	{service: "go-away", marks: []mark{{"link", "href", "", "/cmd/go-away/assets/"}}},
	{service: "go-away", marks: []mark{{"meta", "content", "", "__goaway_challenge="}}},
	// developers.cloudflare.com, challenge pages: their options are _cf_chl_opt.
	{service: "Cloudflare", marks: []mark{{"script", "code", "", "_cf_chl_opt"}}},
	{service: "Cloudflare", marks: []mark{{"script", "src", "", "/challenge-platform/h/"},
		{"script", "src", "", "/orchestrate/"}}},
	{service: "Cloudflare", titles: []string{"just a moment"}, marks: []mark{{"", "id", "challenge-error-text", ""}}},
	{service: "Cloudflare", titles: []string{"just a moment"}, marks: []mark{{"", "id", "challenge-form", ""}}},
	{service: "Cloudflare", marks: []mark{{"", "action", "", "__cf_chl_"}}},
	{service: "Cloudflare", marks: []mark{{"", "id", "cf-wrapper", ""}, {"", "id", "cf-error-details", ""}}},
	{service: "DataDome", marks: []mark{{"script", "src", "", ".captcha-delivery.com/"}}, text: few},
	{service: "DataDome", marks: []mark{{"iframe", "src", "", ".captcha-delivery.com/"}}, text: few},
	{service: "DataDome", marks: []mark{{"script", "code", "", "captcha-delivery.com"},
		{"script", "code", "", "'cid'"}}, text: few},
	{service: "HUMAN", marks: []mark{{"", "id", "px-captcha", ""},
		{"script", "code", "", "_pxappid"}}},
	{service: "HUMAN", titles: []string{"access to this page has been denied"},
		marks: []mark{{"script", "code", "", "_pxappid"}}},
	{service: "HUMAN", titles: []string{"access to this page has been denied"},
		marks: []mark{{"meta", "content", "px-captcha", ""}}},
	{service: "Akamai", marks: []mark{{"", "id", "sec-if-cpt-container", ""}}},
	{service: "Akamai", marks: []mark{{"script", "src", "", "/_sec/cp_challenge/"}}, text: few},
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
	// kyprizel/testcookie-nginx-module, README; several free hosts use it.
	{service: "testcookie", marks: []mark{{"script", "code", "", "slowaes.decrypt"},
		{"script", "code", "", "document.cookie"}}, text: few, alone: true},

	// Walls with nothing on them but a captcha, and nothing but a denial.
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

// walls are titles of pages that ask whether somebody is there, denials those of
// pages that send one away. Neither is enough.
var (
	walls = []string{"just a moment", "attention required", "verify you are human", "verifying you are human",
		"human verification", "security check", "security verification", "are you human", "are you a human",
		"are you a robot", "are you not a robot", "robot check", "robot or human", "robot verification",
		"bot verification", "bot check", "checking your browser", "checking if you are human", "captcha",
		"please verify", "please wait", "one more step", "access denied", "making sure you", "verification required",
		"verification"}
	denials = []string{"access denied", "access to this page has been denied", "access forbidden", "access blocked",
		"forbidden", "403 forbidden", "403 - forbidden", "error 403", "request blocked", "request rejected", "blocked",
		"you have been blocked", "you are blocked", "not acceptable", "406 not acceptable", "bot detected",
		"security alert", "attention required", "error: the request could not be satisfied"}
)
