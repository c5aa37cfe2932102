package page

// chunkSize is the number of links in a chunk. Lists share chunks, since an
// allocation for each would cost more, and chunks are never copied when more
// come, as one growing slice would be.
const chunkSize = 1 << 18

// links keeps the newest list of links of every page.
type links struct {
	lists [][]uint32
	chunk []uint32
}

// grow makes room for one more page.
func (l *links) grow() { l.lists = append(l.lists, nil) }

// set copies a page's new list.
func (l *links) set(page uint32, list []uint32) {
	if len(list) > cap(l.chunk)-len(l.chunk) {
		l.chunk = make([]uint32, 0, max(chunkSize, len(list)))
	}
	start := len(l.chunk)
	l.chunk = append(l.chunk, list...)
	l.lists[page] = l.chunk[start:len(l.chunk):len(l.chunk)]
}
