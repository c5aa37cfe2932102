package results

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/results/suggest"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// Missing has the links that a site lacks.
type Missing struct {
	Crawl               // as it is
	Links []MissingLink // best suggestions first
	Read  int           // pages whose texts were read
}

// MissingLink is a page whose text names another page without a link.
type MissingLink struct {
	From     string `json:"url"` // its URL
	To       string `json:"-"`   // the normalized URL of the other page
	Text     string `json:"text"`
	Sentence string `json:"sentence"` // has the text
	Change   string `json:"change"`   // line of a file of changes; "" if none can name the pages
}

// MissingLinks finds the links that a site lacks. "" names the only site. It reads the texts again, as job says.
func (in Inputs) MissingLinks(ctx context.Context, name string, job run.Job) (m *Missing, err error) {
	err = in.forecasting(name, nil, func(f *forecaster) error {
		_, now, err := f.build(&whatif.File{}, Changing{AllowEmpty: true})
		if err != nil {
			return err
		}
		m = &Missing{Crawl: now}
		return f.missing(ctx, m, job)
	})
	return m, err
}

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
			return fmt.Errorf("state: %w", err)
		}
		at[u.String()] = i
		again.Pages = append(again.Pages, u)
	}
	again.Take = func(url string, said []site.Passage) {
		if page, known := at[url]; known {
			finder.Read(page, said)
		}
	}
	job.Observer.Notice(f.cost(len(pages))...)
	c, err := run.Reread(ctx, again)
	if err != nil {
		return err
	}
	if !c.Complete {
		return fmt.Errorf("%s: %s (%s): run the command again; it starts over", m.Site,
			wording.Count(len(c.Graph.Pages), "page was read again", "pages were read again"), c.Ended)
	}
	m.Read = len(c.Graph.Pages)
	for _, l := range finder.Links() {
		from, to := &pages[l.From], pages[l.To].Key
		m.Links = append(m.Links, MissingLink{From: from.URL, To: to, Text: l.Text, Sentence: l.Sentence,
			Change: whatif.LinkLine(from.Key, to, m.Site, l.Text)})
	}
	return nil
}

// cost returns notes on where the texts come from, how long that takes, and what is unknown.
func (f *forecaster) cost(pages int) (notes []string) {
	if !f.details.Texts {
		notes = append(notes, "the state keeps no texts of links, so titles and h1 alone are looked for: "+
			"[export] exporters = external, bad or links keeps them")
	}
	all := wording.Count(pages, "page", "pages")
	switch {
	case f.in.FromArchives():
		return append(notes, fmt.Sprintf("the texts of %s are read from the web archives in %s", all,
			f.in.ArchiveDir()))
	case f.in.Download.Downloader != "http":
		return notes
	}
	least := time.Duration(pages) * f.host.Delay
	return append(notes, fmt.Sprintf("the state keeps no texts of pages: %s %s requested again, which takes %v at "+
		"least; after a crawl with [download] warc = true, they come from its archives", all,
		wording.Form(pages, "is", "are"), least.Round(time.Second)))
}

// anchors returns the texts of links between pages, as far as the state keeps them.
func (f *forecaster) anchors(c Crawl) (all []suggest.Anchor, err error) {
	at := pagesByKey(c.Crawl)
	places := map[suggest.Anchor]int{}
	for a, err := range evidence.Restored(f.site.Known, f.site.Journal) {
		if err != nil {
			return nil, err
		}
		from, known := at[a.Key]
		if a.Outcome != evidence.OutPage || !known || c.Graph.Pages[from].Key != a.Key {
			continue
		}
		for _, said := range saidBy(a, from, at) {
			i, known := places[said]
			if !known {
				i = len(all)
				places[said], all = i, append(all, said)
			}
			all[i].Pages++
		}
	}
	return all, nil
}

// saidBy returns the texts of a page's links to other pages, each once, ignoring case.
func saidBy(a *evidence.Fetched, from int, at map[string]int) (all []suggest.Anchor) {
	here := map[suggest.Anchor]bool{}
	for _, s := range a.Said {
		to, known := at[a.Links[s.Link].Key]
		lower := suggest.Anchor{Page: to, Text: strings.ToLower(s.Text)}
		if known && to != from && !here[lower] {
			here[lower] = true
			all = append(all, suggest.Anchor{Page: to, Text: s.Text})
		}
	}
	return all
}

func pagesByKey(c *site.Crawl) map[string]int {
	at := map[string]int{}
	for i := range c.Graph.Pages {
		at[c.Graph.Pages[i].Key] = i
	}
	for _, a := range c.Aliases {
		if page, known := at[a.Page]; known {
			at[a.Key] = page
		}
	}
	return at
}

// Write writes the links as a file of changes, each below the sentence that contains its text.
func (m *Missing) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "# Links that %s lacks. The sentence above each has its text in the page, without "+
		"a link.\n", m.Site)
	for _, l := range m.Links {
		if l.Change != "" && err == nil {
			_, err = fmt.Fprintf(w, "\n# %s\n%s\n", wording.Line(l.Sentence), l.Change)
		}
	}
	return err
}
