package extractor

import (
	"bytes"
	"cmp"

	"sitegraph/site"
)

// discovery notes how the keys of a site were found: by which links, at which
// depth, and by which URL each is fetched.
type discovery struct {
	urls      *urlTable
	links     column // depth+1 at which links led to a key, or a mark
	redirects column // depth+1 at which a redirect led there; negative while all were excluded
	fetchAs   column // URL+1 by which a key is fetched
}

// empty reports whether nothing was found yet.
func (d *discovery) empty() bool { return len(d.links) == 0 }

// isStart reports whether a key is that of a start page.
func (d *discovery) isStart(key urlID) bool { return d.links.get(key) == 1 }

// depth returns the depth at which links led to a key; ok is false for a key
// that is not in scope.
func (d *discovery) depth(key urlID) (depth int, ok bool) {
	n := d.links.get(key)
	return int(n) - 1, n > 0
}

// mark returns why the links to a key are not followed.
func (d *discovery) mark(key urlID) mark { return mark(min(d.links.get(key), 0)) }

// leaveOut marks a key.
func (d *discovery) leaveOut(key urlID, m mark) { d.links.set(key, int32(m), d.urls.Len()) }

// seen reports whether links or redirects led to a key.
func (d *discovery) seen(key urlID) bool { return d.links.get(key) != 0 || d.redirects.get(key) != 0 }

// link notes a link that is in scope, found at a depth. The first link decides
// the depth of a key, and the best URL of that depth is fetched.
func (d *discovery) link(key, url urlID, depth int) (isNew bool) {
	switch n := d.links.get(key); {
	case n <= 0:
		d.links.set(key, int32(depth)+1, d.urls.Len())
		d.setFetchAs(key, url)
		return true
	case n == int32(depth)+1:
		d.prefer(key, url)
	}
	return false
}

// nearer is link for a crawl in the order of decisions, whose pages come in any
// order: it reports too whether the link brought a key nearer to the start page.
func (d *discovery) nearer(key, url urlID, depth int) (isNew, fell bool) {
	if n := d.links.get(key); n <= int32(depth)+1 {
		return d.link(key, url, depth), false
	}
	d.links.set(key, int32(depth)+1, d.urls.Len())
	d.setFetchAs(key, url)
	return false, true
}

// redirectNearer is redirect for such a crawl, for redirects that are followed.
func (d *discovery) redirectNearer(key urlID, depth int) (fell bool) {
	if n := d.redirects.get(key); n > 0 && n <= int32(depth)+1 {
		return false
	}
	d.redirects.set(key, int32(depth)+1, d.urls.Len())
	return true
}

// redirect notes that a redirect found at a depth led to a key.
func (d *discovery) redirect(key urlID, depth int, excluded bool) {
	n := d.redirects.get(key)
	switch {
	case excluded && n == 0:
		d.redirects.set(key, -int32(depth)-1, d.urls.Len())
	case !excluded && n <= 0:
		d.redirects.set(key, cmp.Or(-n, int32(depth)+1), d.urls.Len())
	}
}

// redirectDepth returns the depth at which a redirect led to a key, -1 if none
// did; allowed is false if all of them were excluded.
func (d *discovery) redirectDepth(key urlID) (depth int, allowed bool) {
	n := d.redirects.get(key)
	return int(max(n, -n)) - 1, n > 0
}

// fetchURL returns the URL by which a key is fetched, noURL if that is open.
func (d *discovery) fetchURL(key urlID) urlID { return urlID(d.fetchAs.get(key) - 1) }

func (d *discovery) setFetchAs(key, url urlID) { d.fetchAs.set(key, int32(url)+1, d.urls.Len()) }

// prefer keeps the better of two URLs of one key: the key itself, else one
// without a stray percent sign, which many servers refuse, else the smaller.
func (d *discovery) prefer(key, url urlID) {
	have := d.fetchURL(key)
	if have == url || have == key {
		return
	}
	old, other := d.urls.bytes(have), d.urls.bytes(url)
	stray, otherStray := site.HasStrayPercent(string(old)), site.HasStrayPercent(string(other))
	if url == key || stray && !otherStray || stray == otherStray && bytes.Compare(other, old) < 0 {
		d.setFetchAs(key, url)
	}
}
