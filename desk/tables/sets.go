package tables

import (
	"math/bits"
	"slices"
	"sync"

	"sitegraph/export/struck"
	"sitegraph/site"
)

type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) has(i uint32) bool { return s[i>>6]>>(i&63)&1 != 0 }

func (s set) add(i uint32) { s[i>>6] |= 1 << (i & 63) }

func (s set) fill(size int) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	if rest := size % 64; rest > 0 {
		s[len(s)-1] = 1<<rest - 1
	}
}

func (s set) count() int {
	return site.Sum(s, bits.OnesCount64)
}

// each calls f for every number in the words from..to, in ascending order, until f returns false.
func (s set) each(from, to int, f func(i uint32) bool) {
	for w := from; w < to; w++ {
		for word := s[w]; word != 0; word &= word - 1 {
			if !f(uint32(w)<<6 | uint32(bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

func (s set) some(from, n int) (found []uint32) {
	for w := range s {
		here := bits.OnesCount64(s[w])
		if from >= here {
			from -= here
			continue
		}
		s.each(w, len(s), func(i uint32) bool {
			if from > 0 {
				from--
				return true
			}
			if len(found) < n {
				found = append(found, i)
			}
			return len(found) < n
		})
		break
	}
	return found
}

// found has the rows that a filter selects, and their number.
type found struct {
	cached
	rows  set
	count int
}

// cached identifies what found depends on: the filter and, if relevant, the version of the rows struck out.
type cached struct {
	filter Filter
	struck int
}

const kept = 8 // cached answers per table, with one bit per row

// cache keeps the last answers, so that their next page need not search again.
type cache struct {
	mu  sync.Mutex
	all []found // most recently used last
}

func (c *cache) get(key cached) (found, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.all, func(f found) bool { return f.cached == key })
	if at < 0 {
		return found{}, false
	}
	f := c.all[at]
	c.all = append(slices.Delete(c.all, at, at+1), f)
	return f, true
}

func (c *cache) put(f found) found {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all = append(c.all, f); len(c.all) > kept {
		c.all = slices.Delete(c.all, 0, 1)
	}
	return f
}

// struckRows are the rows struck out of a table in some version of the list.
type struckRows struct {
	mu      sync.Mutex
	list    *struck.List
	version int
	rows    set
}

func (t *Table) struck(list *struck.List) set {
	t.out.mu.Lock()
	defer t.out.mu.Unlock()
	if version := list.Version(); t.out.rows == nil || t.out.list != list || t.out.version != version {
		t.out.list, t.out.version, t.out.rows = list, version, t.withIdentities(list.All())
	}
	return t.out.rows
}

func (t *Table) withIdentities(all map[string]bool) set {
	rows, of := newSet(t.rows), t.schema.identity()
	if len(of) == 0 {
		return rows
	}
	place := of[0]
	d := t.dictionary(t.schema.columns[place].Kind)
	first, wanted := newSet(d.texts.len()), 0 // codes of the first cells
	for identity := range all {
		table, cells, err := struck.Parse(identity)
		if err != nil || table != t.name {
			continue
		}
		if code, ok := d.find(cells[0]); ok {
			first.add(code)
			wanted++
		}
	}
	if wanted == 0 {
		return rows
	}
	for row, code := range t.columns[place].data {
		if first.has(code) && all[t.identity(uint32(row))] {
			rows.add(uint32(row))
		}
	}
	return rows
}

// identity identifies a row, "" if it cannot be struck out.
func (t *Table) identity(row uint32) string {
	var cells []string
	if len(t.schema.identity()) == 0 {
		return ""
	}
	for _, i := range t.schema.identity() {
		cells = append(cells, string(t.dictionary(t.schema.columns[i].Kind).texts.text(t.columns[i].data[row])))
	}
	return struck.Identity(t.name, cells...)
}

func (s *schema) identity() (places []int) {
	for i, c := range s.columns {
		if c.Identity {
			places = append(places, i)
		}
	}
	return places
}
