package web

import (
	"net/http"
	"net/url"

	"sitegraph/desk/tables"
	"sitegraph/results/inspect"
)

// itemsShown is how many items of each list a page in the browser shows at first.
const itemsShown = 50

// question reads what is asked about a URL. Building a crawl is work that no page of another site may cause.
func question(c call, rows int) (site, address string, limits inspect.Limits, err error) {
	if c.r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return "", "", limits, &refusal{http.StatusForbidden, "This is not for pages of other sites."}
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
	Content       bool   // only links in the content are shown
	Table         string // the address of the site
	Toggle, More  string // addresses: with the other links, with more items; "" for none
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
	b.Table = "/projects/" + url.PathEscape(c.Name) + "/site?site=" + url.QueryEscape(site)
	b.Toggle = with(c.r.URL, "content", "true")
	if b.Content {
		b.Toggle = with(c.r.URL, "content", "")
	}
	if limits.Items < tables.MostRows {
		b.More = with(c.r.URL, "rows", "1000")
	}
	return page{Title: b.Page.URL, Body: b}, nil
}

type opened struct{ URL, At string }

// Open returns a URL with the address of its page.
func (b urlBody) Open(address string) opened {
	return opened{address, pageAt(b.Project, b.Line, address)}
}

func pageAt(project, line, address string) string {
	return "/projects/" + url.PathEscape(project) + "/page?site=" + url.QueryEscape(line) +
		"&url=" + url.QueryEscape(address)
}

type inPage struct {
	Of   urlBody
	Name string
	List any
}

// List returns a list with its name and the page that it is on.
func (b urlBody) List(name string, list any) inPage { return inPage{b, name, list} }
