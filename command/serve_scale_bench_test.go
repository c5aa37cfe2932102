//go:build linux

package command

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The desk at its greatest size: the program crawls a made-up site at the desk, and
// answers questions about it over HTTP; shown are the slowest answer to each, and
// what the process has in memory at most.
//
//	SITEGRAPH_BENCH_DESK=1000000 go test -run '^$' -bench ServeScale -benchtime 1x -v -timeout 60m ./command
//
// The number is that of the pages, which have twenty links each. The project and one
// of a tenth as many sites are in SITEGRAPH_SCALE_FOLDER, if that is given, and stay
// there: then the site is not crawled another time.

const (
	deskLinks = 20 // internal links of a page
	deskMost  = 300 * time.Millisecond
)

// deskSite serves the pages of the made-up site.
type deskSite struct{ pages int }

func deskPath(i int) string {
	if i == 0 {
		return "/"
	}
	words := [...]string{"about", "news", "product", "team", "archive", "image", "contact", "shop", "blog", "event"}
	return fmt.Sprintf("/%s/%s-%d/page-%07d.html", words[i%10], words[i/10%10], i%3000, i)
}

// ServeHTTP writes a page: eight links lead down a tree, the others anywhere.
func (s deskSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i, digits := 0, strings.TrimSuffix(r.URL.Path[strings.LastIndexByte(r.URL.Path, '-')+1:], ".html")
	if r.URL.Path != "/" {
		if i, _ = strconv.Atoi(digits); i <= 0 || i >= s.pages || deskPath(i) != r.URL.Path {
			http.NotFound(w, r)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html")
	b := bufio.NewWriter(w)
	defer b.Flush()
	fmt.Fprintf(b, "<html lang=en><title>Page %d</title>", i)
	for k := range deskLinks {
		to := (i*31 + k*k*7919 + k) % s.pages
		if child := 8*i + k + 1; k < 8 && child < s.pages {
			to = child
		}
		if (i+k)%1000 == 999 {
			fmt.Fprintf(b, `<a href="/gone-%d">gone</a>`, to)
		}
		fmt.Fprintf(b, `<a href="%s">link %d</a> `, deskPath(to), k)
	}
	fmt.Fprintf(b, `<a href="https://host%d.example/%d">other</a>`, i%50_000, i)
	if i%20 == 0 {
		fmt.Fprintf(b, `<a href="http://x:y/%d">bad</a>`, i)
	}
}

// deskProcess is a desk in a process of its own.
type deskProcess struct {
	*exec.Cmd
	t    testing.TB
	base string
}

func startDesk(t testing.TB, folder string) *deskProcess {
	t.Helper()
	args, err := json.Marshal([]string{"serve", "--listen", "127.0.0.1:0", folder})
	if err != nil {
		t.Fatal(err)
	}
	d := &deskProcess{exec.Command(os.Args[0], "-test.run=^TestProgram$"), t, ""}
	d.Env = append(os.Environ(), asProgram+"="+string(args))
	d.Stderr = os.Stderr
	out, err := d.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.Process.Signal(os.Interrupt)
		_, _ = io.Copy(io.Discard, out)
		d.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, at, _ := strings.Cut(line, "http://")
	if d.base, _, _ = strings.Cut(at, "/ "); err != nil || d.base == "" {
		t.Fatalf("the desk says %q, %v", line, err)
	}
	d.base = "http://" + d.base
	return d
}

// ask sends a request and returns its status and body, and how long that took.
func (d *deskProcess) ask(method, path, body string) (int, string, time.Duration) {
	d.t.Helper()
	r, err := http.NewRequestWithContext(d.t.Context(), method, d.base+path, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	begun := time.Now()
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return got.StatusCode, string(text), time.Since(begun)
}

// must does what has to succeed.
func (d *deskProcess) must(method, path, body string) string {
	d.t.Helper()
	status, text, _ := d.ask(method, path, body)
	if status >= 300 {
		d.t.Fatalf("%s %s: %d %.500s", method, path, status, text)
	}
	return text
}

// memory shows the resident memory, now and at most since it was shown last: all,
// what is the process's own, and what is of files.
func (d *deskProcess) memory(when string) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.Process.Pid))
	if err != nil {
		d.t.Fatal(err)
	}
	var now []string
	for line := range strings.Lines(string(text)) {
		var name string
		var kib int
		n, _ := fmt.Sscanf(line, "%s %d", &name, &kib)
		if n == 2 && (name == "VmHWM:" || strings.HasPrefix(name, "Rss")) {
			now = append(now, fmt.Sprintf("%s %d MiB", name, kib>>10))
		}
	}
	d.t.Logf("memory, %s: %s", when, strings.Join(now, ", "))
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", d.Process.Pid), []byte("5"), 0)
}

