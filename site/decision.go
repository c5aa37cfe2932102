package site

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
	// Last says that no more of the site is wanted.
	Last bool
}

// OutcomeKind is the kind of an Outcome.
type OutcomeKind uint8

// The kinds of outcomes.
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
