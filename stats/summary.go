package stats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

// Summary holds the figures of one site, as in stats.json. Shares, means, densities and PageRank have at most nine
// significant digits. No value is NaN or infinite, and a mean over nothing is 0. Degrees count self-loops.
type Summary struct {
	Site string `json:"site"` // the origin
	// Ended says how the crawl ended. Unless Complete, figures cover only the pages seen, or are Unknown and null.
	Ended     string    `json:"ended"`
	Complete  bool      `json:"complete"`
	Unknown   []Unknown `json:"unknown,omitempty"`
	Pages     int       `json:"pages"`      // number of nodes
	Links     int       `json:"links"`      // sum of the arcs' weights
	Arcs      int       `json:"arcs"`       // distinct ordered pairs
	SelfLoops int       `json:"self_loops"` // arcs from a page to itself
	// Density is the number of proper arcs over n(n-1) (Wasserman and Faust, Social Network Analysis, 1994, 4.3).
	Density float64 `json:"density"`
	// Reciprocity is the share of proper arcs whose reverse is also an arc (Garlaschelli and Loffredo,
	// Phys. Rev. Lett. 93, 268701, 2004, formula 1).
	Reciprocity   float64       `json:"reciprocity"`
	Sinks         int           `json:"sinks"`          // number of pages without an arc to another page
	ExternalLinks ExternalLinks `json:"external_links"` // links to other sites
	// Outside has all hosts of these links; stats.json has only the first.
	Outside Outside `json:"-"`
	Levels  []Level `json:"levels"` // ascending, without levels that have no pages

	// The other measures of the graph are defined by their types.
	InDegree   Degrees         `json:"in_degree"`
	OutDegree  Degrees         `json:"out_degree"`
	Components StrongComponent `json:"scc"`
	Weak       WeakComponent   `json:"weak"`
	BowTie     BowTie          `json:"bow_tie"`
	Return     Return          `json:"return"`
	Depth      Depth           `json:"depth"`
	Distances  Distances       `json:"distances"`
	Dominators Dominators      `json:"dominators"`

	// Centrality and cohesion.
	PageRank      PageRankSummary    `json:"pagerank"`
	HITS          HITSSummary        `json:"hits"`
	Betweenness   BetweennessSummary `json:"betweenness"`
	Cores         Cores              `json:"cores"`
	Clustering    Clustering         `json:"clustering"`
	Assortativity Assortativity      `json:"assortativity"`
	JointDegree   []JointDegree      `json:"joint_degree"`

	Content *Content `json:"content,omitempty"` // links in the content; nil if places are unknown

	// Groups of pages, patterns of URLs, and the kinds of problems that occur.
	Communities Communities `json:"communities"`
	Directories Directories `json:"directories"`
	Templates   []Template  `json:"templates"`
	Parameters  []Parameter `json:"parameters"`
	Problems    []Problem   `json:"problems"`
	// FixFirst traces the problems to where they are mended. It is nil for a search by agents.
	FixFirst *Findings `json:"fix_first,omitempty"`

	States     map[site.State]int `json:"states"`      // number of URLs in the ledger by state
	LoginWalls int                `json:"login_walls"` // number of login forms that unrelated URLs show

	Declared *Declared `json:"declared,omitempty"` // links declared to programs; nil for none

	Reach *Reach `json:"reach,omitempty"` // pages that robots reach; nil unless the settings name robots

	Traps []Trap `json:"traps,omitempty"` // kinds of URLs that gave hardly anything new

	Linked *Linked `json:"linked,omitempty"` // checked URLs that are not pages; nil for none

	Watched *Watched `json:"watched,omitempty"` // nil if the site was not watched
}

// ExternalLinks counts the links to other sites, with multiplicity.
type ExternalLinks struct {
	Total int     `json:"total"` // on all pages
	Mean  float64 `json:"mean"`  // per page
	// Hosts and URLs (normalized) count the distinct targets, Top lists the 100 hosts with most links. They are
	// empty for a search by agents and for a folder without external.csv.
	Hosts int           `json:"hosts,omitempty"`
	URLs  int           `json:"urls,omitempty"`
	Top   []OutsideHost `json:"top,omitempty"`
}

// Method says how a figure was computed that would be too expensive to compute exactly on a large graph.
type Method struct {
	Name    string `json:"name"`              // "exact" or "sampled"
	Samples int    `json:"samples,omitempty"` // number of pages drawn; 0 if exact
	Seed    uint64 `json:"seed,omitempty"`
	// Error bounds or estimates the error of the values; ErrorIs says which, and the unit. 0 if exact.
	Error         float64 `json:"error,omitempty"`
	ErrorIs       string  `json:"error_is,omitempty"`
	StandardError float64 `json:"standard_error,omitempty"` // standard error of the greatest value; 0 if unknown
}

// TopPage is one of the ten pages with the greatest value, sorted by falling rounded value, then by id.
type TopPage struct {
	ID    int     `json:"id"` // in all files, from 1
	URL   string  `json:"url"`
	Title string  `json:"title"`
	Value float64 `json:"value"`
}

const topLength = 10

func top[T int | int32 | float64](g *site.Graph, values []T) []TopPage {
	best := Greatest(values)
	addAddresses(g, best)
	return best
}

func addAddresses(g *site.Graph, list []TopPage) {
	for k := range list {
		p := &g.Pages[list[k].ID-1]
		list[k].URL, list[k].Title = p.URL, p.Title
	}
}

