package compare

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// Options say how to compare two crawls. [SettingsDiff] derives them from the settings of the crawls.
type Options struct {
	// IgnoreContent means that hashes are not comparable, for instance after different duplicate keys. Then no page
	// counts as changed or moved.
	IgnoreContent bool
	// Moved maps the normalized URL of a page in A to its URL in B. It is nil if moves are unknown.
	Moved    func(key string) (to string, ok bool)
	Forecast bool     // whether B is a forecast of the site after changes to A
	Notes    []string // remarks for the summary
}

// Difference is the change from a crawl A to a crawl B, neither of which may be modified. Goroutines may share it, and
// its sequences can be read repeatedly.
type Difference struct {
	a, b     *version
	content  bool // whether contents were compared
	summary  Summary
	problems *problems         // nil if they were not compared
	moved    map[string]string // maps the URLs of moved pages in A to those in B
}

// New compares two crawls.
func New(a, b *site.Crawl, o Options) *Difference {
	d := &Difference{a: newVersion(a), b: newVersion(b), content: !o.IgnoreContent}
	if !ofSites(a, b) {
		d.a.origin, d.b.origin = "", ""
	}
	if o.Moved != nil {
		d.moved = pairMoved(d.a, d.b, o.Moved)
	}
	join(d.a, d.b, (*version).key)
	if d.content {
		join(d.a, d.b, (*version).hash)
	}
	d.summary = d.summarise(a, b, o)
	return d
}

// Summary returns the counts.
func (d *Difference) Summary() Summary { return d.summary }

// Graphs returns the graphs of both crawls.
func (d *Difference) Graphs() (a, b *site.Graph) { return d.a.graph, d.b.graph }

// Change is the fate of a page or an arc.
type Change string

// A page has the first change that fits. A Moved or Changed page may also have another depth or degree.
const (
	Removed    Change = "removed"    // in A only
	Added      Change = "added"      // in B only
	Moved      Change = "moved"      // the same content under another normalized URL
	Changed    Change = "changed"    // other content under the same normalized URL
	Shifted    Change = "shifted"    // another depth or degree, nothing else
	Reweighted Change = "reweighted" // an arc with another number of links
	Kept       Change = "kept"       // none of the above
)

// State describes a page in one of the crawls.
type State struct {
	URL       string `json:"url"` // URL, Key, Hash and Title are as in the graph
	Key       string `json:"-"`
	Hash      string `json:"-"`
	Title     string `json:"title"`
	Level     int    `json:"depth"`
	InDegree  int    `json:"in_degree"`  // in arcs, self-loops included
	OutDegree int    `json:"out_degree"` // likewise
}

// PageChange is the change of one page.
type PageChange struct {
	Change Change `json:"change"`          // its change
	A      State  `json:"before,omitzero"` // zero if A lacks the page
	B      State  `json:"after,omitzero"`  // zero if B lacks the page
}

// Pages yields the pages that differ, by id in A, then the added ones by id in B. It skips those Kept.
func (d *Difference) Pages() iter.Seq[PageChange] {
	return func(yield func(PageChange) bool) {
		differs := func(i, j uint32) bool {
			c := d.pageChange(i, j)
			return c.Change == Kept || yield(c)
		}
		for i, partner := range d.a.partner {
			if !differs(uint32(i), partner) {
				return
			}
		}
		for j, partner := range d.b.partner {
			if partner == none && !differs(none, uint32(j)) {
				return
			}
		}
	}
}

// pageChange compares page i of A with page j of B; either may be none.
func (d *Difference) pageChange(i, j uint32) PageChange {
	if i == none {
		return PageChange{Change: Added, B: d.b.state(j)}
	}
	if j == none {
		return PageChange{Change: Removed, A: d.a.state(i)}
	}
	c := PageChange{Change: Kept, A: d.a.state(i), B: d.b.state(j)}
	switch {
	case d.a.key(i) != d.b.key(j):
		c.Change = Moved
	case d.content && c.A.Hash != c.B.Hash && c.A.Hash != "" && c.B.Hash != "":
		c.Change = Changed
	case c.A.Level != c.B.Level || c.A.InDegree != c.B.InDegree || c.A.OutDegree != c.B.OutDegree:
		c.Change = Shifted
	}
	return c
}

