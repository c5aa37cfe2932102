package evidence

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"sitegraph/site"
)

// URLID is the number of a URL. A URL in normal form is its own key.
type URLID uint32

const NoURL = ^URLID(0) // the absence of a URL

// URLTable numbers all URLs of a walk in the order of their first mention.
// It belongs to the goroutine that owns the walk.
type URLTable struct {
	texts   *site.Interner
	Keys    []URLID     // the normalized URL of each URL
	scope   *site.Scope // decides which URLs belong to the site; nil if none do yet
	longest int         // maximum length of the site's URLs, in bytes
	sides   []side      // by URL
}

// NewURLTable returns a table without URLs.
func NewURLTable() *URLTable { return &URLTable{texts: site.NewInterner()} }

// Len returns the number of URLs.
func (t *URLTable) Len() int { return len(t.Keys) }

// Bytes returns the text of a URL without copying.
func (t *URLTable) Bytes(id URLID) []byte { return t.texts.Bytes(int(id)) }

// String returns the text of a URL.
func (t *URLTable) String(id URLID) string { return t.texts.String(int(id)) }

// Key returns the normalized URL of a URL.
func (t *URLTable) Key(id URLID) URLID { return t.Keys[id] }

// Find returns the id of a text, or NoURL.
func (t *URLTable) Find(text string) URLID {
	if i, ok := t.texts.Find(text); ok {
		return URLID(i)
	}
	return NoURL
}

// Add returns the id of a new or known URL. If the key differs, Add adds the key first.
func (t *URLTable) Add(url, key string) URLID {
	own := URLID(t.Len())
	if key != url {
		if id := t.Find(url); id != NoURL {
			return id
		}
		own = t.Add(key, key)
	}
	id, added := t.texts.Add(url)
	if added {
		t.Keys, t.sides = append(t.Keys, own), append(t.sides, t.sideOf(url, key))
	}
	return URLID(id)
}

// Sort sorts URLs by their texts.
func (t *URLTable) Sort(ids []URLID) {
	slices.SortFunc(ids, func(a, b URLID) int { return bytes.Compare(t.Bytes(a), t.Bytes(b)) })
}

// Distinct sorts URLs by text and removes duplicates.
func (t *URLTable) Distinct(ids []URLID) []URLID {
	t.Sort(ids)
	return slices.Compact(ids)
}

// Column holds a number for each URL. It grows when written; unwritten numbers are 0.
type Column []int32

// Get returns the number of an id, or 0 if it was not set.
func (c Column) Get(id URLID) int32 {
	if int(id) < len(c) {
		return c[id]
	}
	return 0
}

// Set writes a number. The column gets a length of at least size.
func (c *Column) Set(id URLID, v int32, size int) {
	if int(id) >= len(*c) {
		*c = append(*c, make([]int32, max(size, int(id)+1)-len(*c))...)
	}
	(*c)[id] = v
}

// SortByHash sorts normalized URLs by their hashes.
func (t *URLTable) SortByHash(ids []URLID) { t.SortByHashOf(ids, t.Bytes) }

// SortByHashOf sorts normalized URLs by the hashes of their names.
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

// linkPacker packs links in order: the distance from the previous URL, which is usually small, and the count unless it
// is 1.
type linkPacker struct {
	packed []byte
	last   URLID
}

// once is the bit of a packed link that means that no count follows.
const once = 1

func (p *linkPacker) add(url URLID, count uint32) {
	d := int64(url) - int64(p.last)
	v := uint64(d<<1^d>>63) << 1
	p.last = url
	if count == 1 {
		p.packed = binary.AppendUvarint(p.packed, v|once)
		return
	}
	p.packed = binary.AppendUvarint(binary.AppendUvarint(p.packed, v), uint64(count))
}

// Each calls f for every packed link.
func Each(b []byte, f func(url URLID, count uint32)) {
	var last int64
	for len(b) > 0 {
		v, n := binary.Uvarint(b)
		b = b[n:]
		d, count := v>>1, uint64(1)
		last += int64(d>>1) ^ -int64(d&1)
		if v&once == 0 {
			count, n = binary.Uvarint(b)
			b = b[n:]
		}
		f(URLID(last), uint32(count))
	}
}

// Unpack appends the URLs of packed links.
func Unpack(urls []URLID, links []byte) []URLID {
	Each(links, func(url URLID, _ uint32) { urls = append(urls, url) })
	return urls
}

// HashOf returns a hash that is equal in every run, so that choices by it do not depend on the order of answers.
func HashOf(text []byte) uint64 { return Mixed(site.Hash(text)) }

// Mixed spreads the bits of a number (the finalizer of splitmix64).
func Mixed(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Sum is a 128-bit hash. Sums can be added in any order, which makes them suitable for sets.
type Sum [2]uint64

// SumOf returns the sum of one text given in parts.
func SumOf(parts ...string) Sum {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	b := h.Sum(nil)
	return Sum{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// Plus adds a sum.
func (s Sum) Plus(o Sum) Sum { return Sum{s[0] + o[0], s[1] + o[1]} }

// Minus subtracts a sum that was added.
func (s Sum) Minus(o Sum) Sum { return Sum{s[0] - o[0], s[1] - o[1]} }
