package extractor

import "sync"

// mentionIndex tells which pages link to a key. It is made when the first key
// is asked for: 4 bytes a link and 8 a key.
type mentionIndex struct {
	once sync.Once
	// from has, for the key with id k, the pages pages[from[k]:from[k+1]].
	from  []uint32
	pages []uint32
}

// mentions returns the ids of the pages that link to a key, ascending. The walk
// is over when it is called.
func (w *walk) mentions(key string) []int {
	x := &w.mentioned
	x.once.Do(func() { w.index(x) })
	id := w.mem.book.find(key)
	if int64(id)+1 >= int64(len(x.from)) {
		return nil
	}
	var ids []int
	for _, page := range x.pages[x.from[id]:x.from[id+1]] {
		ids = append(ids, int(page)+1)
	}
	return ids
}

// index counts the pages of each key first, then puts them in.
func (w *walk) index(x *mentionIndex) {
	x.from = make([]uint32, w.mem.book.Len()+1)
	w.eachMention(func(_ int, key addressID) { x.from[key+1]++ })
	for k := range w.mem.book.Len() {
		x.from[k+1] += x.from[k]
	}
	x.pages = make([]uint32, x.from[w.mem.book.Len()])
	next := make([]uint32, w.mem.book.Len())
	copy(next, x.from)
	w.eachMention(func(page int, key addressID) {
		x.pages[next[key]] = uint32(page)
		next[key]++
	})
}

// eachMention calls f for every page and every key it links to, once.
func (w *walk) eachMention(f func(page int, key addressID)) {
	last := make([]uint32, w.mem.book.Len()) // page+1 that linked to a key last
	for i, p := range w.pages {
		look := func(a addressID, _ uint32) {
			if key := w.mem.book.key(a); last[key] != uint32(i)+1 {
				last[key] = uint32(i) + 1
				f(i, key)
			}
		}
		each(p.answer.internal, look)
		each(p.answer.external, look)
	}
}
