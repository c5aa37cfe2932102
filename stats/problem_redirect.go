package stats

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"sitegraph/site"
)

// longestChain bounds the redirects that are followed.
const longestChain = 64

// noteRedirect takes up a row of the ledger. Redirects that lead to no page are left out: their reason names the end,
// not the next hop.
func (f *finder) noteRedirect(e *site.Entry) {
	linked := e.From != ""
	switch e.State {
	case site.StateRedirect, site.StateBoth:
	case site.StateHop:
		linked = false
	default:
		return
	}
	row := redirect{key: e.Key, to: e.Reason.Target, linked: linked}
	if e.URL != e.Key {
		row.url = e.URL
	}
	if linked {
		row.page, row.from = int32(f.pageID(e.Page)), int32(f.pageID(e.From))
	}
	f.redirects = append(f.redirects, row)
}

// chain returns the URLs that a key redirects to, one after the other.
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

// redirectChains yields the redirects to a page over several others.
func redirectChains(f *finder) iter.Seq2[Occurrence, error] {
	return f.ofRedirects(func(_ *redirect, chain []string) (detail string, found bool) {
		if len(chain) < 2 {
			return "", false
		}
		return fmt.Sprintf("%d redirects: %s", len(chain), strings.Join(chain, " > ")), true
	})
}

// linksThroughRedirect yields the redirects to a page in one step.
func linksThroughRedirect(f *finder) iter.Seq2[Occurrence, error] {
	return f.ofRedirects(func(r *redirect, chain []string) (detail string, found bool) {
		return "to " + r.to, len(chain) < 2
	})
}

// ofRedirects yields the redirects to pages that a kind of problem wants, given the URLs that follow.
func (f *finder) ofRedirects(judge func(r *redirect, chain []string) (string, bool)) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for i := range f.redirects {
			r := &f.redirects[i]
			if !r.linked {
				continue
			}
			detail, found := judge(r, f.chain(r.key))
			if !found {
				continue
			}
			o := Occurrence{Page: int(r.page), URL: cmp.Or(r.url, r.key), Detail: detail}
			o.Sources, o.SourceCount = f.linkers(r.key, int(r.from))
			if !yield(o, nil) {
				return
			}
		}
	}
}

// redirectOnly is a page other than the start page to which no page links. Its sources are those of the arcs that
// redirects made.
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
