package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
	"sitegraph/wording"
)

type fate struct {
	change int
	status int     // status that the URL will answer
	to     address // target of the redirect or the move
	moved  bool    // its page moves to to
	taken  bool    // another page moves to its URL
}

// keepFiles notes the URLs of robots.txt and the sitemaps, because they stay where they are in a forecast.
func (p *Plan) keepFiles() error {
	for origin := range p.Known.Ruled {
		p.kept[origin+"/robots.txt"] = true
	}
	return evidence.EachList(p.Known, func(r evidence.SitemapsRecord, _ []evidence.ListedURL) error {
		for _, f := range r.Files {
			p.kept[p.KeyOf(f.URL)] = true
		}
		return nil
	})
}

func (p *Plan) naming(key string) []match {
	all := p.named[Move].best(key)
	if len(all) > 0 && all[0].rank < alone && p.kept[key] {
		return nil
	}
	return all
}

func (p *Plan) decide() {
	for _, id := range p.keys {
		key := p.Known.URLs.String(id)
		all := p.naming(key)
		if len(all) == 0 {
			continue
		}
		f, ok := p.fateBy(all[0])
		if !ok {
			continue
		}
		for _, m := range all[1:] {
			other, ok := p.fateBy(m)
			if ok && (f.status != other.status || f.to != other.to || f.moved != other.moved) {
				p.clash(f.change, other.change, "both say what becomes of "+key)
			}
		}
		if p.touch(f.change, key); f.to.key == key {
			continue // a line has no effect on its own target
		}
		p.fates[key] = f
		if f.moved && p.comes[f.to.key] {
			p.fail(f.change, p.Changes[f.change].to, fmt.Errorf("two pages would move to %s, one of them from %s: "+
				"move one, and redirect the others", f.to.url, key))
		} else if f.moved {
			p.comes[f.to.key] = true
		}
	}
	for key, f := range p.fates {
		f.taken = p.comes[key]
		p.fates[key] = f
	}
}

func (p *Plan) fateOf(key string) (f fate, ok bool) {
	if f, ok = p.fates[key]; ok || p.comes[key] {
		return f, ok
	}
	f, ok = p.unseen(key, p.naming(key))
	return f, ok && f.to.key != key
}

// unseen returns the fate of a URL that the crawl does not know. Inside the target of a move, only lines with a longer
// pattern apply. Otherwise "move / /en/" would move the content of /en/ again and again.
func (p *Plan) unseen(key string, best []match) (f fate, ok bool) {
	if len(best) == 0 {
		return f, false
	}
	if areas := p.areas.best(key); len(areas) > 0 && areas[0].rank >= best[0].rank {
		return f, false
	}
	return p.fateBy(best[0])
}

func (p *Plan) fateBy(m match) (f fate, ok bool) {
	c := &p.Changes[m.change]
	f = fate{change: m.change, status: c.status, moved: c.Verb == Move || c.Verb == Host}
	if c.Verb == Delete {
		return f, true
	}
	var err error
	if f.to, err = p.targets[m.change].of(m, p.Normaliser); err != nil {
		p.fail(m.change, c.to, err)
	}
	return f, err == nil && f.to.url != ""
}

func (f fate) redirects() bool { return site.IsRedirect(f.status) && !f.taken }

func (p *Plan) checkFates() {
	said := map[int]bool{} // one error per line
	for _, id := range p.keys {
		key := p.Known.URLs.String(id)
		f, ok := p.fates[key]
		if !ok || said[f.change] {
			continue
		}
		if err := p.impossible(key, f); err != nil {
			said[f.change] = true
			p.fail(f.change, p.Changes[f.change].to, err)
		}
	}
}

func (p *Plan) impossible(key string, f fate) error {
	_, goes := p.fates[f.to.key]
	switch {
	case f.redirects() && p.circles(key):
		return fmt.Errorf("%s would redirect in a circle", key)
	case f.moved && !goes && exists(p.Known, f.to.key):
		return fmt.Errorf("%s would move to %s, which exists: delete or move that first, or write redirect %s %s",
			key, f.to.url, p.Changes[f.change].what.text, p.Changes[f.change].to.text)
	}
	return nil
}

