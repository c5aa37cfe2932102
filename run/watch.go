package run

import (
	"cmp"
	"context"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/extractor/words"
	"sitegraph/schedule/revisit"
	"sitegraph/site"
	"sitegraph/wording"
)

// watch returns what a line's walk needs to be watched. A check costs as much as on host h.
func (r *runner) watch(line string, h config.Host) (*extractor.Watch, error) {
	before, err := r.records.read(line)
	if err != nil {
		return nil, err
	}
	w := &extractor.Watch{Policy: r.Revisit.Policy, Words: words.Count, AcceptGone: r.job.AcceptGone,
		Unwritten: before.unwritten}
	w.Choose = func(history *evidence.History) extractor.Choice {
		return toChoose(r.Revisit, history, h).choose(history)
	}
	if r.Revisit.Policy == "learned" && line != SearchName { // a search has too many hosts for sitemaps
		w.Sitemaps = r.sitemaps
	}
	return w, nil
}

// watchSearch makes a search watched, if the job asks for it.
func (s *searcher) watchSearch(p *extractor.Parts) error {
	day, err := s.searchDay()
	if !day.until.IsZero() {
		p.Now = func() time.Time { return day.until }
	}
	if err == nil && s.job.Watch && !day.over {
		p.Watch, err = s.watch(SearchName, s.runner.job.Hosts[0])
	}
	return err
}

// searchDay returns the day at whose end the search sees the archive.
func (s *searcher) searchDay() (archiveDay, error) {
	return s.dayOf(SearchName, func(site.URL, string) bool { return true })
}

func (r *runner) sitemaps(ctx context.Context, d extractor.Downloader, rules extractor.Rules, origin site.URL,
	robots string) (all []extractor.Modified) {
	// Enough for all but the largest sites, and few enough to read before each iteration with the site's delay.
	limits := sitemaps.Limits{Files: 50, Bytes: 256 << 20, Entries: 500_000, Latest: r.job.Now(), Text: parse.Text}
	entries, _ := sitemaps.Read(ctx, robotsReader(r.Robots).getSitemap(d, rules, origin), origin, robots, limits)
	for _, e := range entries {
		if !e.Modified.IsZero() {
			all = append(all, extractor.Modified{URL: e.URL, At: e.Modified})
		}
	}
	return all
}

// replayed is a policy that knows the history of a site up to the last round, for which it chooses.
type replayed struct {
	*revisit.Policy
	start time.Time
	pages int          // pages that were ever on the list
	gone  map[int]bool // pages that the last check found gone

	budget float64 // budget of the next iteration
	least  float64 // minimum cost of a check
	other  float64 // cost of checking a URL that is not a page
	forAll bool    // the budget covers all pages
}

func replay(set config.Revisit, policy string, h *evidence.History, a, b float64) *replayed {
	last := h.Rounds[len(h.Rounds)-1]
	period := last.At.Sub(h.Start).Seconds() / float64(len(h.Rounds))
	p := revisit.New(policy, revisit.Options{DeltaS: set.DeltaS, Form: revisit.Form(set.Form),
		A: a, B: b, Period: cmp.Or(max(0, period), 1), Bounded: true})
	r := &replayed{Policy: p, start: h.Start, gone: map[int]bool{}}
	found := h.Start
	for i, round := range h.Rounds {
		r.list(round, i == 0, r.since(found))
		found = round.At
		if i == len(h.Rounds)-1 {
			break
		}
		p.Past(r.since(round.At))
		for v := range round.Visits {
			r.saw(v, r.since(round.At))
		}
		p.End()
	}
	return r
}

// since returns a time in seconds since the site was crawled, as policies count it.
func (r *replayed) since(t time.Time) float64 { return t.Sub(r.start).Seconds() }

// list updates the list before a round. The crawl's own pages are in the index. Later pages were found and fetched.
func (r *replayed) list(round evidence.Round, first bool, found float64) {
	for _, size := range round.Joined {
		r.pages++
		if first {
			r.Indexed(size, found)
			continue
		}
		page := r.Found()
		r.Saw(page, revisit.Result{Outcome: revisit.Fetched, At: found, Size: size, Difference: size})
	}
	for _, page := range round.Left {
		r.Left(int(page))
	}
	for _, h := range round.Hints {
		r.Hint(int(h.Page), h.Newer)
	}
}

func (r *replayed) saw(v evidence.Visit, at float64) {
	outcomes := [...]revisit.Outcome{evidence.CheckChanged: revisit.Fetched,
		evidence.CheckSame: revisit.Unchanged, evidence.CheckGone: revisit.Gone,
		evidence.CheckFailed: revisit.Failed}
	page := int(v.Page)
	r.Saw(page, revisit.Result{Outcome: outcomes[v.Outcome], At: at, Size: v.Size, Difference: v.Difference})
	if v.Outcome == evidence.CheckGone {
		r.gone[page] = true
	} else if v.Outcome != evidence.CheckFailed {
		delete(r.gone, page)
	}
}

