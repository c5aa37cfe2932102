package command

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"sitegraph/export"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (a *app) summariseSearch(out run.AgentsOutcome) int {
	s := out.Search
	code := exitDone
	switch {
	case !slices.ContainsFunc(s.Visits, func(v site.Visit) bool { return stats.CameOf(&v) == stats.CamePage }):
		code = exitNothing
	case s.Unchecked > 0, slices.Contains([]site.Ending{site.EndedSignal, site.EndedStopFile, site.EndedTimeout,
		site.EndedRefused},
		s.Ended):
		code = exitStopped
	}
	card, kept := stats.CountSearch(s), kept(s)
	showTopics(a.show.people, card, kept)
	fmt.Fprintf(a.show.people, "\n%s\n", searchEnd(s, card))
	remark := a.progress.Notice
	if code == exitNothing {
		remark = a.progress.Error
	}
	remark(s.Notes...)
	if text := linkedRemark(s.Linked, "linked.csv"); text != "" {
		a.progress.Notice(text)
	}
	for i := range s.Agents {
		if text := fruitless(s, card, kept[i], i); text != "" {
			remark(text)
		}
	}
	if t := s.Times; a.watching && t != nil && t.Iterations[len(t.Iterations)-1].Complete {
		a.showIteration(s.Name, t.Iterations, nil)
	}
	switch {
	case s.Complete && s.Asked == 0 && code == exitDone && !a.watching:
		a.progress.Notice("already complete; files written again. Use --fresh to search again")
	case s.Ended == site.EndedRun:
		a.progress.Notice("the search has used up its time: raise run in the file of topics and run the same " +
			"command to continue")
	}
	a.remarkEnd(s.Ended == site.EndedBudget, false, code)
	showSearchFiles(a.show.people, out)
	writeSearch(a, out, card, kept)
	return code
}

// kept counts the pages in each agent's corpus.
func kept(s *site.Search) []int {
	pages := make([]int, len(s.Agents))
	for i := range s.Visits {
		if q := s.Keeper(&s.Visits[i]); q != site.Nobody {
			pages[q]++
		}
	}
	return pages
}

// showTopics shows a line for each topic. kept counts the pages of its corpus.
func showTopics(w io.Writer, card stats.ScoreCard, kept []int) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "topic\tvisited\tstored\tcorpus\thighest relevance\tenergy left\tbought\tsold\tended\t")
	for i, agent := range card.Agents {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t%s of %s\t%d\t%d\t%s\t\n", wording.Middle(agent.Topic, widestName),
			agent.Visited, agent.Stored, kept[i],
			wording.Number(agent.Seen), wording.Number(agent.Energy), wording.Number(agent.FirstEnergy),
			agent.Bought, agent.Sold, agent.Ended)
	}
	t.Flush()
}

// searchEnd says how the markets and the search ended.
func searchEnd(s *site.Search, card stats.ScoreCard) string {
	text := fmt.Sprintf("stored: pages with a relevance of %s or more", wording.Plain(s.Understanding))
	if m := card.Markets; m.Held > 0 {
		text += fmt.Sprintf("; %s sold %s", wording.Count(m.Held, "market", "markets"),
			wording.Count(m.Sold, "URL", "URLs"))
	}
	text += "\nended: " + string(s.Ended)
	unit := "second"
	if s.Pages {
		unit = "page"
	}
	text += " after " + wording.Count(stats.Round(s.Now), unit, unit+"s") + " of the agents' time"
	if n := len(s.Waiting); n > 0 {
		text += fmt.Sprintf(", %s known and not visited", wording.Count(n, "URL", "URLs"))
	}
	if why := s.Ended.Why(); why != "" {
		text += ": " + why
	}
	return text
}

