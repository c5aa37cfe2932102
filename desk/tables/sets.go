package tables

import (
	"cmp"
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

func (s set) count() int { return site.Sum(s, bits.OnesCount64) }

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
	places := t.schema.identity()
	if len(places) == 0 {
		return ""
	}
	return struck.Identity(t.name, site.Each(places, func(i int) string {
		return string(t.dictionary(t.schema.columns[i].Kind).texts.text(t.columns[i].data[row]))
	})...)
}

func (s *schema) identity() (places []int) {
	for i, c := range s.columns {
		if c.Identity {
			places = append(places, i)
		}
	}
	return places
}

const digitBits = 11 // codes are counted by this many bits at a time

// sorted returns the rows from..from+n of a set that is sorted by a column, whose codes have width bits, and then by
// row. Instead of sorting it counts codes in a few passes over the column.
func sorted(column []uint32, width int, rows found, from, n int) []uint32 {
	c := counter{column: column, rows: rows.rows, width: width, known: map[counted]*digits{}}
	low, before := c.codeAt(from)
	top, _ := c.codeAt(from + n - 1)
	skip := from - before // rows with the code low to skip
	var some []uint32
	tops := n
	rows.rows.each(0, len(rows.rows), func(row uint32) bool {
		switch code := column[row]; {
		case code < low || code > top:
		case code == low && skip > 0:
			skip--
		case code == top && tops == 0:
		case code == top:
			tops--
			some = append(some, row)
		default:
			some = append(some, row)
		}
		return low != top || tops > 0
	})
	slices.SortStableFunc(some, func(a, b uint32) int { return cmp.Compare(column[a], column[b]) })
	return some[:n]
}

// counter counts the codes of some rows and caches the counts, because both ends of a page mostly share digits.
type counter struct {
	column []uint32
	rows   set
	width  int
	known  map[counted]*digits
}

// counted identifies a count: of the digit below the bit left of codes with a prefix.
type counted struct {
	prefix uint32
	left   int
}

type digits [1 << digitBits]int

// codeAt returns the code of a sorted row, found digit by digit, and the number of rows with lower codes.
func (c *counter) codeAt(place int) (code uint32, before int) {
	for left := c.width; left > 0; {
		shift, of := max(left-digitBits, 0), counted{code, left}
		if c.known[of] == nil {
			c.known[of] = countDigits(c.column, c.rows, code, left, shift)
		}
		counts := c.known[of]
		digit := 0
		for before+counts[digit] <= place {
			before += counts[digit]
			digit++
		}
		code = code<<(left-shift) | uint32(digit)
		left = shift
	}
	return code, before
}

// countDigits counts the values of the bits shift..left of the codes whose higher bits are the prefix.
func countDigits(column []uint32, rows set, prefix uint32, left, shift int) *digits {
	var mu sync.Mutex
	var counts digits
	mask := uint32(1)<<(left-shift) - 1
	inParts(len(rows), func(from, to int) {
		var own digits
		rows.each(from, to, func(row uint32) bool {
			if code := column[row]; code>>left == prefix {
				own[code>>shift&mask]++
			}
			return true
		})
		mu.Lock()
		defer mu.Unlock()
		for digit, n := range own {
			counts[digit] += n
		}
	})
	return &counts
}

func widthOf(column []uint32) int {
	code := uint32(0)
	for _, c := range column {
		code = max(code, c)
	}
	return bits.Len32(code)
}

// countClasses counts the rows of each class. It returns nil if the table has none or too many.
func (t *Table) countClasses() (all []Class) {
	at := t.column(t.class)
	if at < 0 {
		return nil
	}
	rows := map[uint32]int{}
	data := t.columns[at].data
	for from := 0; from < len(data); {
		to := from + 1 // equal codes are often together
		for to < len(data) && data[to] == data[from] {
			to++
		}
		if rows[data[from]] += to - from; len(rows) > maxClasses {
			return nil
		}
		from = to
	}
	for code, n := range rows {
		all = append(all, Class{string(t.index.texts.texts.text(code)), n})
	}
	site.Sort(all, func(a, b Class) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Name, b.Name))
	})
	return all
}
