package desk_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/command"
	"sitegraph/desk"
	"sitegraph/internal/console"
)

// website has n pages in a tree, with cross links, redirects, copies and dead links. told gets each request's number.
type website struct {
	*httptest.Server
	n        int
	topical  bool // whether pages are about coins or stamps
	requests atomic.Int64
	told     atomic.Value // of func(n int64)
}

func newWebsite(t *testing.T, n int) *website {
	t.Helper()
	s := &website{n: n}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// tell has f called with the number of each request from now on, counted from 1.
func (s *website) tell(f func(n int64)) {
	s.requests.Store(0)
	s.told.Store(f)
}

// stopAt starts a crawl and stops it at a request. That request and later ones are answered once stop has returned.
func stopAt(t *testing.T, tell func(func(n int64)), request int64, start, stop func()) {
	t.Helper()
	reached, stopped := make(chan bool, 1), make(chan bool)
	tell(func(n int64) {
		if n == request {
			reached <- true
		}
		if n >= request {
			select {
			case <-stopped:
			case <-t.Context().Done(): // the test failed
			}
		}
	})
	start()
	receive(t, reached)
	stop()
	close(stopped)
}

func (s *website) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.requests.Add(1)
	if f, ok := s.told.Load().(func(int64)); ok {
		f(n)
	}
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p"))
	switch {
	case r.URL.Path == "/":
		i = 0
	case err != nil || i >= s.n:
		http.NotFound(w, r)
		return
	case i%10 == 9:
		http.Redirect(w, r, fmt.Sprintf("/p%d", (i*3+1)%s.n), http.StatusFound)
		return
	}
	if i%13 == 12 {
		i--
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, `<title>%s %d</title><a href="https://other.example/%d">other</a>`, s.topic(i), i, i)
	for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % s.n, i + s.n/2} {
		fmt.Fprintf(w, `<a href="/p%d">%s %d</a>`, k, s.topic(k), k)
	}
}

func (s *website) topic(i int) string {
	if !s.topical {
		return ""
	}
	return []string{"coin penny", "stamp blue", "coin"}[i%3]
}

// settings are quick and fetch no page twice. Nothing times out, because a gate may hold requests for long.
const settings = "[sites]\ncrawl_delay = 0\nconnections_per_host = 4\n" +
	"[download]\ntries = 1\nheader_timeout = 10m\ntimeout = 10m\n" +
	"[export]\nexporters = csv,gexf,ledger,external,bad,aliases\n[duplicates]\nkey = exact\n"

// open opens a desk in a folder and closes it when the test ends.
func open(t *testing.T, folder string) *desk.Desk {
	t.Helper()
	return openWith(t, desk.Options{Folder: folder})
}

func openWith(t *testing.T, o desk.Options) *desk.Desk {
	t.Helper()
	o.TwinPause = time.Millisecond
	d, err := desk.Open(o)
	must(t, err)
	t.Cleanup(func() { d.Close(context.WithoutCancel(t.Context())) })
	return d
}

func project(t *testing.T, d *desk.Desk, name string, sites ...string) *desk.Project {
	t.Helper()
	p, err := d.Create(name, settings)
	must(t, err)
	done, err := p.Import(strings.Join(sites, "\n"))
	must(t, err)
	console.Equal(t, done.Added, len(sites), "imported", done)
	return p
}

// deskWith opens a desk with one project, called "one".
func deskWith(t *testing.T, sites ...string) (*desk.Desk, *desk.Project) {
	t.Helper()
	d := open(t, t.TempDir())
	return d, project(t, d, "one", sites...)
}

func do(t *testing.T, p *desk.Project, a desk.Action, lines ...string) {
	t.Helper()
	if err := p.Do(a, lines...); err != nil {
		t.Fatalf("%s %v: %v", a, lines, err)
	}
}

func await(t *testing.T, d *desk.Desk, p *desk.Project, state desk.State) desk.Overview {
	t.Helper()
	for seen := uint64(0); t.Context().Err() == nil; {
		if o := p.Overview(); o.State == state {
			if o.Crawl != nil && o.Crawl.Error != "" {
				t.Fatalf("the crawl met an error: %s", o.Crawl.Error)
			}
			return o
		}
		seen = d.Wait(t.Context(), seen)
	}
	t.Fatal("the test is over")
	return desk.Overview{}
}

// finish performs an action and waits until nothing is crawled.
func finish(t *testing.T, d *desk.Desk, p *desk.Project, a desk.Action, lines ...string) desk.Overview {
	t.Helper()
	do(t, p, a, lines...)
	return await(t, d, p, desk.Idle)
}

func siteIn(t *testing.T, p *desk.Project, line string) desk.Site {
	t.Helper()
	s, err := p.Site(line)
	must(t, err)
	return s
}

// commandLine runs the command line in a folder, as a user would.
func commandLine(t *testing.T, folder string, args ...string) {
	t.Helper()
	t.Chdir(folder)
	var out, errs bytes.Buffer
	if code := command.Main(strings.NewReader(""), &out, &errs, append(args, "-q"), nil); code != 0 {
		t.Fatalf("sitegraph %v in %s: exit code %d\n%s", args, folder, code, errs.String())
	}
}

// withSettings returns the files that one run of the command line writes for sites.
func withSettings(t *testing.T, settings string, sites ...string) map[string]string {
	t.Helper()
	folder := t.TempDir()
	console.Write(t, filepath.Join(folder, "settings.ini"), settings)
	console.Write(t, filepath.Join(folder, "hosts.txt"), strings.Join(sites, "\n"))
	commandLine(t, folder)
	return console.Results(t, folder)
}

// deadline is how long a test waits before it fails.
const deadline = 5 * time.Minute

func receive[T any](t *testing.T, from <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(deadline):
		t.Fatal("nothing came")
	}
	return value
}
