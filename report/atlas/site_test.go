package atlas

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"sitegraph/site"
)

// graphOf makes a graph of targets; levels are the least numbers of arcs from
// page 0, and the pages must be in their order.
func graphOf(titles []string, targets [][]uint32) *site.Graph {
	g := &site.Graph{Offsets: []int{0}}
	level := make([]int, len(targets))
	seen := []uint32{0}
	for i := 0; i < len(seen) && len(targets) > 0; i++ {
		for _, t := range targets[seen[i]] {
			if t != 0 && level[t] == 0 {
				level[t] = level[seen[i]] + 1
				seen = append(seen, t)
			}
		}
	}
	for i, list := range targets {
		title := fmt.Sprintf("Page %d", i)
		if i < len(titles) {
			title = titles[i]
		}
		g.Pages = append(g.Pages, site.Page{URL: fmt.Sprintf("http://museum.example/%d.html", i), Title: title,
			Level: level[i]})
		g.Targets = append(g.Targets, list...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NumbersOf(slices.Repeat([]uint32{1}, len(g.Targets))...)
	return g
}

// randomSite makes a site of n pages on the given number of levels, about
// degree arcs a page, and puts its pages into groups.
func randomSite(seed uint64, n, levels, degree, groups int) Input {
	random := rand.New(rand.NewPCG(seed, 1))
	level := make([]int, n)
	for i := 1; i < n; i++ {
		level[i] = 1 + random.IntN(max(levels-1, 1))
	}
	slices.Sort(level)
	g := &site.Graph{Offsets: []int{0}}
	in := Input{Graph: g}
	grouping := Grouping{Name: "folder"}
	for k := range groups {
		grouping.Labels = append(grouping.Labels, fmt.Sprintf("/folder %d/", k))
	}
	for i := range n {
		grouping.Of = append(grouping.Of, int32(random.IntN(groups)))
		g.Pages = append(g.Pages, site.Page{
			URL:   fmt.Sprintf("http://museum.example/folder%d/%d.html", grouping.Of[i], i),
			Title: fmt.Sprintf("The room %d of many - The museum", i), Level: level[i],
		})
		in.Rank = append(in.Rank, random.ExpFloat64()/float64(n))
		list := make([]uint32, random.IntN(2*degree+1))
		for k := range list {
			list[k] = uint32(random.IntN(n))
		}
		slices.Sort(list)
		g.Targets = append(g.Targets, slices.Compact(list)...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NumbersOf(slices.Repeat([]uint32{1}, len(g.Targets))...)
	if groups > 1 {
		in.Groups = []Grouping{grouping}
	}
	return in
}

// hostile are texts that the web may have as titles.
func hostile() []string {
	return []string{
		`</script><img src=x onerror=alert(1)>`, `<!--<script>`, `"'><svg onload=alert(1)>`,
		"line\u2028and\u2029end", "bad \xff\xfe bytes", "\x00\x1b[31m", "]]>", "&amp;&#60;", `{{.}}`, `\u003c`,
		"\u202eright to left", "   ", "", "🏛️👩‍🔬 museum", "图书馆 図書館", "</textPath></title>",
	}
}
