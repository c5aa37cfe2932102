package site

// Search is the account of a crawl by topical agents (Liu Jia and Du Yajun, 2016): who fetched what, how relevant
// it was, and what was sold. It is the same for the same sites and settings.
type Search struct {
	Name string // of the search: that of the file of topics, without its ending
	// Scheme is how the agents share the URLs, Matching how a market is cleared; see agents/market.
	Scheme, Matching string
	Pages            bool         // times are in pages processed, not in seconds of declared delays
	Understanding    float64      // the relevance, 0 to 1, from which a page or a link is on topic
	Agents           []Agent      // in the order of the file of topics
	Visits           []Visit      // in the order in which they count, number 1 first
	Markets          []Market     // those that had URLs to sell and buyers, in order
	Waiting          []Waiting    // URLs known and not fetched, by agent, then the best first
	Robots           []HostRobots // by host
	// Linked are the URLs that the pages in the corpora link to or use and that no agent visited, of the kinds to be
	// checked, sorted by key; nil if none is. Their pages are numbers of visits. Unchecked counts those that are left
	// to another run.
	Linked    []*Linked
	Unchecked int
	Sitemaps  *Sitemaps // what sitemaps list, held against what was visited; nil unless they were read
	Now       float64   // when the search ended, on the clock of the agents
	Ended     Ending    // how it ended
	Complete  bool      // whether no agent can do more
	Asked     int       // URLs that this run requested
	Notes     []string  // remarks that a user should read
	Sameness  *Sameness // as in Crawl
	// Times say when the pages visited were seen; nil for a search that is not watched.
	Times *SearchTimes `json:"-"`
}

// SearchTimes are when the pages of a search that is watched were seen.
type SearchTimes struct {
	// Watched is about the pages of Keys, and has nothing of arcs.
	Watched
	Keys  []string     // the normalized URLs of pages
	Links [][]SeenLink // the links of each page
}

// SeenLink is when links of a page to a normalized URL were seen.
type SeenLink struct {
	Key string // the normalized URL
	Seen
}

// Agent is a topical agent and what it has left.
type Agent struct {
	Name     string   // its topic: the section of the file of topics
	Keywords string   // as written
	Seeds    []string // where it begins, as written
	Hosts    []string // patterns of hosts it may visit, those of its seeds if it was given none
	// Energy is what it has left of its first energy, Ends when its life ends,
	// Target the number of relevant pages from which on it buys.
	FirstEnergy, Energy, Ends float64
	Target                    int
	Labelled                  bool // whether URLs say which pages are on its topic; see Visit.OnTopic
	// Ended is why it fetched no more: EndedWorkDone if it knew no more URLs, or why it left those that it knew.
	Ended Ending
}

// Why says in words why agents fetched no more, "" for another ending.
func (e Ending) Why() string {
	return map[Ending]string{
		EndedWorkDone: "nothing is left to fetch",
		EndedEnergy:   "no energy is left for the URLs that are known (energy and page_energy say how much)",
		EndedLifetime: "no lifetime is left for the URLs that are known (lifetime and won_time)",
		EndedSpace:    "no space is left for the URLs that are known (space and won_space)",
		EndedStrict: "the URLs that are known are less relevant than understanding, and strict agents do not " +
			"follow such",
		EndedUnsold: "the URLs that are known are on hosts that their finders may not visit, and no agent bought them",
		EndedMeans:  "the agents left the URLs that they know for different reasons",
	}[e]
}

// Nobody is the agent of what belongs to none: the pages of common seeds that are on no topic.
const Nobody = -1

