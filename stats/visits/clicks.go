package visits

import (
	"encoding/csv"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// clicks is a table of Search Console or of an analytics program, with a page and its visits on each line.
type clicks struct {
	comma        rune
	page, visits int // columns
}

// Columns have these names, in lower case. The page is in the first one unless another has such a name.
var (
	pageNames = []string{"page", "pages", "top pages", "url", "landing page", "page path", "page location", "address"}
	// The first name that a head has counts.
	visitNames = []string{"clicks", "visits", "sessions", "views", "page views", "pageviews", "klicks"}
)

var (
	errClicks = errors.New("not as many cells as the head has, or no number of visits")
	separated = strings.NewReplacer(",", "", ".", "", "'", "", " ", "", "\u00a0", "", "\u202f", "")
)

// headed returns the table that a line is the head of, or nil. Access logs have no such line.
func headed(text string) *clicks {
	for _, comma := range ",;\t" {
		cells, err := cellsOf(strings.TrimPrefix(text, "\ufeff"), comma)
		if err != nil || len(cells) < 2 {
			continue
		}
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.ToLower(cells[i]), "_", " ")
		}
		is := func(cell string) bool { return slices.Contains(pageNames, cell) }
		for _, name := range visitNames {
			if at := slices.Index(cells, name); at >= 0 {
				return &clicks{comma, max(0, slices.IndexFunc(cells, is)), at}
			}
		}
	}
	return nil
}

func cellsOf(text string, comma rune) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.TrimLeadingSpace, r.LazyQuotes = comma, true, true
	return r.Read()
}

// parse reads a line of a table. Numbers may be written with separators.
func (c *clicks) parse(text string) (l line, err error) {
	cells, err := cellsOf(text, c.comma)
	if err != nil || len(cells) <= max(c.page, c.visits) {
		return l, errClicks
	}
	if l.count, err = strconv.Atoi(separated.Replace(cells[c.visits])); err != nil || l.count < 0 {
		return l, errClicks
	}
	l.method, l.target, l.table = []byte("GET"), []byte(cells[c.page]), true
	return l, nil
}
