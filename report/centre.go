package report

import (
	"slices"

	"sitegraph/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

// centre tells which pages matter most, by each measure.
func (t *teller) centre() {
	if t.Pages == 0 {
		return
	}
	t.add("centre", "What is central", words(t.centreSays()), t.ranked(), t.tops())
}

func (t *teller) centreSays() string {
	if len(t.PageRank.Top) == 0 {
		return ""
	}
	first := t.PageRank.Top[0]
	return say("A surfer who follows links at random is most often found on “%s”: on %s of his steps, where %s is the average of the %s.",
		named(first.Title, first.URL).Text, wording.Percent(first.Value), wording.Percent(1/float64(t.Pages)), pages(t.Pages))
}

// ranked shows how unequal PageRank is.
func (t *teller) ranked() []block {
	if len(t.values.PageRank) < 2 {
		return nil
	}
	values := slices.Clone(t.values.PageRank)
	slices.SortFunc(values, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	rows := table{Caption: "PageRank by rank", Columns: columns("#rank", "#PageRank", "#held by this rank and those before")}
	sum, half := 0.0, 0
	for i, v := range values {
		if sum += v; half == 0 && sum >= 0.5 {
			half = i + 1
		}
		if i == 0 || i+1 == len(values) || powerOfTen(i+1) {
			rows.Rows = append(rows.Rows, cells(wording.Grouped(i+1), wording.Percent(v), wording.Percent(min(sum, 1))))
		}
	}
	says := say("The first %s (%s of all) %s half of the PageRank.", pages(half), wording.Percent(of(half, len(values))), wording.Form(half, "holds", "hold"))
	w := chart.Words{Title: "PageRank of the pages, the greatest first", Says: says, X: "rank of the page", Y: "PageRank (share of a random surfer's steps)"}
	return slices.Concat(words(says), t.figure("pagerank", chart.RankSize(w, values), rows))
}

func powerOfTen(n int) bool {
	for n%10 == 0 && n > 0 {
		n /= 10
	}
	return n == 1
}

// tops lists the first pages by each measure, to be opened.
func (t *teller) tops() []block {
	lists := []struct {
		name, measure, says string
		pages               []stats.TopPage
		write               func(float64) string
	}{
		{"PageRank", "#PageRank", "Where a random surfer is found most often.", t.PageRank.Top, wording.Percent},
		{"In-degree", "#pages that link here", "Where most pages link to.", t.InDegree.Top, wording.Number},
		{"Out-degree", "#pages linked to", "What links to most pages.", t.OutDegree.Top, wording.Number},
		{"Harmonic centrality", "#harmonic", "What is near to all: the mean of 1/distance from the other pages, 0 to 1." + method(t.Distances.Method), t.Distances.Harmonic, wording.Number},
		{"Betweenness", "#pairs", "What lies on the ways: the share of the pairs of other pages whose shortest paths lead over the page." + method(t.Betweenness.Method), t.Betweenness.Top, wording.Percent},
		{"Hubs", "#hub value", "What links to many good authorities (HITS).", t.HITS.Hubs, wording.Number},
		{"Authorities", "#authority value", "What many good hubs link to (HITS).", t.HITS.Authorities, wording.Number},
	}
	var blocks []block
	for _, l := range lists {
		rows := t.topTable("The first pages by "+lower(l.name), l.measure, l.pages, l.write)
		if len(rows) == 0 {
			continue
		}
		blocks = append(blocks, block{Fold: &fold{Summary: l.name + ": " + named(l.pages[0].Title, l.pages[0].URL).Text,
			Open: len(blocks) == 0, Blocks: append(words(l.says), rows...)}})
	}
	if len(blocks) == 0 {
		return nil
	}
	return append([]block{{Title: "The first pages by each measure"}}, blocks...)
}

func (t *teller) topTable(caption, measure string, top []stats.TopPage, write func(float64) string) []block {
	all := table{Caption: caption, Columns: columns("#rank", "page", measure)}
	for i, p := range top[:min(len(top), rowsShown)] {
		all.Rows = append(all.Rows, []text{{Text: wording.Grouped(i + 1)}, named(p.Title, p.URL), {Text: write(p.Value)}})
	}
	return t.table(all)
}

// method says how a measure was computed, if not exactly.
func method(m stats.Method) string {
	if m.Name == "" || m.Name == "exact" {
		return ""
	}
	says := say(" Estimated from %s drawn at random (seed %d)", pages(m.Samples), m.Seed)
	if m.Error > 0 {
		says += say("; %s: %s", m.ErrorIs, wording.Number(m.Error))
	}
	return says + "."
}

// lower writes the first letter small, but not that of an abbreviation.
func lower(name string) string {
	if len(name) < 2 || name[1] < 'a' || name == "PageRank" {
		return name
	}
	return string(name[0]|0x20) + name[1:]
}
