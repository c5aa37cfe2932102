package refusal

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"sitegraph/site"
)

// maxLinks limits the site's URLs that a challenge links to, such as the home page and a contact for complaints.
// maxMenu is the limit for a challenge inside the site's layout, which only sure marks can recognize.
const (
	maxLinks = 5
	maxMenu  = 60
)

// Of returns the service that answered with its own page instead of the site's, "" if none did. links counts the
// different URLs of the site that the page links to.
func Of(r site.Response, links int) site.Refusal {
	if r.Refused != "" || links > maxMenu || links > maxLinks && !mayBeSure(r.Body) {
		return r.Refused
	}
	p, ok := read(r.Body)
	if !ok || !p.marked {
		return ""
	}
	for i := range signatures {
		if s := &signatures[i]; s.fits(&p, links) {
			return s.service
		}
	}
	if links > 0 {
		return ""
	}
	return p.turnedAway()
}

// mayBeSure reports whether a page may match a sure mark. Most pages have a menu and no such mark, so we need not parse
// them.
func mayBeSure(body []byte) bool {
	return slices.ContainsFunc(signatures, func(s signature) bool {
		return s.sure != "" && bytes.Contains(body, []byte(s.sure))
	})
}

func (s *signature) fits(p *page, links int) bool {
	return (links <= maxLinks || s.sure != "") && !(s.alone && links > 0) && (s.text == 0 || p.size <= s.text) &&
		(s.titles == nil ||
			slices.ContainsFunc(s.titles, func(t string) bool { return strings.HasPrefix(p.title, t) })) &&
		!slices.ContainsFunc(s.marks, func(m mark) bool { return !p.has(m) }) &&
		!slices.ContainsFunc(s.words, func(w string) bool { return !strings.Contains(p.visible(), w) }) &&
		!(s.bare && (links > 1 || p.fields() || p.ownWords() >= ownBesideBox)) &&
		!(s.besideContent() && p.hasContent())
}

// besideContent reports whether ordinary pages may match a signature, too. They may have a captcha's script, or the
// title of a denial.
func (s *signature) besideContent() bool {
	return s.bare && s.marks[0].element == "script" || s.service == "a firewall"
}

// OfFile returns the service that answered instead of a file such as robots.txt, "" if none did. It counts the links
// into the site itself.
func OfFile(r site.Response) site.Refusal {
	p, _ := read(r.Body)
	links := map[string]bool{}
	for _, t := range p.tags {
		for _, a := range t.attributes {
			u, err := r.URL.Resolve(a.value, nil)
			if t.element == "a" && a.name == "href" && err == nil && site.SameSite(u, r.URL) {
				links[u.String()] = true
			}
		}
	}
	return Of(r, len(links))
}

func (p *page) has(m mark) bool {
	if m.attribute == "code" {
		return slices.ContainsFunc(p.codes, func(c code) bool {
			return c.element == m.element && strings.Contains(c.text, m.has)
		})
	}
	return slices.ContainsFunc(p.tags, func(t tag) bool {
		return (m.element == "" || t.element == m.element) && t.has(m)
	})
}

func (t tag) has(m mark) bool {
	return m.attribute == "" || slices.ContainsFunc(t.attributes, func(a attribute) bool {
		return a.name == m.attribute && (m.is == "" || a.value == m.is) && strings.Contains(a.value, m.has)
	})
}

// LogsIn reports whether a page with little text asks for a password. A single such page is an ordinary page. The
// caller decides whether it replaces many.
func LogsIn(body []byte) bool {
	p, ok := read(body)
	return ok && slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "input" && t.has(mark{attribute: "type", is: "password"})
	})
}

// ofHeaders lists the headers and values by which a service shows that it answered instead of the site. No values means
// any value.
//
//	Cf-Mitigated         developers.cloudflare.com, "Detect a Challenge Page response"
//	X-Amzn-Waf-Action    docs.aws.amazon.com, WAF API reference, ChallengeAction and CaptchaAction
//	X-Vercel-Mitigated   vercel.com, firewall; values seen by microlinkhq/is-antibot
//	Sg-Captcha           SiteGround, with status 202 and a refresh to /.well-known/sgcaptcha/
//	X-Sucuri-Block       Sucuri; the plugin of WhatWeb
var ofHeaders = []struct {
	name    string
	values  []string
	service site.Refusal
}{
	{"Cf-Mitigated", []string{"challenge"}, "Cloudflare"},
	{"X-Amzn-Waf-Action", []string{"challenge", "captcha"}, "AWS WAF"},
	{"X-Vercel-Mitigated", []string{"challenge", "deny"}, "Vercel"},
	{"Sg-Captcha", []string{"challenge"}, "SiteGround"},
	{"X-Sucuri-Block", nil, "Sucuri"},
}

// ByHeader returns the service whose header claims the answer, "" if none does.
func ByHeader(h http.Header) site.Refusal {
	for _, o := range ofHeaders {
		value := strings.ToLower(strings.TrimSpace(h.Get(o.name)))
		if value != "" && (len(o.values) == 0 || slices.Contains(o.values, value)) {
			return o.service
		}
	}
	return ""
}
