package web

import (
	"net/http"

	"sitegraph/desk/tables"
	"sitegraph/inspect"
)

// pageOf answers with all that is known of a URL. Building a crawl is work that no page of another site may cause.
func pageOf(c call) (any, error) {
	if c.r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return nil, &refusal{http.StatusForbidden, "This is not for pages of other sites."}
	}
	v := c.r.URL.Query()
	q, err := query(c.r)
	if err != nil {
		return nil, err
	}
	if err := unhurried(c.w, c.r); err != nil {
		return nil, err
	}
	if v.Get("url") == "" {
		return nil, &tables.FilterError{Field: "url", Text: "name a URL"}
	}
	limits := inspect.Limits{From: q.From, Items: q.Rows, Content: v.Get("content") == "true"}
	return c.Page(c.r.Context(), v.Get("site"), v.Get("url"), limits)
}
