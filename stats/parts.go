package stats

// Communities are groups of pages with more arcs inside than a random graph
// of the same degrees would have.
type Communities struct {
	// Method names the algorithm, Seed its random numbers.
	Method string `json:"method"`
	Seed   uint64 `json:"seed"`
	Count  int    `json:"count"`
	// Modularity is that of the graph without directions, -0.5 to 1 (Newman
	// and Girvan, Phys. Rev. E 69, 026113, 2004).
	Modularity float64 `json:"modularity"`
	// List is descending by pages, equal ones by first page.
	List []Community `json:"list"`
}

// Community is one community.
type Community struct {
	Pages int `json:"pages"`
	// Inside counts the arcs between its pages, Out those that leave it, In
	// those that enter it.
	Inside int `json:"inside"`
	Out    int `json:"out"`
	In     int `json:"in"`
	// Prefix is the longest common folder of most of its pages, Words are the
	// words that set its titles apart.
	Prefix string   `json:"prefix"`
	Words  []string `json:"words"`
	// First is the id of its first page.
	First int `json:"first"`
}

// Directories is the tree of folders in the pages' URLs, folded where it is
// large, with the arcs inside and between.
type Directories struct {
	// Count is the number of folders that hold pages directly.
	Count int `json:"count"`
	// List is ascending by path.
	List []Directory `json:"list"`
	// Arcs is [from, to, arcs] with places in List, ascending, from and to
	// different: the graph with each folder drawn together into one node.
	Arcs [][3]int `json:"arcs"`
}

// Directory is a folder, or what is left of it when its greatest folders are
// listed by themselves.
type Directory struct {
	Path string `json:"path"`
	// Pages and Inside are the pages and the arcs between them; Out and In
	// the arcs to and from other folders.
	Pages  int `json:"pages"`
	Inside int `json:"inside"`
	Out    int `json:"out"`
	In     int `json:"in"`
}

// Template is a pattern that many URLs follow, for instance
// "/news/{number}/{word}.html".
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

// Occurrence is one place of a problem, a row of problems.csv.
type Occurrence struct {
	Kind string
	// Page is the id of the page at fault or 0, URL its address or the one at
	// fault.
	Page int
	URL  string
	// Detail says more; Sources are the ids of pages that link there,
	// ascending, at most a few, of SourceCount.
	Detail      string
	Sources     []int
	SourceCount int
}
