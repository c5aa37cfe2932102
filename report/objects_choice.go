package report

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// preferred orders pages: first those the report names, then by PageRank. Each comes after the pages on the way to it.
func preferred(g *site.Graph, pageRank []float64, before []int32, named map[string]bool) []int32 {
	order := site.UpTo[int32](len(g.Pages))
	rank := func(i int32) float64 {
		if int(i) < len(pageRank) {
			return pageRank[i]
		}
		return 0
	}
	first := func(i int32) int {
		if named[g.Pages[i].URL] {
			return 0
		}
		return 1
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
	})
	taken, all := make([]bool, len(order)), make([]int32, 0, len(order))
	for _, i := range order {
		from := len(all)
		for ; i >= 0 && !taken[i]; i = before[i] {
			taken[i] = true
			all = append(all, i)
		}
		slices.Reverse(all[from:])
	}
	return all
}

// namedIn returns the URLs in the tables of a report.
func namedIn(sections []section) map[string]bool {
	all := map[string]bool{}
	var look func(blocks []block)
	look = func(blocks []block) {
		for _, b := range blocks {
			if b.Fold != nil {
				look(b.Fold.Blocks)
			}
			if b.Table == nil {
				continue
			}
			for _, row := range b.Table.Rows {
				for _, c := range row {
					all[c.Link], all[c.BelowLink] = true, true
				}
			}
		}
	}
	for _, s := range sections {
		look(s.Blocks)
	}
	return all
}

// otherURLs returns the URLs of the site that are not pages, first those that the report names.
func otherURLs(crawl *site.Crawl, named map[string]bool) (all []site.Entry, err error) {
	var rest []site.Entry
	if crawl.Ledger == nil {
		return nil, nil
	}
	for e, err := range crawl.Ledger {
		switch {
		case err != nil:
			return nil, err
		case e.State == site.StatePage || e.State == site.StateExternal || len(e.URL) > longestObject:
		case named[e.URL]:
			all = append(all, e)
		case len(rest) < maxObjects:
			rest = append(rest, e)
		}
	}
	return append(all, rest...), nil
}

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
	if err := all.addUnreached(rep.in.Crawl, rep.Reach); err != nil {
		return err
	}
	if rep.in.Crawl.Links == nil {
		all.Unkept = "The texts of links were not kept: crawl with the exporter links."
		return nil
	}
	return all.addTexts(rep.in.Crawl)
}

func (all *objects) addUnreached(crawl *site.Crawl, reach *stats.Reach) error {
	if reach != nil && reach.Unknown == "" {
		all.Robots = map[string][]int32{}
		for _, robot := range reach.Robots {
			all.Robots[robot.Robot] = []int32{}
			for i := range crawl.Graph.Pages {
				if at, kept := all.at[crawl.Graph.Pages[i].Key]; kept && robot.Why(i) != "" {
					all.Robots[robot.Robot] = append(all.Robots[robot.Robot], at)
				}
			}
		}
	}
	if s := crawl.Sitemaps; s == nil || s.Entries == nil || len(s.Found) == 0 {
		return nil
	}
	all.Orphans = []string{}
	for e, err := range crawl.Sitemaps.Entries {
		if err != nil {
			return err
		}
		if e.Finding == site.FoundOrphan && len(all.Orphans) < maxOrphans {
			all.Orphans = append(all.Orphans, e.URL)
		}
	}
	return nil
}

// allProblems returns all problems of the site, or if it cannot find them again, those that the report was given.
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
	for l, err := range crawl.LinksOn(slices.Sorted(maps.Keys(number))) {
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

func linkOf(links []*objectLink, other int32) *objectLink {
	if at := slices.IndexFunc(links, func(l *objectLink) bool { return l.other == other }); at >= 0 {
		return links[at]
	}
	return nil
}

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

// measured is a measure of all pages with ranks. Rank 1 is the highest value, and equal values share a rank.
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
