package extractor_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/warc"
	"sitegraph/site"
)

// crawlArchived serves a site, lets crawl record it in a web archive, and returns a downloader that reads that archive.
func crawlArchived(t *testing.T, h http.Handler, crawl func(extractor.Downloader)) extractor.Downloader {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	w := warc.NewWriter(warc.Options{Dir: dir, Prefix: "site", Size: 10_000})
	o := overHTTP(map[string]string{"site.test:80": server.Listener.Addr().String()})
	o.Recorder = w
	d := download.NewHTTP(o)
	crawl(d)
	d.Close()
	must(t, w.Close())
	index, err := warc.Open(context.Background(), dir, nil)
	must(t, err)
	if len(index.Notes()) > 0 {
		t.Errorf("remarks: %v", index.Notes())
	}
	server.Close() // only the archive is left
	return download.NewArchive(index, o, func(err error) { t.Error(err) })
}

// A crawl of its own archive writes the same files as the crawl of the web. With key stable it does so too, although
// that key requests pages twice and the site never gives the same answer.
func TestArchivedGraph(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		for _, stable := range []bool{false, true} {
			var h http.Handler = &server{site: newSite(seed), log: map[string]int{}}
			crawl := func(d extractor.Downloader, downloads int) map[string]string {
				w := newWalker(t, d, downloads)
				if stable {
					makeStable(t, w)
				}
				return files(t, w.run(t))
			}
			if stable {
				h = newVaryingSite(seed)
			}
			var want map[string]string
			archive := crawlArchived(t, h, func(d extractor.Downloader) { want = crawl(d, 8) })
			sameFiles(t, "archive", crawl(archive, 3), want)
		}
	})
}

// If its robots.txt was not archived, a site has no rules. Links to pages outside the archive fail with a class of
// their own.
func TestPartOfASite(t *testing.T) {
	dir := t.TempDir()
	w := warc.NewWriter(warc.Options{Dir: dir})
	page := warc.Exchange{URL: origin + "/", Started: time.Now(), Body: []byte("<a href=/private/>private</a>"),
		Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")}
	must(t, errors.Join(w.Record(page), w.Close()))
	index, err := warc.Open(t.Context(), dir, nil)
	must(t, err)
	o := download.HTTPOptions{MaxBody: 1000, MaxHeader: 1000}
	d := download.NewArchive(index, o, func(err error) { t.Error(err) })
	c := newWalker(t, d, 3).run(t)
	if c.Robots.Access != site.RobotsAllow || c.Robots.Why != site.RobotsNotArchived ||
		c.Robots.Verdict() != "allow all: not in the archive" {
		t.Errorf("robots.txt: %+v", c.Robots)
	}
	var failed []string
	for e := range c.Ledger {
		if e.Reason.Failure.Class == site.FailNotArchived {
			failed = append(failed, e.Key)
		}
	}
	if len(c.Graph.Pages) != 1 || !slices.Equal(failed, []string{origin + "/private/"}) {
		t.Errorf("%d pages, not archived: %v", len(c.Graph.Pages), failed)
	}
}