// Visit is a URL that was given to an agent, and what came of it.
type Visit struct {
	Number int // from 1
	// Agent had the URL, FoundBy is the agent that found it; they differ if it
	// was bought. Both are indices of Search.Agents, or Nobody.
	Agent, FoundBy int
	// Link is the number of the visit on whose page the link was found that
	// made the URL most worth visiting, 0 for a seed; Anchor is its text.
	// A redirect hands on what led to it. Listed says that a sitemap led to the URL, and no seed.
	Link     int
	Listed   bool
	Anchor   string
	Estimate float64 // what the agent thought the URL worth, 0 to 1
	Depth    int     // the number of links from a seed along Link
	URL, Key string  // the URL fetched, and its normalized URL
	State    State   // as in the ledger: a page, a duplicate, a redirect, ...
	Reason   Reason
	Status   int // the HTTP status, 0 without an answer
	// Page is the number of the visit whose page this URL leads to: its own for a page, that of the page with the
	// same content or behind the redirect; 0 if none.
	Page int
	// Same is the number of the first visit by anybody of the same page, of a page of its own; 0 otherwise. Only where
	// each agent has pages of its own (scheme separate) it can be another one.
	Same int
	Free bool    // it was not a page processed: a redirect, or what robots.txt forbids
	Time float64 // when it was committed, on the clock of the agents
	// Relevance is that of the page to each agent's topic, 0 to 1; nil for what
	// is not a page. A duplicate has that of its page.
	Relevance []float64
	// Stored says that the page was stored in the agent's corpus, as it is relevant to its topic. Again says that
	// it is relevant and its content had been stored before: only where each agent has URLs of its own (scheme
	// separate) it is stored once more then.
	Stored, Again bool
	// OnTopic says what a label says, which the agents cannot see: that the
	// page is on the agent's topic. See Agent.Labelled.
	OnTopic bool
	Content *Page // what the page states of itself; nil for anything but a page of its own
}

// BeginsAtListed reports whether agents visit what sitemaps list.
func (s *Search) BeginsAtListed() bool { return s.Sitemaps != nil && s.Sitemaps.Start }

// Entry is how the search began at a URL with such a link, EntryStart or EntrySitemap, where it begins at what sitemaps
// list; "" if a link led there.
func (s *Search) Entry(link int, listed bool) string {
	switch {
	case link != 0 || !s.BeginsAtListed():
		return ""
	case listed:
		return EntrySitemap
	}
	return EntryStart
}

// Keeper is the agent whose corpus has the page of a visit, or Nobody: the agent
// that stored it, or else the one to whose topic it is most relevant. Where each
// agent works for itself (scheme separate) it is the one that stored it.
func (s *Search) Keeper(v *Visit) int {
	switch {
	case v.Stored:
		return v.Agent
	case v.Again || v.Content == nil || s.Scheme == "separate":
		return Nobody
	}
	return MaxRelevant(v.Relevance, s.Understanding)
}

// MaxRelevant is the agent to whose topic a page is most relevant, by its
// relevance to all, or Nobody if it is less than understanding to all.
func MaxRelevant(relevance []float64, understanding float64) int {
	best := Nobody
	for q, r := range relevance {
		if r >= understanding && r > 0 && (best == Nobody || r > relevance[best]) {
			best = q
		}
	}
	return best
}

// Market is one market that was held.
type Market struct {
	Time            float64 // on the clock of the agents
	After           int     // the number of the last visit before it
	Offered, Buyers int     // URLs for sale, and agents that could buy
	// Value is the sum of what was sold is worth to its buyers, Optimum the greatest sum that any assignment has.
	Value, Optimum float64
	Sales          []Sale
}

// Sale is a URL sold by one agent to another.
type Sale struct {
	URL         string  // the normalized URL
	From, To    int     // agents
	SellerValue float64 // what it is worth to the seller
	// Value is what the URL is worth to the buyer, Price what the market sets.
	// It is not paid: it only decides who buys.
	Value, Price float64
}

// Waiting is a URL that is known and was not fetched.
type Waiting struct {
	Agent    int     // whose it is
	URL, Key string  // URL is the one that would be fetched
	Estimate float64 // what it is worth to the agent, 0 to 1
	Link     int     // as in Visit, like Listed
	Listed   bool
	Anchor   string
}

// HostRobots is the robots.txt of a host, as seen. In a manifest the texts of all
// hosts together have at most 1 MiB; the others are left out.
type HostRobots struct {
	Origin string `json:"origin"` // scheme, host and port
	RobotsSeen
}

// Searched is what agents know of the pages of a graph.
type Searched struct {
	Topics []string       // the names of the agents
	Pages  []SearchedPage // of the graph's pages, in their order
}

// SearchedPage is a page as the agents know it.
type SearchedPage struct {
	Agent, FoundBy int       // as in Visit
	Visit          int       // the number of the visit
	FoundOn        int       // the id of the page with the link that led here, 0 for none in this graph
	Anchor         string    // the text of that link
	Relevance      []float64 // to each topic, 0 to 1
	Stored         bool      // as in Visit
}
