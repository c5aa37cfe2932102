package site

// Decision is a URL that a crawl took by choice, in the order of a policy or of
// a budget, and what came of it.
type Decision struct {
	Number int    // its place among the decisions of all sites of the crawl, from 1
	Depth  int    // of the URL when it was chosen
	URL    string // the one fetched
	State  State  // what became of it, as in the ledger
	// Spent counts the pages processed by then on all sites, this one included;
	// redirects and what robots.txt forbids are free (spec 2.6). Free says that
	// this one was.
	Spent int
	Free  bool
	// Found counts the distinct external URLs that no earlier page of the site
	// had, in BeeBot's normal form (spec 2.2); 0 for what is no page.
	Found int
}

// Candidate is a URL that is known and was not fetched.
type Candidate struct {
	URL, Key   string  // URL is the one that would be fetched, Key its normalized URL
	Depth      int     // the depth at which it was found
	Importance float64 // as estimated by the policy, as that of pages
}
