package page

import "slices"

// chunkSize is the number of links in a chunk. Chunks are never copied when
// more come, as one growing slice would be.
const chunkSize = 1 << 18

// links keeps the links of pages, newest list only, in 4 bytes a link and 12 a
// page.
type links struct {
	chunks [][]uint32
	// A page's list is chunks[chunk][start:][:size].
	chunk, start, size []uint32
	// kept counts the links of all lists, stale those of replaced ones.
	kept, stale int
}

func (l *links) grow() {
	l.chunk = append(l.chunk, 0)
	l.start = append(l.start, 0)
	l.size = append(l.size, 0)
}

// of returns the list of a page; it belongs to the links.
func (l *links) of(page uint32) []uint32 {
	size := l.size[page]
	if size == 0 {
		return nil
	}
	start := l.start[page]
	return l.chunks[l.chunk[page]][start : start+size : start+size]
}

// set copies a page's new list.
func (l *links) set(page uint32, list []uint32) {
	l.stale += int(l.size[page])
	l.kept -= int(l.size[page])
	l.put(page, list)
	if l.stale > l.kept+chunkSize {
		l.pack()
	}
}

func (l *links) put(page uint32, list []uint32) {
	l.kept += len(list)
	l.size[page] = uint32(len(list))
	if len(list) == 0 {
		return
	}
	last := len(l.chunks) - 1
	if last < 0 || cap(l.chunks[last])-len(l.chunks[last]) < len(list) {
		l.chunks = append(l.chunks, make([]uint32, 0, max(chunkSize, len(list))))
		last++
	}
	l.chunk[page], l.start[page] = uint32(last), uint32(len(l.chunks[last]))
	l.chunks[last] = append(l.chunks[last], list...)
}

// pack drops the stale lists.
func (l *links) pack() {
	old := *l
	old.chunk, old.start, old.size = slices.Clone(l.chunk), slices.Clone(l.start), slices.Clone(l.size)
	l.chunks, l.kept, l.stale = nil, 0, 0
	for i := range old.size {
		l.put(uint32(i), old.of(uint32(i)))
	}
}
