package allpages

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime/debug"

	"sitegraph/site"
	"sitegraph/stats"
)

const maxPages = math.MaxInt32 - 1

// transposed is the number of 4-byte numbers held at once while reversing arcs.
const transposed = 1 << 27

// Write joins the graphs of sites and passes the parts to files. It reads each crawl three times.
func Write(dir string, sites []Site, files Files, progress Progress) (done stats.PageGraph, err error) {
	sum := summary{stats.PageGraph{Sites: len(sites), LeftOut: leftOut()}}
	j := newJoiner(dir, sites, &sum, progress)
	if sum.Pages = j.pages(); sum.Pages > maxPages {
		return done, fmt.Errorf("%d pages: a graph of pages has at most %d: join fewer sites", sum.Pages, maxPages)
	}
	j.doing = "addresses of pages"
	if err := j.learn(); err != nil {
		return done, err
	}
	out, err := j.writeArcs(files)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	j.prints = nil // free memory
	m, err := measure(dir, out, &sum, progress)
	if err != nil {
		return done, err
	}
	j.doing = "pages"
	for i, sites := range j.parts() {
		if err := files.Nodes(i+1, j.nodes(sites, m)); err != nil {
			return done, err
		}
	}
	return sum.PageGraph, nil
}

func (j *joiner) writeArcs(files Files) (*packed, error) {
	p, err := newPacker(j.dir, j.pages())
	if err != nil {
		return nil, err
	}
	j.doing = "arcs"
	for i, sites := range j.parts() {
		if err := files.Arcs(i+1, j.arcs(sites, p)); err != nil {
			return nil, errors.Join(err, p.close())
		}
	}
	return p.finish()
}

type measures struct {
	in, out  []int32
	rank     []float64
	harmonic []float32
	core     []int32
	shape    stats.Shape
}

// measure computes the measures, given the targets of the arcs. It releases memory before each one.
func measure(dir string, out *packed, sum *summary, progress Progress) (m measures, err error) {
	progress("arcs backwards", 0)
	in, err := reversed(dir, out, transposed)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, in.close()) }()
	for _, step := range []struct {
		name string
		take func() error
	}{
		{"PageRank", func() error { sum.PageRank, m.rank = stats.PageRankOf(out); return nil }},
		{"components", func() error { m.shape = stats.ShapeOf(out, in); return nil }},
		{"cores", func() (err error) { sum.Cores, m.core, err = coresOf(dir, out, in); return err }},
		{"distances", func() error { sum.Distances, m.harmonic = stats.HyperBall(out, in); return nil }},
		{"degrees", func() error { m.in, m.out = degreesOf(in), degreesOf(out); return nil }},
	} {
		progress(step.name, 0)
		debug.FreeOSMemory()
		if err := errors.Join(out.rest(), in.rest(), step.take()); err != nil {
			return m, err
		}
	}
	sum.Shape, sum.Harmonic = m.shape, stats.Greatest(m.harmonic)
	sum.InDegree, sum.OutDegree = stats.DegreesOf(m.in), stats.DegreesOf(m.out)
	return m, nil
}

func coresOf(dir string, out, in *packed) (sum stats.Cores, core []int32, err error) {
	between, err := neighbours(dir, out, in)
	if err != nil {
		return sum, nil, err
	}
	if err = errors.Join(out.rest(), in.rest()); err == nil {
		sum, core = stats.CoresOf(between)
	}
	return sum, core, errors.Join(err, between.close())
}

func degreesOf(lists *packed) []int32 {
	all, of := make([]int32, lists.Len()), lists.Reader()
	for i := range all {
		all[i] = int32(len(of(i)))
	}
	return all
}

func (j *joiner) nodes(sites [2]int, m measures) iter.Seq2[*site.PageNode, error] {
	return func(yield func(*site.PageNode, error) bool) {
		for i, c := range j.crawls(sites[0], sites[1]) {
			if c.err != nil {
				yield(nil, c.err)
				return
			}
			for k := range c.Graph.Pages {
				n := j.node(i, k, &c.Graph.Pages[k], m)
				if !yield(&n, nil) {
					return
				}
			}
		}
	}
}

func (j *joiner) node(i, k int, p *site.Page, m measures) site.PageNode {
	at := j.starts[i] + k
	j.sum.address(at+1, p)
	return site.PageNode{ID: at + 1, Site: j.sites[i].ID, Page: k + 1, Origin: j.sites[i].Origin, URL: p.URL,
		Key: p.Key, Title: p.Title, Level: p.Level, InDegree: int(m.in[at]), OutDegree: int(m.out[at]),
		PageRank: m.rank[at], Harmonic: float64(m.harmonic[at]), Core: int(m.core[at]),
		Strong: int(m.shape.StrongOf[at]) + 1, Weak: int(m.shape.WeakOf[at]) + 1, Region: m.shape.Region[at].String()}
}

type summary struct{ stats.PageGraph }

// leftOut lists a site's measures whose cost grows faster than the graph, or which mean nothing here.
func leftOut() (all []stats.NotTaken) {
	for _, m := range [][2]string{
		{"hits", "hubs and authorities of several sites are those of the most closely linked one"},
		{"betweenness", "it takes searches from very many pages"},
		{"clustering", "it needs all arcs in memory"},
		{"communities", "they need all arcs in memory"},
		{"dominators", "there is no page from which all others are reached"},
		{"depth", "each site has its own start page"},
	} {
		all = append(all, stats.NotTaken{Measure: m[0], Reason: m[1]})
	}
	return all
}

func (s *summary) count(a site.PageArc) {
	s.Arcs++
	s.Links += a.Links
	if a.Between {
		s.Between.Arcs++
		s.Between.Links += a.Links
	}
}

// address fills in a page's address in the lists of pages with the greatest values.
func (s *summary) address(id int, p *site.Page) {
	for _, list := range [][]stats.TopPage{s.InDegree.Top, s.OutDegree.Top, s.PageRank.Top, s.Harmonic} {
		for k := range list {
			if list[k].ID == id {
				list[k].URL, list[k].Title = p.URL, p.Title
			}
		}
	}
}
