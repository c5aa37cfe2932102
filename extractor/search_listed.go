package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// The sitemaps of the hosts that a search begins at are read when its first page has answered, before that counts. What
// they list is told to its order, which alone knows whether agents visit it; nothing is visited for a sitemap alone.

// Listed are the URLs that sitemaps list, each once, by which they are fetched; without those that the settings leave
// out.
func (vs *Visits) Listed() (all []Target, err error) {
	s, err := vs.crawl.site(0)
	if err != nil {
		return nil, err
	}
	urls, taken := s.known.URLs, map[evidence.URLID]bool{}
	for _, e := range s.known.Listed.Entries {
		key := urls.Key(e.URL)
		t := targetOf(&s.limits, urls.String(e.URL), urls.String(key))
		if !t.LeftOut && !taken[key] {
			all, taken[key] = append(all, t), true
		}
	}
	return all, nil
}

// Sitemaps holds what sitemaps list against what was committed, and sums that up; nil if none were read. What agents
// may not visit is outside.
func (vs *Visits) Sitemaps(may func(key, url string) bool) (out *site.Sitemaps, note string, err error) {
	s, err := vs.crawl.site(0)
	if err != nil || !s.known.Listed.Known {
		return nil, "", err
	}
	g, _ := s.build.Graph()
	out, err = graph.NewLedger(s.build, "").Sitemaps(&graph.Tables{Builder: s.build, Journal: s.parts.Journal}, g)
	if err != nil {
		return nil, "", err
	}
	var entries []site.SitemapEntry
	for e, err := range out.Entries {
		if err != nil {
			return nil, "", err
		}
		entries = append(entries, s.unvisited(e, may))
	}
	out.Entries, out.Found = site.WithoutErrors(entries), map[site.SitemapFinding]int{}
	for _, e := range entries {
		out.Found[e.Finding]++
	}
	if len(out.Files) > 0 { // else no robots.txt could be had
		note = graph.SitemapsNote(out)
	}
	return out, note, nil
}

// unvisited says of an entry that was not visited whether it could have been.
func (s *orderedSite) unvisited(e site.SitemapEntry, may func(key, url string) bool) site.SitemapEntry {
	if e.Finding != site.FoundUnknown || s.known.Answer(s.known.URLs.Find(e.Key)) != nil {
		return e
	}
	if e.Detail = "no agent visited it"; !may(e.Key, e.URL) {
		e.Finding, e.Detail = site.FoundOutside, ""
	}
	return e
}
