package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// A search that is watched is decided again by each iteration. While the checks of one go on, it is what it was before:
// what they brought waits for the decisions to come.

// Decided returns the journal of a search as it was when all was decided by what it holds. Ending is how the last run
// ended; checking says that the checks of an iteration go on, or that nothing was decided since.
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

// Seen says when the pages of normalized URLs were seen, which are visits of a search; nil if it is not watched.
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

// A search with key stable learns at the epochs of any order. Its order is not told of single pages: it sees that
// something was learnt, and asks which visits are of one page by now, and which URLs a rule makes one with a page.

// Lessons counts how often a site was learnt from: after each time Identity and Ruled may say something else.
func (vs *Visits) Lessons() int {
	if vs.crawl.sites[0] == nil {
		return 0
	}
	return vs.crawl.sites[0].lessons
}

// Identity is what a page that was visited shares with all that are one with it, by what is known now.
func (vs *Visits) Identity(page uint32) site.Digest {
	s := vs.crawl.sites[0]
	return s.build.Digest(s.keys[page])
}

// Ruled returns the page that a rule makes of a URL, and the rule; false if none does.
func (vs *Visits) Ruled(url uint32) (page uint32, rule *site.URLRule, ok bool) {
	s := vs.crawl.sites[0]
	key := s.keys[url]
	by := s.same.StandsFor(key)
	if by == evidence.NoURL || s.numbers.Get(by) == 0 {
		return 0, nil, false
	}
	return uint32(s.numbers.Get(by) - 1), s.same.Rules.Of(key, by), true
}

// Sameness says at the end of a search what was learnt; nil if pages are told apart by their bytes alone.
func (vs *Visits) Sameness() *site.Sameness {
	if vs.crawl.sites[0] == nil {
		return nil
	}
	return sameness(vs.crawl.sites[0].same)
}

// Varies reports whether a page gave other bytes when it was requested twice.
func (vs *Visits) Varies() bool {
	return vs.crawl.sites[0] != nil && vs.crawl.sites[0].same.Awake()
}

// IsSoft reports at the end of a search whether a page is shown for whatever is missing, and OnlyCanonical whether it
// is one with another by what it names as canonical.
func (vs *Visits) IsSoft(page uint32) bool {
	s := vs.crawl.sites[0]
	return s.same.IsSoft(s.keys[page])
}

// OnlyCanonical: see IsSoft.
func (vs *Visits) OnlyCanonical(page, other uint32) bool {
	s := vs.crawl.sites[0]
	return s.same.OnlyCanonical(s.keys[page], s.keys[other])
}
