package scope

import (
	"bytes"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Discovery records how the crawl found a site's keys: their depths, and the URLs that fetch them.
type Discovery struct {
	URLs      *evidence.URLTable // all URLs of the site
	Links     evidence.Column    // depth+1 of the first link to a key, or a mark
	redirects evidence.Column    // depth+1 of a redirect to it; negative while all are excluded
	fetchAs   evidence.Column    // URL+1 that fetches a key
}

// Depth returns a key's depth by links. ok is false if the key is not in scope.
func (d *Discovery) Depth(key evidence.URLID) (depth int, ok bool) {
	n := d.Links.Get(key)
	return int(n) - 1, n > 0
}

// Mark returns why the crawl does not follow links to a key.
func (d *Discovery) Mark(key evidence.URLID) Mark { return Mark(min(d.Links.Get(key), 0)) }

// LeaveOut marks a key.
func (d *Discovery) LeaveOut(key evidence.URLID, m Mark) { d.Links.Set(key, int32(m), d.URLs.Len()) }

// Seen reports whether a link or redirect leads to a key.
func (d *Discovery) Seen(key evidence.URLID) bool {
	return d.Links.Get(key) != 0 || d.redirects.Get(key) != 0
}

// Link records a link in scope at a depth. The first link sets the key's depth, and the best URL at this depth is
// fetched.
func (d *Discovery) Link(key, url evidence.URLID, depth int) (isNew bool) {
	switch n := d.Links.Get(key); {
	case n <= 0:
		d.Links.Set(key, int32(depth)+1, d.URLs.Len())
		d.SetFetchAs(key, url)
		return true
	case n == int32(depth)+1:
		d.Prefer(key, url)
	}
	return false
}

// Nearer is Link for a crawl with pages in any order. It also reports whether the key came nearer to the start page. If
// redirects at a smaller depth led to the key, they have chosen its URL.
func (d *Discovery) Nearer(key, url evidence.URLID, depth int) (isNew, fell bool) {
	redirected, allowed := d.RedirectDepth(key)
	if chosen := d.FetchURL(key); allowed && redirected < depth && chosen != evidence.NoURL {
		defer func() { d.SetFetchAs(key, chosen) }()
	}
	if n := d.Links.Get(key); n <= int32(depth)+1 {
		return d.Link(key, url, depth), false
	}
	d.Links.Set(key, int32(depth)+1, d.URLs.Len())
	d.SetFetchAs(key, url)
	return false, true
}

// RedirectNearer records a redirect to a key, and reports whether its depth is smaller than those before.
func (d *Discovery) RedirectNearer(key evidence.URLID, depth int) (fell bool) {
	if n := d.redirects.Get(key); n > 0 && n <= int32(depth)+1 {
		return false
	}
	d.redirects.Set(key, int32(depth)+1, d.URLs.Len())
	return true
}

// RedirectExcluded records a redirect at a depth to an excluded key.
func (d *Discovery) RedirectExcluded(key evidence.URLID, depth int) {
	if n := d.redirects.Get(key); n == 0 || n < -int32(depth)-1 {
		d.redirects.Set(key, -int32(depth)-1, d.URLs.Len())
	}
}

// RedirectDepth returns the depth of a redirect to a key, -1 without one. allowed is false if all redirects were
// excluded.
func (d *Discovery) RedirectDepth(key evidence.URLID) (depth int, allowed bool) {
	n := d.redirects.Get(key)
	return int(max(n, -n)) - 1, n > 0
}

// FetchURL returns the URL that fetches a key, NoURL if undecided.
func (d *Discovery) FetchURL(key evidence.URLID) evidence.URLID {
	return evidence.URLID(d.fetchAs.Get(key) - 1)
}

// SetFetchAs sets the URL that fetches a key.
func (d *Discovery) SetFetchAs(key, url evidence.URLID) {
	d.fetchAs.Set(key, int32(url)+1, d.URLs.Len())
}

// Prefer keeps the better of two URLs for a key: the key itself, else one without a stray percent sign, which many
// servers refuse, else the smaller one.
func (d *Discovery) Prefer(key, url evidence.URLID) {
	have := d.FetchURL(key)
	if have == url || have == key {
		return
	}
	old, other := d.URLs.Bytes(have), d.URLs.Bytes(url)
	stray, otherStray := site.HasStrayPercent(string(old)), site.HasStrayPercent(string(other))
	if url == key || stray && !otherStray || stray == otherStray && bytes.Compare(other, old) < 0 {
		d.SetFetchAs(key, url)
	}
}
