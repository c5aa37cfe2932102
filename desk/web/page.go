package web

import (
	"net/http"
	"net/url"
	"strings"

	"sitegraph/desk/tables"
	"sitegraph/results"
	"sitegraph/results/inspect"
)

const itemsShown = 50 // items of each list that a page shows at first

// question reads a question about a URL. Pages of other sites must not cause the work of building a crawl.
func question(c call, rows int) (site, address string, limits inspect.Limits, err error) {
	if err := c.isWork(); err != nil {
		return "", "", limits, err
	}
	v := c.r.URL.Query()
	q, err := query(c.r)
	if err != nil {
		return "", "", limits, err
	}
	if v.Get("rows") != "" {
		rows = q.Rows
	}
	if v.Get("url") == "" {
		return "", "", limits, &tables.FilterError{Field: "url", Text: "name a URL"}
	}
	limits = inspect.Limits{From: q.From, Items: rows, Content: v.Get("content") == "true"}
	return v.Get("site"), v.Get("url"), limits, unhurried(c.w, c.r)
}

func pageOf(c call) (any, error) {
	site, address, limits, err := question(c, 100)
	if err != nil {
		return nil, err
	}
	return c.Page(c.r.Context(), site, address, limits)
}

type urlBody struct {
	Project, Line string
	Page          inspect.Page
	Content       bool   // shows only links in the content
	Table         string // the address of the site
	Toggle        string // the address with or without the other links
	More          string // the address with more items, "" if there are none
}

func urlPage(c call) (p page, err error) {
	site, address, limits, err := question(c, itemsShown)
	b := urlBody{Project: c.Name, Line: site, Content: limits.Content}
	if err == nil {
		b.Page, err = c.Page(c.r.Context(), site, address, limits)
	}
	if err != nil {
		return p, err
	}
	b.Table = siteAt(c.Name, site)
	b.Toggle = with(c.r.URL, "content", map[bool]string{false: "true"}[b.Content])
	if limits.Items < tables.MaxRows {
		b.More = with(c.r.URL, "rows", "1000")
	}
	return page{Title: b.Page.URL, Body: b}, nil
}

type opened struct{ URL, At string }

func (b urlBody) Open(address string) opened {
	return opened{address, pageAt(b.Project, b.Line, address)}
}

// ofProject returns the address of a page of a project. value completes its query.
func ofProject(project, page, value string) string {
	return "/projects/" + url.PathEscape(project) + page + url.QueryEscape(value)
}

func siteAt(project, line string) string { return ofProject(project, "/site?site=", line) }

func pageAt(project, line, address string) string {
	return ofProject(project, "/page?site=", line) + "&url=" + url.QueryEscape(address)
}

type inPage struct {
	Of   urlBody
	Name string
	List any
}

func (b urlBody) List(name string, list any) inPage { return inPage{b, name, list} }

// whatIf answers with a site after changes. It is expensive and so not a GET, which pages of other sites could send.
func whatIf(c call, in struct {
	Site, Changes string
	Robots        []string
}) (any, error) {
	if err := unhurried(c.w, c.r); err != nil {
		return nil, err
	}
	return c.WhatIf(c.r.Context(), in.Site, in.Changes, in.Robots)
}

type whatIfBody struct {
	Project, Line, At string // At is the address of the site
	Changes, Robots   string // as written
	Foreseen          *results.Foreseen
	Wrong             string // what is wrong with the changes
}

// The page starts with these changes and robots.
const (
	firstChanges = "# One change a line, for example:\n# move /old/ /new/ 301\n# delete /print/ 410\n" +
		"# drop-links-to /tag/\n# robots: Disallow: /search/ GPTBot\n"
	robotsAsked = "*, Googlebot, GPTBot"
)

func whatIfPage(c call) (p page, err error) {
	if err := c.r.ParseForm(); err != nil {
		return p, unreadable(err)
	}
	known, err := c.Site(c.r.Form.Get("site"))
	if err != nil {
		return p, err
	}
	b := whatIfBody{Project: c.Name, Line: known.Line, Changes: firstChanges, Robots: robotsAsked,
		At: siteAt(c.Name, known.Line)}
	status := http.StatusOK
	if c.r.Method == http.MethodPost {
		status = b.foresee(c)
	}
	return page{Title: "What if: " + known.Line, Status: status, Body: b}, nil
}

func (b *whatIfBody) foresee(c call) int {
	b.Changes, b.Robots = strings.ReplaceAll(c.r.PostForm.Get("changes"), "\r\n", "\n"), c.r.PostForm.Get("robots")
	var f results.Foreseen
	err := unhurried(c.w, c.r)
	if err == nil {
		robots := strings.FieldsFunc(b.Robots, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
		f, err = c.WhatIf(c.r.Context(), b.Line, b.Changes, robots)
	}
	if err != nil {
		status, answer := explain(err)
		b.Wrong = answer.Error
		return status
	}
	b.Foreseen = &f
	return http.StatusOK
}
