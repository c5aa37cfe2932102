package stats

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// Findings trace problems back to where one edit mends them. A template's block of links is one finding, however many
// pages have it. So is a faulty URL that the content of several pages links to. The remaining problems of a kind form
// one finding.
type Findings struct {
	Count  int       `json:"findings"` // number of findings
	Places int       `json:"places"`   // number of places with errors and warnings: a URL on a page, or a page
	Mended int       `json:"mended"`   // number of places that the first findings mend
	First  []Finding `json:"first"`
	All    []Finding `json:"-"` // errors and warnings by the PageRank they touch, errors times three; then notices
}

// Finding is one thing to mend.
type Finding struct {
	Kind     string   `json:"kind"`            // as in [Problem]
	Severity string   `json:"severity"`        // as in [Problem]
	Where    string   `json:"where"`           // a phrase with the number of pages
	Why      string   `json:"why"`             // a sentence
	How      string   `json:"how"`             // a sentence
	Block    string   `json:"block,omitempty"` // the block of all its links, as files of changes name it
	Count    int      `json:"count"`           // number of URLs or pages at fault
	URLs     []string `json:"urls,omitempty"`  // the first URLs at fault
	Pages    int      `json:"pages"`           // number of pages to mend
	Some     []string `json:"some,omitempty"`  // the first pages to mend
	Places   int      `json:"places"`          // number of places with the problems
	PageRank float64  `json:"pagerank"`        // sum over the pages
	// Repair has lines for a file of changes. It is empty if no change expresses the repair.
	Repair []string `json:"repair,omitempty"`

	seen []bool // the pages counted so far; nil for a single URL, because its pages come once
}

const (
	firstFindings = 5
	minInBlock    = 3      // pages linking to a URL from which on we look for its block, reading all pages
	repairsShown  = 100    // most lines in the first findings
	maxRepairs    = 10_000 // most lines in the others
)

// FindFirst traces the problems back to findings. It leaves out those that skip accepts.
func (a *Analysis) FindFirst(skip func(*Occurrence) bool) (_ *Findings, err error) {
	if a.search == nil {
		return nil, nil
	}
	s, keys := &gathering{a.search, a.Values.PageRank, skip, nil, map[[3]string]*Finding{}}, map[string]bool{}
	for i := range s.kinds {
		stands := s.kinds[i].standing()
		err = cmp.Or(err, s.each(&s.kinds[i], func(o *Occurrence) {
			if all := s.keys(o); len(all) > 0 && len(stands(s.finder, o).pages) >= minInBlock {
				for _, key := range all {
					keys[key] = true
				}
			}
		}))
	}
	if s.crawl.Blocks != nil && len(keys) > 0 && err == nil {
		s.blocks, err = s.crawl.Blocks(keys)
	}
	for i := range s.kinds {
		err = cmp.Or(err, s.gather(&s.kinds[i]))
	}
	return s.findings(), err
}

// FixFirst is like [Analysis.FindFirst] for all problems of a crawl, but computes nothing else.
func FixFirst(c *site.Crawl, progress Progress) (*Findings, error) {
	a, err := analyse(c, progress, "PageRank, problems")
	if err != nil {
		return nil, err
	}
	return a.FindFirst(func(*Occurrence) bool { return false })
}

