package extractor

import "sync"

// inlinks are the pages that link to each key. The index is made when the
// first key is asked for: 4 bytes a link and 8 a key.
type inlinks struct {
	*builder
	once sync.Once
	// from has, for the key with id k, the pages linking[from[k]:from[k+1]].
	from    []uint32
	linking []uint32
}

// of returns the ids of the pages that link to a key, ascending. The walk is
// over when it is called.
func (x *inlinks) of(key string) []int {
	x.once.Do(x.index)
	id := x.known.urls.find(key)
	if int64(id)+1 >= int64(len(x.from)) {
		return nil
	}
	var ids []int
	for _, page := range x.linking[x.from[id]:x.from[id+1]] {
		ids = append(ids, int(page)+1)
	}
	return ids
}

// index counts the pages of each key first, then puts them in.
func (x *inlinks) index() {
	size := x.known.urls.Len()
	x.from = make([]uint32, size+1)
	x.each(func(_ int, key urlID) { x.from[key+1]++ })
	for k := range size {
		x.from[k+1] += x.from[k]
	}
	x.linking = make([]uint32, x.from[size])
	next := make([]uint32, size)
	copy(next, x.from)
	x.each(func(page int, key urlID) {
		x.linking[next[key]] = uint32(page)
		next[key]++
	})
}

// each calls f for every page and every key it links to, once.
func (x *inlinks) each(f func(page int, key urlID)) {
	last := make([]uint32, x.known.urls.Len()) // page+1 that linked to a key last
	for i, p := range x.pages {
		note := func(url urlID, _ uint32) {
			if key := x.known.urls.key(url); last[key] != uint32(i)+1 {
				last[key] = uint32(i) + 1
				f(i, key)
			}
		}
		each(p.answer.internal, note)
		each(p.answer.external, note)
	}
}
