package stats

import (
	"strconv"
	"strings"
	"unicode"
)

// shorten cuts the middle out of text that is longer than width characters,
// since a URL tells most at its ends. What does not print becomes "?": a page
// must not send control sequences to the terminal. Width is 1 or more.
func shorten(text string, width int) string {
	r := []rune(strings.Map(printable, text))
	if len(r) <= width {
		return string(r)
	}
	tail := (width - 1) / 2
	head := width - 1 - tail
	return string(r[:head]) + "…" + string(r[len(r)-tail:])
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
}

// grouped writes a count with a comma between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// bar draws part of whole as a bar of at most width characters, in eighths of
// one; what is more than nothing is drawn.
func bar(part, whole, width int) string {
	if part <= 0 || whole <= 0 {
		return ""
	}
	eighths := max(1, int(float64(part)/float64(whole)*float64(8*width)))
	blocks := []rune("▏▎▍▌▋▊▉")
	b := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		b += string(blocks[rest-1])
	}
	return b
}
