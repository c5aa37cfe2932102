package site

// Search is what topical agents did (Liu Jia and Du Yajun, 2016): what they fetched, how relevant it was, what they
// sold.
type Search struct {
	Name string // the name of the file of topics, without its ending
	// Scheme is how agents share URLs, Matching how a market is cleared; see agents/market.
	Scheme, Matching string
	Pages            bool         // times are in pages processed, not in seconds of declared delays
	Understanding    float64      // the relevance, 0 to 1, from which a page or a link is on topic
	Agents           []Agent      // in the order of the file of topics
	Visits           []Visit      // by number
	Markets          []Market     // those that had URLs to sell and buyers
	Waiting          []Waiting    // known URLs that were not fetched, by agent, then the best first
	Robots           []HostRobots // by host
	// Linked are the URLs of the kinds to be checked that pages in the corpora link to or use and no agent visited,
	// sorted by key. Their Pages are numbers of visits. Unchecked counts those left to another run.
	Linked    []*Linked
	Unchecked int
	Sitemaps  *Sitemaps // nil unless they were read
	Now       float64   // when it ended, on the agents' clock
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
	Keys  []string     // normalized URLs of the pages in Watched, which has no arcs
	Links [][]SeenLink // the links of each page
}

// SeenLink says when a page was seen to link to a normalized URL.
type SeenLink struct {
	Key string // the normalized URL
	Seen
}

// Agent is a topical agent and what it has left.
type Agent struct {
	Name     string   // the section of the file of topics
	Keywords string   // as written
	Seeds    []string // where it begins, as written
	Hosts    []string // patterns of hosts it may visit; those of its seeds by default
	// Energy is what it has left of FirstEnergy, Ends when its life ends, Target how many relevant pages let it buy.
	FirstEnergy, Energy, Ends float64
	Target                    int
	Labelled                  bool // URLs tell which pages are on its topic; see Visit.OnTopic
	// Ended is why it fetched no more: EndedWorkDone if it knew no more URLs.
	Ended Ending
}

// Why says in words why agents fetched no more; "" for other endings.
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

// Nobody is the agent of pages of common seeds that are on no topic.
const Nobody = -1

// Visit is a URL that an agent was given, and the result.
type Visit struct {
	Number int // from 1
	// Agent had the URL. FoundBy found it, and is another agent if it was bought. Both index Search.Agents, or are
	// Nobody.
	Agent, FoundBy int
	// Link is the visit whose page has the link that makes the URL most worth visiting, 0 for a seed, and Anchor its
	// text. Redirects pass both on. Listed says that a sitemap led to the URL, and no seed.
	Link     int
	Listed   bool
	Anchor   string
	Estimate float64 // what the agent thought the URL worth, 0 to 1
	Depth    int     // links from a seed, along Link
	URL, Key string  // Key is the normalized URL
	State    State   // as in the ledger
	Reason   Reason
	Status   int // 0 without an answer
	// Page is the visit whose page this URL leads to: itself, one with the same content, or behind a redirect; 0 if
	// none.
	Page int
	// Same is the first visit of the same page, if this is a page of its own, else 0. It is another visit only in
	// scheme separate, where each agent has pages of its own.
	Same int
	Free bool    // no page was processed: a redirect, or forbidden by robots.txt
	Time float64 // when it counted, on the agents' clock
	// Relevance is the page's to each topic, 0 to 1, also of duplicates; nil without a page.
	Relevance []float64
	// Stored says that the page is in the agent's corpus, being relevant to its topic. Again says that its content had
	// been stored before; in scheme separate both can be true.
	Stored, Again bool
	// OnTopic is what a label says, which agents cannot see; see Agent.Labelled.
	OnTopic bool
	Content *Page // of a page of its own
}

// BeginsAtListed reports whether agents visit what sitemaps list.
func (s *Search) BeginsAtListed() bool { return s.Sitemaps != nil && s.Sitemaps.Start }

// Entry is EntryStart or EntrySitemap if the search, which begins at listed URLs, began at this one; "" if a link led
// there.
func (s *Search) Entry(link int, listed bool) string {
	switch {
	case link != 0 || !s.BeginsAtListed():
		return ""
	case listed:
		return EntrySitemap
	}
	return EntryStart
}

// Keeper is the agent whose corpus has the page of a visit, or Nobody: the one that stored it, or else, unless each
// agent works for itself (scheme separate), the one to whose topic it is most relevant.
func (s *Search) Keeper(v *Visit) int {
	switch {
	case v.Stored:
		return v.Agent
	case v.Again || v.Content == nil || s.Scheme == "separate":
		return Nobody
	}
	return MostRelevant(v.Relevance, s.Understanding)
}

// MostRelevant is the agent to whose topic a page is most relevant, Nobody if understanding is more.
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
	Time            float64 // on the agents' clock
	After           int     // the last visit before it
	Offered, Buyers int     // URLs for sale, and agents that may buy
	// Value is what the sold URLs are worth to their buyers, Optimum the most that any assignment brings.
	Value, Optimum float64
	Sales          []Sale
}

// Sale is a URL sold by one agent to another.
type Sale struct {
	URL         string  // the normalized URL
	From, To    int     // agents
	SellerValue float64 // its worth to the seller
	// Value is the URL's worth to the buyer. Price decides who buys, and is not paid.
	Value, Price float64
}

// Waiting is a URL that is known and was not fetched.
type Waiting struct {
	Agent    int     // whose it is
	URL, Key string  // URL is the one to fetch
	Estimate float64 // its worth to the agent, 0 to 1
	Link     int     // as in Visit, like Listed
	Listed   bool
	Anchor   string
}

// HostRobots is the robots.txt of a host. A manifest leaves out texts beyond 1 MiB in all.
type HostRobots struct {
	Origin string `json:"origin"` // scheme, host and port
	RobotsSeen
}

// Searched is what agents know of the pages of a graph.
type Searched struct {
	Topics []string       // names of the agents
	Pages  []SearchedPage // in the order of the graph's
}

// SearchedPage is a page as the agents know it.
type SearchedPage struct {
	Agent, FoundBy int       // as in Visit
	Visit          int       // its number
	FoundOn        int       // the id of the page with the link that led here, or 0
	Anchor         string    // the text of that link
	Relevance      []float64 // to each topic, 0 to 1
	Stored         bool      // as in Visit
}
