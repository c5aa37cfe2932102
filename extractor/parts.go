package extractor

import (
	"context"
	"time"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Downloader fetches one URL. It does not follow redirects and does not return
// errors, because failures are part of the response.
type Downloader interface {
	// Download stops when ctx ends.
	Download(ctx context.Context, r site.Request) site.Response
}

// Parser reads the links and the head of a page. An error means that the page is unreadable.
type Parser interface {
	// Parse reads a response with status 200 and a body in HTML.
	Parse(site.Response) (site.Document, error)
}

// Rules are the rules of a site's robots.txt.
type Rules interface {
	// Allowed reports whether path[?query] may be fetched.
	Allowed(target string) bool
}

// Observer follows a crawl. The goroutines of several sites may call its methods concurrently.
type Observer interface {
	// Fetched is called after every fetch, Progress several times per second.
	Fetched(site.Fetch)
	Progress(site.Progress)
}

// RobotsAnswer is a fetched robots.txt with its consequences.
type RobotsAnswer struct {
	Seen  site.RobotsSeen // the answer
	Rules Rules           // its rules
	Delay time.Duration   // the Crawl-delay, 0 for none
	// Retry means that there was no usable answer (5xx, 429, no connection).
	// Nothing may be fetched until the file has been requested again.
	Retry bool
}

// Robots reads a site's robots.txt. Fetch requests it, Judge interprets one from an earlier run.
type Robots interface {
	// Fetch sends a request to the host of an origin; Judge sends nothing.
	Fetch(ctx context.Context, d Downloader, origin site.URL) RobotsAnswer
	Judge(site.RobotsSeen) RobotsAnswer
}

// Parts are the components of a walk.
type Parts struct {
	// Components chosen by name in the settings.
	Downloader Downloader
	Parser     Parser
	Robots     Robots
	Normaliser *site.Normaliser
	// Key defines "the same content". Digest gives equal contents equal digests.
	dedup.Key
	Digest func(site.Content) site.Digest
	// Refused returns the service that answered instead of the site, or "" if the site answered. links is the number of
	// links on the page to URLs of its host. nil disables the test.
	Refused func(r site.Response, links int) site.Refusal
	// LogsIn reports whether a page with a password input is a login page; nil disables the test.
	LogsIn func(body []byte) bool
	// Encoder returns a function that encodes URL queries for a page in a charset. A nil function means UTF-8.
	Encoder func(charset string) func(string) []byte
	// StopConditions report whether the walk must end, and with which ending. One is enough. The walk's own goroutine
	// asks them regularly.
	StopConditions []func(site.Progress) (ending site.Ending, done bool)
	// Times says whether to keep the duration of requests for pages.
	Times bool
	// Uses returns the URLs that a page uses; nil if they are not needed.
	Uses func(site.Response) []site.Use
	// Journal is the site's state. Observer may be nil.
	Journal  evidence.Journal
	Observer Observer
	SetDelay func(origin site.URL, d time.Duration) // called with a host's Crawl-delay; may be nil
	// Further are start pages besides the first one, on the same origin.
	Further []site.URL
	// Section limits the site to the directories of the start pages. List limits the crawl to the start pages.
	Section, List bool
	// SchemeOpen says that the user gave no scheme, so that http is tried if nothing listens for https.
	SchemeOpen bool
	// Members are the site's hosts besides the start page's; nil for none.
	Members *site.Members
	// Search is the name of a search by topical agents, "" for a site. A search has no home page. It begins at all
	// start pages, on any hosts, and its order chooses what to visit.
	Search string
	// Sitemaps reads the sitemaps of a site without requesting anything that the rules
	// forbid; nil if they are not needed. SitemapStarts makes their entries start pages.
	Sitemaps      func(ctx context.Context, d Downloader, rules Rules, origin site.URL, robots string) SitemapList
	SitemapStarts bool
	// Claim makes an origin the site of this walk. It returns false if another walk of this run has it. nil means that
	// there is no other walk.
	Claim       func(origin string) bool
	Now         func() time.Time  // the clock
	RetryFailed bool              // retry the failures of earlier runs
	Settings    map[string]string // settings that affect the graph; a state made with other values is refused
	Watch       *Watch            // nil unless the site is watched
	// Believe returns a policy's beliefs about a watched site; nil if they are not needed.
	Believe func(*evidence.History) *site.Belief
}

// refused calls Refused if there is one.
func (p *Parts) refused(r site.Response, links int) site.Refusal {
	if p.Refused == nil {
		return ""
	}
	return p.Refused(r, links)
}

// Watch holds the additional parts for the walk of a watched site.
type Watch struct {
	// Policy is the policy's name, for the journal.
	Policy string
	// Choose chooses the checks of the next iteration, which is the last round of the history.
	Choose func(*evidence.History) Choice
	// Unwritten reports whether the files of a finished iteration (1 is the crawl itself) are not written yet. The next
	// one begins only after that. nil means that all are written.
	Unwritten func(iteration int) bool
	// AcceptGone says that all pages which the iteration does not find are gone, regardless of their number.
	AcceptGone bool
	// Words returns the words of a visible text, each once.
	Words func(text string) []site.Word
	// Sitemaps returns the dates from a site's sitemaps without requesting anything that the rules forbid. It is nil if
	// they are not needed.
	Sitemaps func(ctx context.Context, d Downloader, rules Rules, origin site.URL, robots string) []Modified
}

// SitemapList holds the entries of a site's sitemaps.
type SitemapList struct {
	Files   []site.SitemapFile // in the order of the requests
	Cut     string             // the limit that stopped the reading; "" for none
	Entries []SitemapURL
}

// SitemapURL is an entry of a sitemap.
type SitemapURL struct {
	URL  string // as listed
	File int    // the index of its sitemap in Files
}

// Modified is the modification time of a URL in a sitemap.
type Modified struct {
	URL string    // as in the sitemap
	At  time.Time // zero if the sitemap gives none
}

// Choice lists the checks of an iteration.
type Choice struct {
	Pages  []int32 // page numbers in the list, in the order of the checks
	Others int     // number of other URLs (History.Others), longest unrequested first
}

// Order chooses the next URL over all sites; see schedule/order. Its decisions only depend on the sequence of reports.
type Order interface {
	// Next returns the next decision: a site and the number of one of its URLs.
	// ok is false when none is left and while the order waits for reports.
	Next() (site int, page uint32, ok bool)
	// Done reports the outcome of a decision.
	Done(site int, page uint32, out site.Outcome) error
}

// Agents gives further answers from the order of a search.
type Agents interface {
	// Address returns the spelling in which to fetch a URL; "" if the links to it decide.
	Address(page uint32) string
	// From returns the virtual time before which no more requests are sent.
	From() time.Duration
	// Has reports whether the agent that last decided about a URL has a page. If it does, and a rule of key stable
	// makes the URL an alias of the page, no request is needed.
	Has(url, page uint32) bool
	// Within reports whether the open decision of a rank, due at a virtual time, is within the time of the search.
	Within(rank int, due time.Duration) bool
}

// noAgents leaves everything to the order.
type noAgents struct{}

func (noAgents) Address(uint32) string          { return "" }
func (noAgents) From() time.Duration            { return 0 }
func (noAgents) Has(_, _ uint32) bool           { return true }
func (noAgents) Within(int, time.Duration) bool { return true }

// Ordering holds the parts that the sites of a crawl share.
type Ordering struct {
	Order Order // makes the decisions
	// Again puts a URL back into the order, to be requested once more.
	Again func(site int, page uint32)
	// Importance estimates the importance of a site's URLs, by number; nil if the order does not.
	Importance func(site int) []float64
	// Agents is only set in a search by topical agents.
	Agents Agents
	// Budget is the number of pages to process, 0 for no limit. Lookahead is the
	// number of decisions, at least 1, that may wait for their answers.
	Budget, Lookahead int
	// Found gives the order the newly known URLs of a single site that is crawled by depth; otherwise it is nil.
	// Answers then count in the order of decisions, regardless of delays, and links count at the end of a depth.
	Found func(site int, known []site.Known)
	// Resident is the approximate number of sites kept in memory. Others are put away and read back from their journals
	// when needed. 0 means no limit.
	Resident int
	// Parsers limits the pages parsed at once; 0 means the number of processors.
	Parsers int
	// RetryFailed retries the failures of earlier runs.
	RetryFailed bool
	// ChecksAtOnce is the number of sites to check concurrently; 0 if no site is watched.
	ChecksAtOnce int
	// StopConditions are as in Parts, but for all sites together. Observer, if
	// not nil, is called several times per second.
	StopConditions []func(site.Progress) (ending site.Ending, done bool)
	Observer       func(site.BudgetProgress)
	Now            func() time.Time
}

// OrderedSite is a site of an ordered crawl.
type OrderedSite struct {
	Start site.URL // the home page from the settings
	// Delay is the minimum time between two requests according to the settings.
	Delay time.Duration
	// Kept says that the state has records of the site.
	Kept bool
	// Open returns the parts for the walk of the site. It is called before the
	// first request, and again after the site was put away, which calls Close.
	Open  func() (Parts, scope.Limits, error)
	Close func()
}
