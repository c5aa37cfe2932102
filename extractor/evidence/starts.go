package evidence

import (
	"cmp"
	"fmt"

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
