package sites

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Family is a set of cases that are crawled with the same settings.
type Family struct {
	// Name names the subtest.
	Name string
	// Settings has sitegraph's settings that differ from the defaults, by name ("download.timeout").
	Settings map[string]string
	// Slow families take more than a few seconds or much memory.
	Slow bool
	// MaxMemory bounds the resident memory of a crawl of all cases, in MiB.
	MaxMemory int64
	// Cases has the cases by name.
	Cases map[string]Case
}

// Case is one way in which a server misbehaves.
type Case struct {
	// Doc describes the server's behaviour.
	Doc string
	// Gets maps URLs, without the site's own origin, to their state and reason in the ledger. The name "bad HREF" means
	// a line in the list of bad links, with its reason. "ended" says how the crawl ended, "title PATH" is the title of
	// a page, and "pages" the number of pages. All texts omit the site's own origin, and write "other:" for the other
	// site's.
	Gets map[string]string
	// Alone makes the case the whole site, without calm pages.
	Alone bool

	handler handler
	robots  handler           // nil: an ordinary robots.txt
	open    func(*Site) error // nil: HTTP on 127.0.0.1
}

// handler answers one request to a site.
type handler func(*Site, http.ResponseWriter, *http.Request)

// Families returns all families, in the order of the documentation.
func Families() []Family {
	quick := map[string]string{
		"download.header_timeout": "3s", "download.timeout": "4s", "download.connect_timeout": "1s",
		"download.max_body": "1MiB", "download.max_header": "128KiB", "download.tries": "2",
		"download.retry_wait": "10ms", "download.max_retry_after": "1500ms",
	}
	visible := map[string]string{"duplicates.key": "text"}
	heavy := map[string]string{"sites.max_depth": "1", "download.max_body": "64MiB", "download.timeout": "2m"}
	return []Family{
		{Name: "network", Settings: quick, MaxMemory: 256, Cases: join(network, encrypted)},
		{Name: "redirects", MaxMemory: 256, Cases: redirects},
		{Name: "robots", Settings: join(quick, map[string]string{"robots.max_crawl_delay": "20ms"}), MaxMemory: 256,
			Cases: robotsFiles},
		{Name: "html", MaxMemory: 512, Cases: htmlCases},
		{Name: "content", Settings: map[string]string{"duplicates.key": "exact"}, MaxMemory: 256, Cases: content},
		{Name: "content-stable", MaxMemory: 256, Cases: contentStable},
		{Name: "content-text", Settings: visible, MaxMemory: 256, Cases: contentText},
		{Name: "heavy", Settings: heavy, Slow: true, MaxMemory: 2048, Cases: heavyPages},
	}
}

func join[V any](parts ...map[string]V) map[string]V {
	all := map[string]V{}
	for _, p := range parts {
		maps.Copy(all, p)
	}
	return all
}

// Server runs the sites of a family.
type Server struct {
	// Sites has the sites by the names of their cases.
	Sites map[string]*Site

	done chan struct{}
	busy sync.WaitGroup
}

// New starts one site for each case. Close stops them.
func New(cases map[string]Case) (*Server, error) {
	s := &Server{Sites: map[string]*Site{}, done: make(chan struct{})}
	for name, c := range cases {
		one := &Site{Name: name, Case: c, server: s, open: map[io.Closer]bool{}, visits: map[string]int{}}
		s.Sites[name] = one
		if err := one.start(); err != nil {
			return nil, errors.Join(fmt.Errorf("hostile server: case %s: %w", name, err), s.Close())
		}
	}
	return s, nil
}

// Close stops all sites and waits for their goroutines.
func (s *Server) Close() error {
	close(s.done)
	var errs []error
	for _, one := range s.Sites {
		errs = append(errs, one.stop())
	}
	s.busy.Wait()
	return errors.Join(errs...)
}

// ok begins an answer with a page. More headers may follow.
const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

func raw(f func(*Site, *net.TCPConn)) handler {
	return func(s *Site, w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			http.Error(w, "no raw connection: "+err.Error(), http.StatusTeapot)
			return
		}
		s.keep(c)
		defer s.drop(c)
		if tcp, isTCP := c.(*net.TCPConn); isTCP {
			f(s, tcp)
		}
	}
}

func send(answer string) handler {
	return raw(func(_ *Site, c *net.TCPConn) { io.WriteString(c, answer) })
}

func reset(answer string) handler {
	return raw(func(s *Site, c *net.TCPConn) {
		io.WriteString(c, answer)
		if answer != "" {
			s.pause(50 * time.Millisecond) // a reset would overtake unread data
		}
		c.SetLinger(0)
	})
}

func drip(start, more string) handler {
	return raw(func(s *Site, c *net.TCPConn) {
		io.WriteString(c, start)
		for s.pause(100 * time.Millisecond) {
			for i := range len(more) {
				if _, err := io.WriteString(c, more[i:i+1]); err != nil || !s.pause(100*time.Millisecond) {
					return
				}
			}
		}
	})
}

func pour(start, more string) handler {
	more = strings.Repeat(more, 1+1<<15/len(more))
	return raw(func(_ *Site, c *net.TCPConn) {
		_, err := io.WriteString(c, start)
		for err == nil {
			_, err = io.WriteString(c, more)
		}
	})
}

func (s *Site) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.server.done:
		return false
	}
}
