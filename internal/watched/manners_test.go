package watched

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// honesty is how much a site's word is worth.
type honesty string

// What a site says of its pages' versions: nothing, the truth, always the same,
// or something else each time.
const (
	silent honesty = ""
	right  honesty = "right"
	stuck  honesty = "stuck"
	fresh  honesty = "fresh"
)

// manners are how a site speaks HTTP, whatever its pages are.
type manners struct {
	// etag and modified are what ETag and Last-Modified are worth, sitemap what
	// the sitemap's lastmod is; silent is a site without.
	etag, modified, sitemap honesty
	// noisy sites show the time and a nonce on every page.
	noisy bool
	// robots is the text of robots.txt; "" is 404.
	robots string
	// outage, unless 0, is the status of all answers but robots.txt; a redirect
	// leads to the site elsewhere.
	outage    int
	elsewhere string
	// other answers what it likes before all else.
	other func(w http.ResponseWriter, r *http.Request) (done bool)

	nonces int
}

// answer gives the answers that are no page's own.
func (m *manners) answer(s *website, w http.ResponseWriter, r *http.Request) (done bool) {
	path := r.URL.RequestURI()
	switch {
	case m.other != nil && m.other(w, r):
	case path == "/robots.txt" && m.robots != "":
		fmt.Fprint(w, m.robots)
	case path == "/robots.txt":
		http.NotFound(w, r)
	case m.outage != 0 && m.elsewhere != "":
		http.Redirect(w, r, m.elsewhere+path, m.outage)
	case m.outage != 0:
		http.Error(w, "out of order", m.outage)
	case path == "/sitemap.xml" && m.sitemap != silent:
		m.writeSitemap(s, w)
	default:
		return false
	}
	return true
}

// validate sends the validators of a page, and reports whether they are those
// that the request names.
func (m *manners) validate(s *website, w http.ResponseWriter, r *http.Request, p *page) (same bool) {
	m.nonces++
	tag := map[honesty]string{
		right: fmt.Sprintf("\"%d\"", p.edits), stuck: "\"one\"", fresh: fmt.Sprintf("\"%d\"", m.nonces),
	}[m.etag]
	if tag != "" {
		w.Header().Set("ETag", tag)
	}
	date := ""
	if m.modified != silent {
		date = m.dated(s, m.modified, p).Format(http.TimeFormat)
		w.Header().Set("Last-Modified", date)
	}
	if asked := r.Header.Get("If-None-Match"); asked != "" {
		return tag != "" && asked == tag
	}
	return date != "" && r.Header.Get("If-Modified-Since") == date
}

// dated is when a page changed, as a site of that honesty says.
func (m *manners) dated(s *website, h honesty, p *page) time.Time {
	switch h {
	case stuck:
		return time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	case fresh:
		return s.clock.now()
	}
	return p.edited
}

// noise is what a noisy site shows on every page.
func (m *manners) noise(s *website) string {
	if !m.noisy {
		return ""
	}
	return fmt.Sprintf("<p>It is %s, number %d.</p>", s.clock.now().Format(time.RFC1123), m.nonces)
}

// writeSitemap lists the pages that are there.
func (m *manners) writeSitemap(s *website, w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/xml")
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, p := range s.pages {
		if p.here() {
			fmt.Fprintf(&b, "<url><loc>%s%s</loc><lastmod>%s</lastmod></url>\n",
				s.origin, p.path, m.dated(s, m.sitemap, p).Format(time.RFC3339))
		}
	}
	fmt.Fprint(w, b.String()+"</urlset>")
}
