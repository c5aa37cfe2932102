package inspect

import (
	"errors"
	"time"

	"sitegraph/site"
)

// Verdict says what became of a URL and why.
type Verdict struct {
	Site string `json:"site"` // the origin of the crawl
	// URL is the URL fetched, or seen first. Key is normalized.
	URL string `json:"url"`
	Key string `json:"normalized_url"`
	// State is as in the ledger, Meaning explains it, and Reason says what led to it.
	State   site.State `json:"state"`
	Meaning string     `json:"meaning"`
	Reason  string     `json:"reason,omitempty"`
	Status  int        `json:"status,omitempty"`
	Depth   *int       `json:"depth"` // null means unknown
	// Page is the normalized URL of the page that represents it.
	Page        string `json:"page,omitempty"`
	RedirectsTo string `json:"redirects_to,omitempty"`
	Incomplete  string `json:"incomplete,omitempty"` // what is missing if not everything was fetched
}

// Verdict returns what became of an entry's URL.
func (s *Site) Verdict(e site.Entry) Verdict {
	v := Verdict{Site: s.Crawl.Site, URL: e.URL, Key: e.Key, State: e.State, Meaning: s.Meaning(e), Reason: e.Why(),
		Status: e.Status, Page: e.Page, RedirectsTo: e.Location, Incomplete: s.Incomplete()}
	if v.RedirectsTo == "" && site.IsRedirect(e.Status) { // a file has it only once
		v.RedirectsTo = e.Reason.Target
	}
	if e.Level >= 0 && e.State != site.StateExternal {
		v.Depth = &e.Level
	}
	return v
}

// Incomplete says what an incomplete crawl lacks, or returns "".
func (s *Site) Incomplete() string {
	if s.Complete {
		return ""
	}
	return "the crawl is incomplete (" + string(s.Ended) + "): pages and links that it did not reach are missing, " +
		"and depths and paths may be shorter in reality"
}

// Page has all that a crawl knows about a URL. A URL that is not a page lacks some fields.
type Page struct {
	Verdict
	ID    int    `json:"id,omitempty"` // as in all files; 0 for a URL that is not a page
	Title string `json:"title,omitempty"`
	Facts *Facts `json:"facts,omitempty"`
	// In lists the links to it, and Out its links to pages.
	In  List[Link]  `json:"in_links"`
	Out *List[Link] `json:"out_links,omitempty"`
	// Others lists URLs of the site that it links to and that are not pages. External lists links to other sites.
	Others   *List[Other]             `json:"links_to_no_page,omitempty"`
	External *List[site.ExternalLink] `json:"external_links,omitempty"`
	Aliases  *List[Other]             `json:"aliases,omitempty"` // redirects and duplicates
	// Path is a shortest path from the start page. NoPath says why there is none.
	Path     *Path         `json:"path,omitempty"`
	NoPath   string        `json:"no_path,omitempty"`
	Problems List[Problem] `json:"problems"`
	Measures []Measure     `json:"measures,omitempty"`
	Seen     *Seen         `json:"seen,omitempty"` // when a page of a watched site was seen
	// Unkept names the setting that would have kept how links are written.
	Unkept string `json:"unkept,omitempty"`
}

// Facts has what a page says about itself.
type Facts struct {
	// These fields are as in nodes.csv.
	ContentType string `json:"content_type"`
	Bytes       int64  `json:"bytes"`
	Lang        string `json:"lang,omitempty"`
	Canonical   string `json:"canonical,omitempty"`
	Robots      string `json:"robots,omitempty"`
	Description string `json:"description,omitempty"`
	H1          string `json:"h1,omitempty"`
	Words       *int   `json:"words,omitempty"`
	Modified    string `json:"last_modified,omitempty"`
}

func factsOf(p *site.Page) *Facts {
	f := &Facts{ContentType: p.ContentType, Bytes: p.Bytes, Lang: p.Lang, Canonical: p.Canonical, Robots: p.Robots}
	if p.Facts != nil {
		f.Description, f.H1, f.Words, f.Modified = p.Facts.Description, p.Facts.H1, &p.Facts.Words, p.Facts.Modified
	}
	return f
}

// Seen says when a page of a watched site was seen.
type Seen struct {
	// These fields are as in nodes.csv.
	First   time.Time `json:"first_seen"`
	Last    time.Time `json:"last_seen"`
	Checked time.Time `json:"last_checked"`
	Changed time.Time `json:"last_changed"`
	Visits  int       `json:"visits"`
	Changes int       `json:"changes"`
}

// SeenOf says when a page was seen. It returns nil if the URL is not a page or the site is not watched.
func (s *Site) SeenOf(key string) *Seen {
	page := s.pageOf(key)
	if s.Watched == nil || page < 0 {
		return nil
	}
	n, at := s.Watched.Pages[page], s.Watched.At
	return &Seen{First: at(n.First), Last: at(n.Last), Checked: at(n.Checked), Changed: at(n.Changed),
		Visits: int(n.Visits), Changes: int(n.Changes)}
}

// Page returns all that the crawl knows about an entry's URL.
func (s *Site) Page(e site.Entry, limits Limits) (p Page, err error) {
	p.Verdict = s.Verdict(e)
	if !s.keepsLinks() {
		p.Unkept = "the texts of links were not kept: crawl with the exporter links"
	}
	if p.In, err = s.InLinks(e, limits); err != nil {
		return p, err
	}
	if _, p.Problems, err = s.Problems(Asked{URL: e.URL}, limits); err != nil {
		return p, err
	}
	if err = s.addPath(&p, e); err != nil {
		return p, err
	}
	page := s.pageOf(e.Key)
	if page < 0 {
		return p, nil
	}
	p.ID, p.Title, p.Facts = page+1, s.Graph.Pages[page].Title, factsOf(&s.Graph.Pages[page])
	p.Seen = s.SeenOf(e.Key)
	for _, m := range s.ranks() {
		m.Value, m.Rank = m.all[page], m.places[page]
		p.Measures = append(p.Measures, m)
	}
	return p, s.addLinks(&p, page, limits)
}

func (s *Site) addPath(p *Page, e site.Entry) error {
	start, err := s.Start()
	if err != nil {
		p.NoPath = err.Error()
		return nil
	}
	path, err := s.Path(start, e)
	if errors.Is(err, ErrNoPath) {
		p.NoPath = err.Error()
		return nil
	}
	p.Path = &path
	return err
}

func (s *Site) addLinks(p *Page, page int, limits Limits) error {
	out, err := s.OutLinks(page, limits)
	if err != nil {
		return err
	}
	others, aliases, err := s.others(page, limits)
	if err != nil {
		return err
	}
	external, err := s.external(page, limits)
	p.Out, p.Others, p.Aliases, p.External = &out, &others, &aliases, &external
	return err
}
