package site

// Search is the account of topical agents (Liu Jia and Du Yajun, 2016): the pages they fetched, their relevance, and
// sales.
type Search struct {
	Name string // the name of the topics file, without its ending
	// Scheme says how agents share URLs, Matching how markets are cleared; see agents/market.
	Scheme, Matching string
	Pages            bool         // times count pages processed, not seconds of declared delays
	Understanding    float64      // the minimum relevance, 0 to 1, of a page or link on topic
	Agents           []Agent      // in the order of the topics file
	Visits           []Visit      // by number
	Markets          []Market     // the markets with URLs to sell and buyers
	Waiting          []Waiting    // known URLs that were not fetched, by agent, then best first
	Robots           []HostRobots // by host
	// Linked has the URLs of the kinds to check that pages in the corpora link to or use and no agent visited, sorted
	// by key. Their Pages are numbers of visits. Unchecked counts the URLs left for another run.
	Linked    []*Linked
	Unchecked int
	Sitemaps  *Sitemaps // nil unless sitemaps were read
	Now       float64   // when it ended, by the agents' clock
	Ended     Ending
	Complete  bool         // no agent can do more
	Asked     int          // URLs requested by this run
	Notes     []string     // for the user
	Sameness  *Sameness    // as in Crawl
	Times     *SearchTimes `json:"-"` // when pages were seen; nil unless the search is watched
}

// SearchTimes says when the pages of a watched search were seen.
type SearchTimes struct {
	Watched
	Keys  []string     // normalized URLs of the pages in Watched, which has no arcs here
	Links [][]SeenLink // the links of each page
}

// SeenLink says when a page had a link to a normalized URL.
type SeenLink struct {
	Key string // the normalized URL
	Seen
}

// Agent is a topical agent with its remaining means.
type Agent struct {
	Name     string   // its section in the topics file
	Keywords string   // as written
	Seeds    []string // start URLs, as written
	Hosts    []string // patterns of hosts it may visit, by default those of its seeds
	// Energy is what is left of FirstEnergy. Ends is the end of its life. With Target relevant pages it may buy.
	FirstEnergy, Energy, Ends float64
	Target                    int
	Labelled                  bool // labels on URLs tell which pages are on its topic; see Visit.OnTopic
	// Ended says why it stopped fetching; EndedWorkDone means that it knew no more URLs.
	Ended Ending
}

// Why explains in words why agents stopped fetching, or returns "" for other endings.
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

// Nobody is the agent of common seed pages that are on no topic.
const Nobody = -1

// Visit is a URL given to an agent, and the result.
type Visit struct {
	Number int // from 1
	// Agent had the URL. FoundBy found it; it is another agent if the URL was bought. Both index Search.Agents or are
	// Nobody.
	Agent, FoundBy int
	// Link is the visit to the page with the link that makes the URL most worth visiting, 0 for a seed. Anchor is that
	// link's text. Redirects pass both on. Listed means that a sitemap led to the URL and it is not a seed.
	Link     int
	Listed   bool
	Anchor   string
	Estimate float64 // the URL's worth as estimated by the agent, 0 to 1
	Depth    int     // number of links from a seed, following Link
	URL, Key string  // Key is the normalized URL
	State    State   // as in the ledger
	Reason   Reason
	Status   int // 0 without an answer
	// Page is the visit to the page that this URL leads to: itself, one with the same content, or the target of a
	// redirect; 0 if there is none.
	Page int
	// Same is the first visit to the same page if this visit has its own page, otherwise 0. It differs from Number only
	// in the scheme separate, where each agent has its own pages.
	Same int
	Free bool    // no page was processed, because of a redirect or robots.txt
	Time float64 // when it counted, by the agents' clock
	// Relevance is the relevance of the page to each topic, 0 to 1, also for duplicates; nil without a page.
	Relevance []float64
	// Stored says that the page is in the agent's corpus, because it is relevant to its topic. Again says that its
	// content had been stored before. In the scheme separate both can be true.
	Stored, Again bool
	// OnTopic comes from a label that agents cannot see; see Agent.Labelled.
	OnTopic bool
	Content *Page // for a page of its own
}

// BeginsAtListed reports whether agents visit the URLs in sitemaps.
func (s *Search) BeginsAtListed() bool { return s.Sitemaps != nil && s.Sitemaps.Start }

// Entry returns EntryStart or EntrySitemap if the search begins at listed URLs and began at this one. It returns ""
// if a link led there.
func (s *Search) Entry(link int, listed bool) string {
	switch {
	case link != 0 || !s.BeginsAtListed():
		return ""
	case listed:
		return EntrySitemap
	}
	return EntryStart
}

// Keeper returns the agent whose corpus has the page of a visit, or Nobody. It is the agent that stored it, otherwise
// the one to whose topic it is most relevant, unless each agent works for itself (scheme separate).
func (s *Search) Keeper(v *Visit) int {
	switch {
	case v.Stored:
		return v.Agent
	case v.Again || v.Content == nil || s.Scheme == "separate":
		return Nobody
	}
	return MostRelevant(v.Relevance, s.Understanding)
}

// MostRelevant returns the agent to whose topic a page is most relevant, or Nobody if all are below understanding.
func MostRelevant(relevance []float64, understanding float64) int {
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
	Time            float64 // by the agents' clock
	After           int     // the last visit before the market
	Offered, Buyers int     // number of URLs for sale, and of agents that may buy
	// Value is the worth of the sold URLs to their buyers, Optimum the greatest worth of any assignment.
	Value, Optimum float64
	Sales          []Sale
}

// Sale is a URL sold by one agent to another.
type Sale struct {
	URL         string  // the normalized URL
	From, To    int     // agents
	SellerValue float64 // its worth to the seller
	// Value is the URL's worth to the buyer. Price decides who buys, but is not paid.
	Value, Price float64
}

// Waiting is a known URL that was not fetched.
type Waiting struct {
	Agent    int     // its owner
	URL, Key string  // URL is the one to request
	Estimate float64 // its worth to the agent, 0 to 1
	Link     int     // Link and Listed are as in Visit
	Listed   bool
	Anchor   string
}

// HostRobots is the robots.txt of a host. A manifest omits texts beyond a total of 1 MiB.
type HostRobots struct {
	Origin string `json:"origin"` // scheme, host and port
	RobotsSeen
}

// Searched holds the facts that agents have about the pages of a graph.
type Searched struct {
	Topics []string       // names of the agents
	Pages  []SearchedPage // in page order
}

// SearchedPage holds the facts that agents have about a page.
type SearchedPage struct {
	Agent, FoundBy int       // as in Visit
	Visit          int       // the number of the visit
	FoundOn        int       // the id of the page whose link led here, or 0
	Anchor         string    // the text of that link
	Relevance      []float64 // to each topic, 0 to 1
	Stored         bool      // as in Visit
}
