package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// coins is a site that lacks two links. suggestedLinks has them, worked out by hand.
var coins = map[string]string{
	"/": `<title>Coin museum</title><h1>Coins</h1><ul><li><a href=/silver/>Silver</a><li><a href=/gold.html>Gold</a>
		<li><a href=/news.html>News</a><li><a href=/visit.html>Visit us</a></ul>`,
	"/silver/": `<title>Silver coins | Coin museum</title><h1>Our silver coins</h1><p>Silver coins are old.
		<a href=/>Start</a>`,
	"/gold.html": `<title>Gold coins | Coin museum</title><p>Gold coins are rare. Some say "no": our silver
		coins are rarer. Visit us.<p><a href=/visit.html>Hours</a>`,
	"/news.html": `<title>News | Coin museum</title><h2>Gold coins</h2><p>New: <a href=/silver/>silver coins</a> and
		<em>gold</em> coins!`,
	"/visit.html": `<title>Visit us | Coin museum</title><nav>Silver coins</nav><p>We are open.<pre>gold coins</pre>
		<p>No <code>gold coins()</code> here.<footer>News</footer>`,
}

const suggestedLinks = `
# New: silver coins and gold coins!
add-link /news.html /gold.html "gold coins" main

# Some say "no": our silver coins are rarer.
add-link /gold.html /silver/$ "our silver coins" main
`

// TestSuggest requests the pages once more, unless a web archive has them, and writes a file of changes.
func TestSuggest(t *testing.T) {
	t.Parallel()
	requests := atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		body, ok := coins[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	for _, archive := range []string{"--warc=false", "--warc"} {
		out := t.TempDir()
		sitegraph("-O", out, "--delay", "0", archive, s.URL).MustEnd(t, exitDone)
		before := requests.Load()
		args := []string{"-O", out, "--delay", "0", archive, "what-if"}
		o := sitegraph(append(args, "--suggest", "missing-links")...).MustEnd(t, exitDone)
		if head, body, _ := strings.Cut(o.Out, "\n"); !strings.HasPrefix(head, "# Links that "+s.URL+" lacks. ") ||
			body != suggestedLinks {
			t.Errorf("%s: %s", archive, o.Out)
		}
		want := int64(6) // robots.txt and five pages
		if archive == "--warc" {
			want = 0
			o.MustSay(t, "the texts of 5 pages are read from the web archives in "+filepath.Join(out, "warc"))
		} else {
			o.MustSay(t, "5 pages are requested again, which takes 0s at least")
		}
		if n := requests.Load() - before; n != want {
			t.Errorf("%s: %d requests, want %d", archive, n, want)
		}
		changes := filepath.Join(out, "links.txt")
		must(t, os.WriteFile(changes, []byte(o.Out), 0o600))
		o = sitegraph(append(args, changes)...).MustEnd(t, exitDone)
		if !strings.Contains(o.Out, "A as it is, B after the changes") {
			t.Errorf("the changes: %s", o.Out)
		}
	}
}

// TestSuggestFolder checks that a saved site gives the same suggestions, without pages that have gone since.
func TestSuggestFolder(t *testing.T) {
	t.Parallel()
	out, folder := t.TempDir(), t.TempDir()
	for path, body := range coins {
		name := filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(path, "/")))
		if strings.HasSuffix(path, "/") {
			name = filepath.Join(name, "index.html")
		}
		must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		must(t, os.WriteFile(name, []byte(body), 0o600))
	}
	c := invocation{env: []string{fewFiles, "SITEGRAPH_DOWNLOAD_DOWNLOADER=folder",
		"SITEGRAPH_DOWNLOAD_FOLDER=" + folder}}
	c.run("-O", out, "http://coins.example").MustEnd(t, exitDone)
	suggest := func() outcome {
		return c.run("-O", out, "what-if", "--suggest", "missing-links", "coins.example")
	}
	if o := suggest().MustEnd(t, exitDone); !strings.HasSuffix(o.Out, suggestedLinks) {
		t.Errorf("%s", o.Out)
	}
	must(t, os.Remove(filepath.Join(folder, "news.html")))
	o := suggest().MustEnd(t, exitDone).MustSay(t, "1 page could not be read again")
	if strings.Contains(o.Out, "/news.html") || !strings.Contains(o.Out, "add-link /gold.html ") {
		t.Errorf("without the news: %s", o.Out)
	}
	c.run("-O", out, "what-if", "--suggest", "links").MustEnd(t, exitUsage).MustSay(t, `unknown suggestion "links"`)
	c.run("-O", out, "what-if", "--suggest", "missing-links", "a.txt", "coins.example").MustEnd(t, exitUsage)
	c.run("-O", out, "what-if", "--suggest", "missing-links", "other.example").MustEnd(t, exitUsage)
}
