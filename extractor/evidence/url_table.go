package evidence

import (
	"bytes"
	"cmp"
	"slices"

	"sitegraph/site"
)

// URLID represents one URL. A URL that is its own normal form is its own key.
type URLID uint32

const NoURL = ^URLID(0) // the number of no URL

// URLTable numbers all URLs of a walk in the order in which they are first
// mentioned. It belongs to the goroutine that owns the walk.
type URLTable struct {
	texts   *site.Interner
	Keys    []URLID     // the normalized URL of each URL
	scope   *site.Scope // says which URLs are the site's own; nil while none are
	longest int         // bounds those, in bytes
	sides   []side      // what it says of each
}

// NewURLTable returns a table without URLs.
func NewURLTable() *URLTable { return &URLTable{texts: site.NewInterner()} }

// Len is the number of URLs.
func (t *URLTable) Len() int { return len(t.Keys) }

// Bytes returns the text of a URL; it belongs to the table.
func (t *URLTable) Bytes(id URLID) []byte { return t.texts.Bytes(int(id)) }

// String returns the text of a URL.
func (t *URLTable) String(id URLID) string { return t.texts.String(int(id)) }

// Key returns the normalized URL of a URL.
func (t *URLTable) Key(id URLID) URLID { return t.Keys[id] }

// Find returns the id of a text, or noURL.
func (t *URLTable) Find(text string) URLID {
	if i, ok := t.texts.Find(text); ok {
		return URLID(i)
	}
	return NoURL
}

// Add returns the id of a URL, new or known. A key that is another text is added first.
func (t *URLTable) Add(url, key string) URLID {
	if key != url {
		if id := t.Find(url); id != NoURL {
			return id
		}
		k := t.Add(key, key)
		id, _ := t.texts.Add(url)
		t.Keys, t.sides = append(t.Keys, k), append(t.sides, t.sideOf(url, key))
		return URLID(id)
	}
	id, added := t.texts.Add(url)
	if added {
		t.Keys, t.sides = append(t.Keys, URLID(id)), append(t.sides, t.sideOf(url, url))
	}
	return URLID(id)
}

// Sort sorts URLs by their texts.
func (t *URLTable) Sort(ids []URLID) {
	slices.SortFunc(ids, func(a, b URLID) int { return bytes.Compare(t.Bytes(a), t.Bytes(b)) })
}

// Distinct sorts URLs by their text, each once.
func (t *URLTable) Distinct(ids []URLID) []URLID {
	t.Sort(ids)
	return slices.Compact(ids)
}

// Column holds a number for each URL. It grows as it is written; what was never written is 0.
type Column []int32

// Get returns the number of an id, 0 if none was set.
func (c Column) Get(id URLID) int32 {
	if int(id) < len(c) {
		return c[id]
	}
	return 0
}

// Set writes a number; size is the length that the column will have at least.
func (c *Column) Set(id URLID, v int32, size int) {
	if int(id) >= len(*c) {
		*c = append(*c, make([]int32, max(size, int(id)+1)-len(*c))...)
	}
	(*c)[id] = v
}

// SortByHash sorts normalized URLs by their hashes.
func (t *URLTable) SortByHash(ids []URLID) { t.SortByHashOf(ids, t.Bytes) }

// SortByHashOf sorts normalized URLs by the hashes of names that they have.
func (t *URLTable) SortByHashOf(ids []URLID, name func(URLID) []byte) {
	type hashed struct {
		hash uint64
		id   URLID
	}
	all := make([]hashed, len(ids))
	for i, id := range ids {
		all[i] = hashed{HashOf(name(id)), id}
	}
	slices.SortFunc(all, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), bytes.Compare(t.Bytes(a.id), t.Bytes(b.id)))
	})
	for i, h := range all {
		ids[i] = h.id
	}
}

// PathOf returns the path of a normalized URL, without the query.
func PathOf(key []byte) []byte {
	b, _, _ := bytes.Cut(key, []byte("?"))
	_, b, _ = bytes.Cut(b, []byte("://"))
	if i := bytes.IndexByte(b, '/'); i >= 0 {
		return b[i:]
	}
	return nil
}
