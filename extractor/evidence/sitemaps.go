package evidence

import (
	"fmt"
	"slices"

	"sitegraph/site"
)

// listed is what the sitemaps of a site list.
type listed struct {
	Known  bool // they were read
	Record int  // the place of the record that says so
	SitemapsRecord
	Entries []ListedURL
}

// ListedURL is an entry of a sitemap: its URL, and the place of the file.
type ListedURL struct {
	URL  URLID // as listed
	File int   // the place of the sitemap
}

// SitemapsRecord says which sitemaps were read. Records with so many entries follow it.
type SitemapsRecord struct {
	Files  []site.SitemapFile `json:"files"`           // that were read
	Cut    string             `json:"cut,omitempty"`   // the limit that ended the reading
	Listed int                `json:"listed"`          // the number of entries
	Start  bool               `json:"start,omitempty"` // whether the crawl begins at the entries
}

// ListedRecord has entries.
type ListedRecord struct {
	URLs, Keys []string // URLs, and their normal forms
	Files      []int    // the places of the sitemaps
}

// takeSitemaps takes one of these records. A list that a kill cut is read anew.
func (n *Known) takeSitemaps(record []byte) error {
	l := &n.Listed
	if record[0] == KindSitemaps {
		if l.Start {
			n.keepListedStarts()
		}
		*l = listed{Record: n.Records - 1}
		err := ReadEvent(record, &l.SitemapsRecord)
		l.Known = l.Listed == 0
		return err
	}
	var r ListedRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	if len(r.URLs) != len(r.Keys) || len(r.URLs) != len(r.Files) {
		return fmt.Errorf("%w: sitemaps", ErrRecord)
	}
	for i, url := range r.URLs {
		if r.Files[i] < 0 || r.Files[i] >= len(l.SitemapsRecord.Files) {
			return fmt.Errorf("%w: sitemaps", ErrRecord)
		}
		l.Entries = append(l.Entries, ListedURL{n.URLs.Add(url, r.Keys[i]), r.Files[i]})
	}
	l.Known = len(l.Entries) == l.Listed
	return nil
}

// keepListedStarts keeps what sitemaps listed as start pages, since other ones follow: what a crawl began at stays a
// start page.
func (n *Known) keepListedStarts() {
	for _, e := range n.Listed.Entries {
		if n.URLs.Inside(e.URL) {
			n.ListedStarts = append(n.ListedStarts, e.URL)
		}
	}
	slices.Sort(n.ListedStarts)
	n.ListedStarts = slices.Compact(n.ListedStarts)
}
