package extractor

import (
	"context"
	"time"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Downloader gets one URL. It never follows a redirect and never returns
// an error: a failure is part of the response.
type Downloader interface {
	// Download is cut off by the end of ctx.
	Download(ctx context.Context, r site.Request) site.Response
}

// Parser reads the links and the head of a page. An error means that it cannot be read at all.
type Parser interface {
	// Parse reads a response with status 200 and a body in HTML.
	Parse(site.Response) (site.Document, error)
}

// Rules are a site's robots.txt.
type Rules interface {
	// Allowed reports whether path[?query] may be fetched.
	Allowed(target string) bool
}

// Observer follows a crawl; its methods are called by the goroutines of several sites at once.
type Observer interface {
	// Fetched is called after every fetch, Progress several times a second.
	Fetched(site.Fetch)
	Progress(site.Progress)
}

// RobotsAnswer is robots.txt as fetched and what follows from it.
type RobotsAnswer struct {
	Seen  site.RobotsSeen // the answer
	Rules Rules           // what it allows
	Delay time.Duration   // the Crawl-delay, 0 if none
	// Retry means that there was no usable answer (5xx, 429, no connection):
	// nothing may be fetched for now, and the file is to be requested again.
	Retry bool
}

// Robots reads a site's robots.txt. Fetch asks the site, Judge reads again what an earlier run saw.
type Robots interface {
	// Fetch sends a request to the host of an origin; Judge sends none.
	Fetch(ctx context.Context, d Downloader, origin site.URL) RobotsAnswer
	Judge(site.RobotsSeen) RobotsAnswer
}

// Parts are what a walk is made of.
type Parts struct {
	// The parts chosen by name.
	Downloader Downloader
	Parser     Parser
	Robots     Robots
	Normaliser *site.Normaliser
	// Key says what "the same content" means, Digest gives equal contents equal digests.
	dedup.Key
	Digest func(site.Content) site.Digest
	// Refused returns who answered in place of the site, with a page that links to that many URLs of its host; "" if
	// the site answered. nil: not looked for.
	Refused func(r site.Response, links int) site.Refusal
	// LogsIn reports whether a page with an input for a password is one to log in; nil: not looked for.
	LogsIn func(body []byte) bool
	// Encoder returns what encodes the query of a URL as a page in a charset wants it; a nil result means UTF-8.
	Encoder func(charset string) func(string) []byte
	// StopConditions report whether the walk is to end, and how it ends then. One suffices. The walk's own goroutine
	// asks them regularly.
	StopConditions []func(site.Progress) (ending site.Ending, done bool)
	// Times keeps how long the requests for pages took.
	Times bool
	// Uses returns what a page uses; nil: not wanted.
	Uses func(site.Response) []site.Use
	// Journal is the site's state, Observer may be nil.
	Journal  evidence.Journal
	Observer Observer
	SetDelay func(origin site.URL, d time.Duration) // called with the Crawl-delay of a host; it may be nil
	// Further are start pages beside the first one, of the same origin.
	Further []site.URL
	// Section takes only what lies below the directories of the start pages for the
	// site; List fetches the start pages alone.
	Section, List bool
	// SchemeOpen says that the user gave no scheme: http is tried if nothing listens for https.
	SchemeOpen bool
	// Members are the further hosts of the site, besides that of the start page; nil: none.
	Members *site.Members
	// Search is the name of a search by topical agents; "" for a site. A search has no home page: it begins at all
	// start pages, on any hosts, and its order says what is visited.
	Search string
	// Sitemaps reads the sitemaps of a site; nil: they are not read. It requests nothing
	// that the rules forbid. SitemapStarts makes what they list start pages.
	Sitemaps      func(ctx context.Context, d Downloader, rules Rules, origin site.URL, robots string) SitemapList
	SitemapStarts bool
	// Claim makes an origin the site of this walk; false means that another walk of this run has it. nil: there is no
	// other walk.
	Claim       func(origin string) bool
	Now         func() time.Time  // the clock
	RetryFailed bool              // requests again what failed in earlier runs
	Settings    map[string]string // those that change the graph; a state made with others is refused
	Watch       *Watch            // nil unless the site is watched
	// Believe says what a policy believes about a watched site; nil: not wanted.
	Believe func(*evidence.History) *site.Belief
}

// refused calls Refused if there is one.
func (p *Parts) refused(r site.Response, links int) site.Refusal {
	if p.Refused == nil {
		return ""
	}
	return p.Refused(r, links)
}

// Watch has what the walk of a watched site needs.
type Watch struct {
	// Policy is the name of the policy, for the journal.
	Policy string
	// Choose chooses what the next iteration checks, which is the last round of the history.
	Choose func(*evidence.History) Choice
	// Unwritten reports whether the files of a finished iteration, 1 for the crawl itself, are not written yet. No
	// other one begins before that. nil: all are written.
	Unwritten func(iteration int) bool
	// AcceptGone says that all pages that the iteration does not find are gone, however many they are.
	AcceptGone bool
	// Words returns the words of a visible text, each once.
	Words func(text string) []site.Word
	// Sitemaps returns what the sitemaps of a site say about its URLs; nil: they are not requested. It requests nothing
	// that the rules forbid.
	Sitemaps func(ctx context.Context, d Downloader, rules Rules, origin site.URL, robots string) []Modified
}

// SitemapList has the entries of a site's sitemaps.
type SitemapList struct {
	Files   []site.SitemapFile // in the order of the requests
	Cut     string             // the limit that ended the reading; "" if all was read
	Entries []SitemapURL
}

// SitemapURL is an entry of a sitemap.
type SitemapURL struct {
	URL  string // as listed
	File int    // the place of the sitemap
}

// Modified is when a URL was modified, as a sitemap says.
type Modified struct {
	URL string    // as the sitemap has it
	At  time.Time // zero if it does not say
}

// Choice is what an iteration checks.
type Choice struct {
	Pages  []int32 // pages of the list by number, in the order of the checks
	Others int     // how many of the other URLs (History.Others), those not requested for longest first
}

// Order decides which URL is taken next, over all sites; see schedule/order. Its decisions follow from the reports and
// their order.
type Order interface {
	// Next returns the next decision, a site and one of its URLs by number.
	// There is none when none is left, and while the order waits for reports.
	Next() (site int, page uint32, ok bool)
	// Done reports what became of a decision.
	Done(site int, page uint32, out site.Outcome) error
}

// Agents is what the order of a search says besides its decisions.
type Agents interface {
	// Address returns the spelling by which a URL is to be fetched; "" if the links to it decide.
	Address(page uint32) string
	// From returns the time on the virtual clock before which nothing is requested any more.
	From() time.Duration
	// Has reports whether the agent that last decided about a URL has a page. Then nothing is requested if a rule of
	// key stable makes the URL an alias of the page.
	Has(url, page uint32) bool
	// Within reports whether the open decision of a rank, due at that virtual time, is within the time of the search.
	Within(rank int, due time.Duration) bool
}

// noAgents leaves everything to the order.
type noAgents struct{}

func (noAgents) Address(uint32) string          { return "" }
func (noAgents) From() time.Duration            { return 0 }
func (noAgents) Has(_, _ uint32) bool           { return true }
func (noAgents) Within(int, time.Duration) bool { return true }

// Ordering is what the sites of a crawl share.
type Ordering struct {
	Order Order // decides
	// Again makes a decision of a URL that is to be requested once more.
	Again func(site int, page uint32)
	// Importance estimates the importance of the URLs of a site, by number; nil if the order does not.
	Importance func(site int) []float64
	// Agents is nil except in a search by topical agents.
	Agents Agents
	// Budget is the number of pages to process, 0 is no limit. Lookahead is the
	// number of decisions, 1 or more, that may wait for their answers.
	Budget, Lookahead int
	// Found tells the order which URLs became known, of one site that is crawled by depth; nil otherwise. Answers count
	// in the order of the decisions then, whatever the delays of hosts, and links when a depth is over.
	Found func(site int, known []site.Known)
	// Resident is about the number of sites kept in memory. Others are put away, and read back from their journals when
	// needed. 0 is no limit.
	Resident int
	// Parsers bounds the pages parsed at once; 0 is the number of processors.
	Parsers int
	// RetryFailed requests again what failed in earlier runs.
	RetryFailed bool
	// ChecksAtOnce is the number of sites whose checks are made at the same time; 0 if none is watched.
	ChecksAtOnce int
	// StopConditions are those of Parts, for all sites together. Observer, if
	// not nil, is called several times a second.
	StopConditions []func(site.Progress) (ending site.Ending, done bool)
	Observer       func(site.BudgetProgress)
	Now            func() time.Time
}

// OrderedSite is a site of such a crawl.
type OrderedSite struct {
	Start site.URL // the home page of the settings
	// Delay is the least time between two requests that the settings want.
	Delay time.Duration
	// Kept says that the state holds something of the site.
	Kept bool
	// Open returns what the walk of the site needs; it is called before its
	// first request, and again after the site was put away, which Close reports.
	Open  func() (Parts, scope.Limits, error)
	Close func()
}
