// Package refusal recognizes answers that only look like pages: the challenge or the denial of a service that protects
// a site.
//
// Markup decides. An article about such a service shows its markup escaped, has text, and has links into its own site.
// Words count only if a page has nothing else: little text, no link into its site, no field. The package never tries to
// pass a challenge.
package refusal

import (
	"bytes"
	_ "embed"
	"iter"
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

// signature describes a service's page; signatures.txt explains the parts.
type signature struct {
	service site.Refusal
	marks   []mark
	titles  []string
	words   []string
	text    int // in bytes; 0: some
	alone   bool
	bare    bool
	sure    string
}

// mark is something in the markup: an element ("" for any) with a value in one attribute, or a script with a text in
// its code ("code").
type mark struct {
	element, attribute string
	is, has            string // the whole value or a part of it, in lower case
}

// Lengths of visible text. A challenge explains itself in a few sentences. The code of some services is also in
// ordinary pages.
const (
	none = 60
	some = 4000
	few  = 700
)

//go:embed signatures.txt
var signatureLines string

// signatures comes from signatures.txt, which explains the format and names the sources.
var signatures = readSignatures(signatureLines)

func readSignatures(text string) (all []signature) {
	for line := range linesOf(text) {
		service, parts, _ := strings.Cut(line, ": ")
		s := signature{service: site.Refusal(service)}
		for part := range strings.SplitSeq(parts, " & ") {
			s.add(part)
		}
		all = append(all, s)
	}
	return all
}

func (s *signature) add(part string) {
	switch word, value, _ := strings.Cut(part, " "); word {
	case "titled":
		s.titles = strings.Split(value, " | ")
		if name, named := strings.CutPrefix(value, "in "); named {
			s.titles = titleLists[name]
		}
	case "says":
		s.words = append(s.words, phrase(value))
	case "text":
		s.text = map[string]int{"none": none, "few": few, "some": some}[value]
	case "alone":
		s.alone = true
	case "bare":
		s.bare = true
	case "sure":
		s.sure = value
	default:
		s.marks = append(s.marks, readMark(part))
	}
}

// readMark reads element[attribute=value] or element[attribute*=part].
func readMark(text string) (m mark) {
	element, inside, _ := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	attribute, value, _ := strings.Cut(inside, "=")
	m.element = element
	if part, found := strings.CutSuffix(attribute, "*"); found {
		m.attribute, m.has = part, value
	} else {
		m.attribute, m.is = attribute, value
	}
	return m
}

//go:embed phrases.txt
var phraseLines string

// The lists of phrases.txt, which explains them: four of titles and words, then the texts of walls.
var (
	phrases                        = readPhrases(phraseLines)
	walls, moments, denials, usual = phrases[0].says, phrases[1].says, phrases[2].says, phrases[3].says
	saying                         = phrases[4:]
	titleLists                     = map[string][]string{"walls": walls, "moments": moments, "denials": denials}
)

func readPhrases(text string) (all []wall) {
	var list *[]string
	for line := range linesOf(text) {
		last := len(all) - 1
		switch {
		case line[0] == '[':
			all = append(all, wall{who: site.Refusal(strings.Trim(line, "[]"))})
			list = &all[last+1].says
		case line == "scripted":
			all[last].scripted = true
		case line == "with":
			list = &all[last].with
		default:
			*list = append(*list, phrase(line))
		}
	}
	return all
}

// linesOf yields the lines that are neither empty nor comments.
func linesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// phrase replaces each _ at the beginning or end of a text by a space.
func phrase(text string) string {
	inside := strings.Trim(text, "_")
	before, after, _ := strings.Cut(text, inside)
	return strings.ReplaceAll(before, "_", " ") + inside + strings.ReplaceAll(after, "_", " ")
}
