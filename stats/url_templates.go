package stats

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

const (
	templatesListed = 50 // most templates listed
	// A template keeps a name that one in templateShare of the pages, and at least templatePages, have in its place.
	templateShare, templatePages = 50, 3
	templateDepth                = 12 // number of segments of a path that are examined
)

// Template is a pattern that many URLs follow, such as "/news/{number}/{word}.html". At most 50 are listed.
type Template struct {
	Template string `json:"template"` // the pattern
	Pages    int    `json:"pages"`    // number of URLs that follow it
	Example  string `json:"example"`  // the URL of its first page
}

// describeTemplates returns the URL patterns by falling number of pages, and the index of each page's pattern, or -1 if
// it is not listed. From the root on it divides pages that agree so far by their next segment:
//
//   - Digits become {number}, dates like 2024-01-31 {date}, UUIDs and eight or more hexadecimal digits {hex}.
//   - A name is kept if a fiftieth of all pages and at least three have it there, or if it is the only one.
//     The others become {word}.
//   - An ending like .html is kept if as many pages have it, or if it is the only one.
//
// The query lists its parameter names, sorted, with {value}. After twelve segments comes {rest}.
func describeTemplates(g *site.Graph) ([]Template, []int32) {
	t := newTemplater(g)
	t.divide(pattern{depth: 1, to: len(g.Pages)})
	site.Sort(t.found, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Template.Template, b.Template.Template))
	})
	list, place := []Template{}, slices.Repeat([]int32{-1}, len(t.steps))
	for k, found := range t.found[:min(len(t.found), templatesListed)] {
		list = append(list, found.Template)
		for _, s := range t.steps[found.from:found.to] {
			place[s.page] = int32(k)
		}
	}
	return list, place
}

type templater struct {
	graph *site.Graph
	least int    // minimum number of pages for a name to be kept
	steps []step // all pages; those that agree are adjacent
	found []group
}

// group is a finished template with the range of its pages.
type group struct {
	Template
	from, to int
}

// pattern is a range of pages whose paths agree up to a depth.
type pattern struct {
	prefix   string
	depth    int
	from, to int
}

type step struct {
	page         int32
	at           int32 // where the rest of the path begins
	kind         segmentKind
	name, ending string // the segment if it is a word; the ending of other segments
}

func newTemplater(g *site.Graph) *templater {
	n := len(g.Pages)
	t := &templater{graph: g, least: max(templatePages, (n+templateShare-1)/templateShare), steps: make([]step, n)}
	for i := range t.steps {
		t.steps[i].page = int32(i)
	}
	return t
}

func (t *templater) divide(p pattern) {
	if p.depth > templateDepth {
		t.close(p, p.prefix+"/{rest}")
		return
	}
	steps := t.steps[p.from:p.to]
	for i := range steps {
		t.read(&steps[i])
	}
	sortSteps(steps)
	t.forget(steps, func(s *step) string { return s.name }, func(s *step) {
		s.kind, s.name = segmentWord, ""
	})
	sortSteps(steps)
	t.forget(steps, func(s *step) string { return s.ending }, func(s *step) { s.ending = "" })
	sortSteps(steps)
	for from, to := range runs(steps, func(a, b *step) bool { return compareSteps(*a, *b) == 0 }) {
		next := pattern{prefix: p.prefix, depth: p.depth + 1, from: p.from + from, to: p.from + to}
		if steps[from].kind == segmentEnd {
			t.query(next)
			continue
		}
		next.prefix += "/" + steps[from].kind.pattern(steps[from].name, steps[from].ending)
		t.divide(next)
	}
}

func (t *templater) read(s *step) {
	path, _ := splitURL(t.graph.Pages[s.page].URL)
	s.kind, s.name, s.ending = segmentEnd, "", ""
	if int(s.at) >= len(path) {
		return
	}
	segment := path[s.at+1:]
	if slash := strings.IndexByte(segment, '/'); slash >= 0 {
		segment = segment[:slash]
	}
	s.at += int32(1 + len(segment))
	s.kind, s.name, s.ending = classify(segment)
}

// forget drops a value that too few pages have, unless it is the only one of its kind. Empty values stay.
func (t *templater) forget(steps []step, value func(*step) string, drop func(*step)) {
	alike := func(a, b *step) bool { return a.kind == b.kind }
	for from, to := range runs(steps, alike) {
		group := steps[from:to]
		same := func(a, b *step) bool { return value(a) == value(b) }
		values := 0
		for first := range runs(group, same) {
			if value(&group[first]) != "" {
				values++
			}
		}
		for first, last := range runs(group, same) {
			if values < 2 || value(&group[first]) == "" || last-first >= t.least {
				continue
			}
			for i := first; i < last; i++ {
				drop(&group[i])
			}
		}
	}
}

// query divides pages with the same path pattern by the names of their parameters.
func (t *templater) query(p pattern) {
	steps := t.steps[p.from:p.to]
	for i := range steps {
		_, query := splitURL(t.graph.Pages[steps[i].page].URL)
		steps[i].name = queryPattern(query)
	}
	sortSteps(steps)
	for from, to := range runs(steps, func(a, b *step) bool { return a.name == b.name }) {
		t.close(pattern{from: p.from + from, to: p.from + to}, p.prefix+steps[from].name)
	}
}

func (t *templater) close(p pattern, text string) {
	first := t.steps[p.from].page
	for _, s := range t.steps[p.from:p.to] {
		first = min(first, s.page)
	}
	found := Template{Template: text, Pages: p.to - p.from, Example: t.graph.Pages[first].URL}
	t.found = append(t.found, group{found, p.from, p.to})
}

func sortSteps(steps []step) { site.Sort(steps, compareSteps) }

func compareSteps(a, b step) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.ending, b.ending), cmp.Compare(a.name, b.name))
}

const parametersListed = 100

// Parameter is a parameter name in the queries of page URLs.
type Parameter struct {
	Name   string `json:"name"`   // as written
	Pages  int    `json:"pages"`  // number of pages with it
	Values int    `json:"values"` // number of distinct values
}

// queryParameters returns the hundred parameters that most pages have; ties go by name. Names and values stay as
// written, except that "a" and "a=" are the same.
func queryParameters(g *site.Graph) []Parameter {
	type use struct{ name, value string }
	byName, known, last := map[string]*Parameter{}, map[use]bool{}, map[string]int{}
	for i := range g.Pages {
		_, query := splitURL(g.Pages[i].URL)
		for parameter := range strings.SplitSeq(query, "&") {
			if parameter == "" {
				continue
			}
			name, value, _ := strings.Cut(parameter, "=")
			if byName[name] == nil {
				byName[name] = &Parameter{Name: name}
			}
			if last[name] != i+1 {
				last[name] = i + 1
				byName[name].Pages++
			}
			if u := (use{name, value}); !known[u] {
				known[u] = true
				byName[name].Values++
			}
		}
	}
	found := []Parameter{}
	for _, p := range byName {
		found = append(found, *p)
	}
	site.Sort(found, func(a, b Parameter) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Name, b.Name))
	})
	return found[:min(len(found), parametersListed)]
}
