package evidence

import (
	"cmp"
	"fmt"

	"sitegraph/site"
	"sitegraph/wording"
)

// The names in a state of what a crawl takes beside the whole site from its home page.
const (
	SettingStarts   = "[sites] start pages"
	SettingScope    = "[sites] scope"
	SettingMembers  = "[sites] members"
	SettingSitemaps = "[sites] sitemaps"
	SettingKey      = "[duplicates] key"
)

// BeginningNote says where a crawl began and what it took for the site; "" if that is the home page and all of it.
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

// ScopeOf returns what the settings of a state take for the site.
func ScopeOf(settings map[string]string) string {
	return cmp.Or(settings[SettingScope], site.ScopeHost)
}

// BeginsAs reports whether a site began as settings want it. A state that does not say so began at the home page, and
// settings that do not say so want nothing.
func (r *SiteRecord) BeginsAs(now map[string]string) bool {
	return now[SettingScope] == "" || ScopeOf(r.Settings) == now[SettingScope] &&
		cmp.Or(r.Settings[SettingStarts], r.Began()) == now[SettingStarts] &&
		cmp.Or(r.Settings[SettingSitemaps], "off or check") == now[SettingSitemaps] &&
		r.Settings[SettingMembers] == now[SettingMembers] && r.Settings[SettingKey] == now[SettingKey]
}

// Begins reports whether a setting says where a crawl begins, what it takes for the site, and what for one page.
func Begins(setting string) bool {
	return setting == SettingStarts || setting == SettingScope || setting == SettingMembers ||
		setting == SettingSitemaps || setting == SettingKey
}

// Began is the start page that was given, before it led to another site.
func (r *SiteRecord) Began() string {
	if len(r.Passed) > 0 {
		return r.Passed[0]
	}
	return r.Start
}

// siteFacts are what the rare records of the journal hold of a site.
type siteFacts struct {
	Site    SiteRecord
	Starts  []URLID              // the URLs of the start pages, the home page first
	Listed  listed               // what sitemaps list
	lists   map[string]*ofOrigin // by origin
	listing *ofOrigin            // the one that is read
	// ListedStarts are the start pages that sitemaps listed before those.
	ListedStarts []URLID
	Members      *site.Members              // nil for a site that is no entity
	Ruled        map[string]site.RobotsSeen // robots.txt of the site's origin, and of the others of an entity
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

// HasOrder reports whether an order other than that by depth decides, or several sites share one.
func (n *Known) HasOrder() bool { return n.Site.Search || n.Site.Settings["[order] pages"] != "" }

// Robots is the robots.txt of the site's own origin, as seen.
func (n *siteFacts) Robots() site.RobotsSeen { return n.Ruled[n.Site.Origin] }

// EndingOfSilence is the ending of a site without a robots.txt.
func (n *siteFacts) EndingOfSilence() site.Ending {
	if n.Robots().Why == site.RobotsNoAnswer {
		return site.EndedUnreachable
	}
	return site.EndedRobotsUnavailable
}

// MemberRobots are the robots.txt of the hosts beside that of the start page, by origin. Some may be of earlier
// decisions: those are wanted that are among some origins, nil for all.
func (n *siteFacts) MemberRobots(among map[string]bool) (all []site.HostRobots) {
	for _, origin := range site.Names(n.Ruled) {
		if origin != n.Site.Origin && (among == nil || among[origin]) {
			all = append(all, site.HostRobots{Origin: origin, RobotsSeen: n.Ruled[origin]})
		}
	}
	return all
}

// WhyBarred is the state of a URL of a member that gave no usable robots.txt.
func (n *siteFacts) WhyBarred(url string) (site.State, site.Reason) {
	seen := n.Ruled[site.OriginIn(url)]
	if seen.Why == site.RobotsNoAnswer {
		return site.StateUnreachable, site.Reason{Failure: seen.Failure}
	}
	return site.StateRobotsUnavailable, seen.Unavailable()
}

// MemberNotes say which members could not be crawled for want of a robots.txt.
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
