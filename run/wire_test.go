package run

import (
	"context"
	"testing"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/site"
)

// instant answers at once.
type instant struct{}

func (instant) Download(_ context.Context, r site.Request) site.Response {
	return site.Response{URL: r.URL, Status: 200}
}

func at(t *testing.T, address string) site.Request {
	t.Helper()
	u, err := site.Parse(address)
	must(t, err)
	return site.Request{URL: u}
}

// waits reports whether the next request to an address must wait. It is more patient if no wait is expected.
func waits(t *testing.T, d extractor.Downloader, address string, expected bool) bool {
	t.Helper()
	patience := 5 * time.Minute
	if expected {
		patience = 20 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return d.Download(ctx, at(t, address)).Failure.Class == site.FailCancelled
}

// TestDelayOfHosts checks that each host of an entity has its own delay, the longer one of http and https.
func TestDelayOfHosts(t *testing.T) {
	list := []site.Member{{Host: "a.test"}, {Host: "b.test"}}
	settings, err := config.Load(config.Sources{})
	must(t, err)
	c := NewConfig(*settings, t.TempDir())
	d, set := politeByHost(c.Download, source{Downloader: instant{}},
		config.Host{URL: at(t, "http://a.test").URL, Connections: 1, Members: list})
	set(at(t, "http://a.test").URL, time.Hour)
	set(at(t, "https://a.test").URL, 0)
	for _, s := range []struct {
		address string
		waits   bool
	}{{"http://a.test/", false}, {"http://b.test/", false}, {"https://a.test/", true}, {"https://b.test/", false},
		{"http://a.test/", true}} {
		if got := waits(t, d, s.address, s.waits); got != s.waits {
			t.Errorf("%s waits: %t", s.address, got)
		}
	}
	one, set := politeByHost(c.Download, source{Downloader: instant{}},
		config.Host{URL: at(t, "http://a.test").URL, Connections: 1})
	set(at(t, "http://a.test").URL, time.Hour)
	if waits(t, one, "http://a.test/", false) || !waits(t, one, "http://a.test/x", true) {
		t.Error("a site of one host does not keep its delay")
	}
}

// A source is released if another part of the crawl cannot be made.
func TestPartsReleaseSource(t *testing.T) {
	released := false
	downloaders["test"] = func(*runner, download.HTTPOptions, func() (archiveDay, error)) (source, error) {
		return source{release: func() { released = true }}, nil
	}
	defer delete(downloaders, "test")
	c := newConfig(t)
	c.Download.Downloader, c.Duplicates.Key = "test", "unknown"
	if _, _, err := (&runner{Config: c}).parts(t.Context(), config.Host{}, Details{}); err == nil || !released {
		t.Errorf("error %v, released %v", err, released)
	}
}
