package site

import (
	"errors"
	"iter"
	"slices"
	"time"
)

// Crawl is what the crawl of one site left, even if it was stopped early: the graph in memory, and the long tables as
// sequences that can be read any number of times. They are sorted and equal for equal sites. An error ends a sequence.
type Crawl struct {
	Site string // the origin, for instance "https://example.com:8443"
	// Former is the http origin whose home page redirected to the site on https, or "". Links to it are the site's own.
	// Tables do not say it.
	Former string
	Scope  string // one or more of the scopes; "" if unknown
	// Members are the hosts of an entity, nil for another site. MemberRobots has their robots.txt, without that of
	// Site.
	Members      *Members
	MemberRobots []HostRobots
	Name         string                             // the prefix of the site's files and its folder's name
	Graph        *Graph                             // never nil; it may be without pages
	Aliases      []Alias                            // sorted by key
	Ledger       iter.Seq2[Entry, error]            // sorted by key: the site's own URLs, then the external ones
	External     iter.Seq2[ExternalLink, error]     // sorted by (source, URL, text, rel)
	Bad          iter.Seq2[BadLink, error]          // sorted by (source, href, text)
	Links        iter.Seq2[Occurrence, error]       // sorted by (source, ordinal); nil when occurrences were not kept
	LinksOf      func(id int) ([]Occurrence, error) // of one page; nil if they were not kept, or not by page
	// TextsOf is for crawls without LinksOf: each URL once for each text of its links, without hrefs. nil: no texts
	// were kept.
	TextsOf  func(id int) ([]Occurrence, error)
	Declared iter.Seq[Declared] // by page; nil if the tables do not have them
	// OfTables says that the crawl was read from its tables, which have neither EmptyRoot nor WithoutAlt of pages.
	OfTables bool
	// Linked are the URLs of the kinds to be checked that pages link to or use, except pages of the site, sorted by
	// key. Unchecked counts those that are left to another run.
	Linked    []*Linked
	Unchecked int
	Mentions  func(key string) []int // the ids of the pages that link to a key, ascending; only the first call is slow
	// Blocks finds the template's blocks of links that lead to the keys, the most common first. It reads all pages
	// again. It is nil if the crawl was read from its files.
	Blocks func(keys map[string]bool) ([]Block, error)
	// Waited is how long all sites of this run kept connections idle until the next answer in the order had come.
	Waited    time.Duration
	Decisions iter.Seq[Decision] // about this site, in order; nil without an order or a budget
	Ordered   bool               // the pages came in the order of a policy, not by depth
	// Ranked says that pages have an Importance. Frontier then has the known URLs that were not fetched, best first.
	Ranked   bool
	Frontier iter.Seq[Candidate]
	Watched  *Watched // when pages and arcs were seen; nil for a site that was not watched
	// Sameness is what the crawl learnt about URLs that show the same page; nil unless [duplicates] key = stable.
	Sameness          *Sameness
	Sitemaps          *Sitemaps // nil unless the sitemaps were read
	Hits              *Hits     // what access logs say of the site; nil unless they were read
	Searched          *Searched // what agents know of the pages; nil for other crawls
	Counts            Counts    // sums up the ledger
	Ended             Ending    // Complete says that nothing is left to fetch
	Complete          bool
	Asked             int      // URLs requested by this run
	Notes             []string // for the user
	Robots            RobotsSeen
	Started, Finished time.Time // of all runs together
}

// LinksOn yields the links of pages, whose ids ascend. There are none if the crawl kept no single links.
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

// Linkers returns the ids of the pages that link to an entry's URL; none if only the first of them is known.
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
	Name  string           // as files of changes write it
	Place LinkPlace        // where it is on these pages
	Pages int              // that have it
	Links int              // on all of them
	Page  string           // the first page with the block
	Some  []string         // the first links there
	Leads map[string][]int // the pages on which the block leads to a key, if asked for
}

// The scopes say what belongs to the site: a host, all below its start pages, only these, or several hosts. Two that
// apply at once are joined: "list, entity".
const (
	ScopeHost    = "host"
	ScopeSection = "section"
	ScopeList    = "list"
	ScopeEntity  = "entity"
)

// Counts sums up a crawl, also in the manifest. Links are counted with multiplicity.
type Counts struct {
	Pages         int           `json:"pages"`          // nodes
	Arcs          int           `json:"arcs"`           // unique ordered pairs, self-loops included
	Links         int           `json:"links"`          // links to pages: the sum of the arcs' weights
	InternalLinks int           `json:"internal_links"` // links to URLs of the site
	ExternalLinks int           `json:"external_links"` // links to other sites
	BadLinks      int           `json:"bad_links"`      // hrefs that are not usable links
	TruncatedArcs int           `json:"truncated_arcs"` // links to URLs below the maximum depth, each once a page
	Fetched       int           `json:"fetched"`        // URLs requested
	ServerErrors  int           `json:"server_errors"`  // URLs answered with 429, or 500 and up
	States        map[State]int `json:"states"`         // URLs per state
	LoginWalls    int           `json:"login_walls"`    // pages that are the login form which unrelated URLs show
	// Limits counts what each limit left out: URLs; pages cut by max_links_per_page; links beyond max_url_length.
	Limits map[string]int `json:"limits"`
}

// LeftOut is what a limit of the settings left out for good.
type LeftOut struct {
	Limit string // the setting
	What  string // in words, plural
	Count int
}

// LeftOut returns what each limit on URLs and links left out, if anything.
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

// ToFetch counts the known URLs that another run could fetch: this one had no time, pages or budget left for them.
func (c Counts) ToFetch() int {
	return c.States[StateStopped] + c.Limits[LimitPages] + c.Limits[LimitBudget]
}

// Ending is why a crawl ended. As an error it can be the cause of a cancelled context.
type Ending string

// The endings. Stop conditions add endings of their own.
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
	// Why agents left the URLs that they knew.
	EndedEnergy            Ending = "energy"             // they have no energy for another page
	EndedLifetime          Ending = "lifetime"           // their lives are over
	EndedSpace             Ending = "space"              // they have no space left
	EndedStrict            Ending = "strict"             // what they know is not relevant enough for strict agents
	EndedUnsold            Ending = "unsold"             // they may not visit what they know, and no agent bought it
	EndedMeans             Ending = "means"              // several of these reasons, each agent has its own
	EndedAnotherSite       Ending = "another-site"       // the home page led to a site that this run crawls already
	EndedRobotsUnavailable Ending = "robots-unavailable" // robots.txt gave an error (5xx, 429)
	EndedUnreachable       Ending = "unreachable"        // the host did not answer
	EndedRobotsForbid      Ending = "robots-forbid"      // robots.txt forbids the start page
	EndedNoPages           Ending = "no-pages"           // no page was found; a note says what became of the start page
)

// Whole reports whether the crawl got all that it should: everything, or as many pages as allowed.
func (e Ending) Whole() bool { return e == EndedWorkDone || e == EndedMaxPages }

// Meant reports whether the settings, and not an accident, ended the crawl.
func (e Ending) Meant() bool { return e.Whole() || e == EndedBudget || e == EndedTimeout }

// NeverBegan reports whether nothing could be fetched at all.
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
