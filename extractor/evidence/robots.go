package evidence

import (
	"fmt"

	"sitegraph/site"
)

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
