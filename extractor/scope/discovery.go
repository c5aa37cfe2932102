package scope

import (
	"bytes"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Discovery notes how the keys of a site were found: at which depth, and by which URL each is fetched.
type Discovery struct {
	URLs      *evidence.URLTable // all URLs of the site
	Links     evidence.Column    // depth+1 at which links led to a key, or a mark
	redirects evidence.Column    // depth+1 at which a redirect led there; negative while all were excluded
	fetchAs   evidence.Column    // URL+1 by which a key is fetched
}

// Empty reports whether nothing was found yet.
func (d *Discovery) Empty() bool { return len(d.Links) == 0 }

func (d *Discovery) isStart(key evidence.URLID) bool { return d.Links.Get(key) == 1 }

// Depth returns the depth at which links led to a key; ok is false for a key that is not in scope.
func (d *Discovery) Depth(key evidence.URLID) (depth int, ok bool) {
	n := d.Links.Get(key)
	return int(n) - 1, n > 0
}

// Mark returns why the links to a key are not followed.
func (d *Discovery) Mark(key evidence.URLID) Mark { return Mark(min(d.Links.Get(key), 0)) }

// LeaveOut marks a key.
func (d *Discovery) LeaveOut(key evidence.URLID, m Mark) { d.Links.Set(key, int32(m), d.URLs.Len()) }

// Seen reports whether links or redirects led to a key.
func (d *Discovery) Seen(key evidence.URLID) bool {
	return d.Links.Get(key) != 0 || d.redirects.Get(key) != 0
}

// Link notes a link that is in scope, found at a depth. The first link decides
// the depth of a key, and the best URL of that depth is fetched.
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

// Nearer is Link for a crawl whose pages come in any order. It also reports whether the link brought a key nearer to
// the start page. If redirects led to the key before, at a lesser depth, they have chosen its URL.
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

// RedirectNearer notes that a redirect found at a depth leads to a key, and reports whether none did at a lesser one.
func (d *Discovery) RedirectNearer(key evidence.URLID, depth int) (fell bool) {
	if n := d.redirects.Get(key); n > 0 && n <= int32(depth)+1 {
		return false
	}
	d.redirects.Set(key, int32(depth)+1, d.URLs.Len())
	return true
}

// RedirectExcluded notes that a redirect found at a depth leads to a key that is excluded.
func (d *Discovery) RedirectExcluded(key evidence.URLID, depth int) {
	if n := d.redirects.Get(key); n == 0 || n < -int32(depth)-1 {
		d.redirects.Set(key, -int32(depth)-1, d.URLs.Len())
	}
}

// RedirectDepth returns the depth at which a redirect led to a key, -1 if none
// did; allowed is false if all of them were excluded.
func (d *Discovery) RedirectDepth(key evidence.URLID) (depth int, allowed bool) {
	n := d.redirects.Get(key)
	return int(max(n, -n)) - 1, n > 0
}

// FetchURL returns the URL by which a key is fetched, NoURL if that is open.
func (d *Discovery) FetchURL(key evidence.URLID) evidence.URLID {
	return evidence.URLID(d.fetchAs.Get(key) - 1)
}

// SetFetchAs settles by which URL a key is fetched.
func (d *Discovery) SetFetchAs(key, url evidence.URLID) {
	d.fetchAs.Set(key, int32(url)+1, d.URLs.Len())
}

// Prefer keeps the better of two URLs of one key: the key itself, else one
// without a stray percent sign, which many servers refuse, else the smaller.
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