func (v *version) state(i uint32) State {
	p := &v.graph.Pages[i]
	return State{URL: p.URL, Key: p.Key, Hash: p.Hash, Title: p.Title, Level: p.Level,
		InDegree: v.in[i], OutDegree: v.graph.OutDegree(int(i))}
}

// Union yields every page of both crawls once, by depth and normalized URL, which are B's if B has the page.
func (d *Difference) Union() iter.Seq[PageChange] {
	return func(yield func(PageChange) bool) {
		for i, j := range d.union() {
			if !yield(d.pageChange(i, j)) {
				return
			}
		}
	}
}

func (d *Difference) union() iter.Seq2[uint32, uint32] {
	return func(yield func(i, j uint32) bool) {
		next := 0 // the next page of A
		for j, partner := range d.b.partner {
			for ; next < len(d.a.partner) && (d.a.partner[next] != none || d.before(next, j)); next++ {
				if d.a.partner[next] == none && !yield(uint32(next), none) {
					return
				}
			}
			if !yield(partner, uint32(j)) {
				return
			}
		}
		for ; next < len(d.a.partner); next++ {
			if d.a.partner[next] == none && !yield(uint32(next), none) {
				return
			}
		}
	}
}

func (d *Difference) before(i, j int) bool {
	a, b := &d.a.graph.Pages[i], &d.b.graph.Pages[j]
	return cmp.Or(cmp.Compare(a.Level, b.Level), strings.Compare(d.a.key(uint32(i)), d.b.key(uint32(j)))) < 0
}

// places returns the number of every page of A and of B in Union, from 1.
func (d *Difference) places() (inA, inB []uint32) {
	inA, inB = make([]uint32, len(d.a.partner)), make([]uint32, len(d.b.partner))
	n := uint32(0)
	for i, j := range d.union() {
		n++
		if i != none {
			inA[i] = n
		}
		if j != none {
			inB[j] = n
		}
	}
	return inA, inB
}

// renamed maps old names of settings to current ones.
var renamed = map[string]string{
	"sites.max_level":         "sites.max_depth",
	"sites.downloads_at_once": "sites.connections_per_host",
}

func withNewNames(settings map[string]string) map[string]string {
	now := make(map[string]string, len(settings))
	for name, value := range settings {
		now[cmp.Or(renamed[name], name)] = value
	}
	return now
}

// SettingsDiff returns how to compare crawls with these settings (section.key → value): whether equal hashes mean
// equal content. The notes list differing settings that decide about pages and arcs.
func SettingsDiff(a, b map[string]string) Options {
	a, b = withNewNames(a), withNewNames(b)
	var o Options
	if reason := incomparable(a, b); reason != "" {
		o.IgnoreContent = true
		o.Notes = append(o.Notes, "contents are not compared, and no page counts as moved or changed: "+reason)
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if decides(name) && a[name] != b[name] {
			o.Notes = append(o.Notes, fmt.Sprintf("[%s was %s and %s: not every difference is a change of the site",
				strings.Replace(name, ".", "] ", 1), named(a[name]), named(b[name])))
		}
	}
	return o
}

func incomparable(a, b map[string]string) string {
	switch key, other := a["duplicates.key"], b["duplicates.key"]; {
	case key != other:
		return fmt.Sprintf("[duplicates] key was %s and %s", named(key), named(other))
	case key == "none":
		return "[duplicates] key = none, by which no two pages are alike"
	case key == "text" && (a["walk.elements"] != b["walk.elements"] || a["walk.url_profile"] != b["walk.url_profile"]):
		return "[duplicates] key = text, which looks at the links too, and [walk] elements or url_profile differ"
	}
	return ""
}

// decides reports whether a setting affects which pages and arcs a crawl has.
func decides(name string) bool {
	return strings.HasPrefix(name, "walk.") || strings.HasPrefix(name, "limits.") ||
		slices.Contains([]string{"sites.max_depth", "download.max_body", "export.self_loops", "robots.robots"}, name)
}

func named(value string) string { return cmp.Or(wording.Begin(value, 61), "empty") }
