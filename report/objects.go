package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"sitegraph/site"
	"sitegraph/wording"
)

// The URLs that can be opened in a report have these limits.
const (
	objectsBudget  = 2_000_000 // bytes of their data without problems and texts
	problemsBudget = 500_000   // bytes of their problems
	textsBudget    = 500_000   // bytes of the texts of their links
	maxObjects     = 20_000    // pages, and also other URLs
	longestObject  = 2_000     // bytes of a URL
	objectProblems = 20        // of a URL
	objectLinkers  = 100       // of a URL that is not a page
	maxOrphans     = 5_000     // of the site
	linkTexts      = 3         // of a page to a URL
)

// objects are the URLs that a reader can open: pages and other URLs of the site. objects.js shows them.
type objects struct {
	Note       string `json:"note"`       // which URLs are missing, "" if none
	Incomplete string `json:"incomplete"` // what an incomplete crawl does not know, "" for a complete one
	Unkept     string `json:"unkept"`     // why there are no anchor texts, "" if there are
	// Objects refer to Measures, Places and Texts by their indices.
	Measures []string              `json:"measures"`
	Places   []string              `json:"places"`
	Texts    []string              `json:"texts"`
	States   map[site.State]string `json:"states"` // the meanings of the states that occur
	URLs     []*object             `json:"urls"`
	// Robots has the pages that a robot does not reach, as indices, nil if that is unknown. Orphans are pages that no
	// link reaches, nil if no sitemap was read.
	Robots  map[string][]int32 `json:"robots"`
	Orphans []string           `json:"orphans"`

	at    map[string]int32 // indices of URLs by key
	texts map[string]int   // indices of Texts
	spent int              // bytes of texts
}

// object is one URL. It refers to others by index, where -1 means none.
type object struct {
	URL   string `json:"u"`
	Title string `json:"t,omitempty"`
	ID    int    `json:"id,omitempty"` // of a page, as in all files
	Depth int    `json:"d"`
	// State, Why and Status come from the ledger. A page has none.
	State    site.State    `json:"s,omitempty"`
	Why      string        `json:"w,omitempty"`
	Status   int           `json:"c,omitempty"`
	To       int32         `json:"g"`           // the page that the URL leads to
	Before   int32         `json:"b"`           // the previous page on a shortest path from the start page
	Measures [][2]string   `json:"m,omitempty"` // values and ranks, in the order of objects.Measures
	In       int           `json:"i,omitempty"` // degrees
	Out      int           `json:"o,omitempty"`
	Links    []*objectLink `json:"l,omitempty"` // of a page
	Linkers  []*objectLink `json:"k,omitempty"` // pages that link to a URL that is not a page
	Facts    [][2]string   `json:"f,omitempty"` // names and values
	Problems [][3]string   `json:"e,omitempty"` // severities, kinds and details
}

type objectLink struct {
	other int32
	links int
	place site.LinkPlace
	texts []int
}

// MarshalJSON writes the other URL, the number of links, the place and the texts as one list.
func (l *objectLink) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]int{int(l.other), l.links, int(l.place)}, l.texts...))
}

// objects gathers as many URLs of the site as fit the budget. The error comes from the crawl's sequences.
func (rep *siteReport) objects() ([]byte, error) {
	if len(rep.graph.Pages) == 0 || rep.in.Crawl.Site == "" {
		return nil, nil
	}
	before, _ := rep.graph.PathsFrom(0)
	named := namedIn(rep.Sections)
	pages := preferred(rep.graph, rep.values.PageRank, before, named)
	others, err := otherURLs(rep.in.Crawl, named)
	if err != nil {
		return nil, err
	}
	ranks := ranksOf(rep.graph, rep.values)
	for p, o := min(len(pages), maxObjects), min(len(others), maxObjects); ; {
		all := rep.gather(pages[:p], others[:o], before, ranks)
		if p < len(pages) || o < len(others) {
			all.Note = fmt.Sprintf("To keep this file small, it has %s of %s and %s of %s; lists name only those. "+
				"sitegraph why URL and the desk know all.", wording.Grouped(p),
				wording.Count(len(pages), "page", "pages"), wording.Grouped(o),
				wording.Count(len(others), "other URL", "other URLs"))
		}
		text, err := json.Marshal(all)
		if err != nil {
			return nil, err
		}
		if len(text) <= objectsBudget || p+o == 0 {
			if err := rep.addTo(all); err != nil {
				return nil, err
			}
			return json.Marshal(all)
		}
		left := min(0.97, math.Sqrt(objectsBudget/float64(len(text)))) // arcs grow with the square of the pages
		p, o = int(float64(p)*left), int(float64(o)*left)
	}
}

