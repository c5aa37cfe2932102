package gate

import (
	"fmt"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// old precedes a condition on the URLs of A, regardless of links to them in B.
const old = "old"

// oldKinds are the fates that are counted: a dead URL, a redirect to the home page, or several redirects.
var oldKinds = []string{"dead", "home", "redirect-chain"}

// published returns the URLs that people may know, each once: pages, aliases, and entries of sitemaps. home has those
// that led to the home page.
func published(c *site.Crawl) (all []compare.Backlink, home map[string]bool, err error) {
	known, first := map[string]bool{}, ""
	home = map[string]bool{}
	add := func(key, page string) {
		if !known[key] {
			known[key], home[key] = true, page == first
			all = append(all, compare.Backlink{Target: key})
		}
	}
	for i := range c.Graph.Pages {
		if i == 0 {
			first = c.Graph.Pages[0].Key
		}
		add(c.Graph.Pages[i].Key, c.Graph.Pages[i].Key)
	}
	for i := range c.Aliases {
		add(c.Aliases[i].Key, c.Aliases[i].Page)
	}
	if c.Sitemaps == nil {
		return all, home, nil
	}
	for e, err := range c.Sitemaps.Entries {
		if err != nil {
			return nil, nil, err
		}
		if e.Page != "" {
			add(e.Key, e.Page)
		}
	}
	return all, home, nil
}

// old counts the URLs of A with a given fate in B.
func (c Changes) old(kind string) (f Finding, err error) {
	if c.NoLedger {
		return Finding{Why: "crawl B was read without ledger.csv"}, nil
	}
	all, wasHome, err := published(c.A)
	if err != nil {
		return f, err
	}
	ends, hops := map[string]string{}, map[string]bool{} // the pages behind URLs, and the URLs that redirect
	if err := c.fates(all, ends, hops); err != nil {
		return f, err
	}
	home := ""
	if len(c.B.Graph.Pages) > 0 {
		home = c.B.Graph.Pages[0].Key
	}
	unknown := 0
	for _, u := range all {
		path := strings.TrimPrefix(u.Target, c.A.Site)
		hops[path] = hops[path] || u.Fate == compare.Redirects
		if u.Fate == compare.Unknown {
			unknown++
		}
	}
	for _, u := range all {
		is := u.Fate == compare.Redirects
		switch kind {
		case "dead":
			is = u.Fate == compare.Breaks
		case "home":
			is = is && !wasHome[u.Target] && (u.To == home || ends[u.Target] == home)
		case "redirect-chain":
			is = is && hops[strings.TrimPrefix(u.To, c.B.Site)]
		}
		if is {
			f.Number++
			f.name(u.Target)
		}
	}
	if unknown > 0 {
		f.Why = fmt.Sprintf("B was not asked for %s of A: crawl them there with --list",
			wording.Count(unknown, "URL", "URLs"))
	}
	return f, nil
}

// LostVisits is the kind of a URL of A that people visited and that leads nowhere in B.
const LostVisits = "lost-visits"

// Stake says what becomes of the visits of A.
type Stake struct {
	Visits     int `json:"visits"`     // of all URLs
	Lost       int `json:"lost"`       // of those that lead nowhere any more
	Redirected int `json:"redirected"` // of those that redirect
	Lines      int `json:"lines"`      // of a file of changes, because of which they are lost
	lost       []string
}

// Stake returns what becomes of the visits of A, nil if they are unknown.
func (c Changes) Stake() (*Stake, error) {
	if c.A.Hits == nil || c.A.Hits.Visits == 0 || c.NoLedger {
		return nil, nil
	}
	var all []compare.Backlink
	for i := range c.A.Hits.All {
		all = append(all, compare.Backlink{Target: c.A.Hits.All[i].Key})
	}
	if err := c.fates(all, map[string]string{}, map[string]bool{}); err != nil {
		return nil, err
	}
	s, lines := &Stake{Visits: c.A.Hits.Visits}, map[int]bool{}
	for i, u := range all {
		n := c.A.Hits.All[i].Visits
		if u.Fate == compare.Redirects {
			s.Redirected += n
		}
		if u.Fate == compare.Breaks && n > 0 && c.A.Hits.All[i].Status < 400 {
			s.Lost, s.lost = s.Lost+n, append(s.lost, u.Target)
			lines[u.Change] = true
		}
	}
	delete(lines, 0) // of those that no line takes away
	s.Lines = len(lines)
	return s, nil
}

// String says what becomes of the visits.
func (s *Stake) String() string {
	share := func(n int) string {
		return fmt.Sprintf("%s (%s)", wording.Percent(float64(n)/float64(s.Visits)), wording.Grouped(n))
	}
	by := ""
	if s.Lines > 0 {
		by = ", because of " + wording.Count(s.Lines, "line", "lines")
	}
	return fmt.Sprintf("Of %s, %s went to URLs that lead nowhere any more%s, and %s to URLs that redirect.",
		wording.Count(s.Visits, "visit", "visits"), share(s.Lost), by, share(s.Redirected))
}

func (c Changes) unreachable() (f Finding, err error) {
	if c.NoLedger {
		return Finding{Why: "crawl B was read without ledger.csv"}, nil
	}
	pages, err := c.Losses(c.B.Ledger, nil)
	f.Number = len(pages)
	for _, page := range pages {
		f.name(page.URL)
	}
	return f, err
}

// fates sets the fates of links to URLs of A, as the changes say, or as B answers. It looks URLs up in B's ledger
// without their origin, because the site may have moved to another host.
func (c Changes) fates(all []compare.Backlink, ends map[string]string, hops map[string]bool) error {
	if c.Fates != nil {
		return c.Fates(all)
	}
	at := make(map[string]int, len(all))
	for i := range all {
		at[strings.TrimPrefix(all[i].Target, c.A.Site)], all[i].Fate = i, compare.Unknown
	}
	for e, err := range c.B.Ledger {
		if err != nil {
			return err
		}
		fate := compare.FateOf(&e)
		if fate == compare.Redirects {
			hops[strings.TrimPrefix(e.Key, c.B.Site)], hops[strings.TrimPrefix(e.URL, c.B.Site)] = true, true
		}
		if i, known := at[strings.TrimPrefix(e.Key, c.B.Site)]; known {
			all[i].Fate, all[i].To, ends[all[i].Target] = fate, e.Location, e.Page
		}
	}
	return nil
}
