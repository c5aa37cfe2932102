package site

// SiteGraph is the graph of the sites of a run: who links to whom.
type SiteGraph struct {
	// Nodes are the sites in the order of the run, then the other hosts by name, if these were wanted.
	Nodes []SiteNode
	Sites int       // the number of sites among the nodes
	Arcs  []SiteArc // sorted by source and target; no node has an arc to itself
	// CoLinks are sorted by their two sites; nil if there are too many sites, see [MaxPaired].
	CoLinks []CoLink
}

// MaxPaired is the number of sites up to which pairs of them are listed.
const MaxPaired = 1000

// The kinds of nodes of a [SiteGraph].
const (
	NodeSite = "site"
	NodeHost = "host"
)

// SiteNode is a site of the run, or a host that its sites link to.
type SiteNode struct {
	// ID is from 1, in the order of the nodes; Label is the host.
	ID    int
	Label string
	URL   string // the origin of a site, and "" of a host, whose scheme is not one
	// Kind is NodeSite or NodeHost. What follows is of a site, but for InDegree, InLinks and InPages.
	Kind             string
	Name, Tags, Note string // what hosts.txt says of a site; see [About]
	Complete         string // "true" if nothing was left to fetch, or "false"; "" for a host
	Pages            int    // how many pages were found
	// InDegree and OutDegree count arcs.
	InDegree, OutDegree int
	// InLinks counts the links from the other sites, InPages the pages they are on, OutLinks the links to other
	// nodes.
	InLinks, InPages, OutLinks int
	// SelfLinks counts the links within the site: those between its pages, and those to another address of it.
	SelfLinks int
	// ExternalImpact and SelfImpact are web impact factors: InLinks and SelfLinks per page (Ingwersen, Journal of
	// Documentation 54, 1998). They are below 0 for a host, which has none.
	ExternalImpact, SelfImpact float64
	Reciprocity                float64 // the share of linked sites that link back; below 0 for a host
}

// SiteArc says that pages of one node link to another.
type SiteArc struct {
	Source, Target int // ids
	// Links counts the links with multiplicity, Pages those they are on, URLs the distinct normalized URLs.
	Links, Pages, URLs int
}

// CoLink says how often two sites are linked to together, by others than themselves.
type CoLink struct {
	A, B         int // ids, the lower one first
	Sites, Pages int // sites and pages that link to both
}

// PageNode is a page in the graph of the pages of all sites of a run.
type PageNode struct {
	// ID is from 1, over all sites. Site is the id of its site, see [SiteNode]; Page is its id there.
	ID, Site, Page int
	// Origin is that of the site. The next three are as in [Page].
	Origin, URL, Key string
	Level            int
	// InDegree and OutDegree count arcs, those between sites too.
	InDegree, OutDegree int
	// PageRank, Harmonic and Core are as in measures.csv, but in this graph; Harmonic is estimated.
	PageRank, Harmonic float64
	Core               int
	// Strong and Weak number the components from 1, in the order of their first pages. Region is the part of the
	// bow-tie.
	Strong, Weak int
	Region       string
}

// PageArc says that a page links to another, of its own site or another one.
type PageArc struct {
	// Source and Target are ids of a [PageNode]. Links counts the links, 1 or more.
	Source, Target, Links int
	Between               bool // the pages are of two sites
}