// checkCost returns the cost of checking a page, a*size + b, and the budget of an iteration. With a budget of time,
// these are seconds, as measured so far and shared by the connections. Otherwise a check costs 1.
func checkCost(set config.Revisit, h *evidence.History, host config.Host, pages int) (a, b, budget float64) {
	if set.Seconds == 0 {
		return 0, 1, float64(set.Checks.Of(pages))
	}
	a, b = h.A, h.B
	if a == 0 && b == 0 { // nothing was timed yet
		b = 1
	}
	share := float64(host.Connections)
	return a / share, max(b/share, host.Delay.Seconds()), float64(set.Seconds)
}

const othersShare = 0.1 // share of checks for broken links, redirects and duplicates

// toChoose replays a site's history for the policy in the settings, which then chooses for the last round.
func toChoose(set config.Revisit, h *evidence.History, host config.Host) *replayed {
	var pages, joined, size int
	for _, round := range h.Rounds {
		pages += len(round.Joined) - len(round.Left)
		joined += len(round.Joined)
		for _, s := range round.Joined {
			size += int(s)
		}
	}
	a, b, budget := checkCost(set, h, host, pages)
	r := replay(set, set.Policy, h, a, b)
	r.least, r.budget = b, budget
	r.other = cmp.Or(a*float64(size)/float64(max(1, joined))+b, 1) // as the mean page
	r.forAll = set.Seconds == 0 && budget >= float64(pages)
	return r
}

func (r *replayed) choose(h *evidence.History) (choice extractor.Choice) {
	due := func(rounds int) int { return int(r.budget / r.other * othersShare * float64(rounds)) }
	choice.Others = min(h.Others, due(len(h.Rounds))-due(len(h.Rounds)-1))
	rest := r.budget
	if !r.forAll {
		rest -= float64(choice.Others) * r.other
	}
	if rest < r.least {
		return choice
	}
	r.Begin(r.since(h.Rounds[len(h.Rounds)-1].At), rest)
	for page, ok := r.Next(); ok; page, ok = r.Next() {
		choice.Pages = append(choice.Pages, int32(page))
	}
	return choice
}

// reasons has each policy's reason for choosing a page.
var reasons = map[string]site.CheckReason{"learned": site.CheckWorth, "proportional": site.CheckWorth,
	"scent": site.CheckScent, "round-robin": site.CheckWaiting}

// Believe says which pages the settings' policy would check next, and how likely the pages have changed. With any
// policy the likelihoods come from rates learnt from all checks.
func (c Config) Believe(h *evidence.History, host config.Host) *site.Belief {
	r := toChoose(c.Revisit, h, host)
	learned := r
	if c.Revisit.Policy != "learned" {
		learned = replay(c.Revisit, "learned", h, 0, 1)
	}
	out := &site.Belief{Policy: c.Revisit.Policy}
	for page := range learned.pages {
		out.Chance = append(out.Chance, wording.Significant(learned.Chance(page), 9)) // as in nodes.csv
	}
	for _, page := range r.choose(h).Pages {
		check := site.NextCheck{Page: int(page), Why: reasons[c.Revisit.Policy],
			Index: r.Index(int(page)), Age: r.Age(int(page))}
		if r.gone[int(page)] {
			check.Why = site.CheckGone
		}
		out.Next = append(out.Next, check)
	}
	return out
}

// Limits for a site's sitemaps, above what most sites have.
const (
	maxSitemaps     = 1000
	maxSitemapBytes = 1 << 30
	maxListed       = 1_000_000
)

// getSitemap returns a function that fetches a sitemap, unless robots.txt of the site or of another origin forbids it.
func (r robotsReader) getSitemap(d extractor.Downloader, rules extractor.Rules,
	origin site.URL) func(context.Context, site.URL) site.Response {
	ruled := map[string]extractor.Rules{origin.Origin(): rules}
	return func(ctx context.Context, u site.URL) site.Response {
		if _, asked := ruled[u.Origin()]; !asked {
			ruled[u.Origin()] = r.Fetch(ctx, d, u).Rules
		}
		if rules := ruled[u.Origin()]; rules == nil || !rules.Allowed(u.Target()) {
			return site.Response{URL: u, Failure: site.Failure{Class: site.FailRefusal, Detail: "by robots.txt"}}
		}
		return d.Download(ctx, site.Request{URL: u, Sitemap: true})
	}
}

// listed reads the sitemaps for [sites] sitemaps.
func (r robotsReader) listed(ctx context.Context, d extractor.Downloader, rules extractor.Rules, origin site.URL,
	robots string) (l extractor.SitemapList) {
	// No date is believed, since the clock must not decide which of two sitemaps has an entry.
	limits := sitemaps.Limits{Files: maxSitemaps, Bytes: maxSitemapBytes, Entries: maxListed,
		Usual: true, Foreign: true, Text: parse.Text}
	entries, report := sitemaps.Read(ctx, r.getSitemap(d, rules, origin), origin, robots, limits)
	l.Files, l.Cut = report.Files, report.Limit
	for _, e := range entries {
		l.Entries = append(l.Entries, extractor.SitemapURL{URL: e.URL, File: e.File})
	}
	return l
}
