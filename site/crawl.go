package site

import (
	"errors"
	"iter"
	"slices"
	"time"
)

// Crawl is the result of the crawl of one site, whole or stopped early: the graph in memory, and the long tables as
// sequences to be read as often as wanted. All are sorted and the same for the same site. A sequence that meets an
// error yields it once and ends.
type Crawl struct {
	Site string // the origin, for instance "https://example.com:8443"
	// Former is the http origin whose home page redirected to the site on https, so that links there are the site's
	// own; "" if there is none. It is not known of a crawl that was read back from its files.
	Former string
	Scope  string // what was taken for the site: one of the scopes, "" if that is not known
	// Members are the hosts of an entity, nil for any other site. MemberRobots are their robots.txt as seen, by
	// origin, but for that of Site.
	Members      *Members
	MemberRobots []HostRobots
	Name         string                         // the prefix of the site's files and its folder's name
	Graph        *Graph                         // never nil; it may be without pages
	Aliases      []Alias                        // sorted by key
	Ledger       iter.Seq2[Entry, error]        // sorted by key: the site's own URLs, then the external ones
	External     iter.Seq2[ExternalLink, error] // sorted by (source, URL, text, rel)
	Bad          iter.Seq2[BadLink, error]      // sorted by (source, href, text)
	Links        iter.Seq2[Occurrence, error]   // sorted by (source, ordinal); nil when occurrences were not kept
	// LinksOf returns the links of the page with an id, as Links has them; nil
	// when they were not kept, or cannot be read page by page.
	LinksOf func(id int) ([]Occurrence, error)
	// TextsOf stands in where LinksOf is nil: it returns each URL once for each text of its links, without hrefs. It is
	// nil when no texts were kept.
	TextsOf func(id int) ([]Occurrence, error)
	// Declared are the links that pages declare to programs alone, by page; nil of tables that name none.
	Declared iter.Seq[Declared]
	// OfTables says that the crawl was read back from its tables. These do not say which pages have images without alt,
	// or are empty until a script fills them.
	OfTables bool
	// Linked are the URLs that pages link to or use and that are not pages of the site,
	// of the kinds that were asked for, sorted by key.
	Linked    []*Linked
	Unchecked int // the number of those that were to be checked, and are left to another run
	// Mentions returns the ids of the pages that link to a key, ascending. It is quick but for the first call.
	Mentions func(key string) []int
	// Blocks returns the blocks of links of the template in which links to some keys stand, those first that most pages
	// have. It reads all pages again; nil of a crawl that was read back from its files.
	Blocks func(keys map[string]bool) ([]Block, error)
	// Waited is the time in which connections were free and no decision could be made, since answers waited for the
	// one whose turn it was: the price of the order. It is that of all sites of a sequence, in this run.
	Waited time.Duration
	// Decisions are those about URLs of this site, in order; nil for a crawl by depth without a budget.
	Decisions iter.Seq[Decision]
	// Ordered reports whether an order of the settings took the pages; otherwise they came depth by depth.
	Ordered bool
	// Ranked reports whether the pages have an Importance; Frontier are the URLs
	// known and not fetched then, the most important first, and nil otherwise.
	Ranked   bool
	Frontier iter.Seq[Candidate]
	Watched  *Watched // when pages and arcs were seen; nil for a site that was not watched
	// Sameness is what the crawl learned about URLs that show the same page; nil unless that was asked for.
	Sameness *Sameness
	Sitemaps *Sitemaps // nil unless the sitemaps were read
	Hits     *Hits     // what access logs say of the site; nil unless they were read
	// Searched says what topical agents know of the pages; nil for a crawl that is not theirs.
	Searched *Searched
	Counts   Counts // sums up the ledger
	// Ended is how the walk ended. Complete reports whether nothing is left to fetch.
	Ended    Ending
	Complete bool
	Asked    int // URLs that this run requested; the others come from the state of earlier ones
	// Notes are remarks a user should read, for instance that the start page redirected to another host.
	Notes             []string
	Robots            RobotsSeen // robots.txt as seen
	Started, Finished time.Time  // Started and Finished frame the walk, over all its runs
}

// LinksOn yields the links on the pages with some ids, in ascending order; none if single links were not kept.
func (c *Crawl) LinksOn(ids []int) iter.Seq2[Occurrence, error] {
	return func(yield func(Occurrence, error) bool) {
		for _, id := range ids {
			if c.LinksOf == nil {
				break
			}
			links, err := c.LinksOf(id)
			if err != nil {
				yield(Occurrence{}, err)
				return
			}
			for _, l := range links {
				if !yield(l, nil) {
					return
				}
			}
		}
		if c.LinksOf != nil || c.Links == nil || len(ids) == 0 {
			return
		}
		for l, err := range c.Links {
			_, wanted := slices.BinarySearch(ids, l.Source)
			if l.Source > ids[len(ids)-1] || (wanted || err != nil) && !yield(l, err) {
				return
			}
		}
	}
}

// Linkers returns the ids of the pages that link to the URL of an entry; none if only the first one is known.
func (c *Crawl) Linkers(e Entry) (ids []int) {
	if c.Mentions != nil {
		ids = c.Mentions(e.Key)
	}
	if len(ids) == 0 {
		ids = slices.Collect(IDs(e.LinkedFrom))
	}
	return ids
}

// Block is a block of links that several pages have in common.
type Block struct {
	Name  string           // as in files of changes
	Place LinkPlace        // where it is on these pages
	Pages int              // that have it
	Links int              // on all of them
	Page  string           // the first page that has it
	Some  []string         // the first links of that
	Leads map[string][]int // the ids of the pages whose links there lead to a key, if that was asked for
}

