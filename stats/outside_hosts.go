package stats

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"sitegraph/site"
)

// OutsideHost is a host that a site links to: another host, or its own with the other scheme.
type OutsideHost struct {
	Host      string `json:"host"`          // the name in lower case, or the IP address
	Links     int    `json:"links"`         // number of links to it, with multiplicity
	Pages     int    `json:"pages"`         // number of pages that link to it
	URLs      int    `json:"urls"`          // number of distinct normalized URLs
	HTTPS     int    `json:"-"`             // number of links with the scheme https
	FirstPage int    `json:"first_page_id"` // id of the first page that links to it
	FirstURL  string `json:"first_page"`    // the URL of this page
}

// Outside holds the links of a site to other hosts.
type Outside struct {
	Hosts []OutsideHost // sorted by falling number of links, then by name
	Sets  []HostSet     // the distinct sets of two or more hosts that single pages link to
}

// HostSet is a set of two or more hosts that a page links to, ascending by their index.
type HostSet struct {
	Hosts []int32 // indices in Outside.Hosts
	Pages int     // number of pages that link to exactly these hosts
}

// OutsideHosts returns the hosts that a crawl links to, sorted by falling number of links.
func OutsideHosts(c *site.Crawl) ([]OutsideHost, error) {
	o, err := outsideHosts(c.Graph, c.External)
	return o.Hosts, err
}

// outsideHosts counts the hosts of external links. The links must be sorted by page.
func outsideHosts(g *site.Graph, links iter.Seq2[site.ExternalLink, error]) (Outside, error) {
	c := hostCounter{graph: g, names: site.NewInterner(), keys: site.NewInterner(), sets: map[string]int{}}
	if links != nil {
		for l, err := range links {
			if err != nil {
				return Outside{}, err
			}
			c.add(&l)
		}
	}
	c.endPage()
	return c.outside(), nil
}

// hostCounter counts hosts link by link. Until all are known, a host has the number of its interned name.
type hostCounter struct {
	graph    *site.Graph
	names    *site.Interner // host names
	keys     *site.Interner // normalized URLs
	hosts    []OutsideHost
	of, last []int32 // the host of each key, and the last page seen to link to each host
	page     int
	onPage   []int32        // the hosts that the current page links to
	sets     map[string]int // number of pages by their encoded set of hosts
}

func (c *hostCounter) add(l *site.ExternalLink) {
	if l.Source != c.page {
		c.endPage()
		c.page = l.Source
	}
	key, added := c.keys.Add(l.Key)
	if added {
		c.of = append(c.of, c.number(hostOf(l.Key)))
		c.hosts[c.of[key]].URLs++
	}
	h := &c.hosts[c.of[key]]
	h.Links += l.Count
	if strings.HasPrefix(l.Key, "https:") {
		h.HTTPS += l.Count
	}
	if c.last[c.of[key]] == int32(l.Source) {
		return
	}
	c.last[c.of[key]] = int32(l.Source)
	c.onPage = append(c.onPage, c.of[key])
	if h.Pages++; h.Pages == 1 {
		h.FirstPage, h.FirstURL = l.Source, c.graph.Pages[l.Source-1].URL
	}
}

func (c *hostCounter) number(name string) int32 {
	h, added := c.names.Add(name)
	if added {
		c.hosts = append(c.hosts, OutsideHost{Host: name})
		c.last = append(c.last, 0) // no page has this id
	}
	return int32(h)
}

func (c *hostCounter) endPage() {
	if len(c.onPage) > 1 {
		slices.Sort(c.onPage)
		var text []byte
		for _, h := range c.onPage {
			text = binary.AppendUvarint(text, uint64(h))
		}
		c.sets[string(text)]++
	}
	c.onPage = c.onPage[:0]
}

func (c *hostCounter) outside() Outside {
	order := countUp(len(c.hosts))
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &c.hosts[a], &c.hosts[b]
		return cmp.Or(cmp.Compare(y.Links, x.Links), strings.Compare(x.Host, y.Host))
	})
	o, place := Outside{}, make([]int32, len(order))
	for i, h := range order {
		o.Hosts = append(o.Hosts, c.hosts[h])
		place[h] = int32(i)
	}
	for _, name := range site.Names(c.sets) {
		set := HostSet{Pages: c.sets[name]}
		for text := []byte(name); len(text) > 0; {
			h, n := binary.Uvarint(text)
			set.Hosts, text = append(set.Hosts, place[h]), text[n:]
		}
		slices.Sort(set.Hosts)
		o.Sets = append(o.Sets, set)
	}
	return o
}

