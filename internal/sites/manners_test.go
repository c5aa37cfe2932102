package sites

import (
	"fmt"
	"net/http"
)

// manners are how a site speaks HTTP, whatever its pages are.
type manners struct {
	// robots is the text of robots.txt; "" is 404.
	robots string
	// outage, unless 0, is the status of all answers but robots.txt; a redirect leads to the site elsewhere.
	outage    int
	elsewhere string
	// other answers what it likes before all else.
	other func(w http.ResponseWriter, r *http.Request) (done bool)
}

// answer gives the answers that are no page's own.
func (m *manners) answer(w http.ResponseWriter, r *http.Request) (done bool) {
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
	default:
		return false
	}
	return true
}

// validate sends the validators of a page, and reports whether they are those that the request names.
func validate(w http.ResponseWriter, r *http.Request, p *sitePage) (same bool) {
	tag, date := fmt.Sprintf("%q", fmt.Sprint(p.edits)), p.edited.Format(http.TimeFormat)
	w.Header().Set("ETag", tag)
	w.Header().Set("Last-Modified", date)
	if asked := r.Header.Get("If-None-Match"); asked != "" {
		return asked == tag
	}
	return r.Header.Get("If-Modified-Since") == date
}
