package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
	"sitegraph/wording"
)

// Settings in a state that define where a crawl begins, the extent of the site, and which URLs are one page.
const (
	SettingStarts   = "[sites] start pages"
	SettingScope    = "[sites] scope"
	SettingMembers  = "[sites] members"
	SettingSitemaps = "[sites] sitemaps"
	SettingKey      = "[duplicates] key"
)

// BeginningNote describes where a crawl began and the extent of the site. It returns "" for a home page and whole site.
func (n *Known) BeginningNote() string {
	s, hosts := &n.Site, n.Members.Names()
	note := "the crawl began at " + s.Start
	switch {
	case s.List:
		note = wording.Count(s.Further+1, "URL was", "URLs were") + " listed: no link was followed"
	case s.Further > 0:
		note += " and " + wording.Count(s.Further, "other page", "other pages")
	case len(hosts) == 0 && s.Sections == nil && site.PathIn(s.Began()) == "/":
		return ""
	}
	if len(hosts) > 0 {
		note += "; the site is " + wording.ListFirst(hosts, 20)
	}
	switch below := s.below(); {
	case below == nil:
		return note
	case len(hosts) > 0:
		return note + "; where a host has a section, only what lies below it counts: " + wording.List(below)
	default:
		return note + "; what does not lie below " + wording.List(below) + " counts as another site's"
	}
}

func (r *SiteRecord) below() (all []string) {
	for _, section := range r.Sections {
		if section[0] == '/' {
			section = r.Origin + section
		}
		all = append(all, section)
	}
	return all
}

// ScopeOf returns the scope in the settings of a state.
func ScopeOf(settings map[string]string) string {
	return cmp.Or(settings[SettingScope], site.ScopeHost)
}

// BeginsAs reports whether a site began as the settings want. A state without such settings began at the home page.
// Settings without a scope have no demands.
func (r *SiteRecord) BeginsAs(now map[string]string) bool {
	return now[SettingScope] == "" || ScopeOf(r.Settings) == now[SettingScope] &&
		cmp.Or(r.Settings[SettingStarts], r.Began()) == now[SettingStarts] &&
		cmp.Or(r.Settings[SettingSitemaps], "off or check") == now[SettingSitemaps] &&
		r.Settings[SettingMembers] == now[SettingMembers] && r.Settings[SettingKey] == now[SettingKey]
}

// Begins reports whether a setting defines where a crawl begins, or which URLs belong to the site or are one page.
func Begins(setting string) bool {
	return setting == SettingStarts || setting == SettingScope || setting == SettingMembers ||
		setting == SettingSitemaps || setting == SettingKey
}

// Began returns the start page given by the user, before it led to another site.
func (r *SiteRecord) Began() string {
	if len(r.Passed) > 0 {
		return r.Passed[0]
	}
	return r.Start
}

// siteFacts holds the rare records of the journal.
type siteFacts struct {
	Site    SiteRecord
	Starts  []URLID              // the URLs of the start pages, the home page first
	Listed  listed               // the entries of all sitemaps
	lists   map[string]*ofOrigin // by origin
	listing *ofOrigin            // the list whose records are being read
	// ListedStarts are start pages from older sitemaps.
	ListedStarts []URLID
	Members      *site.Members              // nil unless the site is an entity
	Ruled        map[string]site.RobotsSeen // robots.txt by origin: the site's own, and for an entity the others
	End          EndRecord
}

func (in replay) takeStarts(record []byte) error {
	var r StartsRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	if len(r.URLs) != len(r.Keys) || len(in.n.Starts) == 0 {
		return fmt.Errorf("%w: start pages", ErrRecord)
	}
	for i, url := range r.URLs {
		in.n.Starts = append(in.n.Starts, in.n.URLs.Add(url, r.Keys[i]))
	}
	return nil
}

// HasOrder reports whether the order is not by depth, or several sites share it.
func (n *Known) HasOrder() bool { return n.Site.Search || n.Site.Settings["[order] pages"] != "" }

// Robots returns the robots.txt seen on the site's own origin.
func (n *siteFacts) Robots() site.RobotsSeen { return n.Ruled[n.Site.Origin] }

// EndingOfSilence returns the ending of a site whose robots.txt is not available.
func (n *siteFacts) EndingOfSilence() site.Ending {
	if n.Robots().Why == site.RobotsNoAnswer {
		return site.EndedUnreachable
	}
	return site.EndedRobotsUnavailable
}

// MemberRobots returns the robots.txt of hosts other than the start page's, by origin. If among is not nil, it limits
// the origins.
func (n *siteFacts) MemberRobots(among map[string]bool) (all []site.HostRobots) {
	for _, origin := range site.Names(n.Ruled) {
		if origin != n.Site.Origin && (among == nil || among[origin]) {
			all = append(all, site.HostRobots{Origin: origin, RobotsSeen: n.Ruled[origin]})
		}
	}
	return all
}

// WhyBarred returns the state of a URL on a member without a usable robots.txt.
func (n *siteFacts) WhyBarred(url string) (site.State, site.Reason) {
	seen := n.Ruled[site.OriginIn(url)]
	if seen.Why == site.RobotsNoAnswer {
		return site.StateUnreachable, site.Reason{Failure: seen.Failure}
	}
	return site.StateRobotsUnavailable, seen.Unavailable()
}

// MemberNotes returns notes about members that could not be crawled without a robots.txt.
func MemberNotes(robots []site.HostRobots) (notes []string) {
	for _, r := range robots {
		if r.Access == site.RobotsForbid {
			notes = append(notes, fmt.Sprintf("nothing of %s was requested: its robots.txt could not be read (%s); "+
				"--retry-failed asks again", r.Origin, r.Explanation()))
		}
	}
	if more := len(notes) - 10; more > 0 {
		notes = append(notes[:10], fmt.Sprintf("the same holds for %d more hosts of the site", more))
	}
	return notes
}

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
		hosts = nil
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
	in.n.ListedStarts = slices.Compact(slices.Sorted(slices.Values(in.n.ListedStarts)))
}
