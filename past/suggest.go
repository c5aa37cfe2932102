package past

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/suggest"
	"sitegraph/whatif"
	"sitegraph/wording"
)

// Missing are the links that a site lacks.
type Missing struct {
	Crawl                // as it is
	Links []suggest.Link // in the order in which they are suggested
	Read  int            // pages whose texts were read
}

// MissingLinks finds the links that a site of the state lacks. It reads the texts of the pages once more, as the job
// says.
func (in Inputs) MissingLinks(ctx context.Context, name string, job run.Job) (m *Missing, err error) {
	err = in.forecasting(name, func(f *forecaster) error {
		nothing := &whatif.File{}
		_, now, err := f.build(nothing, Changing{AllowEmpty: true})
		if err != nil {
			return err
		}
		m = &Missing{Crawl: now}
		return f.missing(ctx, m, job)
	})
	return m, err
}

// missing reads the pages.
func (f *forecaster) missing(ctx context.Context, m *Missing, job run.Job) error {
	pages := m.Graph.Pages
	if len(pages) == 0 {
		return run.Usage("%s has no pages", m.Site)
	}
	anchors, err := f.anchors(m.Crawl)
	if err != nil {
		return err
	}
	finder, at := suggest.New(m.Graph, anchors), map[string]int{}
	again := run.Rereading{Job: job, Line: f.host, State: f.store, Journal: f.origin}
	for i := range pages {
		u, err := site.Parse(pages[i].URL)
		if err != nil {
			return fmt.Errorf("%s: %w", pages[i].URL, err)
		}
		at[pages[i].URL] = i
		again.Pages = append(again.Pages, u)
	}
	again.Take = func(url string, said []site.Passage) {
		if page, known := at[url]; known {
			finder.Read(page, said)
		}
	}
	job.Observer.Notice(f.cost(len(pages)))
	c, err := run.Reread(ctx, again)
	if err != nil {
		return err
	}
	m.Read, m.Links = len(c.Graph.Pages), finder.Links()
	return nil
}

// cost says where the texts come from, and what that takes.
func (f *forecaster) cost(pages int) string {
	all := wording.Count(pages, "page", "pages")
	switch {
	case f.in.FromArchives():
		return fmt.Sprintf("the texts of %s are read from the web archives in %s", all, f.in.ArchiveDir())
	case f.in.Download.Downloader != "http":
		return fmt.Sprintf("the texts of %s are read from where the crawl found them", all)
	}
	least := time.Duration(pages) * f.host.Delay
	return fmt.Sprintf("the state keeps no texts: %s are requested again, which takes %v at least by the delay of %v; "+
		"a crawl with [download] warc = true has them for nothing", all, least.Round(time.Second), f.host.Delay)
}

// anchors are the texts of links, as far as the state keeps them.
func (f *forecaster) anchors(c Crawl) ([]suggest.Anchor, error) {
	at := map[string]int{}
	for i := range c.Graph.Pages {
		at[c.Graph.Pages[i].Key] = i
	}
	for _, a := range c.Aliases {
		if page, known := at[a.Page]; known {
			at[a.Key] = page
		}
	}
	type said struct {
		page int
		text string
	}
	pages := map[said]int{}
	for a, err := range f.site.Known.Restored(f.site.Journal) {
		if err != nil {
			return nil, err
		}
		from, is := at[a.Key]
		if a.Outcome != evidence.OutPage || !is || c.Graph.Pages[from].Key != a.Key {
			continue
		}
		here := map[said]bool{}
		for _, s := range a.Said {
			to, known := at[a.Links[s.Link].Key]
			if lower := (said{to, strings.ToLower(s.Text)}); known && to != from && !here[lower] {
				here[lower] = true
				pages[said{to, s.Text}]++
			}
		}
	}
	var all []suggest.Anchor
	for s, n := range pages {
		all = append(all, suggest.Anchor{Page: s.page, Text: s.text, Pages: n})
	}
	return all, nil
}

// Write writes the links as a file of changes, each below the sentence in which its text stands.
func (m *Missing) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "# Links that %s lacks: the text of each stands unlinked in the page, in the sentence above it.\n"+
		"# Those to pages with few links in the content of others come first.\n", m.Site); err != nil {
		return err
	}
	pages := m.Graph.Pages
	for _, l := range m.Links {
		line, ok := whatif.LinkLine(pages[l.From].Key, pages[l.To].Key, m.Site, l.Text)
		if !ok {
			continue
		}
		if _, err := fmt.Fprintf(w, "\n# %s\n%s\n", wording.Line(l.Sentence), line); err != nil {
			return err
		}
	}
	return nil
}

var _ = extractor.Past{}
var _ = slices.Sort[[]int]
