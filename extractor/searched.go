package extractor

import (
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/identity"
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

// pieces returns the pieces of a page for its answer. They keep their texts only for a second request.
func (l *linker) pieces(doc *site.Document, keepTexts bool) *evidence.Pieces {
	out := &evidence.Pieces{All: doc.Pieces, Recycle: doc.RecyclePieces}
	if keepTexts {
		out.Shown = make([]string, len(doc.Pieces))
	}
	own, end := identity.NewEchoes(l.answer.Key, l.answer.URL, l.answer.Canonical.Key, doc.Source), 0
	spans, n := own.Spans(doc.Source), 0
	for _, p := range doc.Pieces {
		from, to := int(p.From), int(p.To)
		for len(spans) > 0 && spans[0][1] < to {
			spans = spans[1:]
		}
		if p.Link == site.InMarkup && from < to && len(spans) > 0 && spans[0][0] <= from {
			continue // a word of the page's own URL, which is entirely in the next gap
		}
		if own.MayHave(end, max(end, from)) {
			if plain := own.WithoutAddress(shown(doc, end, max(end, from))); plain != nil {
				p.Gap = uint32(evidence.HashOf(plain))
			}
		}
		end = max(end, to)
		i := n
		out.All[i], n = p, n+1
		if p.Link > 0 && p.Link != site.InMarkup {
			l.pieceOfLink(&out.All[i], doc.Links[p.Link-1].Href)
			continue
		}
		written := doc.Source[from:to]
		if p.Link == site.InMarkup || p.Place&site.InAddress != 0 {
			if plain := own.WithoutCoded(written); plain != nil {
				out.All[i].Text, out.All[i].Rest = evidence.HashOf(plain), 0
			}
		}
		if own.MayHave(from, to) {
			out.SetEcho(i, own.Hash(written))
		}
		if keepTexts {
			out.Shown[i] = evidence.Clip(string(written), evidence.ShownLength)
		}
		if p.Link == site.InMarkup {
			out.All[i].From, out.All[i].To, out.All[i].Link = 0, 0, 0
		}
	}
	out.Truncate(n)
	return out
}

// shown returns a part of the page without its skipped parts. The result may share the page's memory.
func shown(doc *site.Document, from, to int) (markup []byte) {
	i, _ := slices.BinarySearchFunc(doc.Skipped, from, func(part [2]int, at int) int { return part[0] - at })
	if i == len(doc.Skipped) || doc.Skipped[i][0] >= to {
		return doc.Source[from:to:to]
	}
	for _, part := range doc.Skipped[i:] {
		if part[0] >= to {
			break
		}
		markup, from = append(markup, doc.Source[from:part[0]]...), part[1]
	}
	return append(markup, doc.Source[from:max(from, to)]...)
}

// pieceOfLink makes a link's piece refer to the answer's links. The fragment counts as markup.
func (l *linker) pieceOfLink(p *site.Piece, href string) {
	p.From, p.To = 0, 0
	_, fragment, _ := strings.Cut(href, "#")
	p.Gap ^= uint32(site.Hash(fragment))
	if p.Link = l.linkOf(int(p.Link)-1, href); p.Link == 0 {
		p.Text = evidence.HashOf([]byte(href))
	}
}

// linkOf returns the number of an anchor's link in pieces. It finds anchors beyond the limit of links by their href.
// The number is 0 if the URL is too long for the site.
func (l *linker) linkOf(anchor int, href string) uint32 {
	if anchor < len(l.of) {
		return l.pieceLink(l.of[anchor])
	}
	href, _, _ = strings.Cut(href, "#")
	if i, known := l.hrefs[href]; known {
		return l.pieceLink(l.resolved[i])
	}
	return 0
}

func (l *linker) pieceLink(link int32) uint32 {
	if link < 0 || l.isLong(link) {
		return 0
	}
	return uint32(link) + 1
}