// BenchmarkServeScale measures. Every answer must come within 300 ms.
func BenchmarkServeScale(b *testing.B) {
	for range b.N {
		serveScale(b, cmp.Or(os.Getenv("SITEGRAPH_BENCH_DESK"), "1000"))
	}
}

func serveScale(t testing.TB, number string) {
	pages, err := strconv.Atoi(number)
	if err != nil || pages < 1000 {
		t.Fatalf("SITEGRAPH_BENCH_DESK=%q: must be a number of pages, 1000 at least", number)
	}
	folder := os.Getenv("SITEGRAPH_SCALE_FOLDER")
	if folder == "" {
		folder = t.TempDir()
	}
	d := startDesk(t, folder)
	if _, err := os.Stat(filepath.Join(folder, "large")); err != nil {
		d.crawl(pages)
		d.manySites(pages / 10)
		d.memory("crawling")
	}
	var sites struct{ Sites []struct{ Line string } }
	if err := json.Unmarshal([]byte(d.must("GET", "/api/projects/large/sites", "")), &sites); err != nil {
		t.Fatal(err)
	}
	site := url.QueryEscape(sites.Sites[0].Line)
	begun := time.Now()
	for stale := true; stale; {
		status, text, _ := d.ask("GET", "/api/projects/large/tables/pages?site="+site, "")
		stale = status != http.StatusOK || strings.Contains(text, `"stale":true`)
	}
	t.Logf("the tables were built in %.1f s", time.Since(begun).Seconds())
	d.memory("building tables")
	for _, path := range deskQuestions(site, pages) {
		d.measure(path)
	}
	d.memory("answering")
	links := d.must("GET", "/api/projects/large/tables/links?rows=1&site="+site, "")
	var all struct{ Total int }
	begun = time.Now()
	csv, err := http.Get(d.base + "/api/projects/large/tables/links.csv?sort=target&site=" + site)
	if err != nil || json.Unmarshal([]byte(links), &all) != nil {
		t.Fatal(links, err)
	}
	lines := 0
	for scanner := bufio.NewScanner(csv.Body); scanner.Scan(); lines++ {
	}
	if csv.Body.Close(); lines != all.Total+1 {
		t.Errorf("%d lines of %d links", lines, all.Total)
	}
	t.Logf("downloaded %d sorted links in %.1f s", lines, time.Since(begun).Seconds())
	d.memory("downloading")
	last := fmt.Sprint("?from=", pages/10-100)
	for _, path := range []string{"/", "/projects/many", "/projects/many" + last, "/projects/many?state=done",
		"/projects/many?text=999", "/api/projects/many/sites" + last, "/api/projects", "/metrics"} {
		d.measure(path)
	}
	d.memory("with many sites")
}

