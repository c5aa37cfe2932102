package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// Each iteration of a watched search decides it again. During checks it stays as it was, and their answers wait for the
// next decisions.

// Decided returns the journal of a search without the checks that no decision has used yet. checking reports whether
// there are any, and ending is the ending of the last run.
func Decided(j evidence.Journal) (decided evidence.Journal, ending site.Ending, checking bool, err error) {
	place, begun := 0, 0
	for record, err := range j.Replay() {
		if err != nil {
			return nil, "", false, err
		}
		switch place++; {
		case len(record) == 0:
		case record[0] == evidence.KindIteration:
			begun, ending = place, ""
		case record[0] == evidence.KindAnew:
			begun = 0
		case record[0] == evidence.KindEnd:
			var end evidence.EndRecord
			if err := evidence.ReadEvent(record, &end); err != nil {
				return nil, "", false, err
			}
			ending = end.Reason
		}
	}
	if begun > 0 {
		j = cutJournal{j, begun - 1}
	}
	return j, ending, begun > 0, nil
}

// Seen returns when the visited pages with the given keys were seen, or nil if the search is not watched.
func (vs *Visits) Seen(keys []string) (*site.SearchTimes, error) {
	s, err := vs.crawl.site(0)
	if err != nil {
		return nil, err
	}
	var pages []evidence.URLID
	at := map[evidence.URLID]int{}
	for i, key := range keys {
		pages = append(pages, s.known.URLs.Find(key))
		at[pages[i]] = i
	}
	seen := (&graph.Tables{Builder: s.build, Journal: s.parts.Journal}).SeenBy(pages, func(key evidence.URLID) int {
		if place, known := at[key]; known {
			return place
		}
		return -1
	})
	watched := seen.Watched(s.parts.Believe)
	if watched == nil {
		return nil, nil
	}
	times := &site.SearchTimes{Watched: *watched, Keys: keys}
	times.Links, err = seen.Links()
	return times, err
}

// The sitemaps of the hosts at which a search begins are read after its first page has answered and before the answer
// counts. The order receives their entries and decides whether agents visit them.

// Listed returns the URLs in sitemaps as fetched, each once, without URLs that the settings exclude.
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

// Sitemaps compares sitemaps with the committed visits and returns a summary, or nil if none were read. Entries that
// agents may not visit count as outside.
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
	if len(out.Files) > 0 { // otherwise no robots.txt was available
		note = graph.SitemapsNote(out)
	}
	return out, note, nil
}

// unvisited determines whether agents could have visited an unvisited entry.
func (s *orderedSite) unvisited(e site.SitemapEntry, may func(key, url string) bool) site.SitemapEntry {
	if e.Finding != site.FoundUnknown || s.known.Answer(s.known.URLs.Find(e.Key)) != nil {
		return e
	}
	if e.Detail = "no agent visited it"; !may(e.Key, e.URL) {
		e.Finding, e.Detail = site.FoundOutside, ""
	}
	return e
}

// A search with key stable learns at epochs. Its order notices when something was learnt, and asks which visits are now
// of one page and which URLs are aliases by a rule.

// Lessons counts the epochs. Each may change Identity and Ruled.
func (vs *Visits) Lessons() int {
	if vs.crawl.sites[0] == nil {
		return 0
	}
	return vs.crawl.sites[0].lessons
}

// Identity returns a digest that all visits of one page share according to current knowledge.
func (vs *Visits) Identity(page uint32) site.Digest {
	s := vs.crawl.sites[0]
	return s.build.Digest(s.keys[page])
}

// Ruled returns the page that has a URL as an alias by a rule, with the rule, or false without a rule.
func (vs *Visits) Ruled(url uint32) (page uint32, rule *site.URLRule, ok bool) {
	s := vs.crawl.sites[0]
	key := s.keys[url]
	by := s.same.StandsFor(key)
	if by == evidence.NoURL || s.numbers.Get(by) == 0 {
		return 0, nil, false
	}
	return uint32(s.numbers.Get(by) - 1), s.same.Rules.Of(key, by), true
}

// Sameness returns the lessons at the end of a search, or nil if only bytes distinguish pages.
func (vs *Visits) Sameness() *site.Sameness {
	if vs.crawl.sites[0] == nil {
		return nil
	}
	return sameness(vs.crawl.sites[0].same)
}

// Varies reports whether any page gave different bytes when requested twice.
func (vs *Visits) Varies() bool {
	return vs.crawl.sites[0] != nil && vs.crawl.sites[0].same.Awake()
}

// IsSoft reports, at the end of a search, whether a page says "not found" with status 200.
func (vs *Visits) IsSoft(page uint32) bool {
	s := vs.crawl.sites[0]
	return s.same.IsSoft(s.keys[page])
}

// OnlyCanonical reports, at the end of a search, whether two pages are one only because of rel=canonical.
func (vs *Visits) OnlyCanonical(page, other uint32) bool {
	s := vs.crawl.sites[0]
	return s.same.OnlyCanonical(s.keys[page], s.keys[other])
}
