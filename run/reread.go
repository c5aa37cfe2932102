package run

import (
	"context"
	"fmt"
	"slices"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// Rereading reads pages of a finished crawl once more, for details that the state does not keep. It is a crawl of a
// list of URLs that follows no links and keeps nothing but the lines of the logs.
type Rereading struct {
	Job                  // Reread sets its hosts
	Line    config.Host  // line of the site
	Pages   []site.URL   // pages to read
	State   *store.Store // has the decisions about the site's hosts
	Journal string       // name of the site in the state
	// Take receives the passages of each page. Several goroutines call it.
	Take func(url string, said []site.Passage)
}

// Reread reads the pages and returns their crawl. It uses the web archives if the settings archive all answers.
func Reread(ctx context.Context, job Rereading) (c *site.Crawl, err error) {
	h := job.Line
	h.URL, h.Further, h.Members, h.List, h.SchemeOpen = job.Pages[0], job.Pages[1:], job.members(), true, false
	job.Hosts, job.Config = []config.Host{h}, forRereading(job.Config)
	r := &runner{Config: job.Config, job: job.Job, dial: map[string]string{}, take: job.Take}
	err = r.within(ctx, func(ctx context.Context) (err error) {
		if err = copyHostNotes(r.store, job); err == nil {
			c, err = r.alone(ctx, h)
		}
		return err
	})
	return c, err
}

// members returns the hosts of the pages, or nil if there is only one.
func (job Rereading) members() (all []site.Member) {
	for _, u := range job.Pages {
		if m := (site.Member{Scheme: u.Scheme, Host: u.Host, Port: u.Port}); !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	if len(all) == 1 {
		return nil
	}
	return all
}

// FromArchives reports whether Reread reads the web archives in the output folder.
func (c Config) FromArchives() bool { return c.Download.Downloader == "http" && c.Download.WARC }

// forRereading returns the settings for a list of pages. The URLs are known to be pages, and no state is kept.
func forRereading(c Config) Config {
	if c.FromArchives() {
		c.Download.Downloader, c.Download.Archive = "warc", c.ArchiveDir()
	}
	c.Download.WARC = false
	c.Store.Store, c.Duplicates.Key = "memory", "none"
	c.Sites.Sitemaps, c.Export.Exporters, c.Linked.Check = "off", nil, nil
	c.Walk.MaxPages, c.Order.Budget = 0, 0
	if c.Sites.Scope != site.ScopeEntity {
		c.Sites.Scope = site.ScopeHost
	}
	return withoutMaxPages(c)
}

// copyHostNotes copies the decisions about the hosts of the pages, so that a public host stays public.
func copyHostNotes(to *store.Store, job Rereading) error {
	done := map[string]bool{}
	for _, u := range job.Pages {
		if done[u.Host] {
			continue
		}
		done[u.Host] = true
		text, known, err := job.State.Note(job.Journal, addressesNote+u.Host)
		if err == nil && known {
			err = to.SetNote(job.Hosts[0].URL.Origin(), addressesNote+u.Host, text)
		}
		if err != nil {
			return fmt.Errorf("addresses of %s: %w", u.Host, err)
		}
	}
	return nil
}

type telling struct {
	extractor.Parser
	take func(url string, said []site.Passage)
}

// Parse parses a page and passes its prose on.
func (t telling) Parse(r site.Response) (site.Document, error) {
	doc, err := t.Parser.Parse(r)
	if err == nil {
		t.take(r.URL.String(), doc.Prose)
	}
	return doc, err
}
