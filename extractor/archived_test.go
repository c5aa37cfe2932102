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

// crawlArchived crawls a served site into a web archive, with the downloader that crawl
// gets, and returns the archive as a downloader.
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
	server.Close() // the archive is all there is
	return download.NewArchive(index, o, func(err error) { t.Error(err) })
}

// A crawl of its own archive gives the files of the crawl of the web.
func TestArchivedGraph(t *testing.T) {
	sites(t, 4, func(t *testing.T, s *testSite) {
		var want map[string]string
		v := &server{site: s, log: map[string]int{}}
		d := crawlArchived(t, v, func(d extractor.Downloader) {
			c := newWalker(t, d, 8).run(t)
			sameAsModel(t, c, s.expect(-1))
			want = files(t, c)
		})
		sameFiles(t, "archive", files(t, newWalker(t, d, 3).run(t)), want)
	})
}

// A site whose robots.txt was not archived has no rules, and links to what was not
// archived are failures of a class of their own.
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

// So does one with key stable, which requests pages twice, of a site that never answers the same.
func TestArchivedTwins(t *testing.T) {
	perSeed(t, 1, 120, func(t *testing.T, seed uint64) {
		var want map[string]string
		d := crawlArchived(t, newVaryingSite(seed), func(d extractor.Downloader) {
			want = files(t, makeStable(t, newWalker(t, d, 8)).run(t))
		})
		sameFiles(t, "archive", files(t, makeStable(t, newWalker(t, d, 3)).run(t)), want)
	})
}
