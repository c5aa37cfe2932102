package sites

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// variety is a site with URLs of all kinds that a crawl meets.
type variety struct {
	*rand.Rand
	answers map[string]http.HandlerFunc // by path
	// all has every path, pages those with content.
	all, pages []string
}

// serveVariety makes a site of 40 pages and other URLs of all kinds from a seed, and returns its origin.
func serveVariety(t *testing.T, seed uint64) (origin string) {
	t.Helper()
	p := &variety{Rand: rand.New(rand.NewPCG(seed, 0x11fe)), answers: map[string]http.HandlerFunc{}}
	for range 40 {
		p.pages = append(p.pages, p.add())
	}
	p.all[0] = "/"
	switch seed % 2 {
	case 0:
		p.pages[0] = "/"
	case 1:
		p.redirect("/", p.pages[0])
	}
	for range 12 {
		status := []int{http.StatusNotFound, http.StatusForbidden, http.StatusGone}[p.IntN(3)]
		p.answers[p.add()] = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
		p.answers[p.add()] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
		}
	}
	for i := range 3 {
		p.answers[p.add()] = func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
		p.all = append(p.all, fmt.Sprint("/forbidden/", i))
	}
	duplicates := map[string]string{}
	for range 8 {
		duplicates[p.add()] = p.any(p.pages)
	}
	p.addRedirects(duplicates)
	p.addPages(duplicates)
	p.answers["/robots.txt"] = func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /forbidden/\n")
	}
	return serving(t, func(w http.ResponseWriter, r *http.Request) {
		answer, ok := p.answers["/"+strings.TrimLeft(r.URL.Path, "/")]
		if !ok {
			answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }
		}
		answer(w, r)
	})
}

// serving runs a handler on a port until the test ends, and returns its origin.
func serving(t testing.TB, h http.HandlerFunc) (origin string) {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// add makes a path whose name reveals nothing about its content.
func (p *variety) add() string {
	path := fmt.Sprintf("%s%c%d", p.any([]string{"/", "/docs/", "/docs/old/", "/news/"}), 'a'+p.IntN(26), len(p.all))
	p.all = append(p.all, path)
	return path
}

func (p *variety) any(paths []string) string { return paths[p.IntN(len(paths))] }

// spelled changes the spelling of one path in twenty.
func (p *variety) spelled(path string) string {
	if p.IntN(20) > 0 {
		return path
	}
	return "/." + "/" + path // //path, whose normalized URL is path
}

func (p *variety) addRedirects(duplicates map[string]string) {
	for i := range 24 {
		from, to := p.add(), p.any(p.all)
		switch i {
		case 0:
			to = "http://elsewhere.test/"
		case 1:
			to = from
		case 2:
			to = p.any(slices.Sorted(maps.Keys(duplicates)))
		case 3, 4: // no page links to it
			to = fmt.Sprint("/hop", i)
			p.redirect(to, p.any(p.all))
		}
		p.redirect(from, to)
	}
}

func (p *variety) redirect(from, to string) {
	p.answers[from] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

func (p *variety) addPages(duplicates map[string]string) {
	bodies := map[string]string{}
	for i, path := range p.pages {
		b := fmt.Sprintf("<title>%d</title>", i)
		if i < 30 && p.IntN(3) > 0 {
			b += fmt.Sprintf("<a href=%q>", p.pages[i+1+p.IntN(10)])
		}
		for range 1 + p.IntN(6) {
			b += fmt.Sprintf("<a href=%q>", p.spelled(p.any(p.all)))
		}
		for range p.IntN(6) * p.IntN(2) {
			b += fmt.Sprintf("<a href=\"http://else%d.test/X/\">", p.IntN(80))
		}
		bodies[path] = b
	}
	for path, page := range duplicates {
		bodies[path] = bodies[page]
	}
	for path, body := range bodies {
		p.answers[path] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, body)
		}
	}
}
