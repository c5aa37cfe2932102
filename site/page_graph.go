package site

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
	// Between says that the pages are of two sites.
	Between bool
}
