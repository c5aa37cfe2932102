// Package report writes HTML reports for people: about one site, about all sites of a run, about a search by topical
// agents, and about the changes between two crawls. A report is one file that loads nothing, needs no script except for
// the map of the site, follows the reader's light or dark mode, and can be printed. It escapes all texts from the web.
// All lists have a limit, so that the report of a large site stays small.
//
//	document.go   the parts of all reports, and writing them
//	table.go      tables, their columns and cells; names, dates and links; the sentences in the folder sentences
//	site.go       the report of one site: head, banners, key figures, settings, files; a text for a paper
//	watched.go    the iterations of a watched site; change_rates.go how often its pages change
//	depth_and_reach.go  how deep the site is, how far apart pages are; way back, bow-tie, indispensable pages; robots
//	centrality.go the most important pages, also as the crawl estimated them
//	groups.go     communities, folders, URL patterns, query parameters; links in the content; other hosts
//	degrees.go    how links are distributed
//	sameness.go   URLs that show the same page; kinds of URLs that gave too little
//	objects.go    all that is known of a URL; objects_choice.go which URLs there is room for
//	problems.go   problems with their places; what to fix first; the outcome of each URL; the one-page summary
//	hits.go       visits in access logs; response times
//	sites.go      the report of all sites of a run, their links; sites_measures.go their measures
//	budget.go     what a budget of pages brought
//	search.go     the report of a search by agents; search_topics.go its topics and markets, search_pages.go its pages
//	search_tree.go who found what through which link, as a tree; search_drawing.go its picture
//	comparison.go the report of two crawls; changes.go kinds and effects of changes, shifts.go depths and degrees
package report

import (
	"crypto/sha256"
	_ "embed" // the template and the style
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"sitegraph/report/ask"
	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/wording"
)

var (
	//go:embed page.html
	pageTemplate string
	//go:embed style.css
	pageStyle string
	//go:embed report.js
	pageScript string
	//go:embed objects.js
	objectsScript string
	//go:embed search.css
	searchStyle string
)

// Chart is a chart of a report.
type Chart struct {
	Name string // the stem of a file name, such as levels; unique in a report and equal in all reports
	chart.Chart
}

// Picture is a finished part of a page.
type Picture struct {
	HTML template.HTML // must be safe; the policy of the page blocks style and event attributes
	// Style and Script are the contents of a style and a script element.
	Style, Script string
}

type document struct {
	Title, Heading string
	Address        text // of the site
	Facts          []string
	Banners        []banner
	Cards          []card
	Strip          []problemsFound // a summary of the problems below the key figures
	Sections       []section
	Version        string

	Objects template.JS // the URLs that can be opened, as JSON; "" if there are none

	picture Picture
	style   string // besides the style of all reports
	tables  int
	charts  []Chart // of all figures, in order
}

// banner is a remark at the top. A loud one casts doubt on the figures.
type banner struct {
	Loud  bool
	Title string
	Lines []string
}

func (d *document) warn(loud bool, title string, lines ...string) {
	d.Banners = append(d.Banners, banner{loud, title, lines})
}

// warnNotes shows the first notes of a crawl or search.
func (d *document) warnNotes(title string, notes []string) {
	if len(notes) > 0 {
		d.warn(false, title, site.Each(notes[:min(len(notes), rowsShown)], clean)...)
	}
}

// problemsFound is the number of problems of a severity or kind, and the id of the place that lists them.
type problemsFound struct{ Severity, Text, At string }

// Lead returns the sections above the others in full width: what to fix first, and the map.
func (d *document) Lead() []section {
	n := 0
	for n < len(d.Sections) && (d.Sections[n].ID == firstID || d.Sections[n].ID == "map") {
		n++
	}
	return d.Sections[:n]
}

func (d *document) Rest() []section { return d.Sections[len(d.Lead()):] }

type card struct{ Name, Value, Remark string }

type section struct {
	ID, Title string
	Blocks    []block
}

type block struct {
	Text, Title string
	Figure      *figure
	Table       *table
	Fold        *fold
	Findings    []finding
	HTML        template.HTML
}

type fold struct {
	ID      string // "" for none
	Summary string
	Open    bool
	Blocks  []block
}

