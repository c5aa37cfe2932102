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
