package sites

import (
	"cmp"
	"math"
)

// rules holds the site rules by name; nothing changes it.
var rules = map[string]func(*Policy) rule{
	"sequential": sequential,
	"quantum":    quantum,
	"r1":         uniform,
	"r2":         bestMean,
	"r3":         ucb,
	"good-ucb":   goodUCB,
	"r4":         r4,
	"auto":       auto,
}

// sequential takes one site after another, each to its end (BeeBot's simplest planner).
func sequential(p *Policy) rule {
	return rule{block: 1, choose: func() int { return p.from(0, awake) }}
}

// quantum gives every site the same number of pages in turn (BeeBot without a theme).
func quantum(p *Policy) rule {
	return rule{
		block:  cmp.Or(p.options.Quantum, 10),
		choose: func() int { return p.from(p.current+1, awake) },
	}
}

// uniform is R1. Every site gets the same number of pages, b = N/K rounded down. The rest goes to the site with the
// richest first b pages, and when this is exhausted to the next best.
func uniform(p *Policy) rule {
	pages := max(1, p.options.Budget/p.options.Sites)
	first := make([]int, p.options.Sites) // links on each site's first pages
	return rule{
		start: pages, block: 1,
		choose: func() int { return p.greatest(1) },
		index:  func(i int) line { return line{base: float64(first[i])} },
		report: func(i int, page Page) {
			if p.sites[i].reported <= pages {
				first[i] += page.New
			}
		},
	}
}

// bestMean is R2, BeeBot's Gittins index. It takes the site with the greatest mean so far, in blocks of pages.
func bestMean(p *Policy) rule {
	block := cmp.Or(p.options.Block, 10)
	return rule{
		start: block, block: block,
		choose: func() int { return p.greatest(1) },
		index:  func(i int) line { return line{base: p.sites[i].mean()} },
	}
}

// ucb is R3, UCB1 of Auer, Cesa-Bianchi and Fischer (2002) with rewards scaled by the greatest one seen. It takes the
// greatest
//
//	mean(i)/Xmax + sqrt(2 ln n / t(i))
//
// for n pages of all sites and t(i) pages of site i. Division by sqrt(2 ln n) keeps the order, and gives a line in
// 1/(Xmax sqrt(2 ln n)).
func ucb(p *Policy) rule {
	most := 1 // Xmax
	return rule{
		start: cmp.Or(p.options.Start, 1), block: 1,
		choose: func() int {
			n := float64(max(2, p.asked))
			return p.greatest(1 / (float64(most) * math.Sqrt(2*math.Log(n))))
		},
		index: func(i int) line {
			s := &p.sites[i]
			return line{slope: s.mean(), base: 1 / math.Sqrt(float64(max(1, s.asked)))}
		},
		report: func(_ int, page Page) { most = max(most, page.New) },
	}
}

const goodConfidence = 2

// goodUCB is Good-UCB (Bubeck, Ernst and Garivier 2013): the expected number of unseen links by Good and Turing, with a
// confidence bound,
//
//	Q1(i)/t(i) + C sqrt(ln(4n)/t(i)),
//
// where Q1(i) is the number of links of site i seen on only one page. Division by sqrt(ln 4n) keeps the order, and
// gives a line in 1/sqrt(ln 4n).
func goodUCB(p *Policy) rule {
	return rule{
		start: cmp.Or(p.options.Start, 1), block: 1,
		choose: func() int {
			return p.greatest(1 / math.Sqrt(math.Log(4*float64(max(1, p.asked)))))
		},
		index: func(i int) line {
			s := &p.sites[i]
			l := line{base: goodConfidence / math.Sqrt(float64(max(1, s.asked)))}
			if s.reported > 0 {
				l.slope = float64(s.once) / float64(s.reported)
			}
			return l
		},
	}
}

// shrunk is the mean of a site, shrunk towards a number z common to all sites:
//
//	(w s + (1-w) d + p k z) / (w t + (1-w) e + p)
//
// s and t are the links and pages of the site, d and e the same with a fading memory. The last terms credit every site
// with p pages that are k times as good as z.
type shrunk struct {
	policy *Policy
	recent []fading // d and e
	keep   float64  // factor of the fading memory, gamma
	long   float64  // w
	prior  float64  // p
	hope   float64  // k
}

// fading is a mean over the past. A value k pages ago counts keep^k.
type fading struct{ sum, weight float64 }

func (f *fading) add(x, keep float64) {
	f.sum = float64(keep*f.sum) + x
	f.weight = float64(keep*f.weight) + 1
}

func (r *shrunk) rule(z func() float64) rule {
	p := r.policy
	r.recent = make([]fading, p.options.Sites)
	return rule{
		start: cmp.Or(p.options.Start, 3), block: 1,
		choose: func() int { return p.greatest(z()) },
		index:  r.index,
		report: func(i int, page Page) { r.recent[i].add(float64(page.New), r.keep) },
	}
}

func (r *shrunk) index(i int) line {
	s, f := &r.policy.sites[i], &r.recent[i]
	pages := float64(r.long*float64(s.reported)) + float64((1-r.long)*f.weight) + r.prior
	links := float64(r.long*float64(s.found)) + float64((1-r.long)*f.sum)
	return line{slope: r.prior * r.hope / pages, base: links / pages}
}

