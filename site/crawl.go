package site

import (
	"errors"
	"iter"
	"slices"
	"time"
)

// Crawl is the result of crawling one site, even if it stopped early: the graph in memory, and the long tables as
// sequences that can be read repeatedly. Tables are sorted and equal for equal sites. An error ends a sequence.
type Crawl struct {
	Site string // the origin, such as "https://example.com:8443"
	// Former is the http origin whose home page redirected to the site on https, or "". Links to it count as internal.
	// It is lost when reading back tables.
	Former string
	Scope  string // one or more of the scopes; "" if unknown
	// Members are the hosts of an entity, nil for any other site. MemberRobots has their robots.txt, but not the one
	// of Site.
	Members      *Members
	MemberRobots []HostRobots
	Name         string                             // prefix of the site's files and name of its folder
	Graph        *Graph                             // never nil, but may have no pages
	Aliases      []Alias                            // sorted by key
	Ledger       iter.Seq2[Entry, error]            // sorted by key: the site's URLs, then external ones
	External     iter.Seq2[ExternalLink, error]     // sorted by (source, URL, text, rel)
	Bad          iter.Seq2[BadLink, error]          // sorted by (source, href, text)
	Links        iter.Seq2[Occurrence, error]       // sorted by (source, ordinal); nil if occurrences were not kept
	LinksOf      func(id int) ([]Occurrence, error) // for one page; nil if they were not kept, or not by page
	// TextsOf serves crawls without LinksOf. It returns each URL once per link text, without hrefs. It is nil if no
	// texts were kept.
	TextsOf  func(id int) ([]Occurrence, error)
	Declared iter.Seq[Declared] // by page; nil if the tables lack them
	// OfTables says that the crawl was read from its tables, which lack the pages' EmptyRoot and WithoutAlt.
	OfTables bool
	// Linked has the URLs of the kinds to check that pages link to or use, except pages of the site, sorted by key.
	// Unchecked counts those left for another run.
	Linked    []*Linked
	Unchecked int
	Mentions  func(key string) []int // ids of the pages linking to a key, ascending; only the first call is slow
	// Blocks finds the template's blocks of links that lead to the keys, most common first. It reads all pages again.
	// It is nil if the crawl was read from its files.
	Blocks func(keys map[string]bool) ([]Block, error)
	// Waited is how long all sites of this run kept connections idle, waiting for the next answer in order.
	Waited    time.Duration
	Decisions iter.Seq[Decision] // about this site, in order; nil without an order or a budget
	Ordered   bool               // the order of a policy chose the pages, not their depth
	// Ranked says that pages have an Importance. Then Frontier has the known but unfetched URLs, best first.
	Ranked   bool
	Frontier iter.Seq[Candidate]
	Watched  *Watched // when pages and arcs were seen; nil unless the site was watched
	// Sameness holds what the crawl learnt about URLs that show the same page; nil unless [duplicates] key = stable.
	Sameness          *Sameness
	Sitemaps          *Sitemaps // nil unless sitemaps were read
	Hits              *Hits     // counts from access logs; nil unless they were read
	Searched          *Searched // facts from agents about the pages; nil for other crawls
	Counts            Counts    // sums up the ledger
	Ended             Ending    // Complete says that nothing is left to fetch
	Complete          bool
	Asked             int      // URLs requested by this run
	Notes             []string // for the user
	Robots            RobotsSeen
	Started, Finished time.Time // over all runs together
}

// LinksOn yields the links of pages with ascending ids. It yields none if the crawl kept no single links.
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

// Linkers returns the ids of the pages that link to an entry's URL, or none if only the first page is known.
func (c *Crawl) Linkers(e Entry) (ids []int) {
	if c.Mentions != nil {
		ids = c.Mentions(e.Key)
	}
	if len(ids) == 0 {
		ids = slices.Collect(IDs(e.LinkedFrom))
	}
	return ids
}

// Block is a block of links that several pages share.
type Block struct {
	Name  string           // as in files of changes
	Place LinkPlace        // its place on these pages
	Pages int              // number of pages with it
	Links int              // number of links on all of them
	Page  string           // the first page with the block
	Some  []string         // the first links there
	Leads map[string][]int // per key, the pages whose block leads there, if requested
}