// The scopes, what a crawl takes for the site: the whole host, what lies below its start pages, these alone, or
// several hosts. Those that go together are written one after the other: "list, entity".
const (
	ScopeHost    = "host"
	ScopeSection = "section"
	ScopeList    = "list"
	ScopeEntity  = "entity"
)

// Counts sums up a crawl; links are counted on pages, with multiplicity. The
// manifest of a result folder has them as they are, as it has RobotsSeen.
type Counts struct {
	Pages         int           `json:"pages"`          // nodes
	Arcs          int           `json:"arcs"`           // unique ordered pairs, self-loops included
	Links         int           `json:"links"`          // links to pages: the sum of the arcs' weights
	InternalLinks int           `json:"internal_links"` // links to URLs of the site
	ExternalLinks int           `json:"external_links"` // links to other sites
	BadLinks      int           `json:"bad_links"`      // hrefs that are not usable links
	TruncatedArcs int           `json:"truncated_arcs"` // unique (page, key below the maximum depth)
	Fetched       int           `json:"fetched"`        // URLs requested
	ServerErrors  int           `json:"server_errors"`  // URLs answered with a status of 500 or more, or 429
	States        map[State]int `json:"states"`         // URLs per state
	// LoginWalls counts the pages that are the form for logging in which unrelated URLs show.
	LoginWalls int `json:"login_walls"`
	// Limits counts, per limit of the settings that took effect, the URLs that it left out; for max_links_per_page
	// the pages it cut, for max_url_length the links.
	Limits map[string]int `json:"limits"`
}

// LeftOut is what a limit of the settings left out for good.
type LeftOut struct {
	Limit string // the setting
	What  string // in words, plural
	Count int
}

// LeftOut returns what the limits on URLs and links left out, those of them that took effect.
func (c Counts) LeftOut() (all []LeftOut) {
	for _, l := range []LeftOut{
		{Limit: LimitPathDepth, What: "URLs with more segments"},
		{Limit: LimitPathRepeats, What: "URLs that repeat a segment more often"},
		{Limit: LimitPathTandems, What: "URLs that repeat segments in a row"},
		{Limit: LimitMiswritten, What: "URLs of links that were written wrongly"},
		{Limit: LimitPerDirectory, What: "further URLs of a directory"},
		{Limit: LimitURLLength, What: "links to longer URLs"},
		{Limit: LimitLinksPerPage, What: "pages whose further links were not read"},
	} {
		if l.Count = c.Limits[l.Limit]; l.Count > 0 {
			all = append(all, l)
		}
	}
	return all
}

// ToFetch counts the URLs that are known and were not fetched for want of time,
// of pages or of budget; another run can. What [limits] left out does not count.
func (c Counts) ToFetch() int {
	return c.States[StateStopped] + c.Limits[LimitPages] + c.Limits[LimitBudget]
}

// Ending is how a crawl ended. It is an error, so that it can be the cause of a cancelled context.
type Ending string

// The endings. Names of stop conditions are endings too.
const (
	EndedWorkDone Ending = "work-done" // everything in reach was fetched
	EndedMaxPages Ending = "max-pages" // the page limit was reached
	EndedBudget   Ending = "budget"    // the pages that all sites share were used up
	EndedTimeout  Ending = "timeout"   // the time limit was reached
	EndedStopFile Ending = "stop-file" // the stop file appeared
	EndedSignal   Ending = "signal"    // the user interrupted the program
	EndedError    Ending = "error"     // an error of the program's own
	EndedRun      Ending = "run"       // the time of a search by agents was over
	EndedRefused  Ending = "refused"   // the site refuses pages; another time it may not
	// Why agents fetch no more of the URLs that they know.
	EndedEnergy   Ending = "energy"   // they have no energy for another page
	EndedLifetime Ending = "lifetime" // their lives are over
	EndedSpace    Ending = "space"    // they have no space left
	EndedStrict   Ending = "strict"   // what they know is not relevant enough for strict agents
	EndedUnsold   Ending = "unsold"   // they may not visit what they know, and no agent bought it
	EndedMeans    Ending = "means"    // several of these reasons, each agent has its own
	// EndedAnotherSite: the home page led to a site that this run crawls already.
	EndedAnotherSite Ending = "another-site"
	// EndedRobotsUnavailable: robots.txt was answered with an error (5xx, 429), so nothing may be fetched now.
	EndedRobotsUnavailable Ending = "robots-unavailable"
	// EndedUnreachable: the host gave no answer.
	EndedUnreachable Ending = "unreachable"
	// EndedRobotsForbid: robots.txt forbids the start page.
	EndedRobotsForbid Ending = "robots-forbid"
	// EndedNoPages: there is nothing left to fetch, and no page; a note of the
	// crawl says what became of the start page.
	EndedNoPages Ending = "no-pages"
)

// Whole reports whether a crawl ended since it had what was wanted: all, or as many pages as its limit says.
func (e Ending) Whole() bool { return e == EndedWorkDone || e == EndedMaxPages }

// Meant reports whether a crawl ended as its settings asked for, and not since something stopped it.
func (e Ending) Meant() bool { return e.Whole() || e == EndedBudget || e == EndedTimeout }

// NeverBegan reports whether the crawl could not begin at all.
func (e Ending) NeverBegan() bool {
	return e == EndedAnotherSite || e == EndedRobotsUnavailable || e == EndedUnreachable
}

// Error implements error.
func (e Ending) Error() string { return string(e) }

// EndingOf returns the ending that an error carries, EndedError if none.
func EndingOf(err error) Ending {
	if e, ok := errors.AsType[Ending](err); ok {
		return e
	}
	return EndedError
}
