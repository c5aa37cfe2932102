package sites

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
)

const tables = "csv,gexf,graphml,pajek,external,aliases,bad,ledger"

// live lets a period pass. Some pages change, and one each is added, removed and moved.
func (s *website) live(rng *rand.Rand) {
	s.clock.wait()
	var here []string
	for _, p := range s.pages[1:] {
		if p.here() {
			here = append(here, p.path)
		}
	}
	rng.Shuffle(len(here), func(i, j int) { here[i], here[j] = here[j], here[i] })
	name := "/" + strconv.Itoa(len(s.pages))
	s.remove(here[0], rng.IntN(2) == 0)
	s.move(here[1], name+"moved")
	for _, path := range here[2 : 2+len(here)/5] {
		s.edit(path, append(slices.Clone(s.byPath[path].words), "edited", strconv.Itoa(rng.IntN(1000)))...)
	}
	s.add(name, here[3], "new", name)
	s.add(name+"copy", here[4], "new", name).body = s.byPath[name].html()
}

// filesIn returns the kept files below a folder by name, without the folder's own name in front.
func filesIn(t testing.TB, folder string, keep func(name string) bool) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !keep(name) {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		all[strings.TrimPrefix(name, filepath.Base(folder)+".")] = string(text)
		return err
	})
	must(t, err)
	if len(all) < 4 {
		t.Fatalf("%s has %v", folder, slices.Sorted(maps.Keys(all)))
	}
	return all
}

func tablesIn(t testing.TB, folder string) map[string]string {
	return filesIn(t, folder, func(name string) bool { return strings.HasSuffix(name, ".csv") })
}

// files returns the site's result files, except for the manifest, which has the time.
func (p *program) files(t testing.TB) map[string]string {
	return filesIn(t, resultOf(t, p.job.OutputDir), func(name string) bool {
		return !strings.HasSuffix(name, ".manifest.json")
	})
}