// Greatest lists the greatest values of pages, with ids from 1. It compares rounded values, so that pages that
// differ only in the last bits stay in order.
func Greatest[T int | int32 | float32 | float64](values []T) []TopPage {
	best := []TopPage{}
	for i := range values {
		v := Round(float64(values[i]))
		k := len(best)
		for k > 0 && best[k-1].Value < v {
			k--
		}
		if k == topLength {
			continue
		}
		best = slices.Insert(best, k, TopPage{ID: i + 1, Value: v})
		best = best[:min(len(best), topLength)]
	}
	return best
}

// shortList matches a list of a few numbers as encoding/json indents it. JSON strings contain no line breaks.
var shortList = regexp.MustCompile(`\[\n\s+[-+.\de]+(?:,\n\s+[-+.\de]+){0,3}\n\s+\]`)

var between = regexp.MustCompile(`\n\s+`)

// WriteJSON writes the summary as indented JSON (RFC 8259), with null for unknown figures. Equal summaries give
// equal bytes. Invalid UTF-8 becomes replacement characters. It returns w's error.
func WriteJSON(w io.Writer, s Summary) error {
	text, err := s.encode()
	return writeJSON(w, "stats of "+s.Site, text, err)
}

func writeJSON(w io.Writer, what string, text []byte, err error) error {
	if err == nil {
		_, err = w.Write(inLines(text))
	}
	if err != nil {
		return fmt.Errorf("write %s as JSON: %w", what, err)
	}
	return nil
}

func inLines(text []byte) []byte {
	return shortList.ReplaceAllFunc(text, func(list []byte) []byte {
		list = between.ReplaceAll(list, []byte(" "))
		return append(append([]byte("["), bytes.TrimSpace(list[1:len(list)-1])...), ']')
	})
}

func share(part, whole int) float64 { return quotient(float64(part), float64(whole)) }

// quotient returns part/whole, rounded, or 0 if whole is 0.
func quotient(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return Round(part / whole)
}

// digits is limited, because more would show the remaining error of PageRank (see tolerance) and break ties by it.
const digits = 9

// Round rounds a value to nine significant digits, as in the files.
func Round(x float64) float64 { return wording.Significant(x, digits) }

// Trap is a kind of URLs that the crawl deferred because it gave hardly anything new, such as an endless calendar.
type Trap struct {
	Kind     string  `json:"kind"` // as in rules.csv
	Requests int     `json:"requests"`
	Share    float64 `json:"share"`   // share of all requests, 0 to 1; 0 if unknown
	New      int     `json:"new"`     // number of pages with new content
	Waiting  int     `json:"waiting"` // number of URLs not fetched
	Example  string  `json:"example"`
	Exclude  string  `json:"exclude,omitempty"` // value for the setting exclude that leaves it out; "" if none
}

func traps(s *site.Sameness) (all []Trap) {
	if s == nil {
		return nil
	}
	for _, k := range s.Shapes {
		if k.Deferred {
			all = append(all, Trap{Kind: k.Shape, Requests: k.Requests, Share: Round(k.Share()), New: k.New,
				Waiting: k.Waiting, Example: k.Example, Exclude: k.Exclude})
		}
	}
	return all
}

// Unknown is a figure that unfetched pages could change in any way. Other figures describe the fetched pages.
type Unknown struct {
	Figure string `json:"figure"` // key in stats.json
	Reason string `json:"reason"` // a clause that says why it is unknown
}

const (
	linksUnread  = "these pages may link to pages that were not fetched"
	pathsUnread  = "there may be paths through pages that were not fetched"
	reachedOnce  = "other ways to these pages may lead through pages that were not fetched"
	nearerUnread = "paths through pages that were not fetched may be shorter"
)

// unknownFigures returns the unknown figures of an incomplete crawl. A search has none, because it covers many sites.
func unknownFigures(c *site.Crawl) []Unknown {
	if c.Complete || c.Searched != nil {
		return nil
	}
	return []Unknown{{"sinks", linksUnread}, {"scc", pathsUnread}, {"bow_tie", pathsUnread},
		{"return", pathsUnread}, {"distances", nearerUnread}, {"dominators", reachedOnce}}
}

// UnknownBecause returns why a figure is unknown, or "" if it is known.
func (s *Summary) UnknownBecause(figure string) string {
	i := slices.IndexFunc(s.Unknown, func(u Unknown) bool { return u.Figure == figure })
	if i < 0 {
		return ""
	}
	return s.Unknown[i].Reason
}

// encode writes JSON with null for unknown figures. A value ends where the next key of the same depth begins.
func (s *Summary) encode() ([]byte, error) {
	text, err := indented(s)
	if err != nil {
		return nil, err
	}
	for _, u := range s.Unknown {
		head, value, _ := bytes.Cut(text, []byte("\n  \""+u.Figure+"\": "))
		end := bytes.Index(value, []byte(",\n  \""))
		text = slices.Concat(head, []byte("\n  \""+u.Figure+"\": null"), value[end:])
	}
	return text, nil
}

func indented(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the & of URLs stays readable
	e.SetIndent("", "  ")
	err := e.Encode(value)
	return b.Bytes(), err
}

// Figure is a number that may be unknown, which JSON writes as null.
type Figure float64

// UnknownFigure returns the unknown number.
func UnknownFigure() Figure { return Figure(math.NaN()) }

// Known reports whether the number is known.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) }

// MarshalJSON writes the number, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads the number, or null.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = UnknownFigure()
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}
