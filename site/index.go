package site

import (
	"hash/maphash"
	"maps"
	"slices"
	"unsafe"
)

// Index finds numbers by their texts. It takes 11 to 21 bytes per entry and does not allocate, because the texts are
// stored elsewhere, such as in the numbered pages. While entries are added, only one goroutine may use it.
type Index struct {
	hashTable
	is func(i int, text string) bool
}

// NewIndex returns an empty index with room for size entries. is reports whether number i has the text.
func NewIndex(size int, is func(i int, text string) bool) *Index {
	return &Index{hashTable: newHashTable(size), is: is}
}

// Find returns the number added with a text.
func (x *Index) Find(text string) (i int, ok bool) {
	i, _ = x.search(text, x.hash(text))
	return i, i >= 0
}

// Add adds a number below 2³²-1 with its text. If the text is already there, it returns the earlier number and false.
func (x *Index) Add(text string, i int) (number int, added bool) {
	hash := x.hash(text)
	number, at := x.search(text, hash)
	if number >= 0 {
		return number, false
	}
	x.enter(at, hash, i)
	return i, true
}

// search returns the number of a text, or -1 and the slot for it.
func (x *Index) search(text string, hash uint32) (i, at int) {
	for at = x.home(hash); x.slots[at].next != 0; at = x.after(at) {
		if s := x.slots[at]; s.hash == hash && x.is(int(s.next-1), text) {
			return int(s.next - 1), at
		}
	}
	return -1, at
}

// Interner numbers texts from 0 in the order of adding and stores each once, in chunks that never move. While texts are
// added, only one goroutine may use it.
type Interner struct {
	hashTable
	chunks [][]byte
	start  []uint64 // where text i begins: its chunk's number times chunkSize, plus the offset there
}

// chunkSize is the size of a chunk in bytes. A longer text gets its own chunk.
const chunkSize = 1 << 18

// NewInterner returns an empty interner.
func NewInterner() *Interner { return &Interner{hashTable: newHashTable(0)} }

// Len returns the number of texts.
func (n *Interner) Len() int { return len(n.start) }

// Bytes returns text i, which must not be modified.
func (n *Interner) Bytes(i int) []byte {
	start := n.start[i]
	text := n.chunks[start/chunkSize][start%chunkSize:]
	if i+1 < len(n.start) && n.start[i+1]/chunkSize == start/chunkSize {
		return text[:n.start[i+1]-start]
	}
	return text
}

// String returns text i without copying, because chunks never change.
func (n *Interner) String(i int) string {
	text := n.Bytes(i)
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// Find returns the number of a text.
func (n *Interner) Find(text string) (i int, ok bool) {
	i, _ = n.search(text, n.hash(text))
	return i, i >= 0
}

// Add returns the number of a text and whether it is new.
func (n *Interner) Add(text string) (i int, added bool) {
	hash := n.hash(text)
	i, at := n.search(text, hash)
	if i >= 0 {
		return i, false
	}
	i = n.Len()
	n.start = append(n.start, n.keep(text))
	n.enter(at, hash, i)
	return i, true
}

// keep appends a text to the last chunk or a new one, and returns where it begins.
func (n *Interner) keep(text string) (start uint64) {
	last := len(n.chunks) - 1
	if last < 0 || len(n.chunks[last])+len(text) >= min(cap(n.chunks[last]), chunkSize) {
		last++
		n.chunks = append(n.chunks, make([]byte, 0, max(n.room(), len(text)+1)))
	}
	c := &n.chunks[last]
	start = uint64(last)*chunkSize + uint64(len(*c))
	*c = append(*c, text...)
	return start
}

// room returns the size of the next chunk. The first chunks are small, so that few texts take little memory.
func (n *Interner) room() int { return chunkSize >> max(0, 8-len(n.chunks)) }

// search does what Index.search does, without the indirect call, which would cost a third of the time.
func (n *Interner) search(text string, hash uint32) (i, at int) {
	for at = n.home(hash); n.slots[at].next != 0; at = n.after(at) {
		if s := n.slots[at]; s.hash == hash && string(n.Bytes(int(s.next-1))) == text {
			return int(s.next - 1), at
		}
	}
	return -1, at
}

// hashTable uses open addressing with linear probing.
type hashTable struct {
	seed  maphash.Seed // random, so results must not depend on it
	slots []slot       // a power of two, at most three quarters in use
	count int
}

// slot holds half of a text's hash and the text's number + 1, or 0 if it is empty.
type slot struct{ hash, next uint32 }

func newHashTable(size int) hashTable {
	slots := 1 << 3
	for slots*3 < size*4 {
		slots *= 2
	}
	return hashTable{seed: maphash.MakeSeed(), slots: make([]slot, slots)}
}

func (t *hashTable) hash(text string) uint32 { return uint32(maphash.String(t.seed, text) >> 32) }

func (t *hashTable) home(hash uint32) int { return int(hash) & (len(t.slots) - 1) }

func (t *hashTable) after(at int) int { return (at + 1) & (len(t.slots) - 1) }

// enter puts a number into a free slot. If few slots are left, it doubles them, which needs no texts.
func (t *hashTable) enter(at int, hash uint32, i int) {
	t.slots[at] = slot{hash: hash, next: uint32(i) + 1}
	if t.count++; t.count*4 <= len(t.slots)*3 {
		return
	}
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.next == 0 {
			continue
		}
		at := t.home(s.hash)
		for t.slots[at].next != 0 {
			at = t.after(at)
		}
		t.slots[at] = s
	}
}