// hostOf returns the host of an absolute URL, with its port unless it is the default. It returns other text as is.
func hostOf(address string) string {
	u, err := site.Parse(address)
	if err != nil {
		return address
	}
	return u.Authority()
}

// maxHosts is the number of hosts in stats.json; hosts.csv has all.
const maxHosts = 100

func (a *analyser) outside() {
	if a.crawl.Searched != nil { // its pages come from many sites
		return
	}
	a.Summary.Outside, a.err = outsideHosts(a.g, a.crawl.External)
	s := &a.Summary.ExternalLinks
	s.Hosts, s.Top = len(a.Outside.Hosts), a.Outside.Hosts[:min(maxHosts, len(a.Outside.Hosts))]
	for _, h := range a.Outside.Hosts {
		s.URLs += h.URLs
	}
}

// Linked counts the checked URLs that are not pages of the site.
type Linked struct {
	URLs    int          `json:"urls"`    // number of URLs of the requested kinds that pages link to or use
	Checked int          `json:"checked"` // number of them that were checked
	Kinds   []LinkedKind `json:"kinds"`   // the kinds that occur, by name; a URL counts for each of its kinds
}

// LinkedKind counts the URLs of a kind by the result of their check. "" counts the unchecked ones.
type LinkedKind struct {
	Kind   site.LinkedKind        `json:"kind"`   // how pages use the URLs
	URLs   int                    `json:"urls"`   // number of URLs
	States map[site.LinkState]int `json:"states"` // number of URLs by result
}

// Bad counts the broken and failed URLs of the kind.
func (k LinkedKind) Bad() int { return k.States[site.LinkBroken] + k.States[site.LinkFailed] }

func (a *analyser) linked() {
	if a.crawl.Linked == nil {
		return
	}
	all := Linked{URLs: len(a.crawl.Linked)}
	byKind := map[site.LinkedKind]*LinkedKind{}
	for _, l := range a.crawl.Linked {
		if l.Check.State != site.LinkUnchecked {
			all.Checked++
		}
		for _, kind := range l.Kinds {
			if byKind[kind] == nil {
				byKind[kind] = &LinkedKind{Kind: kind, States: map[site.LinkState]int{}}
			}
			byKind[kind].URLs++
			byKind[kind].States[l.Check.State]++
		}
	}
	for _, kind := range site.Names(byKind) {
		all.Kinds = append(all.Kinds, *byKind[site.LinkedKind(kind)])
	}
	a.Summary.Linked = &all
}

func brokenExternal(f *finder) occurrences {
	return f.brokenLinked(func(l *site.Linked) bool { return !l.Used() && l.Kinds[0] == site.LinkedExternal })
}

func brokenResource(f *finder) occurrences {
	return f.brokenLinked(func(l *site.Linked) bool { return l.Used() || l.Kinds[0] != site.LinkedExternal })
}

func (f *finder) brokenLinked(wanted func(*site.Linked) bool) occurrences {
	return site.Sought(site.WithoutErrors(f.crawl.Linked), func(at **site.Linked) (o Occurrence, found bool) {
		l := *at
		if !l.Check.Bad() || !wanted(l) {
			return o, false
		}
		o = Occurrence{URL: l.URL, Status: l.Check.Status, Detail: detailOf(l), key: l.Key}
		if l.Count <= len(l.Pages) { // else it was read back from files, which only have the first pages
			o.SourceCount = len(l.Pages)
		}
		o.at = append(o.at, site.Each(l.Pages, func(p int32) int32 { return p - 1 })...)
		o.Sources = o.pagesAt()[:min(len(o.at), sourcesListed)]
		return o, true
	})
}

func detailOf(l *site.Linked) string {
	text := strings.ReplaceAll(l.KindNames(), " ", ", ") + ": " + l.Check.Why()
	if l.Check.URL != "" {
		text += ", redirected to " + l.Check.URL
	}
	return text
}

func onUses(_ *finder, o *Occurrence) standing {
	is := func(l *site.Occurrence) bool { return l.Key == o.key }
	return standing{pages: o.pagesAt(), apart: true, is: is}
}