func differences(a, b map[string]string) (names []string) {
	for name := range maps.Keys(a) {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	for name := range maps.Keys(b) {
		if _, ok := a[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (p *program) asOf(t testing.TB, m extractor.Moment) {
	t.Helper()
	must(t, os.RemoveAll(filepath.Join(p.job.OutputDir, "result")))
	in := results.Inputs{Config: p.job.Config, Lines: nil, Details: p.job.Details(), Moment: m}
	exporter := &run.Exporter{Config: p.job.Config}
	for c, err := range in.FromState(nil) {
		must(t, err)
		if _, _, err := exporter.Export(c.Crawl, c.Line, func(string, string, float64) {}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAsOf checks that the files of an earlier moment are byte for byte those written then.
func TestAsOf(t *testing.T) {
	t.Parallel()
	s := small(t, 40)
	rng := rand.New(rand.NewPCG(4, 4))
	p := watching(t, s, map[string]string{"export.exporters": tables, "revisit.checks": "15"})
	var written []map[string]string
	var times []time.Time
	for range 5 {
		p.iterate(t)
		written, times = append(written, p.files(t)), append(times, s.clock.now())
		s.live(rng)
	}
	for i := range written {
		for _, m := range []extractor.Moment{{Iteration: i + 1}, {At: times[i].Add(time.Hour)}} {
			p.asOf(t, m)
			if d := differences(written[i], p.files(t)); len(d) > 0 {
				t.Errorf("as of %+v these files are not those of iteration %d: %v", m, i+1, d)
			}
		}
	}
}

// htmlCases has pages that are hard to read at /case. Other URLs are ordinary pages. It is never changed.
var htmlCases = map[string]Case{
	"50-MiB": {Doc: "50 MiB of text, over max_body", handler: much(50<<20, "text "),
		Gets: at("failed too-large: body over 33554432 bytes")},
	"20-MiB": {Doc: "20 MiB of text, and a link behind", handler: much(20<<20, "text "),
		Gets: at("page", "/found", "page")},
	"binary": {Doc: "a picture's bytes as text/html",
		handler: exactly("\x89PNG\r\n\x1a\n" + strings.Repeat(string(everyByte()), 64)), Gets: at("page")},
	"long-title": {Doc: "a title of 1 MiB", handler: exactly("<title>" + strings.Repeat("t ", 1<<19) + "</title>"),
		Gets: at("page")},
}

// heavyPages cost seconds or much memory. max_depth is 1, so their links are not requested. It is never changed.
var heavyPages = map[string]Case{
	"million-links": {Doc: "one million links to as many URLs, which are not requested, since max_depth is 1",
		handler: atCase(million),
		Gets:    at("page", "/p/1000000", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
	"50-MiB-read": {Doc: "50 MiB of text, under max_body, and a link behind", handler: much(50<<20, "text "),
		Gets: at("page", "/found", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
	"50-MiB-tags": {Doc: "50 MiB of tags, and a link behind", handler: much(50<<20, "<i>x</i>"),
		Gets: at("page", "/found", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
}

// exactly answers /case with html, without a character set. Other URLs are pages.
func exactly(html string) handler {
	return atCase(func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, html)
	})
}

func much(n int, of string) handler {
	block := strings.Repeat(of, 1<<16/len(of))
	return atCase(func(w http.ResponseWriter) {
		write(w, "<!DOCTYPE html><title>much</title>")
		for sent := 0; sent < n; sent += len(block) {
			if _, err := io.WriteString(w, block); err != nil {
				return
			}
		}
		io.WriteString(w, `<a href="/found">found</a>`)
	})
}

func million(w http.ResponseWriter) {
	write(w, "<!DOCTYPE html><title>million</title>")
	for i := 1; i <= 1_000_000; i++ {
		fmt.Fprintf(w, "<a href=/p/%d>%d</a>\n", i, i)
	}
}

func locations(element string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<%[1]s><loc>/%[2]d</loc></%[1]s>", element, i)
	}
	return b.String()
}

// TestHostileSitemaps checks that each sitemap is read within limits on files, entries and memory.
func TestHostileSitemaps(t *testing.T) {
	origin, err := site.Parse("http://a.example")
	must(t, err)
	// These would be large if a reader believed them. The second text is their first URL.
	files := map[string][2]string{
		"entities of entities": {`<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
			<!ENTITY z "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><urlset><url><loc>/&z;</loc></url></urlset>`, "/&z;"},
		"500,000 elements within each other": {"<urlset>" + strings.Repeat("<a>", 500_000), ""},
		"an element with 500,000 attributes": {"<urlset " + strings.Repeat(`a="" `, 500_000) + ">", ""},
		"a URL in 500,000 pieces":            {"<urlset><url><loc>/" + strings.Repeat("<![CDATA[a]]>", 500_000), ""},
		"an index of 50,000 sitemaps":        {"<sitemapindex>" + locations("sitemap", 50_000), ""},
		"a list of more than are to be read": {"<urlset>" + locations("url", 200_000), "/0"},
		"a list that ends in space":          {"<urlset><url><loc>/0</loc></url>" + strings.Repeat(" ", 40<<20), "/0"},
	}
	limits := sitemaps.Limits{Files: 4, Bytes: 64 << 20, Entries: 100_000, Latest: time.Now(), Text: parse.Text}
	for name, c := range files {
		asked, body := 0, []byte(c[0])
		get := func(_ context.Context, u site.URL) site.Response {
			asked++
			return site.Response{URL: u, Status: 200, Body: body}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		entries, _ := sitemaps.Read(t.Context(), get, origin, "Sitemap: /case", limits)
		runtime.ReadMemStats(&after)
		first := ""
		if len(entries) > 0 {
			first = strings.TrimPrefix(entries[0].URL, "http://a.example")
		}
		if first != c[1] || len(entries) > limits.Entries || asked > limits.Files {
			t.Errorf("%s: %d entries from %q on, %d files", name, len(entries), first, asked)
		}
		if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 512 {
			t.Errorf("%s: %d MiB were allocated", name, mib)
		}
	}
}

// network has a case for each kind of failure in connections, headers, lengths, codings and statuses.
var network = map[string]Case{
	"dies": {Doc: "stops to listen once the home page is sent", Alone: true, open: openDying,
		Gets: only("/", "page", "/case", "failed refused: connection refused", "/calm/1",
			"failed refused: connection refused")},
	"ipv6": {Doc: "listens on IPv6 only, at [::1]", open: openIPv6, handler: landing, Gets: at("page")},
	"slow-headers": {Doc: "sends a byte of its headers every 100 ms",
		handler: drip("", ok+"X-Slow: "+strings.Repeat("y", 500)),
		Gets:    at("failed timeout: no headers within 3s")},
	"slow-body": {Doc: "sends a byte of its body every 100 ms", handler: drip(ok+"\r\n<p>", "."),
		Gets: at("failed timeout: no whole answer within 4s")},
	"endless-download": {Doc: "sends a film that never ends, where no HTML is",
		handler: pour("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", "film"),
		Gets:    at("not-html video/mp4")},
	"endless-headers": {Doc: "sends headers without end", handler: pour(ok, "X-On: and on\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"continue-forever": {Doc: "sends 100 without end", handler: pour("", "HTTP/1.1 100 Continue\r\n\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"two-answers": {Doc: "sends a second answer that nobody asked for",
		handler: send(ok + "Content-Length: 8\r\n\r\n<p>first" + ok +
			"Content-Length: 26\r\n\r\n<a href=/smuggled>more</a>"),
		Gets: at("page", "/smuggled", "")},
}

// at returns the expectation for /case, and for further pairs of name and value.
func at(state string, more ...string) map[string]string {
	gets := only(more...)
	gets["/case"] = state
	return gets
}

func only(pairs ...string) map[string]string {
	gets := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		gets[pairs[i]] = pairs[i+1]
	}
	return gets
}

func openIPv6(s *Site) error {
	if err := s.plain("[::1]:0"); err != nil {
		return fmt.Errorf("%w: this machine has no IPv6", err)
	}
	return nil
}

// openDying closes its port when the home page is requested, and then answers.
func openDying(s *Site) error {
	l, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.Origin = "http://" + l.Addr().String()
	s.serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			l.Close()
		}
		w.Header().Set("Connection", "close")
		s.answer(w, r)
	}))
	return nil
}

// encrypted has the cases of TLS and HTTP/2. It is never changed.
var encrypted = map[string]Case{
	"tls-good": {Doc: "a certificate as it should be, for comparison", handler: landing, Gets: at("page"),
		open: openTLS("http/1.1")},
	"http2-goaway": {Doc: "HTTP/2: says GOAWAY after every answer", handler: landing, open: openTLS("h2"),
		Gets: at("page")},
}

// certificate is the self-signed one of package httptest, for 127.0.0.1.
var certificate = sync.OnceValue(func() tls.Certificate {
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	return s.TLS.Certificates[0]
})

// openTLS serves HTTPS over a protocol. Over HTTP/2 it sends GOAWAY after each answer.
func openTLS(protocol string) func(*Site) error {
	return func(s *Site) error {
		l, err := s.listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s.Origin = "https://" + l.Addr().String()
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate()},
			NextProtos: []string{protocol}})
		s.serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if protocol == "h2" {
				w.Header().Set("Connection", "close") // makes net/http send GOAWAY
			}
			s.answer(w, r)
		}))
		return nil
	}
}
