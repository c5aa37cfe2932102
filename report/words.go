package report

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// count writes a number with its noun: "1 page", "1,200 pages".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// amount is count for a number that need not be whole.
func amount(x float64, one, many string) string {
	text := number(x)
	if text == "1" {
		return text + " " + one
	}
	return text + " " + many
}

func pages(n int) string { return count(n, "page", "pages") }

func clicks(n int) string { return count(n, "click", "clicks") }

// none writes a number within a sentence.
func none(n int) string {
	if n == 0 {
		return "none"
	}
	return grouped(n)
}

// verb returns the form of a verb that fits a number.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// grouped writes a number with commas between groups of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(digits) - 3; i > start; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// gained writes a difference with its sign.
func gained(n int) string {
	switch {
	case n > 0:
		return "+" + grouped(n)
	case n < 0:
		return "−" + strings.TrimPrefix(grouped(n), "-")
	}
	return "0"
}

// number writes a measure with three significant digits, whole numbers in
// full, and never an exponent that a reader must decode.
func number(x float64) string {
	switch size := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "–"
	case x == math.Trunc(x) && size < 1e15:
		return grouped(int(x))
	case size >= 1000:
		return grouped(int(math.Round(x)))
	case size < 1e-6:
		return strconv.FormatFloat(x, 'e', 2, 64)
	default:
		return strconv.FormatFloat(significant(x, 3), 'f', -1, 64)
	}
}

// significant rounds to so many significant digits.
func significant(x float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}

// percent writes a share. Only nothing is 0 % and only all is 100 %.
func percent(share float64) string {
	p := significant(share*100, 12) // sums of shares are not quite 1
	switch {
	case math.IsNaN(p) || math.IsInf(p, 0):
		return "–"
	case p == 0 || p == 100:
		return strconv.FormatFloat(p, 'f', 0, 64) + "\u00a0%"
	case p > 99.9 && p < 100:
		return ">\u00a099.9\u00a0%"
	case math.Abs(p) < 0.001:
		return "<\u00a00.001\u00a0%"
	case math.Abs(p) < 1:
		return strconv.FormatFloat(significant(p, 2), 'f', -1, 64) + "\u00a0%"
	default:
		return strconv.FormatFloat(p, 'f', 1, 64) + "\u00a0%"
	}
}

// of returns part/whole, 0 when there is no whole.
func of(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// listed joins the members of an enumeration: "a, b and c".
func listed(members []string) string {
	switch n := len(members); n {
	case 0:
		return ""
	case 1:
		return members[0]
	default:
		return strings.Join(members[:n-1], ", ") + " and " + members[n-1]
	}
}

// sentence writes the first letter of a text as a capital.
func sentence(says string) string {
	first, size := utf8.DecodeRuneInString(says)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + says[size:]
}

// host is what stands behind http:// in an origin, as people write it.
func host(origin string) string {
	origin = site.Show(origin)
	if _, host, found := strings.Cut(origin, "://"); found {
		origin = host
	}
	return clean(origin)
}

// clean makes a text from the web fit for a page: valid, on one line, not
// endless.
func clean(text string) string {
	const ends = 4 * lettersShown // bytes that hold more letters than are shown
	if len(text) > 2*ends {
		text = text[:ends] + text[len(text)-ends:]
	}
	return cut(tidy(text), lettersShown)
}

func tidy(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.TrimSpace(text)
}

// cut takes the middle out of a text that is too long.
func cut(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	head := most * 2 / 3
	return string(letters[:head]) + " … " + string(letters[len(letters)-(most-head):])
}

// link returns an address that the report may link to, "" if it may not.
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(address) > longestLink {
		return ""
	}
	return address
}

// spoken writes a span of time: the day once if both ends are of one day.
func spoken(from, to time.Time) string {
	const day, minute = "2 January 2006", "15:04"
	from, to = from.UTC(), to.UTC()
	switch {
	case from.IsZero():
		return ""
	case to.IsZero() || from.Format(day+minute) == to.Format(day+minute):
		return from.Format(day + ", " + minute + " UTC")
	case from.Format(day) == to.Format(day):
		return fmt.Sprintf("%s, %s–%s UTC", from.Format(day), from.Format(minute), to.Format(minute))
	default:
		return from.Format(day+", "+minute) + " – " + to.Format(day+", "+minute) + " UTC"
	}
}
