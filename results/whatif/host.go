package whatif

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
	"sitegraph/wording"
)

// moveSite notes to which host the site moves, if its home page does.
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

// Leaving is a remark on the pages that move to URLs outside the site, by the ledger of then; "" if none does. The
// error is the ledger's.
func (p *Plan) Leaving(ledger iter.Seq2[site.Entry, error]) (string, error) {
	n, first := 0, ""
	if len(p.comes) == 0 {
		return "", nil
	}
	for e, err := range ledger {
		if err != nil {
			return "", err
		}
		if e.State != site.StateExternal || !p.comes[e.Key] {
			continue
		}
		if n++; n == 1 {
			first = e.Key
		}
	}
	if n == 0 {
		return "", nil
	}
	return fmt.Sprintf("%s to URLs outside the site, such as %s, and so out of its graph",
		wording.Count(n, "page moves", "pages move"), first), nil
}

// siteRecord says where the crawl begins: where the site has moved, as if the home page had led there.
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
