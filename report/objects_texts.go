package report

import (
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) addTo(all *objects) error {
	severity := stats.Severities(rep.Problems)
	byURL := map[string]*object{}
	for _, o := range all.URLs {
		byURL[o.URL] = o
	}
	spent := 0
	for p, err := range allProblems(rep.in) {
		if err != nil {
			return err
		}
		o := byURL[p.URL]
		if o == nil || len(o.Problems) == objectProblems {
			continue
		}
		said := [3]string{severity[p.Kind], kindName(p.Kind), clean(p.Detail)}
		if spent += len(said[1]) + len(said[2]) + 20; spent > problemsBudget {
			all.Note += " Of the problems of single URLs it has only some."
			break
		}
		o.Problems = append(o.Problems, said)
	}
	if rep.in.Crawl.Links == nil {
		all.Unkept = "The texts of links were not kept: crawl with the exporter links."
		return nil
	}
	return all.addTexts(rep.in.Crawl)
}

// allProblems are all problems of the site; those that the report was given, where it cannot find them again.
func allProblems(in Site) iter.Seq2[stats.Occurrence, error] {
	for range in.Analysis.Occurrences(1) {
		return in.Analysis.Occurrences(0)
	}
	return site.WithoutErrors(in.Problems)
}

func (all *objects) addTexts(crawl *site.Crawl) error {
	number := map[int]int32{} // by id
	for at, o := range all.URLs {
		if o.ID > 0 {
			number[o.ID] = int32(at)
		}
	}
	last, links := 0, map[int32]*objectLink{} // of the page whose links are read
	for l, err := range linksOn(crawl, slices.Sorted(maps.Keys(number))) {
		if err != nil {
			return err
		}
		source, known := number[l.Source]
		if !known || l.Text == "" {
			continue
		}
		if all.spent > textsBudget {
			all.Unkept = "To keep this file small, it has only some of the texts of links."
			return nil
		}
		if l.Source != last {
			last = l.Source
			clear(links)
			for _, link := range all.URLs[source].Links {
				links[link.other] = link
			}
		}
		if at, page := number[l.Target]; page {
			all.addText(links[at], l.Text)
		} else if at, other := all.at[l.Key]; other && l.Key != "" {
			all.addText(linkOf(all.URLs[at].Linkers, source), l.Text)
		}
	}
	return nil
}

// linksOn yields the links on pages, by their ids; all links where they cannot be read page by page.
func linksOn(crawl *site.Crawl, ids []int) iter.Seq2[site.Occurrence, error] {
	c := crawl
	if c.LinksOf == nil {
		return c.Links
	}
	return func(yield func(site.Occurrence, error) bool) {
		for _, id := range ids {
			links, err := c.LinksOf(id)
			if err != nil {
				yield(site.Occurrence{}, err)
				return
			}
			for _, l := range links {
				if !yield(l, nil) {
					return
				}
			}
		}
	}
}

// linkOf is the link to or from another URL, nil if there is none.
func linkOf(links []*objectLink, other int32) *objectLink {
	if at := slices.IndexFunc(links, func(l *objectLink) bool { return l.other == other }); at >= 0 {
		return links[at]
	}
	return nil
}

// addText adds a text to a link, which may be nil.
func (all *objects) addText(link *objectLink, text string) {
	if link == nil || len(link.texts) == linkTexts {
		return
	}
	text = clean(text)
	n, known := all.texts[text]
	if !known {
		n = len(all.Texts)
		all.Texts, all.texts[text] = append(all.Texts, text), n
		all.spent += len(text)
	}
	if !slices.Contains(link.texts, n) {
		link.texts = append(link.texts, n)
		all.spent += 4
	}
}

// measured is a measure of all pages with the rank of each: 1 is the greatest, equal values share one.
type measured struct {
	name  string
	value func(i int) string
	rank  []int
}

func ranksOf(g *site.Graph, values stats.Values) (all []measured) {
	in, out := make([]float64, len(g.Pages)), make([]float64, len(g.Pages))
	for i, degree := range g.InDegrees() {
		in[i], out[i] = float64(degree), float64(g.OutDegree(i))
	}
	for _, m := range []struct {
		name string
		of   []float64
	}{{"PageRank", values.PageRank}, {"Betweenness", values.Betweenness}, {"Closeness", values.Harmonic},
		{"Pages that link here", in}, {"Pages linked from here", out}} {
		if len(m.of) == len(g.Pages) {
			value := func(i int) string { return wording.Number(stats.Round(m.of[i])) }
			all = append(all, measured{m.name, value, stats.Ranks(m.of)})
		}
	}
	return all
}
