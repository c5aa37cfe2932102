package stats

// Communities are groups of pages with more arcs inside than a random graph
// of the same degrees would have.
type Communities struct {
	// Method names the algorithm. It draws no random numbers.
	Method string `json:"method"`
	Count  int    `json:"count"`
	// Modularity is that of the graph without directions, -0.5 to 1 (Newman
	// and Girvan, Phys. Rev. E 69, 026113, 2004).
	Modularity float64 `json:"modularity"`
	// List holds the at most 100 greatest, descending by pages, equal ones by
	// first page. [Values] numbers all communities in this order.
	List []Community `json:"list"`
}

// Community is one community.
type Community struct {
	Pages int `json:"pages"`
	// Inside counts the arcs between its pages, self-loops included, Out those
	// that leave it, In those that enter it.
	Inside int `json:"inside"`
	Out    int `json:"out"`
	In     int `json:"in"`
	// Prefix is the deepest folder that more than half of its pages lie in,
	// Words are up to three words that set its titles apart, the most telling
	// first.
	Prefix string   `json:"prefix"`
	Words  []string `json:"words"`
	// First is the id of its first page.
	First int `json:"first"`
}

// Directories is the tree of folders in the pages' URLs, folded where it is
// large, with the arcs inside and between. A page belongs to the deepest folder
// listed that it lies in.
type Directories struct {
	// Count is the number of folders that hold pages directly, listed or not.
	Count int `json:"count"`
	// List is ascending by path; the root is always there, at most 40 are.
	List []Directory `json:"list"`
	// Arcs is [from, to, arcs] with places in List, ascending, from and to
	// different: the graph with each folder drawn together into one node.
	Arcs [][3]int `json:"arcs"`
}

// Directory is a folder with what is below it, but for the folders that are
// listed by themselves. The pages and arcs of all add up to those of the site.
type Directory struct {
	// Path begins and ends with a slash.
	Path string `json:"path"`
	// Pages and Inside are the pages and the arcs between them, self-loops
	// included; Out and In the arcs to and from other folders.
	Pages  int `json:"pages"`
	Inside int `json:"inside"`
	Out    int `json:"out"`
	In     int `json:"in"`
}

// Template is a pattern that many URLs follow, for instance
// "/news/{number}/{word}.html". At most 50 are listed.
type Template struct {
	Template string `json:"template"`
	Pages    int    `json:"pages"`
	// Example is the URL of its first page.
	Example string `json:"example"`
}

// Parameter is a name in the queries of the pages' URLs, with the number of
// pages that have it and of different values.
type Parameter struct {
	Name   string `json:"name"`
	Pages  int    `json:"pages"`
	Values int    `json:"values"`
}

// Problem is a kind of fault or oddity, with how often it occurs. Occurrences
// are listed in problems.csv.
type Problem struct {
	// Kind is a short name, for instance "broken-link".
	Kind string `json:"kind"`
	// Severity is "error", "warning" or "notice".
	Severity string `json:"severity"`
	// Says explains the kind in one sentence.
	Says string `json:"says"`
	// Count is the number of occurrences.
	Count int `json:"count"`
}

// Occurrence is one place of a problem, a row of problems.csv. Its texts come
// from the web as they are.
type Occurrence struct {
	Kind string
	// Page is the id of the page at fault, or of the one that stands for the
	// address at fault; 0 if there is none.
	Page int
	// URL is the page's address, or the one at fault.
	URL string
	// Detail says more.
	Detail string
	// Sources are the ids of pages that link there, or that have the bad link
	// or the title, ascending, at most five of SourceCount. A SourceCount of 0
	// with a source means that only the first is known.
	Sources     []int
	SourceCount int
}
