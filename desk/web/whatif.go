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
func (s *Server) whatIfPage(w http.ResponseWriter, r *http.Request) {
	p, err := s.desk.Project(r.PathValue("p"))
	if err != nil {
		s.showError(w, r, err)
		return
	}
	if err := r.ParseForm(); err != nil {
		s.showError(w, r, unreadable(err))
		return
	}
	known, err := p.Site(r.Form.Get("site"))
	if err != nil {
		s.showError(w, r, err)
		return
	}
	b := whatIfBody{Project: p.Name, Line: known.Line, Changes: firstChanges, Robots: robotsAsked,
		At: "/projects/" + url.PathEscape(p.Name) + "/site?site=" + url.QueryEscape(known.Line)}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		status = s.foresee(&b, p, w, r)
	}
	s.show(w, r, status, "what-if", page{Title: "What if: " + known.Line, Body: b})
}

// foresee looks at the site after the changes of a form, and returns the status of the answer.
func (s *Server) foresee(b *whatIfBody, p *desk.Project, w http.ResponseWriter, r *http.Request) int {
	b.Changes, b.Robots = strings.ReplaceAll(r.PostForm.Get("changes"), "\r\n", "\n"), r.PostForm.Get("robots")
	var f desk.Foreseen
	err := unhurried(w, r)
	if err == nil {
		f, err = p.WhatIf(r.Context(), b.Line, b.Changes, robotsIn(b.Robots))
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
