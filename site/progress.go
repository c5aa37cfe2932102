package site

import "time"

// Progress is how far the walk of one site has come.
type Progress struct {
	Site string `json:"site"` // the origin
	// Level is the depth being fetched. Pages, Arcs and Links are of the depths before; some arcs may prove to lead to
	// no page.
	Level int `json:"level"`
	Pages int `json:"pages"`
	Arcs  int `json:"arcs"`
	Links int `json:"links"`
	// Fetched counts the URLs requested, Asked those of this run, Failed those without a usable answer; Bytes is
	// decoded HTML.
	Fetched int   `json:"fetched"`
	Asked   int   `json:"asked"`
	Failed  int   `json:"failed"`
	Bytes   int64 `json:"bytes"`
	// Waiting counts the URLs of this depth still to request, Next those of the next one, InFlight the running
	// transfers.
	Waiting  int `json:"waiting"`
	Next     int `json:"next"`
	InFlight int `json:"in_flight"`
	// Again counts the known URLs that an iteration is still to request again; they are not in Waiting.
	Again   int           `json:"again"`
	Elapsed time.Duration `json:"elapsed_ns"` // of this run
	Done    bool          `json:"done"`       // nothing is left to fetch
}

// ToGo counts the URLs known to be requested.
func (p Progress) ToGo() int { return p.Waiting + p.Next + p.Again }

// BudgetProgress is how far a crawl in the order of decisions has come.
type BudgetProgress struct {
	// Spent counts the pages processed on all sites, of Budget, which is 0 without a limit.
	Spent  int `json:"spent"`
	Budget int `json:"budget"`
	Found  int `json:"found"` // distinct external URLs, counted by site
	// Late counts the pages processed last, up to LatePages, and LateFound what they brought.
	Late      int `json:"late"`
	LateFound int `json:"late_found"`
}

// SearchProgress is how far a crawl by topical agents has come.
type SearchProgress struct {
	// Visited counts the pages processed by all agents, of Budget, which is 0 without a limit.
	Visited int `json:"visited"`
	Budget  int `json:"budget,omitempty"`
	// Markets counts those with URLs and buyers, Sold the URLs sold.
	Markets  int             `json:"markets"`
	Sold     int             `json:"sold"`
	InFlight int             `json:"-"`      // running transfers
	Agents   []AgentProgress `json:"agents"` // in the order of the file of topics
	Elapsed  time.Duration   `json:"-"`      // of this run
	// Again counts the pages to be checked again before anything is decided and the other counts begin.
	Again int `json:"again,omitempty"`
}

// AgentProgress is how far an agent has come.
type AgentProgress struct {
	Name    string  `json:"topic"`   // its topic
	Visited int     `json:"visited"` // pages processed
	Stored  int     `json:"stored"`  // those that are relevant to it
	Waiting int     `json:"waiting"` // URLs in its queue
	Energy  float64 `json:"energy"`  // what it has left
}

// LatePages is how many pages tell what a crawl finds of late.
const LatePages = 100

// Fetch is a line of the logs: a URL requested, and the answer.
type Fetch struct {
	// Time is when the first try began, Elapsed how long all Tries took.
	Time    time.Time
	Elapsed time.Duration
	Tries   int
	Site    string // the origin
	URL     string
	Level   int // at which the URL was found
	// Status is 0 without an answer, Type the media type, Bytes the size decoded.
	Status  int
	Type    string
	Bytes   int64
	Failure Failure // if there was one
}

// Content is what decides whether two pages are the same.
type Content struct {
	Body []byte // the decoded body
	Text string // the visible text, for digests that need it
}

// Digest identifies a content: equal digests are one page.
type Digest [16]byte

// Decision is a URL that a policy or a budget chose, and what became of it.
type Decision struct {
	Number int    // from 1, over all sites of the crawl
	Depth  int    // of the URL when it was chosen
	URL    string // the one fetched
	State  State  // what became of it, as in the ledger
	// Spent counts the pages processed by then on all sites. Redirects and what robots.txt forbids are Free.
	Spent int
	Free  bool
	// Found counts the distinct external URLs, in BeeBot's normal form, that no earlier page of the site had.
	Found int
}

// Candidate is a URL that is known and was not fetched.
type Candidate struct {
	URL, Key   string  // URL is the one to fetch
	Depth      int     // at which it was found
	Importance float64 // as the policy estimates it
}

// Outcome is what an order learns about a decision.
type Outcome struct {
	Kind OutcomeKind // what it turned out to be
	// Free says that it counts as no page: a redirect, or forbidden by robots.txt.
	Free bool
	// Known are the URLs that became known; their numbers follow those of the site known before.
	Known []Known
	// Links are the numbers of the URLs that a page links to, with multiplicity, aliases replaced by their pages.
	Links []uint32
	Into  uint32 // the number of the URL that represents this one
	// Found and Again count a page's distinct external URLs that no earlier page of the site had, and that exactly one
	// had.
	Found, Again int
	Last         bool // nothing else of the site is wanted
}

// OutcomeKind is the kind of an Outcome.
type OutcomeKind uint8

const (
	OutcomeRead   OutcomeKind = iota // a page of its own
	OutcomeMerged                    // an alias of Into
	OutcomeGone                      // no page
	OutcomeLeft                      // not fetched: nothing else of the site is wanted
	OutcomeRuled                     // not fetched: in a search, a rule makes it one with a known page
)

// Known is a URL of a site that became known.
type Known struct {
	Key   string // the normalized URL
	Depth int    // at which it was found
}
