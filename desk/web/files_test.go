package web_test

import (
	"archive/zip"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
	"sitegraph/internal/headless"
)

// graphReader plays Gephi Lite. It shows the number of nodes of the graph that it fetched, or that it was refused.
const graphReader = `<!DOCTYPE html><link rel="icon" href="data:,"><p id="read"></p><script>
fetch(new URLSearchParams(location.search).get("file")).then(answer => answer.text()).then(text => {
	const graph = new DOMParser().parseFromString(text, "application/xml");
	document.getElementById("read").textContent = graph.querySelectorAll("node").length + " nodes";
}, () => { document.getElementById("read").textContent = "refused"; });
</script>`

// newReader serves the reader from another origin than the desk's.
func newReader(t *testing.T) *url.URL {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, graphReader)
	}))
	t.Cleanup(server.Close)
	u, err := url.Parse(strings.Replace(server.URL, "127.0.0.1", "localhost", 1) + "/lite/")
	must(t, err)
	return u
}

// The button opens the graph in Gephi Lite, which may read that file and nothing else of the desk.
func TestGephiLite(t *testing.T) {
	t.Parallel()
	s, chosen, other := newWebsite(t, 25), newReader(t), newReader(t)
	b := serve(t, web.Options{GephiLite: chosen})
	at := b.project("one", s.URL)
	b.finish(at, desk.Start)
	c := headless.New(t)
	c.Only(b.base, chosen.String(), other.String())
	c.Run(t, chromedp.Navigate(b.base+"/projects/one/site?site="+s.URL), seen("#files"))
	opens := headless.Eval[string](t, c, `document.querySelector("#files a[href*='file=']").href`)
	file := "?" + opens[strings.Index(opens, "file="):]
	for _, read := range []struct{ address, says string }{
		{opens, "25 nodes"},
		{other.String() + file, "refused"},
		{chosen.String() + "?file=" + url.QueryEscape(b.base+"/api/projects"), "refused"},
		{chosen.String() + "?file=" + url.QueryEscape(b.base+at+"/settings"), "refused"},
	} {
		err := c.Try(chromedp.Navigate(read.address), seen("#read:not(:empty)"))
		faults := c.Faults() // the browser reports what it refuses
		if err != nil || read.says != "refused" && len(faults) > 0 {
			t.Fatalf("%s: %v; faults: %q", read.address, err, faults)
		}
		got := headless.Eval[string](t, c, `document.getElementById("read").textContent`)
		console.Equal(t, got, read.says, read.address, faults)
	}
}

// Where other origins may read files, host name and token are still checked.
func TestGephiLiteGuarded(t *testing.T) {
	b := serve(t, web.Options{GephiLite: newReader(t), Token: "0123456789abcdef0123"})
	const path = "/api/projects/one/files/graph.gexf?site=http://a.example"
	if status, _, header := b.ask("GET", path, ""); status != http.StatusUnauthorized ||
		header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("without the token: %d, %v", status, header)
	}
	b.answers(http.StatusMisdirectedRequest, "GET", path, "", "Host", "rebound.example")
}

// All files of a project come as a zip named after it; pages of other sites cannot ask for one.
func TestEverything(t *testing.T) {
	b := serve(t, web.Options{})
	at := b.project("all files", "http://a.example")
	status, text, header := b.ask("GET", at+"/everything.zip", "")
	if status != http.StatusOK || header.Get("Content-Disposition") != `attachment; filename="all files.zip"` {
		t.Errorf("%d, %q", status, header)
	}
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil || len(z.File) != 2 || z.File[0].Name != "all files/hosts.txt" {
		t.Errorf("%+v, %v", z, err)
	}
	b.answers(http.StatusForbidden, "GET", at+"/everything.zip", "", "Sec-Fetch-Site", "cross-site")
	b.answers(http.StatusNotFound, "GET", "/api/projects/none/everything.zip", "")
}

var must = console.Must

// When its context ends, a server stops its crawls in order, ends the streams, and releases the folder.
func TestServe(t *testing.T) {
	s := newWebsite(t, 60)
	begun := make(chan bool, 1)
	s.tell(func(n int64) {
		if n == 20 {
			begun <- true
		}
	})
	folder := t.TempDir()
	d, err := desk.Open(desk.Options{Folder: folder, TwinPause: time.Millisecond})
	must(t, err)
	server, err := web.New(d, web.Options{})
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, l) }()
	b := &browser{t, d, "http://" + l.Addr().String()}
	at := b.project("one", s.URL)
	stream, err := http.Get(b.base + "/api/events")
	must(t, err)
	defer stream.Body.Close()
	b.do(at, desk.Start)
	select {
	case <-begun:
		end()
	case <-time.After(5 * time.Minute):
		t.Fatal("no crawl")
	}
	select {
	case err := <-ended:
		must(t, err)
	case <-time.After(5 * time.Minute):
		t.Fatal("the server goes on")
	}
	if d, err = desk.Open(desk.Options{Folder: folder, TwinPause: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	defer d.Close(t.Context())
	p, err := d.Project("one")
	must(t, err)
	if known, err := p.Site(s.URL); err != nil || known.State != desk.Stopped || known.Ended != "signal" {
		t.Errorf("afterwards: %+v, %v", known, err)
	}
}
