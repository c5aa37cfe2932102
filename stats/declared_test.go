package stats

import (
	"reflect"
	"slices"
	"testing"

	"sitegraph/site"
)

// The depths that breadcrumbs state, and what they are by links, by hand.
func TestDeclared(t *testing.T) {
	pages := make([]site.Page, 7)
	for i, level := range []int{0, 1, 1, 3, 2, 2, 2} {
		pages[i].Level = level
	}
	var all []site.Declared
	trail := func(page int, targets ...int) {
		for i, target := range targets {
			d := site.Declared{Page: page, Source: site.SourceBreadcrumb, Position: i + 1, Target: target, URL: "u"}
			if target < 0 {
				d.Target, d.URL = 0, ""
			}
			all = append(all, d)
		}
	}
	trail(1, 1)       // the start page itself: no depth
	trail(2, 1, -1)   // start, itself without a URL: 1
	trail(3, 1, 3)    // start, itself: 1
	trail(4, 1, 2)    // start, page 2: 2, and 3 by links
	trail(5, 2)       // page 2 without the start page: 2
	trail(6, 1, 0, 0) // start and two that are no pages: 3, and 2 by links
	all = append(all, site.Declared{Page: 6, Source: site.SourcePayload, URL: "u"},
		site.Declared{Page: 6, Source: site.SourcePayload, URL: "u", Target: 1},
		site.Declared{Page: 7, Source: site.SourcePayload, URL: "u"})
	c := &site.Crawl{Graph: &site.Graph{Pages: pages, Offsets: make([]int, 8)}, Declared: slices.Values(all)}
	if got, want := trailDepths(c), []int32{-1, 1, 1, 2, 2, 3, -1}; !slices.Equal(got, want) {
		t.Errorf("depths %v, want %v", got, want)
	}
	a := analyser{crawl: c, g: c.Graph, Analysis: &Analysis{}}
	want := &Declared{Breadcrumbs: []BreadcrumbDepth{{Depth: 1, Same: 2}, {Depth: 2, Same: 1, Deeper: 1},
		{Depth: 3, Nearer: 1}}, PayloadPages: 2, PayloadLinks: 3, PayloadKnown: 1}
	if got := a.declared(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	c.Declared = slices.Values([]site.Declared(nil))
	if got := a.declared(); got != nil {
		t.Errorf("of pages that declare nothing: %+v", got)
	}
}
