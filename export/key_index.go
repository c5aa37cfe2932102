package export

import (
	"cmp"
	"hash/maphash"
	"slices"

	"sitegraph/site"
)

// keyIndex finds pages by their keys: the hashes of the keys, sorted. It is 16
// bytes a page, where a map of strings would be a hundred. The seed is another
// one each time; no result depends on it.
type keyIndex struct {
	pages []site.Page
	seed  maphash.Seed
	by    []hashed
}

type hashed struct {
	hash uint64
	page uint32
}

// newKeyIndex returns the index, and the first page in its order that has the
// key of an earlier one, or -1.
func newKeyIndex(pages []site.Page) (index *keyIndex, twice int) {
	x := &keyIndex{pages: pages, seed: maphash.MakeSeed(), by: make([]hashed, len(pages))}
	for i := range pages {
		x.by[i] = hashed{hash: maphash.String(x.seed, pages[i].Key), page: uint32(i)}
	}
	slices.SortFunc(x.by, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.page, b.page))
	})
	twice = -1
	for i, h := range x.by {
		for j := i - 1; j >= 0 && x.by[j].hash == h.hash; j-- {
			if pages[x.by[j].page].Key == pages[h.page].Key && (twice < 0 || int(h.page) < twice) {
				twice = int(h.page)
			}
		}
	}
	return x, twice
}

// has reports whether a page has the key.
func (x *keyIndex) has(key string) bool {
	hash := maphash.String(x.seed, key)
	at, _ := slices.BinarySearchFunc(x.by, hash, func(h hashed, hash uint64) int { return cmp.Compare(h.hash, hash) })
	for ; at < len(x.by) && x.by[at].hash == hash; at++ {
		if x.pages[x.by[at].page].Key == key {
			return true
		}
	}
	return false
}
