package web

import (
	"net/http"
	"net/url"
	"strings"

	"sitegraph/desk"
)

// whatIf answers with a site after changes. It changes nothing, but building a crawl twice is work that no page of
// another site may cause, as it may with GET.
func whatIf(c call) (any, error) {
	var in struct {
		Site, Changes string
		Robots        []string
	}
	err := read(c.r, &in)
	if err == nil {
		err = unhurried(c.w, c.r)
	}
	if err != nil {
		return nil, err
	}
	return c.WhatIf(c.r.Context(), in.Site, in.Changes, in.Robots)
}

type whatIfBody struct {
	Project, Line, At string // At is the address of the site
	Changes, Robots   string // as written
	Foreseen          *desk.Foreseen
	Wrong             string // what is wrong with the changes
}

// firstChanges are what the page begins with, and robotsAsked whose reach.
const (
	firstChanges = "# One change a line, for example:\n# move /old/ /new/ 301\n# delete /print/ 410\n" +
		"# drop-links-to /tag/\n# robots: Disallow: /search/ GPTBot\n"
	robotsAsked = "*, Googlebot, GPTBot"
)

// whatIfPage shows a site after the changes that were typed, if there are any.
func whatIfPage(c call) (p page, err error) {
	if err := c.r.ParseForm(); err != nil {
		return p, unreadable(err)
	}
	known, err := c.Site(c.r.Form.Get("site"))
	if err != nil {
		return p, err
	}
	b := whatIfBody{Project: c.Name, Line: known.Line, Changes: firstChanges, Robots: robotsAsked,
		At: "/projects/" + url.PathEscape(c.Name) + "/site?site=" + url.QueryEscape(known.Line)}
	status := http.StatusOK
	if c.r.Method == http.MethodPost {
		status = b.foresee(c)
	}
	return page{Title: "What if: " + known.Line, Status: status, Body: b}, nil
}

// foresee looks at the site after the changes of a form, and returns the status of the answer.
func (b *whatIfBody) foresee(c call) int {
	b.Changes, b.Robots = strings.ReplaceAll(c.r.PostForm.Get("changes"), "\r\n", "\n"), c.r.PostForm.Get("robots")
	var f desk.Foreseen
	err := unhurried(c.w, c.r)
	if err == nil {
		f, err = c.WhatIf(c.r.Context(), b.Line, b.Changes, robotsIn(b.Robots))
	}
	if err != nil {
		status, answer := explain(err)
		b.Wrong = answer.Error
		return status
	}
	b.Foreseen = &f
	return http.StatusOK
}

func robotsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
}