// crawl crawls the made-up site at the desk.
func (d *deskProcess) crawl(pages int) {
	site := httptest.NewServer(deskSite{pages})
	defer site.Close()
	const settings = "[sites]\ncrawl_delay = 0\nconnections_per_host = 4\n[export]\n" +
		"exporters = csv,external,bad,ledger,aliases\n"
	create, _ := json.Marshal(map[string]string{"name": "large", "settings": settings})
	d.must("POST", "/api/projects", string(create))
	d.must("POST", "/api/projects/large/sites", site.URL)
	d.must("POST", "/api/projects/large/actions", `{"action": "start"}`)
	begun, slowest, of, asked := time.Now(), time.Duration(0), "", 0
	at := "/projects/large/site?site=" + url.QueryEscape(site.URL)
	paths := []string{at, "/", at + "&table=links&sort=target&from=1000", "/projects/large", at + "&part=state",
		at + "&table=ledger&text=product"}
	for state := ""; state != "idle"; asked++ {
		select {
		case <-time.After(200 * time.Millisecond):
		case <-d.t.Context().Done():
			d.t.Fatal("the crawl takes too long")
		}
		path := paths[asked%len(paths)]
		if _, _, took := d.ask("GET", path, ""); took > slowest {
			slowest, of = took, path
		}
		var o struct{ State string }
		if err := json.Unmarshal([]byte(d.must("GET", "/api/projects/large", "")), &o); err != nil {
			d.t.Fatal(err)
		}
		state = o.State
	}
	d.t.Logf("crawled in %.0f s; slowest of %d pages meanwhile: %v, %s",
		time.Since(begun).Seconds(), asked, slowest, of)
	if slowest > deskMost {
		d.t.Errorf("a page took %v while the crawl went on", slowest)
	}
}

// manySites makes a project of many sites.
func (d *deskProcess) manySites(sites int) {
	d.must("POST", "/api/projects", `{"name": "many"}`)
	var list strings.Builder
	for i := range sites {
		fmt.Fprintf(&list, "https://site-%06d.example;2;5\n", i)
	}
	_, _, took := d.ask("POST", "/api/projects/many/sites", list.String())
	d.t.Logf("imported %d sites in %v", sites, took)
}

// deskQuestions are addresses of the pages and tables of a site.
func deskQuestions(site string, pages int) (all []string) {
	html := "/projects/large/site?site=" + site
	all = append(all, "/projects/large", html+"&part=state")
	for table, sorts := range map[string][]string{
		"pages":    {"url", "-in_degree", "title", "level"},
		"links":    {"source", "target", "-status", "level"},
		"external": {"url", "anchor", "-count"},
		"bad":      {"href", "reason"},
		"problems": {"kind", "url"},
		"ledger":   {"normalized_url", "state", "-level", "from"},
	} {
		at := html + "&table=" + table
		middle, last := pages/2, pages
		if table == "links" {
			middle, last = middle*deskLinks, last*deskLinks-100
		}
		all = append(all, at, fmt.Sprint(at, "&from=", middle), fmt.Sprint(at, "&from=", last-100),
			at+"&text=product-12", at+"&text=page",
			at+"&pattern="+url.QueryEscape(`/(news|blog)-1\d\d/.*[02468]\.html`),
			at+"&text=nowhere", at+"&struck=without")
		for _, sort := range sorts {
			all = append(all, at+"&sort="+sort, fmt.Sprint(at, "&sort=", sort, "&from=", middle),
				fmt.Sprint(at, "&text=product&sort=", sort))
		}
	}
	return append(all, html+"&table=links&status=404", html+"&table=ledger&status=4xx&level=2-5",
		html+"&table=links&host=127.0.0.1&level=3&sort=target", html+"&table=links&rows=1000")
}

// measure asks twice and says how long that took; the first time nothing is kept of
// the question.
func (d *deskProcess) measure(path string) {
	d.t.Helper()
	status, text, first := d.ask("GET", path, "")
	_, _, again := d.ask("GET", path, "")
	d.t.Logf("%4d ms, again %4d ms, %4d KB: %s", first.Milliseconds(), again.Milliseconds(), len(text)>>10, path)
	if status != http.StatusOK || first > deskMost || again > deskMost {
		d.t.Errorf("%s: %d after %v and %v", path, status, first, again)
	}
}