// gather makes the objects of some pages and other URLs without their problems and texts.
func (rep *siteReport) gather(pages []int32, others []site.Entry, before []int32, ranks []measured) *objects {
	all := &objects{States: map[site.State]string{}, URLs: []*object{}, Texts: []string{""}, texts: map[string]int{},
		at: map[string]int32{}}
	if !rep.Complete {
		all.Incomplete = "The crawl is incomplete: pages and links that it did not reach are missing, and paths may " +
			"be shorter in the whole site."
	}
	for p := site.PlaceUnknown; p <= site.PlaceFooter; p++ {
		all.Places = append(all.Places, p.String())
	}
	all.Measures = site.Each(ranks, func(m measured) string { return m.name })
	g, in := rep.graph, rep.graph.InDegrees()
	number := make([]int32, len(g.Pages)) // from 1
	for at, i := range pages {
		number[i] = int32(at) + 1
		all.at[g.Pages[i].Key] = int32(at)
	}
	for _, i := range pages {
		o := pageObject(rep.in.Crawl, g, int(i), ranks)
		o.In = in[i]
		if o.Before = -1; before[i] >= 0 {
			o.Before = number[before[i]] - 1
		}
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			if to := number[g.Targets[at]]; to > 0 {
				l := &objectLink{other: to - 1, links: int(g.Weights.At(at))}
				if g.Places != nil {
					l.place = g.Places[at]
				}
				o.Links = append(o.Links, l)
			}
		}
		all.URLs = append(all.URLs, o)
	}
	for _, e := range others {
		all.at[e.Key] = int32(len(all.URLs))
		all.URLs = append(all.URLs, all.other(rep.in.Crawl, e, number))
	}
	return all
}

func pageObject(crawl *site.Crawl, g *site.Graph, i int, ranks []measured) *object {
	p := &g.Pages[i]
	o := &object{URL: p.URL, Title: clean(p.Title), ID: i + 1, Depth: p.Level, To: -1,
		Out: g.OutDegree(i), Facts: factsOf(crawl, g, i)}
	if len(p.URL) > longestObject {
		o.URL = clean(p.URL)
	}
	for _, m := range ranks {
		o.Measures = append(o.Measures, [2]string{m.value(i), strconv.Itoa(m.rank[i])})
	}
	return o
}

func factsOf(crawl *site.Crawl, g *site.Graph, i int) (facts [][2]string) {
	p := &g.Pages[i]
	add := func(name, value string) {
		if value = clean(value); value != "" {
			facts = append(facts, [2]string{name, value})
		}
	}
	add("Type", p.ContentType)
	add("Bytes", wording.Grouped(int(p.Bytes)))
	add("Language", p.Lang)
	add("Canonical URL", p.Canonical)
	add("Robots", p.Robots)
	if f := p.Facts; f != nil {
		add("Description", f.Description)
		add("Heading", f.H1)
		add("Words", wording.Grouped(f.Words))
		add("X-Robots-Tag", f.RobotsTag)
		add("Last-Modified", f.Modified)
		if f.Milliseconds > 0 {
			add("Response time", wording.Grouped(f.Milliseconds)+" ms")
		}
	}
	if w := crawl.Watched; w != nil && i < len(w.Pages) {
		at := func(iteration int32) string {
			if iteration < 1 {
				return ""
			}
			return w.At(iteration).UTC().Format(time.RFC3339)
		}
		add("First seen", at(w.Pages[i].First))
		add("Last seen", at(w.Pages[i].Last))
	}
	return facts
}

// other makes the object of a URL that is not a page. number has the index of each page plus 1.
func (all *objects) other(crawl *site.Crawl, e site.Entry, number []int32) *object {
	o := &object{URL: e.URL, Depth: e.Level, State: e.State, Why: clean(e.Why()), Status: e.Status, To: -1, Before: -1}
	if at, ok := all.at[e.Page]; ok && e.Page != "" {
		o.To = at
	}
	if text := meaning("state", e.State); text != "" {
		all.States[e.State] = text
	}
	ids := crawl.Linkers(e)
	if at, ok := all.at[e.From]; ok && len(ids) == 0 && e.From != "" {
		ids = []int{all.URLs[at].ID}
	}
	o.In = len(ids)
	for _, id := range ids {
		if id < 1 || id > len(number) || number[id-1] == 0 {
			continue
		}
		at := number[id-1] - 1
		if o.Before < 0 || all.URLs[at].Depth < all.URLs[o.Before].Depth {
			o.Before = at
		}
		if len(o.Linkers) < objectLinkers {
			o.Linkers = append(o.Linkers, &objectLink{other: at})
		}
	}
	return o
}
