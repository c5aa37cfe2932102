package site

// SiteGraph is the graph of links between the sites of a run.
type SiteGraph struct {
	// Nodes are the sites in the order of the run, followed by other hosts by name, if wanted.
	Nodes []SiteNode
	Sites int       // number of sites among the nodes
	Arcs  []SiteArc // sorted by source and target, without self-loops
	// CoLinks are sorted by their sites; nil beyond [MaxPaired] sites.
	CoLinks []CoLink
}

// MaxPaired is the maximum number of sites for which pairs are listed.
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
	// Kind is NodeSite or NodeHost. Hosts have only InDegree, InLinks and InPages of the following fields.
	Kind             string
	Name, Tags, Note string // the site's description in hosts.txt; see [About]
	Complete         string // "true" if nothing was left to fetch, otherwise "false"; "" for a host
	Pages            int    // number of pages found
	// InDegree and OutDegree count arcs.
	InDegree, OutDegree int
	// InLinks counts the links from other sites, InPages the pages with such links, OutLinks the links to other nodes.
	InLinks, InPages, OutLinks int
	// SelfLinks counts the links between the site's pages and to its other addresses.
	SelfLinks int
	// ExternalImpact and SelfImpact are web impact factors: InLinks and SelfLinks per page (Ingwersen, Journal of
	// Documentation 54, 1998). They and Reciprocity are negative for a host.
	ExternalImpact, SelfImpact float64
	Reciprocity                float64 // share of linked sites that link back
}

// SiteArc says that pages of one node link to another node.
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
	// ID counts from 1 over all sites. Site is the id of the [SiteNode], Page the page's id on its site.
	ID, Site, Page int
	// Origin is the site's. URL, Key, Title and Level are the [Page]'s.
	Origin, URL, Key, Title string
	Level                   int
	// InDegree and OutDegree count arcs, including those between sites.
	InDegree, OutDegree int
	// PageRank, Harmonic (estimated) and Core are as in measures.csv, but in this graph.
	PageRank, Harmonic float64
	Core               int
	// Strong and Weak are component numbers, from 1 by first page. Region is the region of the bow-tie.
	Strong, Weak int
	Region       string
}

// PageArc says that a page links to another page.
type PageArc struct {
	// Source and Target are ids of [PageNode]. Links is at least 1.
	Source, Target, Links int
	Between               bool // joins different sites
}
