package sites

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Site is the running site of one case.
type Site struct {
	// Name and Case identify the case.
	Name string
	Case Case
	// Origin is the address of the site: scheme://host:port.
	Origin string

	server *Server
	other  string // origin of another, well-behaved site
	mu     sync.Mutex
	open   map[io.Closer]bool // to be closed at the end
	visits map[string]int
}

func (s *Site) start() error {
	beside, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.other = "http://" + beside.Addr().String()
	s.serve(beside, http.HandlerFunc(neighbour))
	if s.Case.open != nil {
		return s.Case.open(s)
	}
	return s.plain("127.0.0.1:0")
}

func (s *Site) plain(address string) error {
	l, err := s.listen("tcp", address)
	if err != nil {
		return err
	}
	s.Origin = "http://" + l.Addr().String()
	s.serve(l, http.HandlerFunc(s.answer))
	return nil
}

func (s *Site) listen(kind, address string) (net.Listener, error) {
	l, err := net.Listen(kind, address)
	if err == nil {
		s.keep(l)
	}
	return l, err
}

// serve runs net/http's server, without its complaints about clients.
func (s *Site) serve(l net.Listener, h http.Handler) {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	s.keep(server)
	s.server.busy.Go(func() { server.Serve(l) })
}

func (s *Site) keep(c io.Closer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[c] = true
}

// drop closes a connection or listener that keep registered.
func (s *Site) drop(c io.Closer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
	c.Close()
}

func (s *Site) stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for c := range s.open {
		if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Plain returns a function that removes the site's origin from a text and writes "other:" for the other site's.
func (s *Site) Plain() func(string) string {
	_, host, _ := strings.Cut(s.Origin, "://")
	return strings.NewReplacer(s.Origin, "", s.other, "other:", host, "{host}").Replace
}

// visit counts a request to a URL and returns the count.
func (s *Site) visit(target string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.visits[target]++
	return s.visits[target]
}

func (s *Site) answer(w http.ResponseWriter, r *http.Request) {
	if page, ok := ordinary(r.URL.Path); ok && r.URL.RawQuery == "" {
		write(w, page)
		return
	}
	if r.URL.Path == "/robots.txt" {
		robots := s.Case.robots
		if robots == nil {
			robots = text(rules)
		}
		robots(s, w, r)
		return
	}
	s.Case.handler(s, w, r)
}

// rules is the robots.txt of sites without their own.
const rules = "User-agent: *\nDisallow: /forbidden\n"

func text(body string) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, body)
	}
}

// ordinary returns a page that every site has.
func ordinary(path string) (string, bool) {
	switch path {
	case "/":
		return calmPage("home", `<a href="/calm/1">calm</a> <a href="/case">case</a>`), true
	case "/calm/1":
		return calmPage("calm 1", `<a href="/calm/2">next</a> <a href="/">home</a>`), true
	case "/calm/2":
		return calmPage("calm 2", `<a href="/">home</a>`), true
	}
	return "", false
}

func neighbour(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		fmt.Fprint(w, "User-agent: *\nDisallow: /case\n")
		return
	}
	write(w, calmPage("another site", r.URL.Path))
}

func calmPage(title, body string) string {
	return "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head><body>" + body + "</body></html>\n"
}

func write(w http.ResponseWriter, page string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, page)
}

// landing answers each URL with a page of its own.
func landing(s *Site, w http.ResponseWriter, r *http.Request) {
	write(w, calmPage("at "+r.URL.Path, r.URL.RawQuery))
}

// atCase answers /case. Other URLs are pages.
func atCase(answer func(w http.ResponseWriter)) handler {
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/case" {
			landing(s, w, r)
			return
		}
		answer(w)
	}
}
