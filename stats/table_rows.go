package stats

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"sitegraph/wording"
)

const (
	// columnsWide is the width of a terminal nobody has changed.
	columnsWide = 80
	// levelRows is how many levels are listed one by one.
	levelRows = 24
)

// row writes a name, a value and a remark; the value column holds any int.
func row(w io.Writer, name, value, remark string) {
	line := fmt.Sprintf("%-18s %19s", name, value)
	if remark != "" {
		line += "  " + shorten(remark, columnsWide-len(line)-2)
	}
	fmt.Fprintln(w, line)
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// short writes a ratio of any size in a few digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

// shorten cuts the middle out of text that is longer than width characters,
// since the ends of a URL matter most. What does not print becomes "?": a page
// must not send control sequences to the terminal. Width is 1 or more.
func shorten(text string, width int) string {
	return wording.Middle(strings.Map(printable, text), width)
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
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
