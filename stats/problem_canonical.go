package stats

import (
	"fmt"

	"sitegraph/site"
)

// verdict is what a canonical link turns out to be.
type verdict uint8

const (
	canonicalFine verdict = iota // none, or the page itself
	canonicalIsBad
	canonicalIsNoPage
	canonicalIsUnseen
	canonicalIsElsewhere
)

// judgeCanonical returns what a page's canonical link leads to.
func (f *finder) judgeCanonical(i int) (v verdict, detail string) {
	p := &f.crawl.Graph.Pages[i]
	if p.Canonical == "" || p.Canonical == p.URL {
		return canonicalFine, ""
	}
	switch key, own := f.key(p.Canonical); {
	case key == "":
		return canonicalIsBad, p.Canonical
	case !own:
		return canonicalIsElsewhere, "another site: " + p.Canonical
	}
	key := f.canonicalKey(i)
	if key == "" {
		return canonicalFine, ""
	}
	if page, ok := f.pages.Find(key); ok {
		return canonicalIsElsewhere, fmt.Sprintf("page %d: %s", page+1, p.Canonical)
	}
	if a := f.alias(key); a != nil {
		return f.judgeAlias(p, a)
	}
	return f.judgeUnknown(p, key)
}

// judgeAlias treats a canonical URL that redirects as a mistake, but not
// one that shows the same content.
func (f *finder) judgeAlias(p *site.Page, a *site.Alias) (v verdict, detail string) {
	switch {
	case a.Kind != site.AliasDuplicate:
		return canonicalIsNoPage, fmt.Sprintf("redirects to page %d: %s", f.pageID(a.Page), p.Canonical)
	case a.Page == p.Key:
		return canonicalFine, ""
	}
	return canonicalIsElsewhere, fmt.Sprintf("same content as page %d: %s", f.pageID(a.Page), p.Canonical)
}

// judgeUnknown knows only the ledger.
func (f *finder) judgeUnknown(p *site.Page, key string) (v verdict, detail string) {
	known := f.canonicals[key]
	switch known.State {
	case "":
		return canonicalIsUnseen, "in no link: " + p.Canonical
	case site.StateStatus, site.StateFailed, site.StateNotHTML, site.StateHop,
		site.StateRedirectOut, site.StateRedirectBad, site.StateRedirectLost:
		return canonicalIsNoPage, known.Outcome() + ": " + p.Canonical
	}
	return canonicalIsUnseen, fmt.Sprintf("%s: %s", known.State, p.Canonical)
}

// canonical finds the pages whose canonical link turns out to be something.
func canonical(wanted verdict) func(f *finder, i int) (Occurrence, bool) {
	return func(f *finder, i int) (Occurrence, bool) {
		v, detail := f.judgeCanonical(i)
		return Occurrence{Detail: detail}, v == wanted
	}
}
