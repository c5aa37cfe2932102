package tables

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// digitBits is the number of bits by which codes are counted at a time.
const digitBits = 11

// sorted returns the rows at the places from..from+n, when the rows of a set are
// sorted by a column and then by row. It counts codes instead of sorting: a few
// passes over the column, whatever the place.
func sorted(column []uint32, rows found, from, n int) []uint32 {
	n = min(n, rows.count-from)
	if n <= 0 {
		return nil
	}
	width := bits.Len32(greatest(column))
	low, before := codeAt(column, rows.rows, width, from)
	top, _ := codeAt(column, rows.rows, width, from+n-1)
	skip := from - before // rows with the code low that come before
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

// codeAt returns the code at a place of the sorted rows, and the number of rows
// with lesser codes. It finds the code digit by digit, the highest first.
func codeAt(column []uint32, rows set, width, place int) (code uint32, before int) {
	for left := width; left > 0; {
		shift := max(left-digitBits, 0)
		counts := countDigits(column, rows, code, left, shift)
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

// countDigits counts the values of the bits from shift to left of the codes whose
// higher bits are those of a prefix.
func countDigits(column []uint32, rows set, prefix uint32, left, shift int) (counts [1 << digitBits]int) {
	var mu sync.Mutex
	mask := uint32(1)<<(left-shift) - 1
	inParts(len(rows), func(from, to int) {
		var own [1 << digitBits]int
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
	return counts
}

func greatest(column []uint32) (code uint32) {
	for _, c := range column {
		code = max(code, c)
	}
	return code
}