// fruitless says why an agent has nothing and what to change. It returns "" if the agent stored or got pages.
func fruitless(s *site.Search, card stats.ScoreCard, kept, agent int) string {
	score, name := card.Agents[agent], s.Agents[agent].Name
	switch {
	case score.Stored > 0 || kept > 0:
		return ""
	case score.Seen > 0:
		best := fmt.Sprintf("%s (%s)", wording.Plain(score.Seen), site.Show(s.Visits[score.SeenVisit-1].URL))
		if score.Seen >= s.Understanding {
			return fmt.Sprintf("%s: stored nothing: others visited the relevant pages first (best relevance "+
				"%s); give it seeds nearer to its topic", name, best)
		}
		return fmt.Sprintf("%s: no page is relevant enough: the highest relevance seen is %s, understanding is "+
			"%s; lower it, or add words of such pages to its keywords", name, best,
			wording.Plain(s.Understanding))
	case score.Visited > 0:
		return fmt.Sprintf("%s: no page has any of its keywords; check their language and its seeds", name)
	}
	if why := pageless(s, agent); why != "" {
		return fmt.Sprintf("%s: visited no page: %s", name, why)
	}
	return ""
}

// pageless says why an agent visited no page, "" if a note of the search says so.
func pageless(s *site.Search, agent int) string {
	for _, v := range s.Visits {
		if v.Agent == agent {
			if slices.ContainsFunc(s.Notes, func(note string) bool { return strings.Contains(note, v.URL) }) {
				return ""
			}
			why := site.Entry{State: v.State, Status: v.Status, Reason: v.Reason}.Why()
			if strings.HasPrefix(why, "to ") {
				why = "redirects " + why
			}
			return site.Show(v.URL) + ": " + why
		}
	}
	if slices.ContainsFunc(s.Waiting, func(w site.Waiting) bool { return w.Agent == agent }) {
		return "its energy, its lifetime or the time of the search ended before its seeds were fetched"
	}
	return "it has no seeds of its own, and got no links from the common seeds"
}

// showSearchFiles lists the folders of a search and the file to open.
func showSearchFiles(w io.Writer, out run.AgentsOutcome) {
	if out.Dir == nil {
		return
	}
	fmt.Fprintln(w)
	for _, d := range append([]*export.Dir{out.Dir}, out.TopicDirs...) {
		showFolder(w, d, "")
	}
	fmt.Fprintln(w)
	showOpening(w, firstOf(out.Dir))
}

// topicResult is an agent's line in the results of --progress json.
type topicResult struct {
	Topic   string `json:"topic"`
	Visited int    `json:"visited"`
	Stored  int    `json:"stored"`
	Corpus  int    `json:"corpus"`
	Bought  int    `json:"bought"`
	Sold    int    `json:"sold"`
	Ended   string `json:"ended"`
}

type searchResult struct {
	Ended string `json:"ended"`
	Open  string `json:"open,omitempty"`
}

// writeSearch writes the results for --progress json, one object per line.
func writeSearch(a *app, out run.AgentsOutcome, card stats.ScoreCard, kept []int) {
	if !a.progress.json || a.flags.quiet {
		return
	}
	for i, agent := range card.Agents {
		writeObject(a.out, topicResult{agent.Topic, agent.Visited, agent.Stored, kept[i], agent.Bought, agent.Sold,
			agent.Ended})
	}
	writeObject(a.out, searchResult{string(out.Search.Ended), firstOf(out.Dir)})
}

// searchLine returns the progress of a search, the most important figures first.
func searchLine(s site.SearchProgress) string {
	if s.Again > 0 {
		return wording.Count(s.Again, "page", "pages") + " to check again"
	}
	stored, waiting, agents := 0, 0, []string{}
	for _, a := range s.Agents {
		stored += a.Stored
		waiting += a.Waiting
		agents = append(agents, fmt.Sprintf("%s %d/%d", a.Name, a.Stored, a.Visited))
	}
	of := ""
	if s.Budget > 0 {
		of = fmt.Sprintf(" of %d", s.Budget)
	}
	fields := append([]string{fmt.Sprintf("%d%s visited", s.Visited, of), fmt.Sprintf("%d stored", stored),
		fmt.Sprintf("%d waiting", waiting), fmt.Sprintf("%d sold", s.Sold)}, agents...)
	return strings.Join(fields, separator)
}
