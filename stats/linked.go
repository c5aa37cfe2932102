package stats

import (
	"iter"

	"sitegraph/site"
)

// Linked counts what was checked besides the pages of the site.
type Linked struct {
	// URLs counts all that pages link to or use, of the kinds that were asked for, and
	// Checked those of them that were checked.
	URLs    int `json:"urls"`
	Checked int `json:"checked"`
	// Kinds are those that occur, in alphabetical order. A URL of several kinds counts for each.
	Kinds []LinkedKind `json:"kinds"`
}

// LinkedKind counts the URLs of a kind by what came of checking them; "" has those that were not checked yet.
type LinkedKind struct {
	Kind   site.LinkedKind        `json:"kind"`   // how pages use the URLs
	URLs   int                    `json:"urls"`   // how many there are
	States map[site.LinkState]int `json:"states"` // by what came
}

// Bad counts the URLs of the kind where nothing was found.
func (k LinkedKind) Bad() int { return k.States[site.LinkBroken] + k.States[site.LinkFailed] }

// linked counts what was checked; nothing if that was not asked for.
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

func brokenExternal(f *finder) iter.Seq2[Occurrence, error] {
	return f.brokenLinked(func(l *site.Linked) bool { return !l.Used() && l.Kinds[0] == site.LinkedExternal })
}

func brokenResource(f *finder) iter.Seq2[Occurrence, error] {
	return f.brokenLinked(func(l *site.Linked) bool { return l.Used() || l.Kinds[0] != site.LinkedExternal })
}

func (f *finder) brokenLinked(wanted func(*site.Linked) bool) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for _, l := range f.crawl.Linked {
			if !l.Check.Bad() || !wanted(l) {
				continue
			}
			o := Occurrence{URL: l.URL, Status: l.Check.Status, Detail: detailOf(l), key: l.Key,
				SourceCount: len(l.Pages)}
			if l.Count > len(l.Pages) { // read back: the first is known
				o.SourceCount = 0
			}
			for _, p := range l.Pages {
				o.at = append(o.at, p-1)
				if len(o.Sources) < sourcesListed {
					o.Sources = append(o.Sources, int(p))
				}
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

func detailOf(l *site.Linked) (text string) {
	for i, k := range l.Kinds {
		if i > 0 {
			text += ", "
		}
		text += string(k)
	}
	text += ": " + l.Check.Why()
	if l.Check.URL != "" {
		text += ", redirected to " + l.Check.URL
	}
	return text
}

// onUses are the pages that link to a URL or use it, and the links.
func onUses(_ *finder, o *Occurrence) standing {
	at := standing{apart: true, is: func(l *site.Occurrence) bool { return l.Key == o.key }}
	for _, page := range o.at {
		at.pages = append(at.pages, int(page)+1)
	}
	return at
}
