package wording

import "strings"

// Nearest returns the candidate that a mistyped word most likely stands for, "" when
// none is within a third of its letters. Of equally near ones the first is taken.
func Nearest(word string, candidates []string) string {
	best, least := "", max(1, min(len(word), 30)/3)+1
	for _, c := range candidates {
		if d := distance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two strings, byte by byte, case
// ignored. Words over 64 bytes are near to nothing.
func distance(a, b string) int {
	const most = 64
	if len(a) > most || len(b) > most {
		return most
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j+1]+1, row[j]+1, diagonal+cost)
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
