package agents

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// places are the URLs that a search knows, numbered in the order in which they
// became known, and the links that led there.
type places struct {
	keys *site.Interner
	urls []address
	// best has the link of an agent's pages that makes a URL most worth visiting, and finder the agent that
	// found it first. A URL bought was found by bought.
	best   map[finding]place
	finder map[int32]int
	bought map[finding]int
}

type address struct {
	fetch string // the URL that is fetched: the first one found
	host  string // its origin
}

// finding is a URL and an agent that found or bought it.
type finding struct {
	agent int
	url   int32
}

type place struct {
	visit  int // number of the visit, 0 for a seed, and for what a sitemap lists
	anchor string
	values []float64 // of the URL to all agents; nil for a seed
}

func newPlaces() *places {
	return &places{keys: site.NewInterner(), best: map[finding]place{}, finder: map[int32]int{},
		bought: map[finding]int{}}
}

func (p place) listed() bool { return p.visit == 0 && p.values != nil }

// add returns the number of a normalized URL, which is fetched by a URL unless it was known before.
func (p *places) add(key, fetch string) int32 {
	i, isNew := p.keys.Add(key)
	if isNew {
		a := address{fetch: fetch}
		if u, err := site.Parse(fetch); err == nil {
			a.host = u.Origin()
		}
		p.urls = append(p.urls, a)
	}
	return int32(i)
}

// key is a URL's normalized form, fetch what is requested, host its origin.
func (p *places) key(url int32) string   { return p.keys.String(int(url)) }
func (p *places) fetch(url int32) string { return p.urls[url].fetch }
func (p *places) host(url int32) string  { return p.urls[url].host }

// find returns the number of a normalized URL that is known.
func (p *places) find(key string) int32 {
	i, _ := p.keys.Find(key)
	return int32(i)
}

func (p *places) found(agent int, url int32, at place) {
	if _, known := p.finder[url]; !known {
		p.finder[url] = agent
	}
	if p.better(agent, url, at) {
		p.best[finding{agent, url}] = at
	}
}

// better reports whether a link is worth more to an agent, or, if it is worth as much, to any other, than
// those known, or is on a page and they in a sitemap. Nothing is better than a seed.
func (p *places) better(agent int, url int32, at place) bool {
	old, known := p.best[finding{agent, url}]
	if !known || old.values == nil || at.values == nil {
		return !known
	}
	return cmp.Or(cmp.Compare(at.values[agent], old.values[agent]),
		cmp.Compare(slices.Max(at.values), slices.Max(old.values)),
		cmp.Compare(min(at.visit, 1), min(old.visit, 1))) > 0
}

func (p *places) sold(url int32, from, to int) {
	by, was := p.bought[finding{from, url}]
	if !was {
		by = p.finderFor(from, url)
	}
	p.bought[finding{to, url}] = by
}

// led returns the agent that found a URL of an agent, and the link that led there.
func (p *places) led(agent int, url int32) (foundBy int, at place) {
	by, was := p.bought[finding{agent, url}]
	if !was {
		by = p.finderFor(agent, url)
	}
	return by, p.best[finding{by, url}]
}

// finderFor is the agent itself if it found the URL, or else the first that did.
func (p *places) finderFor(agent int, url int32) int {
	if _, own := p.best[finding{agent, url}]; own {
		return agent
	}
	if by, known := p.finder[url]; known {
		return by
	}
	return agent
}