// Numbers is a long list of mostly small numbers: those below 255 take a byte. The zero value is empty.
type Numbers struct {
	small []uint8
	large map[int]uint32 // by index in the whole list, where small is isLarge
	first int            // the index in the whole list
}

const isLarge = 255

// NewNumbers returns a list of n zeros.
func NewNumbers(n int) Numbers { return Numbers{small: make([]uint8, n)} }

// NumbersOf returns a list of the given numbers.
func NumbersOf(all ...uint32) (n Numbers) {
	for _, number := range all {
		n.Append(number)
	}
	return n
}

// Len returns the length of the list.
func (n *Numbers) Len() int { return len(n.small) }

// At returns the number with index i.
func (n *Numbers) At(i int) uint32 {
	if small := n.small[i]; small != isLarge {
		return uint32(small)
	}
	return n.large[n.first+i]
}

// Grow reserves room for appending without copying.
func (n *Numbers) Grow(room int) { n.small = slices.Grow(n.small, room) }

// Append adds a number to a list that is not a part of another.
func (n *Numbers) Append(number uint32) {
	n.small = append(n.small, 0)
	n.Set(len(n.small)-1, number)
}

// Set replaces the number with index i.
func (n *Numbers) Set(i int, number uint32) {
	if number < isLarge {
		n.small[i] = uint8(number)
		delete(n.large, n.first+i)
		return
	}
	if n.large == nil {
		n.large = map[int]uint32{}
	}
	n.small[i], n.large[n.first+i] = isLarge, number
}

// Sum returns the sum of the numbers.
func (n *Numbers) Sum() (sum int) {
	for i := range n.small {
		sum += int(n.At(i))
	}
	return sum
}

// Equal reports whether two whole lists have the same numbers.
func (n *Numbers) Equal(o Numbers) bool {
	return slices.Equal(n.small, o.small) && maps.Equal(n.large, o.large)
}

// part returns a part of the list without copying.
func (n *Numbers) part(from, to int) Numbers {
	return Numbers{small: n.small[from:to], large: n.large, first: n.first + from}
}

// Sets has disjoint sets of the numbers from 0 on, stored as trees that point to the least number of each set (Galler
// and Fischer, Comm. ACM 7(5), 1964).
type Sets []int32

// NewSets returns n sets of one number each.
func NewSets(n int) Sets { return UpTo[int32](n) }

// First returns the first number of i's set, and halves the path to it.
func (s Sets) First(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// Join unites the sets of two numbers.
func (s Sets) Join(i, j int32) {
	a, b := s.First(i), s.First(j)
	s[max(a, b)] = min(a, b)
}

// All returns, for each number, the first number of its set.
func (s Sets) All() []int32 {
	all := make([]int32, len(s))
	for i := range all {
		all[i] = s.First(int32(i))
	}
	return all
}
