package report

import (
	"cmp"
	"embed"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// Lists and texts have these limits.
const (
	Occurrences     = 50      // places shown of a kind of problem
	occurrencesText = 400_000 // bytes of text about all places
	rowsShown       = 50      // rows of other tables
	depthsShown     = 60      // depths or distances listed one by one
	barsShown       = 10      // named bars in a chart
	longestText     = 200     // characters of a text from the web
	longestLink     = 500     // bytes of a link
)

// These notes say where the rows are that a table omits.
const (
	inJSON     = "All are in stats.json."
	inManifest = "All are in manifest.json."
)

type table struct {
	ID, Caption string
	Columns     []column
	Rows        [][]text
	Note        string // written below, such as how many rows were left out
}

// Shape returns a table's class. A broad table is printed small, and a slim one, which has only numbers, is narrow.
func (t table) Shape() string {
	switch text := func(c column) bool { return !c.Number }; {
	case len(t.Columns) > 8:
		return "broad"
	case !slices.ContainsFunc(t.Columns, text):
		return "slim"
	}
	return ""
}

type column struct {
	Name   string
	Number bool
}

// text is a cell: a text and a smaller one below, each perhaps a link. Mark is the class of a coloured mark.
type text struct {
	Mark, Text, Link, Below, BelowLink string
}

// share is a number that is written as a percentage.
type share float64

// cells makes a row of texts, counts, measures, shares and finished cells.
func cells(values ...any) []text {
	row := make([]text, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case text:
			row[i] = v
		case int:
			row[i].Text = wording.Grouped(v)
		case float64:
			row[i].Text = wording.Number(v)
		case share:
			row[i].Text = wording.Percent(float64(v))
		default:
			row[i].Text = fmt.Sprint(v)
		}
	}
	return row
}

// newTable returns a table without rows. A # begins the name of a column of numbers.
func newTable(caption string, names ...string) table {
	t := table{Caption: caption}
	for _, n := range names {
		name, number := strings.CutPrefix(n, "#")
		t.Columns = append(t.Columns, column{name, number})
	}
	return t
}

func (t *table) add(values ...any) { t.Rows = append(t.Rows, cells(values...)) }

// withoutEmptyColumns drops the columns without any text, except the first.
func (t table) withoutEmptyColumns() table {
	for i := len(t.Columns) - 1; i > 0; i-- {
		if slices.ContainsFunc(t.Rows, func(row []text) bool { return row[i] != text{} }) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for k, row := range t.Rows {
			t.Rows[k] = slices.Delete(row, i, i+1)
		}
	}
	return t
}

// first returns the first members of a list, to be shown as rows. If there are more, the table's note says where.
func first[T any](t *table, list []T, most int, where string) []T {
	if len(list) <= most {
		return list
	}
	t.Note = firstRows(most, len(list), where)
	return list[:most]
}

func firstRows(shown, all int, where string) string {
	return fmt.Sprintf("The first %s of %s rows. %s", wording.Grouped(shown), wording.Grouped(all), where)
}

func pages(n int) string { return wording.Count(n, "page", "pages") }

func clicks(n int) string { return wording.Count(n, "click", "clicks") }

func urls(n int) string { return wording.Count(n, "URL", "URLs") }

func none(n int) string {
	if n == 0 {
		return "none"
	}
	return wording.Grouped(n)
}

func of(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// host returns an origin without its scheme, as people write it.
func host(origin string) string {
	origin = site.Show(origin)
	_, host, _ := strings.Cut(origin, "://")
	return clean(cmp.Or(host, origin))
}

// clean makes a text from the web fit for a page: on one line and not too long.
func clean(text string) string {
	const ends = 4 * longestText // bytes, more than are shown
	if len(text) > 2*ends {
		text = text[:ends] + text[len(text)-ends:]
	}
	return wording.Middle(wording.Line(text), longestText)
}

// link returns a URL if the report may link to it, else "".
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(address) > longestLink {
		return ""
	}
	return address
}

// period writes a span of time. It writes the day once if both ends are on one day.
func period(from, to time.Time) string {
	const day, minute = "2 January 2006", "15:04"
	from, to = from.UTC(), to.UTC()
	switch {
	case from.IsZero():
		return ""
	case to.IsZero() || from.Format(day+minute) == to.Format(day+minute):
		return from.Format(day + ", " + minute + " UTC")
	case from.Format(day) == to.Format(day):
		return from.Format(day+", "+minute) + "–" + to.Format(minute+" UTC")
	}
	return from.Format(day+", "+minute) + " – " + to.Format(day+", "+minute) + " UTC"
}

func pageCell(title, address string) text {
	return text{Text: cmp.Or(clean(title), "(no title)"), Below: clean(address), BelowLink: link(address)}
}

func originCell(origin string) text { return text{Text: clean(site.Show(origin)), Link: link(origin)} }

func urlCell(address string) text { return text{Text: clean(address), Link: link(address)} }

//go:embed sentences
var sentencesFiles embed.FS

// about holds the values for sentences, by the names in their templates.
type about map[string]any

// say fills in a sentence from the folder sentences by name. A mismatch is a bug in this package.
func say(name string, of any) string {
	var b strings.Builder
	if err := sentences().ExecuteTemplate(&b, name, of); err != nil {
		panic("report: " + err.Error())
	}
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return r == ' ' || r == '\n' }), " ")
}

// meaning explains a value to readers. of is the kind of value. An unknown value gives "".
func meaning[T ~string](of string, value T) string {
	if name := of + " " + string(value); sentences().Lookup(name) != nil {
		return say(name, nil)
	}
	return ""
}

var sentences = sync.OnceValue(func() *template.Template {
	all := template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"count": count, "form": wording.Form, "list": wording.List, "grouped": wording.Grouped,
		"percent": wording.Percent, "number": wording.Number, "cap": wording.Capital, "pages": pages,
		"clicks": clicks, "urls": urls, "none": none, "no": noOr, "clean": clean, "of": of,
		"minus": func(a, b int) int { return a - b },
		"part":  func(a, b float64) float64 { return a / b },
		"rest":  func(share float64) float64 { return 1 - share },
		"was":   func(n int) string { return urls(n) + wording.Form(n, " was", " were") },
		"two":   func(x float64) float64 { return wording.Significant(x, 2) },
		"p":     func(p float64) string { return pValue(wording.Number(p)) },
	})
	return template.Must(all.ParseFS(sentencesFiles, "sentences/*.tmpl"))
})

func count(n any, one, many string) string {
	if mean, ok := n.(float64); ok {
		return wording.Count(mean, one, many)
	}
	return wording.Count(n.(int), one, many)
}
