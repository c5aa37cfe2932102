package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

// longestChain bounds the redirects that are followed.
const longestChain = 64

// redirects are the site's addresses that redirect, sorted by key, with the
// addresses they lead to.
type redirects []struct{ key, to string }

// note takes up a line of the ledger. Only a first hop is of use: the reason
// of a redirect that got lost names the end.
func (r *redirects) note(e *site.Entry) {
	switch e.State {
	case site.StateRedirect, site.StateBoth, site.StateHop:
		if to, ok := strings.CutPrefix(e.Reason, "to "); ok {
			*r = append(*r, struct{ key, to string }{e.Key, to})
		}
	}
}

func (r redirects) sort() {
	slices.SortStableFunc(r, func(a, b struct{ key, to string }) int { return cmp.Compare(a.key, b.key) })
}

// next returns where an address redirects to.
func (r redirects) next(key string) (to string, ok bool) {
	at, ok := slices.BinarySearchFunc(r, key, func(x struct{ key, to string }, key string) int { return cmp.Compare(x.key, key) })
	if !ok {
		return "", false
	}
	return r[at].to, true
}

// chain returns the addresses that a key redirects to, one after the other.
func (f *finder) chain(key string) []string {
	var chain []string
	for len(chain) < longestChain {
		to, ok := f.redirects.next(key)
		if !ok {
			break
		}
		chain = append(chain, to)
		key = to
		if _, found := f.redirects.next(key); !found {
			key, _ = f.key(to)
		}
	}
	return chain
}

// redirectChain is a redirect to a page over several others.
func redirectChain(f *finder, e *site.Entry) (Occurrence, bool) {
	if !redirectsToPage(e) {
		return Occurrence{}, false
	}
	chain := f.chain(e.Key)
	return Occurrence{Page: f.pageID(e.Page),
		Detail: fmt.Sprintf("%d redirects: %s", len(chain), strings.Join(chain, " > "))}, len(chain) > 1
}

// linkThroughRedirect is a redirect to a page in one step.
func linkThroughRedirect(f *finder, e *site.Entry) (Occurrence, bool) {
	if !redirectsToPage(e) {
		return Occurrence{}, false
	}
	return Occurrence{Page: f.pageID(e.Page), Detail: e.Reason}, len(f.chain(e.Key)) <= 1
}

func redirectsToPage(e *site.Entry) bool {
	return (e.State == site.StateRedirect || e.State == site.StateBoth) && e.From != ""
}

// redirectOnly is a page other than the start page to which no page links. Its
// sources are those of the arcs that redirects made.
func redirectOnly(f *finder, e *site.Entry) (Occurrence, bool) {
	if e.State != site.StatePage || e.From != "" {
		return Occurrence{}, false
	}
	page, ok := f.pages.Find(e.Key)
	if !ok || page == 0 {
		return Occurrence{}, false
	}
	o := Occurrence{Page: page + 1}
	o.Sources, o.SourceCount = f.linking(page)
	return o, true
}
