package tables

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"sitegraph/site"
)

const digitBits = 11 // codes are counted by this many bits at a time

// sorted returns the rows from..from+n of a set that is sorted by a column, whose codes have width bits, and then by
// row. Instead of sorting it counts codes in a few passes over the column.
func sorted(column []uint32, width int, rows found, from, n int) []uint32 {
	n = min(n, rows.count-from)
	if n <= 0 {
		return nil
	}
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
