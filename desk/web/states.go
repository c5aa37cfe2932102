package web

import (
	"fmt"

	"sitegraph/desk"
	"sitegraph/wording"
)

// siteStates are those that a list of sites can be filtered by.
func siteStates() []desk.State {
	return []desk.State{desk.New, desk.Waiting, desk.Crawling, desk.Stopping, desk.Stopped, desk.Done,
		desk.Unreachable, desk.RobotsUnavailable, desk.Refused, desk.RobotsForbid, desk.NoPages, desk.AnotherSite,
		desk.Elsewhere}
}

// meaning says what a state of a site means, and what to do about it.
func meaning(state desk.State) string {
	return map[desk.State]string{
		desk.New:      "nothing is known of it yet",
		desk.Waiting:  "it waits for its turn in the crawl",
		desk.Crawling: "it is being fetched",
		desk.Stopping: "it is stopping: requests under way finish, then its files are written",
		desk.Stopped:  "there is more to fetch; the word beside it says what stopped it. Continue goes on from there",
		desk.Done: "everything within its limits was fetched. Run again continues if the settings now allow more; " +
			"start anew requests everything again",
		desk.Unreachable: "its server could not be reached. Continue tries again",
		desk.RobotsUnavailable: "its robots.txt could not be read because of an error of the server, so nothing may " +
			"be fetched. Continue tries again",
		desk.Refused: "the server refused the first pages, as it does with crawlers it does not want, or asked for " +
			"a login. Ask its owner, then continue",
		desk.RobotsForbid: "its robots.txt forbids the start page for this crawler",
		desk.NoPages:      "nothing is left to fetch, and no page was found. The ledger says why",
		desk.AnotherSite:  "its start page leads to the site of another line of hosts.txt, which has the pages",
		desk.Elsewhere:    "another program, or workers, crawl in the folder of this project",
	}[state]
}

func jobText(j desk.Job) string {
	text := fmt.Sprintf("Workers have it as job %s: %s of %s done", j.Name, wording.Grouped(j.Done),
		wording.Count(j.Groups, "group of sites", "groups of sites"))
	if j.Failed > 0 {
		text += fmt.Sprintf(", %s given up", wording.Grouped(j.Failed))
	}
	for i, name := range j.Names() {
		lead := ", "
		if i == 0 {
			lead = "; under way at "
		}
		text += fmt.Sprintf("%s%s (%s)", lead, name, wording.Grouped(j.Workers[name]))
	}
	return text + "."
}