func (p *Plan) circles(key string) bool {
	at := p.fates[key].to.key
	for range maxHops {
		if at == key {
			return true
		}
		f, ok := p.fateOf(at)
		if !ok || !f.redirects() {
			return false
		}
		at = f.to.key
	}
	return false // it enters another circle, or goes ever deeper
}

const maxHops = 1000 // maximum redirects to follow when looking for a circle

func exists(known *evidence.Known, key string) bool {
	id := known.URLs.Find(key)
	if id == evidence.NoURL {
		return false
	}
	a := known.Newest(known.URLs.Key(id))
	return a != nil && (a.Outcome == evidence.OutPage || a.Outcome == evidence.OutNotHTML)
}

// moveSite notes the host that the site moves to, if its home page redirects to another origin.
func (p *Plan) moveSite() {
	s := &p.Known.Site
	f, ok := p.fates[s.Key]
	if !ok || !f.redirects() || site.OriginIn(f.to.url) == s.Origin {
		return
	}
	c := &p.Changes[f.change]
	hosts := func(m match) bool { return p.Changes[m.change].Verb == Host }
	if !slices.ContainsFunc(p.named[Move].find(s.Key), hosts) {
		p.fail(f.change, c.to, errors.New("the home page would lead to another site, which was not crawled: "+
			"write host OLD NEW if the whole site moves"))
		return
	}
	if p.Known.Members != nil || s.Sections != nil || s.List {
		p.fail(f.change, c.what, errors.New("only a whole site of one host can move to another host"))
		return
	}
	p.away = f.to
	p.rules[site.OriginIn(f.to.url)] = p.rules[s.Origin]
}

// Leaving returns a note on pages that move out of the site, according to the ledger after the changes, or "".
func (p *Plan) Leaving(ledger iter.Seq2[site.Entry, error]) (string, error) {
	n, first := 0, ""
	if len(p.comes) == 0 {
		return "", nil
	}
	for e, err := range ledger {
		if err != nil {
			return "", err
		}
		if e.State == site.StateExternal && p.comes[e.Key] {
			n, first = n+1, cmp.Or(first, e.Key)
		}
	}
	if n == 0 {
		return "", nil
	}
	return fmt.Sprintf("%s to URLs outside the site, such as %s, and so out of its graph",
		wording.Count(n, "page moves", "pages move"), first), nil
}

// siteRecord returns where the crawl begins. If the site moves, it begins there, as after a redirect of the home page.
func (w *writing) siteRecord() evidence.SiteRecord {
	s := w.Known.Site
	s.Settings = w.settings()
	s.Watched = false
	s.Further = len(w.Known.Starts) - 1
	if w.away.url == "" {
		return s
	}
	before := s.Origin
	s.Passed = append(slices.Clip(s.Passed), s.Start)
	s.Origin, s.Start, s.Key = site.OriginIn(w.away.url), w.away.url, w.away.key
	s.Notes = append(slices.Clip(s.Notes), fmt.Sprintf("%s redirects to %s, which became the site", before, w.away.url))
	u, err := site.Parse(w.away.url)
	fromHTTP := slices.ContainsFunc(s.Passed, func(p string) bool { return strings.HasPrefix(p, "http://") })
	if s.Rewrite = ""; err == nil && fromHTTP && u.Scheme == "https" && u.Port == "" {
		s.Rewrite = "http://" + u.Host + "/"
	}
	return s
}

func (w *writing) nowAt(id evidence.URLID) address {
	a := address{w.Known.URLs.String(id), w.Known.URLs.String(w.Known.URLs.Key(id))}
	if f, ok := w.fates[a.key]; ok && f.moved && w.away.url != "" {
		return f.to
	}
	return a
}

func (w *writing) originNow(origin string) string {
	if w.away.url != "" && origin == w.Known.Site.Origin {
		return site.OriginIn(w.away.url)
	}
	return origin
}
