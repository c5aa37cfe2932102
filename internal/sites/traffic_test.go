package sites

import (
	"net/http"
	"strings"
)

// hit is a request and what came of it.
type hit struct {
	path        string
	status      int
	conditional bool
}

// traffic is what a server was asked for.
type traffic struct{ hits []hit }

// counted keeps the status that is sent.
type counted struct {
	http.ResponseWriter
	status int
}

func (c *counted) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (t *traffic) add(r *http.Request, sent *counted) {
	conditional := r.Header.Get("If-None-Match") != "" || r.Header.Get("If-Modified-Since") != ""
	t.hits = append(t.hits, hit{r.URL.RequestURI(), sent.status, conditional})
}

// with counts the answers of a status.
func (t *traffic) with(status int) (n int) {
	for _, h := range t.hits {
		if h.status == status {
			n++
		}
	}
	return n
}

// pages are the paths asked for, without robots.txt and sitemaps.
func (t *traffic) pages() (paths []string) {
	for _, h := range t.hits {
		if h.path != "/robots.txt" && !strings.Contains(h.path, "sitemap") {
			paths = append(paths, h.path)
		}
	}
	return paths
}
