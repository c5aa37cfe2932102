// Package wording writes numbers, shares, counted nouns and shortened texts for people, so that all tables, charts and
// reports write them alike. It knows nothing of the program. Files for other programs do not use it.
package wording

import (
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const minus = "−" // the sign of negative numbers in running text

const unknown = "–" // NaN or an infinity

// Grouped writes a whole number with a comma between thousands: "1,234,567".
func Grouped(n int) string {
	digits, sign := strconv.Itoa(n), ""
	if n < 0 {
		digits, sign = digits[1:], "-"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Change writes a difference with its sign: "+3", "−1,200", "0".
func Change(n int) string {
	switch {
	case n > 0:
		return "+" + Grouped(n)
	case n < 0:
		return minus + strings.TrimPrefix(Grouped(n), "-")
	}
	return "0"
}

// Number writes a measure with three significant digits, but whole numbers and thousands in full.
func Number(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return unknown
	case x == math.Trunc(x) && size < 1e15:
		return Grouped(int(x))
	case size >= 1000 && size < 1e15:
		return Grouped(int(math.Round(x)))
	case size < 1e-6 || size >= 1e15:
		return strconv.FormatFloat(x, 'e', 2, 64)
	default:
		return Plain(Significant(x, 3))
	}
}

// Plain writes a number with all its digits, without an exponent.
func Plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Significant rounds to a number of digits in decimal, so that the result prints with no more.
func Significant(x float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

// Correlation writes a number from −1 to 1 with two decimals.
func Correlation(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	if text == "-0.00" {
		return "0.00"
	}
	return strings.Replace(text, "-", minus, 1)
}

// Percent writes a share. Only 0 is written as 0% and only 1 as 100%. Small shares have two significant digits.
func Percent(share float64) string {
	p := Significant(share*100, 12) // sums of shares are not quite 1
	switch {
	case math.IsNaN(p) || math.IsInf(p, 0):
		return unknown
	case p == 0 || p == 100:
		return Plain(p) + "%"
	case p > 99.9 && p < 100:
		return ">99.9%"
	case math.Abs(p) < 0.001:
		return "<0.001%"
	case math.Abs(p) < 1:
		return Plain(Significant(p, 2)) + "%"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + "%"
}

// Count writes a number and its noun: "1 page", "1,200 pages", "2.5 clicks".
func Count[N int | float64](n N, one, many string) string {
	text := Number(float64(n))
	if text == "1" {
		return "1 " + one
	}
	return text + " " + many
}

// Form returns the form of a noun or verb for a number.
func Form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// List joins the members of a list: "a, b and c".
func List(members []string) string {
	if len(members) == 0 {
		return ""
	}
	last := len(members) - 1
	if last == 0 {
		return members[0]
	}
	return strings.Join(members[:last], ", ") + " and " + members[last]
}

// ListFirst joins the first members of a list and counts the others: "a, b and 3 more".
func ListFirst(members []string, most int) string {
	if more := len(members) - most; more > 0 {
		return strings.Join(members[:most], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return List(members)
}

// Capital makes the first letter of a text a capital.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Line returns a text as one line of valid UTF-8 with single spaces. It drops invisible characters and those that
// change the direction of text, but keeps the two joiners, which Persian and Hindi use in words.
func Line(text string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(visible, text), unicode.IsSpace), " ")
}

func visible(r rune) rune {
	if unicode.IsPrint(r) || unicode.IsSpace(r) || r == '\u200c' || r == '\u200d' {
		return r
	}
	return -1
}

// Begin cuts a text to a number of characters, with an ellipsis at the end.
func Begin(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return strings.TrimRight(string(letters[:most-1]), " ") + "…"
}

// Middle cuts the middle out of a text to fit a number of characters, because the ends of a URL say most.
func Middle(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	tail := (most - 1) / 2
	return string(letters[:most-1-tail]) + "…" + string(letters[len(letters)-tail:])
}

// Nearest returns the first candidate most similar to a mistyped word, within a third of its letters, or "".
func Nearest(word string, candidates []string) string {
	best, least := "", max(1, min(len(word), 30)/3)+1
	for _, c := range candidates {
		if d := distance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance returns the Levenshtein distance in bytes, ignoring case. Words over 64 bytes are similar to nothing.
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

// Lines yields the names and texts of a file with lines "name: text".
func Lines(file string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		for line := range strings.Lines(file) {
			name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if !yield(name, text) {
				return
			}
		}
	}
}
