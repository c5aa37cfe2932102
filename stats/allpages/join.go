// Package allpages joins the graphs of crawled sites into one graph of all their pages, which may exceed memory.
//
// Pages are numbered site by site. Sites are sorted by reversed host name, so that no number depends on the pages of
// unrelated sites. A link to another site is an arc if its URL is a page there or an alias of one.
// Memory holds only data that grows with the pages: a hash of each URL, where each page's arcs begin, and the measures.
// The arcs are in memory-mapped files, as differences of one or two bytes each.
package allpages

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"sitegraph/site"
)

// Site is a site with a finished crawl.
type Site struct {
	Origin    string                      // the site's origin
	ID, Pages int                         // its number in the graph of sites, and its number of pages
	Crawl     func() (*site.Crawl, error) // reads the crawl; called several times
}

// Files receives the graph in parts of several sites each. All parts of arcs come first.
type Files interface {
	// Arcs and Nodes write a part, numbered from 1. If the rows end with an error, it comes last.
	Arcs(part int, rows iter.Seq2[*site.PageArc, error]) error
	Nodes(part int, rows iter.Seq2[*site.PageNode, error]) error
}

// partPages is the size of a part in pages, apart from its last site.
const partPages = 1 << 20

type joiner struct {
	dir      string          // for temporary files
	sites    []Site          // in the order of their pages
	starts   []int           // the number of each site's first page
	hosts    map[string]bool // hosts of the sites
	prints   prints
	sum      *summary
	progress Progress // receives the share of the sites that have been read
	doing    string   // the current task
}

// Progress receives the current task and its progress from 0 to 1.
type Progress func(what string, share float64)

func newJoiner(dir string, sites []Site, sum *summary, progress Progress) *joiner {
	j := &joiner{dir: dir, sites: slices.Clone(sites), starts: []int{0}, hosts: map[string]bool{},
		prints: prints{}, sum: sum, progress: progress}
	backwards := func(s Site) string { return site.ReversedHost(site.HostIn(s.Origin)) }
	site.Sort(j.sites, func(a, b Site) int {
		return cmp.Or(cmp.Compare(backwards(a), backwards(b)), cmp.Compare(a.Origin, b.Origin), cmp.Compare(a.ID, b.ID))
	})
	for i, s := range j.sites {
		j.hosts[site.HostIn(s.Origin)] = true
		j.starts = append(j.starts, j.starts[i]+s.Pages)
	}
	return j
}

func (j *joiner) pages() int { return j.starts[len(j.sites)] }

func (j *joiner) read(i int) (*site.Crawl, error) {
	c, err := j.sites[i].Crawl()
	if err == nil && len(c.Graph.Pages) != j.sites[i].Pages {
		err = fmt.Errorf("it has %d pages now, and had %d", len(c.Graph.Pages), j.sites[i].Pages)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.sites[i].Origin, err)
	}
	return c, nil
}

// crawls reads the crawls of a range of sites. It reads the next one while the caller uses the current one.
func (j *joiner) crawls(from, to int) iter.Seq2[int, read] {
	return func(yield func(int, read) bool) {
		ahead := make(chan read, 1)
		done := make(chan struct{})
		var reading site.Group
		defer reading.Wait()
		defer close(done)
		reading.Go(func() {
			defer close(ahead)
			for i := from; i < to; i++ {
				c, err := j.read(i)
				select {
				case ahead <- read{c, err}:
				case <-done:
					return
				}
			}
		})
		for i := from; i < to; i++ {
			j.progress(j.doing, float64(i)/float64(len(j.sites)))
			if c, ok := <-ahead; !ok || !yield(i, c) {
				return
			}
		}
	}
}

type read struct {
	*site.Crawl
	err error
}

// learn hashes all URLs. A URL of two sites belongs to the first.
func (j *joiner) learn() error {
	for i, c := range j.crawls(0, len(j.sites)) {
		if c.err != nil {
			return c.err
		}
		own := make(map[string]uint32, len(c.Aliases))
		for k := range c.Aliases {
			own[c.Aliases[k].Page] = 0
		}
		for k := range c.Graph.Pages {
			key, page := c.Graph.Pages[k].Key, uint32(j.starts[i]+k)
			j.prints.add(key, page)
			if _, wanted := own[key]; wanted {
				own[key] = page
			}
		}
		for _, a := range c.Aliases {
			j.prints.add(a.Key, own[a.Page])
		}
		if !c.Complete {
			j.sum.Incomplete++
		}
	}
	return nil
}

func (j *joiner) parts() (all [][2]int) {
	for from, to := 0, 0; from < len(j.sites); from = to {
		for to = from + 1; to < len(j.sites) && j.starts[to]-j.starts[from] < partPages; to++ {
		}
		all = append(all, [2]int{from, to})
	}
	return all
}

// arcs yields the arcs of a part's sites by source and target, and packs them.
func (j *joiner) arcs(sites [2]int, p *packer) iter.Seq2[*site.PageArc, error] {
	return func(yield func(*site.PageArc, error) bool) {
		r := row{joiner: j, packer: p}
		for i, c := range j.crawls(sites[0], sites[1]) {
			err := c.err
			if err == nil {
				err = r.site(j.starts[i], c.Crawl, yield)
			}
			if err == errStop {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

var errStop = errors.New("no more arcs are wanted")

type row struct {
	*joiner
	packer  *packer
	arcs    []site.PageArc
	targets []uint32
}

// site yields the arcs of a site whose page numbers begin at start.
func (r *row) site(start int, c *site.Crawl, yield func(*site.PageArc, error) bool) error {
	next, stop := iter.Pull2(c.External)
	defer stop()
	link, err, more := next()
	for i := range c.Graph.Pages {
		r.within(start, i, c.Graph)
		for ; more && err == nil && link.Source == i+1; link, err, more = next() {
			r.across(start, len(c.Graph.Pages), link)
		}
		if err != nil {
			return err
		}
		if err := r.end(yield); err != nil {
			return err
		}
	}
	return nil
}

func (r *row) within(start, i int, g *site.Graph) {
	targets, weights := g.Out(i)
	for k, t := range targets {
		r.arcs = append(r.arcs, site.PageArc{Source: start + i + 1, Target: start + int(t) + 1,
			Links: int(weights.At(k))})
	}
}

func (r *row) across(start, pages int, l site.ExternalLink) {
	page, ok := r.prints[printOf(l.Key)]
	if ok {
		r.arcs = append(r.arcs, site.PageArc{Source: start + l.Source, Target: int(page) + 1, Links: l.Count,
			Between: int(page) < start || int(page) >= start+pages})
	} else if r.hosts[site.HostIn(l.Key)] {
		r.sum.Between.Lost += l.Count
	}
}

// end merges the page's arcs with the same target, yields them and packs them.
func (r *row) end(yield func(*site.PageArc, error) bool) error {
	slices.SortStableFunc(r.arcs, func(a, b site.PageArc) int { return cmp.Compare(a.Target, b.Target) })
	r.targets = r.targets[:0]
	for k := 0; k < len(r.arcs); {
		a := r.arcs[k]
		for k++; k < len(r.arcs) && r.arcs[k].Target == a.Target; k++ {
			a.Links += r.arcs[k].Links
		}
		r.targets = append(r.targets, uint32(a.Target-1))
		r.sum.count(a)
		if !yield(&a, nil) {
			return errStop
		}
	}
	r.arcs = r.arcs[:0]
	return r.packer.add(r.targets)
}
