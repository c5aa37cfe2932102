package site

// SiteGraph is the graph of the sites of a run: who links to whom.
type SiteGraph struct {
	// Nodes are the sites in the order of the run, then other hosts by name, if wanted.
	Nodes []SiteNode
	Sites int       // among the nodes
	Arcs  []SiteArc // sorted by source and target, without self-loops
	// CoLinks are sorted by their sites; nil beyond [MaxPaired] sites.
	CoLinks []CoLink
}

// MaxPaired is the most sites of which pairs are listed.
const MaxPaired = 1000

// The kinds of nodes of a [SiteGraph].
const (
	NodeSite = "site"
	NodeHost = "host"
)

// SiteNode is a site of the run, or a host that its sites link to.
type SiteNode struct {
	// ID counts the nodes from 1. Label is the host.
	ID    int
	Label string
	URL   string // the origin; "" for a host
	// Kind is NodeSite or NodeHost. Of what follows hosts have only InDegree, InLinks and InPages.
	Kind             string
	Name, Tags, Note string // what hosts.txt says of a site; see [About]
	Complete         string // "true" if nothing was left to fetch, "false", or "" for a host
	Pages            int    // how many pages were found
	// InDegree and OutDegree count arcs.
	InDegree, OutDegree int
	// InLinks counts the links from other sites, InPages the pages with these, OutLinks the links to other nodes.
	InLinks, InPages, OutLinks int
	// SelfLinks counts the links between the site's pages, and to another address of it.
	SelfLinks int
	// ExternalImpact and SelfImpact are web impact factors, InLinks and SelfLinks per page (Ingwersen, Journal of
	// Documentation 54, 1998). These and Reciprocity are below 0 for a host.
	ExternalImpact, SelfImpact float64
	Reciprocity                float64 // the share of linked sites that link back
}

// SiteArc says that pages of one node link to another.
type SiteArc struct {
	Source, Target int // ids
	// Links counts the links, Pages the pages with them, URLs the distinct normalized URLs.
	Links, Pages, URLs int
}

// CoLink counts how often others link to two sites together.
type CoLink struct {
	A, B         int // ids, the lower one first
	Sites, Pages int // sites and pages that link to both
}

// PageNode is a page in the graph of the pages of all sites of a run.
type PageNode struct {
	// ID is from 1 over all sites, Site the [SiteNode]'s, Page the page's on its site.
	ID, Site, Page int
	// Origin is the site's; the next three are those of the [Page].
	Origin, URL, Key string
	Level            int
	// InDegree and OutDegree count arcs, those between sites too.
	InDegree, OutDegree int
	// PageRank, Harmonic (estimated) and Core are as in measures.csv, but in this graph.
	PageRank, Harmonic float64
	Core               int
	// Strong and Weak number the components from 1 by first page. Region is in the bow-tie.
	Strong, Weak int
	Region       string
}

// PageArc says that a page links to another one.
type PageArc struct {
	// Source and Target are ids of [PageNode]. Links is 1 or more.
	Source, Target, Links int
	Between               bool // of different sites
}
