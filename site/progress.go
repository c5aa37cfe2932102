package site

import (
	"iter"
	"time"
)

// Progress describes the progress of the walk of one site.
type Progress struct {
	Site string `json:"site"` // the origin
	// Level is the depth being fetched. Pages, Arcs and Links count the depths before it. Some arcs may turn out to
	// lead to URLs that are not pages.
	Level int `json:"level"`
	Pages int `json:"pages"`
	Arcs  int `json:"arcs"`
	Links int `json:"links"`
	// Fetched counts the URLs requested, Asked those of this run, and Failed those without a usable answer. Bytes
	// counts decoded HTML.
	Fetched int   `json:"fetched"`
	Asked   int   `json:"asked"`
	Failed  int   `json:"failed"`
	Bytes   int64 `json:"bytes"`
	// Waiting counts the URLs of this depth still to request, Next those of the next depth, InFlight the running
	// transfers.
	Waiting  int `json:"waiting"`
	Next     int `json:"next"`
	InFlight int `json:"in_flight"`
	// Again counts the known URLs that an iteration still has to request again. Waiting does not include them.
	Again   int           `json:"again"`
	Elapsed time.Duration `json:"elapsed_ns"` // of this run
	Done    bool          `json:"done"`       // nothing is left to fetch
}

// ToGo counts the known URLs still to request.
func (p Progress) ToGo() int { return p.Waiting + p.Next + p.Again }

// BudgetProgress describes the progress of a crawl in the order of decisions.
type BudgetProgress struct {
	// Spent counts the pages processed on all sites, out of Budget, which is 0 without a limit.
	Spent  int `json:"spent"`
	Budget int `json:"budget"`
	Found  int `json:"found"` // distinct external URLs, counted per site
	// Late counts the last pages processed, up to LatePages, and LateFound the external URLs found on them.
	Late      int `json:"late"`
	LateFound int `json:"late_found"`
}

// SearchProgress describes the progress of a crawl by topical agents.
type SearchProgress struct {
	// Visited counts the pages processed by all agents, out of Budget, which is 0 without a limit.
	Visited int `json:"visited"`
	Budget  int `json:"budget,omitempty"`
	// Markets counts the markets with URLs and buyers, Sold the URLs sold.
	Markets  int             `json:"markets"`
	Sold     int             `json:"sold"`
	InFlight int             `json:"-"`      // running transfers
	Agents   []AgentProgress `json:"agents"` // in the order of the topics file
	Elapsed  time.Duration   `json:"-"`      // of this run
	// Again counts the pages to check again before any decision; only then the other counts begin.
	Again int `json:"again,omitempty"`
}

// AgentProgress describes the progress of an agent.
type AgentProgress struct {
	Name    string  `json:"topic"`   // its topic
	Visited int     `json:"visited"` // pages processed
	Stored  int     `json:"stored"`  // relevant pages stored
	Waiting int     `json:"waiting"` // URLs in its queue
	Energy  float64 `json:"energy"`  // energy left
}

// LatePages is the number of last pages that show the current yield of a crawl.
const LatePages = 100

// Fetch is a line of the logs: a requested URL with its answer.
type Fetch struct {
	// Time is the start of the first try. Elapsed is the duration of all Tries together.
	Time    time.Time
	Elapsed time.Duration
	Tries   int
	Site    string // the origin
	URL     string
	Level   int // depth at which the URL was found
	// Status is 0 without an answer. Type is the media type, Bytes the decoded size.
	Status  int
	Type    string
	Bytes   int64
	Failure Failure // zero without a failure
}

// Content determines whether two pages are the same.
type Content struct {
	Body []byte // the decoded body
	Text string // the visible text, for digests that need it
}

// Digest identifies a content. Pages with equal digests are one page.
type Digest [16]byte

// Decision is a URL chosen by a policy or a budget, and its outcome.
type Decision struct {
	Number int    // from 1, over all sites of the crawl
	Depth  int    // depth of the URL at that time
	URL    string // the fetched URL
	State  State  // its state in the ledger
	// Spent counts the pages processed on all sites so far. Redirects and URLs that robots.txt forbids are Free.
	Spent int
	Free  bool
	// Found counts its distinct external URLs, in BeeBot's normal form, that no earlier page of the site had.
	Found int
}

// Candidate is a known URL that was not fetched.
type Candidate struct {
	URL, Key   string  // URL is the one to request
	Depth      int     // depth at which it was found
	Importance float64 // as estimated by the policy
}

