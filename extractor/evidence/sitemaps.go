package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

// listed has the entries of the site's sitemaps, first its origin's, then its other hosts'.
type listed struct {
	Known   bool // whether all sitemaps were read
	Start   bool // whether the crawl begins at the entries
	Files   []site.SitemapFile
	Cut     string // the limit that stopped the reading
	Entries []ListedURL
}

// ListedURL is an entry of a sitemap.
type ListedURL struct {
	URL  URLID // as listed
	File int   // the index of the sitemap in Files
}

// ofOrigin holds the entries of one origin's sitemaps.
type ofOrigin struct {
	SitemapsRecord
	record  int // the place of the record
	entries []ListedURL
}

func (l *ofOrigin) known() bool { return l != nil && len(l.entries) == l.Listed }

// SitemapsRecord lists the sitemaps read for an origin. Records with the entries follow.
type SitemapsRecord struct {
	Origin string             `json:"origin"`        // the origin with the sitemaps
	Files  []site.SitemapFile `json:"files"`         // the files that were read
	Cut    string             `json:"cut,omitempty"` // the limit that stopped the reading
	Listed int                `json:"listed"`        // number of entries
}

// ListedRecord has entries.
type ListedRecord struct {
	URLs, Keys []string // URLs, and their normal forms
	Files      []int    // the indices of the sitemaps
}

// takeSitemaps applies one of these records. After a crash, an incomplete list is read again.
func (in replay) takeSitemaps(record []byte) error {
	if record[0] == KindSitemaps {
		l := &ofOrigin{record: in.n.Records - 1}
		if err := ReadEvent(record, &l.SitemapsRecord); err != nil {
			return err
		}
		if in.n.Site.AtListed && in.n.lists[l.Origin] != nil {
			in.keepListedStarts(in.n.lists[l.Origin])
		}
		if in.n.lists == nil {
			in.n.lists = map[string]*ofOrigin{}
		}
		in.n.listing, in.n.lists[l.Origin] = l, l
		in.list()
		return nil
	}
	var r ListedRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	l := in.n.listing
	if l == nil || len(r.URLs) != len(r.Keys) || len(r.URLs) != len(r.Files) {
		return fmt.Errorf("%w: sitemaps", ErrRecord)
	}
	for i, url := range r.URLs {
		if r.Files[i] < 0 || r.Files[i] >= len(l.Files) {
			return fmt.Errorf("%w: sitemaps", ErrRecord)
		}
		l.entries = append(l.entries, ListedURL{in.n.URLs.Add(url, r.Keys[i]), r.Files[i]})
	}
	if l.known() {
		in.list()
	}
	return nil
}

// For a search by agents, whether it also begins at sitemap entries, and on which origins.
const (
	SettingListed   = "[order] sitemaps are seeds"
	SettingListedOf = "[order] sitemaps are of"
)

// BeginsAtListed reports whether a crawl also begins at sitemap entries. For a search this may change.
func (r *SiteRecord) BeginsAtListed() bool {
	return r.AtListed || r.Settings[SettingListed] == fmt.Sprint(true)
}

// Hosts returns the origins whose sitemaps count, the site's first. For a search, the settings list them.
func (r *SiteRecord) Hosts() []string {
	if r.Search {
		return strings.Fields(r.Settings[SettingListedOf])
	}
	return append([]string{r.Origin}, r.Others...)
}

// ListedSince returns the origins whose sitemaps were not read after a record.
func (n *Known) ListedSince(record int) (missing []string) {
	for _, origin := range n.Site.Hosts() {
		if l := n.lists[origin]; !l.known() || l.record <= record {
			missing = append(missing, origin)
		}
	}
	return missing
}

// list joins the entries of all sitemaps. It takes a URL from the first host that lists it, and skips URLs that are too
// long for the site.
func (in replay) list() {
	hosts := in.n.Site.Hosts()
	all := listed{Known: in.n.Site.Origin != "" && len(hosts) > 0 && len(in.n.ListedSince(-1)) == 0,
		Start: in.n.Site.BeginsAtListed()}
	if !all.Known {
		in.n.Listed = all
		return
	}
	seen := map[URLID]bool{}
	for i, origin := range hosts {
		l := in.n.lists[origin]
		for _, e := range l.entries {
			if in.n.URLs.sides[e.URL] == tooLong || i > 0 && seen[e.URL] {
				continue
			}
			if len(hosts) > 1 {
				seen[e.URL] = true
			}
			all.Entries = append(all.Entries, ListedURL{e.URL, e.File + len(all.Files)})
		}
		all.Files, all.Cut = append(all.Files, l.Files...), cmp.Or(all.Cut, l.Cut)
	}
	in.n.Listed = all
}

// keepListedStarts keeps the entries of older sitemaps as start pages, because a start page remains one.
func (in replay) keepListedStarts(l *ofOrigin) {
	for _, e := range l.entries {
		if in.n.URLs.Inside(e.URL) {
			in.n.ListedStarts = append(in.n.ListedStarts, e.URL)
		}
	}
	slices.Sort(in.n.ListedStarts)
	in.n.ListedStarts = slices.Compact(in.n.ListedStarts)
}
