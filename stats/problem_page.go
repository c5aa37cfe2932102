package stats

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// deepLevel is the first level that counts as deep: "five levels are enough",
// 0 to 4, for what visitors see (Baeza-Yates and Castillo, 2004).
const deepLevel = 5

func missingTitle(f *finder, i int) (Occurrence, bool) {
	return Occurrence{}, strings.TrimSpace(f.crawl.Graph.Pages[i].Title) == ""
}

func metaRefresh(f *finder, i int) (Occurrence, bool) {
	content := f.crawl.Graph.Pages[i].Refresh
	return Occurrence{Detail: content}, content != ""
}

func deepPage(f *finder, i int) (Occurrence, bool) {
	level := f.crawl.Graph.Pages[i].Level
	return Occurrence{Detail: fmt.Sprintf("level %d", level)}, level >= deepLevel
}

// oneInlink leaves out the start page, which needs no link.
func oneInlink(f *finder, i int) (Occurrence, bool) {
	if i == 0 || f.graph.in.degree(i) > 2 {
		return Occurrence{}, false
	}
	ids, count := f.linking(i)
	return Occurrence{Sources: ids, SourceCount: count}, count == 1
}

func noOutlink(f *finder, i int) (Occurrence, bool) {
	for _, t := range f.graph.out.of(i) {
		if int(t) != i {
			return Occurrence{}, false
		}
	}
	external := f.crawl.Graph.Pages[i].ExternalLinks
	return Occurrence{Detail: fmt.Sprintf("external links: %d", external)}, true
}

func noIndex(f *finder, i int) (Occurrence, bool) {
	robots := f.crawl.Graph.Pages[i].Robots
	return Occurrence{Detail: robots}, hasWord(robots, "noindex") || hasWord(robots, "none")
}

func noFollow(f *finder, i int) (Occurrence, bool) {
	robots := f.crawl.Graph.Pages[i].Robots
	return Occurrence{Detail: robots}, hasWord(robots, "nofollow") || hasWord(robots, "none")
}

// duplicateTitles yields, for each title of several pages, the first of them,
// with the others too as sources.
func duplicateTitles(f *finder) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		pages := f.crawl.Graph.Pages
		order := slices.DeleteFunc(countUp(len(pages)), func(i int32) bool { return pages[i].Title == "" })
		slices.SortFunc(order, func(a, b int32) int {
			return cmp.Or(cmp.Compare(pages[a].Title, pages[b].Title), cmp.Compare(a, b))
		})
		var shared [][]int32
		for from, to := range runs(order, func(a, b *int32) bool { return pages[*a].Title == pages[*b].Title }) {
			if to-from > 1 {
				shared = append(shared, order[from:to])
			}
		}
		slices.SortFunc(shared, func(a, b []int32) int { return cmp.Compare(a[0], b[0]) })
		for _, same := range shared {
			first := int(same[0])
			o := Occurrence{Page: first + 1, URL: pages[first].URL, Detail: pages[first].Title, SourceCount: len(same)}
			for _, i := range same[:min(len(same), sourcesListed)] {
				o.Sources = append(o.Sources, int(i)+1)
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

// duplicateClasses yields the pages whose content has other URLs too.
func duplicateClasses(f *finder) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		type copied struct{ page, alias int32 }
		var all []copied
		for i, a := range f.crawl.Aliases {
			if id := f.pageID(a.Page); id > 0 && a.Kind == site.AliasDuplicate {
				all = append(all, copied{page: int32(id), alias: int32(i)})
			}
		}
		slices.SortFunc(all, func(a, b copied) int {
			return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.alias, b.alias))
		})
		for from, to := range runs(all, func(a, b *copied) bool { return a.page == b.page }) {
			var keys []string
			for _, c := range all[from:min(to, from+sourcesListed)] {
				keys = append(keys, f.crawl.Aliases[c.alias].Key)
			}
			page := int(all[from].page)
			o := Occurrence{Page: page, URL: f.crawl.Graph.Pages[page-1].URL, Detail: others(keys, to-from)}
			o.Sources, o.SourceCount = f.linking(page - 1)
			if !yield(o, nil) {
				return
			}
		}
	}
}

// others writes the first of a number of URLs.
func others(keys []string, count int) string {
	more := ""
	if count > len(keys) {
		more = " ..."
	}
	return fmt.Sprintf("other addresses: %d: %s%s", count, strings.Join(keys, " "), more)
}