// Outcome tells an order the result of a decision.
type Outcome struct {
	Kind OutcomeKind // the kind of result
	// Free says that it does not count as a page, because it redirects or robots.txt forbids it.
	Free bool
	// Known lists the newly known URLs. Their numbers continue those of the site's known URLs.
	Known []Known
	// Links are the numbers of the URLs that the page links to, with multiplicity. Pages replace their aliases.
	Links []uint32
	Into  uint32 // the number of the URL representing this one
	// Found counts the page's distinct external URLs that no earlier page of the site had, Again those that exactly one
	// earlier page had.
	Found, Again int
	Last         bool // nothing else of the site is wanted
}

// OutcomeKind is the kind of an Outcome.
type OutcomeKind uint8

const (
	OutcomeRead   OutcomeKind = iota // a page of its own
	OutcomeMerged                    // an alias of Into
	OutcomeGone                      // not a page
	OutcomeLeft                      // not fetched, because nothing else of the site is wanted
	OutcomeRuled                     // not fetched, because in a search a rule merges it with a known page
)

// Known is a newly known URL of a site.
type Known struct {
	Key   string // the normalized URL
	Depth int    // depth at which it was found
}

// Watched is the history of a site after a crawl and iterations that checked its pages again.
type Watched struct {
	Iterations []Iteration // the first is the crawl itself
	// Pages says when each page was seen, and Arcs says it for each arc, parallel to Graph.Targets.
	Pages, Arcs []Seen
	// Moments has the iterations as crawls with Graph and the Watched.Iterations so far. Each is valid until the next.
	Moments iter.Seq2[*Crawl, error]
	Belief  *Belief // what the policy believes; nil if not requested
}

// At returns the beginning of an iteration, or the zero time if there is no such iteration.
func (w *Watched) At(iteration int32) (at time.Time) {
	if iteration >= 1 && int(iteration) <= len(w.Iterations) {
		at = w.Iterations[iteration-1].At
	}
	return at
}

// Iteration is one round of checks. Its counts are of URLs.
type Iteration struct {
	Number int       // from 1, which is the crawl itself
	At     time.Time // its beginning, in whole seconds
	Policy string    // the name of the policy that chose the pages; "" for the crawl itself
	// Planned counts the chosen pages. Checked are those that answered: Changed, Unchanged (304 or equal content) and
	// Gone. Failed pages gave no answer. Forbidden ones were not requested because robots.txt now forbids them.
	Planned, Checked, Changed, Unchanged, Gone, Failed, Forbidden int
	// Added and Removed count the pages that joined or left the graph since the previous iteration.
	Added, Removed int
	Outage         bool // too many pages were gone at once to be believed
	Complete       bool // if false, a later run finishes this iteration
}

// Seen says when a page or an arc was seen, as iteration numbers; 0 means never. An arc is checked with its source.
type Seen struct {
	// First and Last found it. Checked is the last check. Changed is the last to find new content, or another weight of
	// an arc; if none did, it equals First.
	First, Last, Checked, Changed int32
	// Visits counts the fetches that found it present or gone, Changes those that found new content or another weight.
	Visits, Changes int32
}

// Belief is the state of a policy's beliefs about a site after its last iteration.
type Belief struct {
	Policy string // the name of the policy that would choose the next checks
	// Chance is the probability that each page has changed since its last check, by the rates learnt from all checks.
	Chance []float64
	Next   []NextCheck // in order
}

// NextCheck is a page that the next iteration would check.
type NextCheck struct {
	Page int         // index in the graph
	Why  CheckReason // the reason
	// Index is the value by which the policy orders pages, in its own unit. Age counts iterations since the last check.
	Index, Age float64
}

// CheckReason is the reason for checking a page.
type CheckReason string

const (
	CheckGone    CheckReason = "gone"    // the last check found the page gone; this one verifies it
	CheckWorth   CheckReason = "worth"   // this check is worth most for the time it takes
	CheckScent   CheckReason = "scent"   // the page has the strongest scent
	CheckWaiting CheckReason = "waiting" // the page has waited longest for a check
)

// Join merges the times of another link of the same arc.
func (s *Seen) Join(o Seen) {
	if s.First == 0 {
		*s = o
		return
	}
	s.First, s.Last, s.Checked = min(s.First, o.First), max(s.Last, o.Last), max(s.Checked, o.Checked)
	s.Changed = max(s.Changed, o.Changed)
	s.Visits, s.Changes = max(s.Visits, o.Visits), max(s.Changes, o.Changes)
}