// r4 is R4. It takes the greatest mean shrunk towards the mean of all sites' pages. The credited pages, four times as
// good, prevent giving up a site early.
func r4(p *Policy) rule {
	s := &shrunk{policy: p, keep: 0.98, long: 0.02, prior: 40, hope: 4}
	return s.rule(func() float64 { return (float64(p.found) + 0.5) / float64(max(1, p.reported)) })
}

// optimism is the expected yield of a site while we know little about it.
type optimism struct {
	// links and pages count all reports. firstLinks and firstPages count the first pages of each site.
	links, pages           int
	firstLinks, firstPages int
}

const (
	firsts     = 3  // number of first pages of a site
	firstDoubt = 30 // credited first pages at the mean
)

// add counts the links on the nth page of a site.
func (o *optimism) add(links, nth int) {
	o.links += links
	o.pages++
	if nth <= firsts {
		o.firstLinks += links
		o.firstPages++
	}
}

// averages returns g and f, the means over all pages and over first pages.
func (o *optimism) averages() (g, f float64) {
	g = (float64(o.links) + 0.5) / (float64(o.pages) + 1)
	return g, (float64(o.firstLinks) + float64(firstDoubt*g)) / (float64(o.firstPages) + firstDoubt)
}

// ofSites is v in the site rule auto, k g r.
func (o *optimism) ofSites() float64 {
	const k, least, most = 3, 0.4, 1.5
	g, f := o.averages()
	return k * g * max(least, min(g/f, most))
}

// ofPages is v in the page policy auto, k g (g/f)^a.
func (o *optimism) ofPages() float64 {
	const k, a = 1.5, 0.8
	g, f := o.averages()
	return k * g * math.Pow(g/f, a)
}

// auto is the rule for unknown kinds of sites. It reads the sites in turn, and strays from this only as far as it pays
// ([uniformCrawl]). Then it takes the best site or a scout's.
//
// The best site has the greatest shrunk mean, as in R4. There are two differences, since the kind of sites decides
// whether a poor beginning or a dry stretch is a reason to leave one:
//
//   - The means are shrunk towards v = k g r, where g is the mean of all pages, f
//     the mean of first pages, and r is g/f within 0.4 and 1.5. So the optimism
//     depends on the yield of all sites together. If first pages are rich (f > g),
//     a poor beginning is a reason to leave a site. If they are poor everywhere
//     (f < g), it means little, and a site gets more time. This separates
//     institutes, where R2 is right, from universities, where R3 is.
//   - The memory of a site grows with its pages, so that a burst on the first
//     ones is soon forgotten and a mean over many is not.
func auto(p *Policy) rule {
	var hope optimism
	s := &shrunk{policy: p, prior: 8, hope: 1}
	r := s.rule(hope.ofSites)
	r.start = cmp.Or(p.options.Start, 1)
	best, ahead, k := r.choose, scouts{policy: p, at: -1}, p.options.Sites
	uniform := &uniformCrawl{policy: p, pages: make([]int, k), brought: make([][]int32, k)}
	r.choose = func() int {
		if behind := uniform.wants(); behind >= 0 {
			return behind
		}
		if ahead.due() {
			return ahead.next()
		}
		return best()
	}
	r.report = func(i int, page Page) {
		n := p.sites[i].reported
		s.recent[i].add(float64(page.New), autoKeep(n))
		hope.add(page.New, n)
		uniform.report(i, page.New)
	}
	return r
}

// autoKeep is the part of its memory that a site keeps at page n. The mean covers about 10 + 3n/20 pages.
func autoKeep(n int) float64 { return 1 - 1/(10+float64(3*n)/20) }

// scouts explore sites that began poorly, since only reading tells what lies further on. A scout reads the site with
// the fewest pages until it has twice the mean; then the next scout starts. Of n pages since the first scout, scouts
// get n/(2 + n/(20 (A+5))), where A is the number of awake sites. This is half at first, and never more than 20 (A+5).
type scouts struct {
	policy *Policy
	at     int // the site being read, -1 before the first
	pages  int // asked for so far
	before int // pages asked for on all sites before the first scout
}

const (
	scoutShare = 2  // at first, one page in this many is a scout's
	scoutDepth = 2  // depth of a scout, as a multiple of the mean number of pages
	scoutMost  = 20 // pages of all scouts for each site;
	scoutSites = 5  // this is added to the number of sites
)

func (s *scouts) due() bool {
	if s.pages == 0 {
		s.before = s.policy.asked
	}
	waiting := scoutSites
	for i := range s.policy.sites {
		if !s.policy.sites[i].asleep {
			waiting++
		}
	}
	n := float64(s.policy.asked - s.before + 1)
	return float64(s.pages)*(scoutShare+n/float64(scoutMost*waiting)) < n
}

// next returns the scout's site; -1 if none is awake.
func (s *scouts) next() int {
	all := s.policy.sites
	if s.at < 0 || all[s.at].asleep || all[s.at].asked*len(all) >= scoutDepth*s.policy.asked {
		s.at = -1
		for i := range all {
			if !all[i].asleep && (s.at < 0 || all[i].asked < all[s.at].asked) {
				s.at = i
			}
		}
	}
	if s.at >= 0 {
		s.pages++
	}
	return s.at
}
