package stats

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

// Summary is the numbers of one site, as in stats.json. Shares, means, densities and PageRank have at most
// nine significant digits; none is NaN or infinite, a mean of nothing is 0. Degrees count self-loops.
type Summary struct {
	Site string `json:"site"` // the origin
	// Ended says how the crawl ended. Unless it is Complete numbers are of what was seen, or Unknown and null.
	Ended     string    `json:"ended"`
	Complete  bool      `json:"complete"`
	Unknown   []Unknown `json:"unknown,omitempty"`
	Pages     int       `json:"pages"`      // the nodes
	Links     int       `json:"links"`      // the sum of the arcs' weights
	Arcs      int       `json:"arcs"`       // unique ordered pairs
	SelfLoops int       `json:"self_loops"` // from a page to itself
	// Density is the proper arcs over n(n-1) (Wasserman and Faust, Social Network Analysis, 1994, 4.3).
	Density float64 `json:"density"`
	// Reciprocity is the share of the proper arcs whose reverse is an arc too (Garlaschelli and Loffredo,
	// Phys. Rev. Lett. 93, 268701, 2004, formula 1).
	Reciprocity   float64       `json:"reciprocity"`
	Sinks         int           `json:"sinks"`          // the number of pages without an arc to another page
	ExternalLinks ExternalLinks `json:"external_links"` // the links to other sites
	// Outside has all hosts that they lead to; stats.json has the first of them.
	Outside Outside `json:"-"`
	Levels  []Level `json:"levels"` // ascending, without the levels that have no page

	// The other measures of the graph; each type has the definition.
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

	Content *Content `json:"content,omitempty"` // of the links in the content; nil where places are unknown

	// Groups of pages, patterns of URLs, and kinds of problems that occur.
	Communities Communities `json:"communities"`
	Directories Directories `json:"directories"`
	Templates   []Template  `json:"templates"`
	Parameters  []Parameter `json:"parameters"`
	Problems    []Problem   `json:"problems"`
	// FixFirst are the problems led back to where they are mended; nil for a search by agents.
	FixFirst *Findings `json:"fix_first,omitempty"`

	States     map[site.State]int `json:"states"`      // how many URLs of the ledger each state has
	LoginWalls int                `json:"login_walls"` // forms for logging in that unrelated URLs show

	Declared *Declared `json:"declared,omitempty"` // what programs are told; nil for nothing

	Reach *Reach `json:"reach,omitempty"` // says what robots reach; nil unless the settings name some

	Traps []Trap `json:"traps,omitempty"` // kinds of URLs that gave hardly anything new

	Linked *Linked `json:"linked,omitempty"` // what was checked besides pages; nil for nothing

	Watched *Watched `json:"watched,omitempty"` // nil for a site that was not watched
}

// ExternalLinks counts the links to other sites, with multiplicity: on all pages, and per page.
type ExternalLinks struct {
	Total int     `json:"total"` // on all pages
	Mean  float64 `json:"mean"`  // per page
	// Hosts and URLs, normalized, count where they lead; Top are the 100 hosts with most links. A search by
	// agents, and a folder without external.csv, have none.
	Hosts int           `json:"hosts,omitempty"`
	URLs  int           `json:"urls,omitempty"`
	Top   []OutsideHost `json:"top,omitempty"`
}

// Method says how a number was computed that is too expensive to compute exactly on large graphs.
type Method struct {
	Name    string `json:"name"`              // "exact" or "sampled"
	Samples int    `json:"samples,omitempty"` // the pages drawn; 0 if exact
	Seed    uint64 `json:"seed,omitempty"`
	// Error bounds or estimates the error of the values; ErrorIs says which and in what unit. 0 if exact.
	Error         float64 `json:"error,omitempty"`
	ErrorIs       string  `json:"error_is,omitempty"`
	StandardError float64 `json:"standard_error,omitempty"` // of the greatest value; 0 if not known
}

// TopPage is one of the ten pages with the greatest value, descending as written, equal ones ascending by id.
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

// Greatest lists the greatest values of pages, by ids from 1. They are compared as rounded, so that pages
// alike but for the last bits are in order.
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

// shortList is a list of a few numbers as encoding/json indents it. JSON strings hold no line break.
var shortList = regexp.MustCompile(`\[\n\s+[-+.\de]+(?:,\n\s+[-+.\de]+){0,3}\n\s+\]`)

var between = regexp.MustCompile(`\n\s+`)

// WriteJSON writes the summary as indented JSON (RFC 8259), null for what is unknown: equal summaries give
// equal bytes. Text that is not UTF-8 gets replacement characters. The error is w's.
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

// quotient returns part/whole, rounded; 0 when there is no whole.
func quotient(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return Round(part / whole)
}

// digits: more would show the error that PageRank has left (see tolerance), and break ties by it.
const digits = 9

// Round returns a value as the files write it, with nine significant digits.
func Round(x float64) float64 { return wording.Significant(x, digits) }

// Trap is a kind of URLs that came last, since it gave hardly anything new: an endless calendar, say.
type Trap struct {
	Kind     string  `json:"kind"` // as in rules.csv
	Requests int     `json:"requests"`
	Share    float64 `json:"share"`   // of all requests, 0 to 1; 0 if it is not known
	New      int     `json:"new"`     // pages with a content of their own
	Waiting  int     `json:"waiting"` // URLs that were not fetched
	Example  string  `json:"example"`
	Exclude  string  `json:"exclude,omitempty"` // a setting exclude without them, "" if none
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
