package stats

import (
	"strings"

	"sitegraph/site"
)

// Linked counts the checked URLs that are not pages of the site.
type Linked struct {
	URLs    int          `json:"urls"`    // number of URLs of the requested kinds that pages link to or use
	Checked int          `json:"checked"` // number of them that were checked
	Kinds   []LinkedKind `json:"kinds"`   // the kinds that occur, by name; a URL counts for each of its kinds
}

// LinkedKind counts the URLs of a kind by the result of their check. "" counts the unchecked ones.
type LinkedKind struct {
	Kind   site.LinkedKind        `json:"kind"`   // how pages use the URLs
	URLs   int                    `json:"urls"`   // number of URLs
	States map[site.LinkState]int `json:"states"` // number of URLs by result
}

// Bad counts the broken and failed URLs of the kind.
func (k LinkedKind) Bad() int { return k.States[site.LinkBroken] + k.States[site.LinkFailed] }

func (a *analyser) linked() {
	if a.crawl.Linked == nil {
		return
	}
	all := Linked{URLs: len(a.crawl.Linked)}
	byKind := map[site.LinkedKind]*LinkedKind{}
	for _, l := range a.crawl.Linked {
		if l.Check.State != site.LinkUnchecked {
			all.Checked++
		}
		for _, kind := range l.Kinds {
			if byKind[kind] == nil {
				byKind[kind] = &LinkedKind{Kind: kind, States: map[site.LinkState]int{}}
			}
			byKind[kind].URLs++
			byKind[kind].States[l.Check.State]++
		}
	}
	for _, kind := range site.Names(byKind) {
		all.Kinds = append(all.Kinds, *byKind[site.LinkedKind(kind)])
	}
	a.Summary.Linked = &all
}

func brokenExternal(f *finder) occurrences {
	return f.brokenLinked(func(l *site.Linked) bool { return !l.Used() && l.Kinds[0] == site.LinkedExternal })
}

func brokenResource(f *finder) occurrences {
	return f.brokenLinked(func(l *site.Linked) bool { return l.Used() || l.Kinds[0] != site.LinkedExternal })
}

func (f *finder) brokenLinked(wanted func(*site.Linked) bool) occurrences {
	return site.Sought(site.WithoutErrors(f.crawl.Linked), func(at **site.Linked) (o Occurrence, found bool) {
		l := *at
		if !l.Check.Bad() || !wanted(l) {
			return o, false
		}
		o = Occurrence{URL: l.URL, Status: l.Check.Status, Detail: detailOf(l), key: l.Key}
		if l.Count <= len(l.Pages) { // else it was read back from files, which only have the first pages
			o.SourceCount = len(l.Pages)
		}
		for _, p := range l.Pages {
			o.at = append(o.at, p-1)
		}
		o.Sources = o.pagesAt()[:min(len(o.at), sourcesListed)]
		return o, true
	})
}

func detailOf(l *site.Linked) string {
	text := strings.ReplaceAll(l.KindNames(), " ", ", ") + ": " + l.Check.Why()
	if l.Check.URL != "" {
		text += ", redirected to " + l.Check.URL
	}
	return text
}

func onUses(_ *finder, o *Occurrence) standing {
	is := func(l *site.Occurrence) bool { return l.Key == o.key }
	return standing{pages: o.pagesAt(), apart: true, is: is}
}