// WriteChanges writes the repairs of all findings to w as a file of changes, each line once. It returns w's error.
func (f *Findings) WriteChanges(w io.Writer) error {
	var b strings.Builder
	written := map[string]bool{}
	for _, g := range f.All {
		on := wording.Count(g.Count, "URL", "URLs") + " " + g.Where
		about := fmt.Sprintf("\n# %s, %s: %s. %s\n", g.Severity, g.Kind, on, g.How)
		for _, line := range g.Repair {
			if !written[line] {
				b.WriteString(about + line + "\n")
				written[line], about = true, ""
			}
		}
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}

type gathering struct {
	*problemSearch
	rank   []float64
	skip   func(*Occurrence) bool
	blocks []site.Block           // the blocks of the links at fault
	of     map[[3]string]*Finding // by kind, block and URL
}

// each calls use for the occurrences of a kind that skip keeps.
func (s *gathering) each(k *kind, use func(*Occurrence)) error {
	for o, err := range s.problemSearch.of(k) {
		if err != nil {
			return err
		}
		o.Kind = k.name
		if !s.skip(&o) {
			use(&o)
		}
	}
	return nil
}

func (s *gathering) gather(k *kind) error {
	if k.places != nil { // an occurrence does not know all its pages
		for p, err := range k.places(s.finder) {
			if err != nil {
				return err
			}
			p.Kind = k.name
			if !s.skip(&p.Occurrence) {
				s.take(k, "", &p.Occurrence, []int{p.Source})
			}
		}
		if f := s.of[[3]string{k.name}]; f != nil {
			f.Count = k.count
		}
		return nil
	}
	stands := k.standing()
	return s.each(k, func(o *Occurrence) {
		pages := stands(s.finder, o).pages
		if len(pages) == 0 && o.Page > 0 {
			pages = []int{o.Page}
		}
		left := map[int]bool{}
		for _, id := range pages {
			left[id] = true
		}
		for _, b := range s.blocks {
			in := map[int]bool{}
			for _, key := range s.keys(o) {
				for _, id := range b.Leads[key] {
					in[id] = true
					delete(left, id)
				}
			}
			if len(in) > 0 {
				s.take(k, b.Name, o, slices.Sorted(maps.Keys(in)))
			}
		}
		if len(left) > 0 || len(pages) == 0 {
			s.take(k, "", o, slices.Sorted(maps.Keys(left)))
		}
	})
}

// keys returns the normalized URLs at fault in a problem of links, and none for a problem of pages.
func (s *gathering) keys(o *Occurrence) (keys []string) {
	if o.Kind == "duplicate-class" {
		return site.Each(o.at, func(alias int32) string { return s.crawl.Aliases[alias].Key })
	} else if o.key != "" {
		keys = []string{o.key}
	}
	return keys
}

func (s *gathering) take(k *kind, block string, o *Occurrence, pages []int) {
	id := [3]string{k.name, block}
	alone := block == "" && o.key != "" && len(pages) > 1 && k.severity != "notice"
	if alone {
		id[2] = o.key
	}
	f := s.of[id]
	if f == nil {
		f = &Finding{Kind: k.name, Severity: k.severity, Why: k.says, How: k.how, Block: block}
		if !alone {
			f.seen = make([]bool, len(s.rank)+1)
		}
		s.of[id] = f
	}
	f.Count++
	f.Places += max(1, len(pages))
	if len(f.URLs) < sourcesListed && !slices.Contains(f.URLs, o.URL) {
		f.URLs = append(f.URLs, o.URL)
	}
	for _, page := range pages {
		if f.seen != nil {
			if f.seen[page] {
				continue
			}
			f.seen[page] = true
		}
		if f.Pages++; len(f.Some) < sourcesListed {
			f.Some = append(f.Some, s.crawl.Graph.Pages[page-1].URL)
		}
		f.PageRank += s.rank[page-1]
	}
	if line := s.repair(k.verb, o); line != "" && len(f.Repair) < maxRepairs {
		f.Repair = append(f.Repair, line)
	}
}

// repair returns a line for a file of changes that mends an occurrence, or "".
func (s *gathering) repair(verb string, o *Occurrence) string {
	what, ok := site.Exactly(cmp.Or(o.key, o.URL), s.origin)
	switch {
	case !ok || verb == "":
		return ""
	case verb == "canonical":
		return verb + " " + what + " " + what
	case verb == "drop-links-to":
		return verb + " " + what
	case o.Page == 0:
		return ""
	}
	page := &s.crawl.Graph.Pages[o.Page-1]
	to, ok := site.Exactly(page.Key, s.origin)
	switch text := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(wording.Line(cmp.Or(page.Title, to))); {
	case !ok:
		return ""
	case verb == "add-link":
		return fmt.Sprintf(`%s /$ %s "%s" main`, verb, to, text)
	}
	return verb + " " + what + " " + to
}

func (s *gathering) findings() *Findings {
	all := &Findings{Count: len(s.of), First: []Finding{}}
	for _, f := range s.of {
		f.PageRank = Round(f.PageRank)
		s.describe(f)
		if f.Severity != "notice" {
			all.Places += f.Places
		}
		all.All = append(all.All, *f)
	}
	site.Sort(all.All, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Block, b.Block), slices.Compare(a.URLs, b.URLs))
	})
	for _, f := range all.All[:min(len(all.All), firstFindings)] {
		if f.Severity != "notice" {
			all.Mended += f.Places
		}
		f.Repair = f.Repair[:min(len(f.Repair), repairsShown)]
		all.First = append(all.First, f)
	}
	return all
}

func (f *Finding) weight() float64 {
	switch f.Severity {
	case "error":
		return 1 + 3*f.PageRank
	case "warning":
		return 1 + f.PageRank
	}
	return f.PageRank - 1
}

func (s *gathering) describe(f *Finding) {
	all, once := len(s.rank), f.Block != ""
	on := wording.Count(f.Pages, "page", "pages")
	if f.Pages > 1 && 10*f.Pages > 9*all {
		once = true
		if on = "all " + on; f.Pages < all {
			on = fmt.Sprintf("%s of %s", wording.Grouped(f.Pages), wording.Count(all, "page", "pages"))
		}
	}
	switch i := slices.IndexFunc(s.blocks, func(b site.Block) bool { return b.Name == f.Block }); {
	case i >= 0:
		in := map[site.LinkPlace]string{site.PlaceFooter: "the footer", site.PlaceHeader: "the header",
			site.PlaceAside: "a side box"}[s.blocks[i].Place]
		f.Where = fmt.Sprintf("in %s of %s (%s)", cmp.Or(in, "a menu"), on, f.Block)
	case f.Pages == 0:
		f.Where = "on no page"
	default:
		f.Where = "on " + on
	}
	if once {
		f.How = strings.TrimSuffix(f.How, ".") + ": once, in the template."
	}
}
