package site

import "time"

// Progress is how far the walk of one site has come.
type Progress struct {
	Site string `json:"site"` // the origin
	// Level is the depth being fetched; Pages, Arcs and Links are those of the
	// closed depths, Arcs with those to URLs that may turn out not to be pages.
	Level int `json:"level"`
	Pages int `json:"pages"`
	Arcs  int `json:"arcs"`
	Links int `json:"links"`
	// Fetched counts the URLs requested, Asked those of them that this run requested, Failed those without a usable
	// answer, Bytes the decoded HTML read.
	Fetched int   `json:"fetched"`
	Asked   int   `json:"asked"`
	Failed  int   `json:"failed"`
	Bytes   int64 `json:"bytes"`
	// Waiting counts the URLs of this depth that are not requested yet,
	// Next those known for the next one, InFlight the running transfers.
	Waiting  int `json:"waiting"`
	Next     int `json:"next"`
	InFlight int `json:"in_flight"`
	// Again counts the URLs of an iteration that are known and still to be requested again; Waiting has none of them.
	Again   int           `json:"again"`
	Elapsed time.Duration `json:"elapsed_ns"` // the time since the run began
	Done    bool          `json:"done"`       // set when nothing is left to fetch
}

// ToGo counts what is to be requested, as far as it is known.
func (p Progress) ToGo() int { return p.Waiting + p.Next + p.Again }

// BudgetProgress is how far a crawl in the order of decisions has come.
type BudgetProgress struct {
	// Spent are the pages processed on all sites, of Budget; 0: no limit.
	Spent  int `json:"spent"`
	Budget int `json:"budget"`
	Found  int `json:"found"` // distinct external URLs, counted by site
	// Late are the pages processed last, at most LatePages, and LateFound what they brought.
	Late      int `json:"late"`
	LateFound int `json:"late_found"`
}

// SearchProgress is how far a crawl by topical agents has come.
type SearchProgress struct {
	// Visited are the pages processed by all agents, of Budget; 0: no limit.
	Visited int `json:"visited"`
	Budget  int `json:"budget,omitempty"`
	// Markets counts those that had URLs to sell and buyers, Sold the URLs sold.
	Markets  int             `json:"markets"`
	Sold     int             `json:"sold"`
	InFlight int             `json:"-"`      // running transfers
	Agents   []AgentProgress `json:"agents"` // in the order of the file of topics; never nil
	Elapsed  time.Duration   `json:"-"`      // the time since the run began
	// Again counts the pages still to be checked again, before anything is decided; the other counts are 0 then.
	Again int `json:"again,omitempty"`
}

// AgentProgress is how far an agent has come.
type AgentProgress struct {
	Name string `json:"topic"` // its topic
	// Visited counts the pages it processed, Stored those that are relevant to it.
	Visited int     `json:"visited"`
	Stored  int     `json:"stored"`
	Waiting int     `json:"waiting"` // URLs in its queue
	Energy  float64 `json:"energy"`  // what it has left
}

// LatePages is the number of pages that say how much a crawl finds of late.
const LatePages = 100

// Fetch is one line of the logs: a URL requested and what came of it.
type Fetch struct {
	// Time is when the first try began, Elapsed how long all Tries took.
	Time    time.Time
	Elapsed time.Duration
	Tries   int
	// Site is the origin, Level the depth at which URL was found.
	Site  string
	URL   string
	Level int
	// Status is 0 without an answer, Type the media type, Bytes the size of the decoded page.
	Status  int
	Type    string
	Bytes   int64
	Failure Failure // the zero value unless there was one
}

// Content is what decides whether two pages are the same.
type Content struct {
	Body []byte // the decoded body
	Text string // the visible text, white space collapsed; only for digests that ask for it
}

// Digest identifies a content: equal digests are one page.
type Digest [16]byte

// Decision is a URL that a crawl took by choice, in the order of a policy or of a budget, and what came of it.
type Decision struct {
	Number int    // its place among the decisions of all sites of the crawl, from 1
	Depth  int    // of the URL when it was chosen
	URL    string // the one fetched
	State  State  // what became of it, as in the ledger
	// Spent counts the pages processed by then on all sites, this one included; redirects and what robots.txt
	// forbids are free. Free says that this one was.
	Spent int
	Free  bool
	// Found counts the distinct external URLs that no earlier page of the site
	// had, in BeeBot's normal form; 0 for what is not a page.
	Found int
}

// Candidate is a URL that is known and was not fetched.
type Candidate struct {
	URL, Key   string  // URL is the one that would be fetched, Key its normalized URL
	Depth      int     // the depth at which it was found
	Importance float64 // as estimated by the policy, as that of pages
}

// Outcome is what became of a decision, as its order hears of it.
type Outcome struct {
	Kind OutcomeKind // what it turned out to be
	// Free says that the decision does not count as a page processed: a redirect, or what robots.txt forbids.
	Free bool
	// Known are the URLs that became known by it; their numbers follow those of the site's URLs known before.
	Known []Known
	// Links are the numbers of the URLs that a page read links to, each once or
	// more often; a link to an alias leads to the URL that represents it.
	Links []uint32
	// Into is the number of the URL that represents this one: where a redirect
	// leads, or the page of the same content.
	Into uint32
	// Found and Again count the distinct external URLs of a page that no
	// earlier page of the site had, and that exactly one had.
	Found, Again int
	Last         bool // no more of the site is wanted
}

// OutcomeKind is the kind of an Outcome.
type OutcomeKind uint8

const (
	OutcomeRead   OutcomeKind = iota // a page of its own
	OutcomeMerged                    // an alias of Into
	OutcomeGone                      // no page: failed, forbidden, something else than HTML
	OutcomeLeft                      // not fetched: no more of the site is wanted
	OutcomeRuled                     // not fetched: a rule makes it one with a page that is known; of a search
)

// Known is a URL of a site that became known.
type Known struct {
	Key   string // the normalized URL
	Depth int    // at which it was found
}
