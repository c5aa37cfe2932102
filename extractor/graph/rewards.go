package graph

import (
	"bytes"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// rewards counts the distinct external URLs of a site in BeeBot's normal form:
// the normalized URL in lower case, without a slash at its end.
type rewards struct {
	urls  *evidence.URLTable
	forms *site.Interner
	form  evidence.Column // by key: the number of its form + 1
	// pages counts the pages that have a form, last is the newest of them.
	pages, last []int32
	page        int32 // pages so far
}

func newRewards(urls *evidence.URLTable) *rewards {
	return &rewards{urls: urls, forms: site.NewInterner()}
}

// add takes a page and returns how many external URLs no earlier page had, and how many exactly one had.
func (r *rewards) add(a *evidence.Answer) (found, again int) {
	r.page++
	r.urls.EachOutside(a.Links, func(url evidence.URLID, _ uint32) {
		f := r.formOf(r.urls.Key(url))
		if r.last[f] == r.page {
			return
		}
		r.last[f] = r.page
		switch r.pages[f] {
		case 0:
			found++
		case 1:
			again++
		}
		r.pages[f]++
	})
	return found, again
}

func (r *rewards) formOf(key evidence.URLID) int {
	if f := r.form.Get(key); f != 0 {
		return int(f) - 1
	}
	text := bytes.TrimSuffix(bytes.ToLower(r.urls.Bytes(key)), []byte("/"))
	f, added := r.forms.Add(string(text))
	if added {
		r.pages, r.last = append(r.pages, 0), append(r.last, 0)
	}
	r.form.Set(key, int32(f)+1, r.urls.Len())
	return f
}
