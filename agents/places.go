package agents

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// places has the URLs that a search knows, numbered in the order in which it
// found them, and the links that led to them.
type places struct {
	keys *site.Interner
	urls []address
	// best has the link on an agent's pages that makes a URL most worth visiting. finder has the agent that
	// found a URL first. bought has the agent that found a URL which another one bought.
	best   map[finding]place
	finder map[int32]int
	bought map[finding]int
}

type address struct {
	fetch string // URL to fetch, the first spelling found
	host  string // its origin
}

// finding is a URL with an agent that found or bought it.
type finding struct {
	agent int
	url   int32
}

type place struct {
	visit  int // number of the visit; 0 for a seed or a URL from a sitemap
	anchor string
	values []float64 // values of the URL to all agents; nil for a seed
}

func (p place) listed() bool { return p.visit == 0 && p.values != nil }

// add returns the number of a normalized URL. If the URL is new, fetch becomes the URL to fetch.
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

// key returns a URL's normalized form, fetch the URL to request, host its origin.
func (p *places) key(url int32) string   { return p.keys.String(int(url)) }
func (p *places) fetch(url int32) string { return p.urls[url].fetch }
func (p *places) host(url int32) string  { return p.urls[url].host }

// find returns the number of a known normalized URL.
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

// better reports whether a link beats the best known one, by worth to the agent, then by worth to any agent, then by
// being on a page and not in a sitemap. Nothing beats a seed.
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

// led returns the agent that found a URL which agent now has, and the link that led there.
func (p *places) led(agent int, url int32) (foundBy int, at place) {
	by, was := p.bought[finding{agent, url}]
	if !was {
		by = p.finderFor(agent, url)
	}
	return by, p.best[finding{by, url}]
}

// finderFor returns the agent itself if it found the URL, otherwise the first agent that did.
func (p *places) finderFor(agent int, url int32) int {
	if _, own := p.best[finding{agent, url}]; own {
		return agent
	}
	if by, known := p.finder[url]; known {
		return by
	}
	return agent
}