// The scopes define the extent of the site: a host, everything below its start pages, only the start pages, or several
// hosts. Two scopes that apply at once are joined: "list, entity".
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
	Links         int           `json:"links"`          // links to pages, the sum of the arcs' weights
	InternalLinks int           `json:"internal_links"` // links to URLs of the site
	ExternalLinks int           `json:"external_links"` // links to other sites
	BadLinks      int           `json:"bad_links"`      // hrefs that are not usable links
	TruncatedArcs int           `json:"truncated_arcs"` // links to URLs below the maximum depth, each once per page
	Fetched       int           `json:"fetched"`        // URLs requested
	ServerErrors  int           `json:"server_errors"`  // URLs answered with 429, or 500 and up
	States        map[State]int `json:"states"`         // URLs per state
	LoginWalls    int           `json:"login_walls"`    // pages that are a login form shown by unrelated URLs
	// Limits counts the losses to each limit: URLs, pages cut by max_links_per_page, links beyond max_url_length.
	Limits map[string]int `json:"limits"`
}

// LeftOut counts what a limit of the settings excluded for good.
type LeftOut struct {
	Limit string // the setting
	What  string // in words, plural
	Count int
}

// LeftOut returns the limits on URLs and links that excluded anything.
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

// ToFetch counts the known URLs left for another run, because this one ran out of time, pages or budget.
func (c Counts) ToFetch() int {
	return c.States[StateStopped] + c.Limits[LimitPages] + c.Limits[LimitBudget]
}

// Ending is the reason why a crawl ended. As an error it can be the cause of a cancelled context.
type Ending string

// Stop conditions add further endings.
const (
	EndedWorkDone Ending = "work-done" // everything within reach was fetched
	EndedMaxPages Ending = "max-pages" // the page limit was reached
	EndedBudget   Ending = "budget"    // the page budget shared by all sites was spent
	EndedTimeout  Ending = "timeout"   // the time limit was reached
	EndedStopFile Ending = "stop-file" // the stop file appeared
	EndedSignal   Ending = "signal"    // the user interrupted the program
	EndedError    Ending = "error"     // an internal error of the program
	EndedRun      Ending = "run"       // a search by agents ran out of time
	EndedRefused  Ending = "refused"   // the site refuses pages; later it may not
	// Agents left URLs that they knew for these reasons.
	EndedEnergy            Ending = "energy"             // no energy left for another page
	EndedLifetime          Ending = "lifetime"           // the agents' lifetimes are over
	EndedSpace             Ending = "space"              // no space left
	EndedStrict            Ending = "strict"             // the known URLs are not relevant enough for strict agents
	EndedUnsold            Ending = "unsold"             // they may not visit the known URLs, and no agent bought them
	EndedMeans             Ending = "means"              // several of these reasons, each for different agents
	EndedAnotherSite       Ending = "another-site"       // the home page led to a site that this run already crawls
	EndedRobotsUnavailable Ending = "robots-unavailable" // robots.txt answered with an error (5xx, 429)
	EndedUnreachable       Ending = "unreachable"        // the host did not answer
	EndedRobotsForbid      Ending = "robots-forbid"      // robots.txt forbids the start page
	EndedNoPages           Ending = "no-pages"           // no page was found; a note explains why
)

// Whole reports whether the crawl got everything, or as many pages as allowed.
func (e Ending) Whole() bool { return e == EndedWorkDone || e == EndedMaxPages }

// Meant reports whether the settings ended the crawl, rather than an accident.
func (e Ending) Meant() bool { return e.Whole() || e == EndedBudget || e == EndedTimeout }

// NeverBegan reports whether nothing could be fetched at all.
func (e Ending) NeverBegan() bool {
	return e == EndedAnotherSite || e == EndedRobotsUnavailable || e == EndedUnreachable
}

// Error implements error.
func (e Ending) Error() string { return string(e) }

// EndingOf returns the ending in an error, or EndedError if it has none.
func EndingOf(err error) Ending {
	if e, ok := errors.AsType[Ending](err); ok {
		return e
	}
	return EndedError
}