type figure struct {
	Chart
	Drawing template.HTML // replaces the chart
	Table   *table
}

// paragraphs makes a paragraph of each text that is not empty.
func paragraphs(texts ...string) []block {
	var all []block
	for _, t := range texts {
		if t != "" {
			all = append(all, block{Text: t})
		}
	}
	return all
}

// titled puts a heading above blocks, if there are any.
func titled(title string, blocks ...[]block) []block {
	if all := slices.Concat(blocks...); len(all) > 0 {
		return slices.Insert(all, 0, block{Title: title})
	}
	return nil
}

// blocks shows a table unless it is empty.
func (t table) blocks() []block {
	if len(t.Rows) == 0 {
		return nil
	}
	return []block{{Table: &t}}
}

// folded returns a table that the reader can open, below some sentences.
func folded(summary string, t table, sentences ...string) []block {
	if len(t.Rows) == 0 {
		return nil
	}
	return []block{{Fold: &fold{Summary: summary, Blocks: append(paragraphs(sentences...), t.blocks()...)}}}
}

// addBar adds a bar for a count and its share, unless it is 0.
func addBar(bars []chart.Bar, name string, n, whole int) []chart.Bar {
	if n == 0 {
		return bars
	}
	note := wording.Grouped(n) + " (" + wording.Percent(of(n, whole)) + ")"
	return append(bars, chart.Bar{Name: name, Value: float64(n), Note: note})
}

func barChart(name, title, text string, bars []chart.Bar, t table) []block {
	return described(name, chart.Bars(chart.Words{Title: title, Description: text}, bars), t)
}

func described(name string, c chart.Chart, t table) []block {
	return append(paragraphs(c.Description), charted(name, c, t)...)
}

// charted shows a chart with its numbers, unless it has no data. Names are unique in a document.
func charted(name string, c chart.Chart, t table) []block {
	if c.Empty() {
		return nil
	}
	f := figure{Chart: Chart{name, c}}
	if len(t.Rows) > 0 {
		f.Table = &t
	}
	return []block{{Figure: &f}}
}

// add appends a section, unless it is empty.
func (d *document) add(id, title string, blocks ...[]block) {
	if all := slices.Concat(blocks...); len(all) > 0 {
		d.number(all)
		d.Sections = append(d.Sections, section{id, title, all})
	}
}

// number numbers the tables of a section that have no id yet, and collects its charts.
func (d *document) number(blocks []block) {
	next := func(t *table) {
		if t != nil && t.ID == "" {
			d.tables++
			t.ID = "table-" + strconv.Itoa(d.tables)
		}
	}
	for _, b := range blocks {
		next(b.Table)
		if b.Figure != nil {
			d.charts = append(d.charts, b.Figure.Chart)
			next(b.Figure.Table)
		}
		if b.Fold != nil {
			d.number(b.Fold.Blocks)
		}
	}
}

// Policy forbids the page to load anything. Only the styles and scripts written here apply.
func (d *document) Policy() string {
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src " +
		hash(string(d.Style()))
	if s := d.Script(); s != "" {
		policy += "; script-src " + hash(string(s))
	}
	return policy
}

func (d *document) Style() template.CSS {
	return template.CSS(chart.Style() + ask.Style() + pageStyle + d.style + d.picture.Style)
}

func (d *document) Script() template.JS {
	script := d.picture.Script
	if d.Objects != "" {
		script = ask.Script() + objectsScript + script
	}
	if len(d.Strip) > 0 {
		script = pageScript + script
	}
	return template.JS(script)
}

func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// write checks the parts that are not escaped, and writes the page.
func (d *document) write(w io.Writer) error {
	style, script := strings.ToLower(d.picture.Style), strings.ToLower(d.picture.Script)
	if strings.Contains(style, "</style") || strings.Contains(script, "</script") {
		return fmt.Errorf("write the report of %s: the style or script of its map would end early", d.Title)
	}
	if err := template.Must(template.New("page").Parse(pageTemplate)).Execute(w, d); err != nil {
		return fmt.Errorf("write the report of %s: %w", d.Title, err)
	}
	return nil
}
