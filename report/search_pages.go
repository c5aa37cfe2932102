package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const inVisits = "All are in visits.csv."

// visitNames names the topics and visits of a search for people.
type visitNames struct{ search *site.Search }

func (n visitNames) visit(number int) *site.Visit {
	if number < 1 || number > len(n.search.Visits) {
		return nil
	}
	return &n.search.Visits[number-1]
}

func (n visitNames) titleOf(v *site.Visit) string {
	content := v.Content
	if page := n.visit(v.Page); page != nil && page.Content != nil {
		content = page.Content
	}
	if content == nil {
		return clean(v.URL)
	}
	return cmp.Or(clean(content.Title), clean(v.URL))
}

func relevanceTo(v *site.Visit, agent int) float64 {
	if agent < 0 || agent >= len(v.Relevance) {
		return 0
	}
	return v.Relevance[agent]
}

// foundCell says through which link on which page a URL was found. listed means that a sitemap has it.
func (n visitNames) foundCell(from int, listed bool, anchor string) text {
	page := n.visit(from)
	if page == nil {
		return text{Text: beginning(listed)}
	}
	cell := text{Text: quoted(anchor), Below: n.titleOf(page), BelowLink: link(page.URL)}
	if page.Agent == site.Nobody {
		cell.Below += " (common seed)"
	}
	return cell
}

func beginning(listed bool) string {
	if listed {
		return "a sitemap"
	}
	return "a seed"
}

func quoted(anchor string) string {
	if anchor = clean(anchor); anchor == "" {
		return "(a link without text)"
	}
	return "“" + anchor + "”"
}

func (rep *searchReport) pages() {
	var all []block
	for i, a := range rep.card.Agents {
		kept := keptBy(rep.search, i)
		summary := fmt.Sprintf("%s: %s stored", rep.names.topic(i), none(a.Stored))
		if others := len(kept) - a.Stored; others > 0 {
			summary += fmt.Sprintf(", and %d that others visited", others)
		}
		fold := folded(summary, rep.names.corpus(i, kept))
		if len(fold) > 0 && len(rep.card.Agents) == 1 {
			fold[0].Fold.Open = true
		}
		all = append(all, fold...)
	}
	if len(all) > 0 {
		all = append(paragraphs(say("kept pages", nil)), all...)
	}
	rep.add("pages", "The pages of each topic", all)
}

func keptBy(search *site.Search, agent int) (kept []*site.Visit) {
	for i := range search.Visits {
		if v := &search.Visits[i]; search.Keeper(v) == agent {
			kept = append(kept, v)
		}
	}
	slices.SortStableFunc(kept, func(a, b *site.Visit) int {
		return cmp.Compare(relevanceTo(b, agent), relevanceTo(a, agent))
	})
	return kept
}

func (n visitNames) corpus(agent int, kept []*site.Visit) table {
	rows := newTable("Pages of "+n.topic(agent)+" by relevance", "page", "#relevance", "#estimate", "found through",
		"bought from", "visited by", "label", "#visit")
	for _, v := range first(&rows, kept, rowsShown, inVisits) {
		var by text
		if v.Agent != agent && v.Agent != site.Nobody {
			by = n.agentCell(v.Agent)
		}
		rows.add(pageCell(n.titleOf(v), v.URL), relevance(relevanceTo(v, agent)), relevance(v.Estimate),
			n.foundCell(v.Link, v.Listed, v.Anchor), n.sellerCell(v), by, n.labelOf(v), v.Number)
	}
	return rows.withoutEmptyColumns()
}

// sellerCell names another agent that found a URL.
func (n visitNames) sellerCell(v *site.Visit) text {
	if v.FoundBy == v.Agent || v.FoundBy == site.Nobody || v.Agent == site.Nobody {
		return text{}
	}
	return n.agentCell(v.FoundBy)
}

// labelOf returns the verdict of the label on a page, "" without a label.
func (n visitNames) labelOf(v *site.Visit) string {
	switch {
	case v.Agent == site.Nobody || !n.search.Agents[v.Agent].Labelled:
		return ""
	case v.OnTopic:
		return "on topic"
	}
	return "not on topic"
}

func (n visitNames) failures() []block {
	rows := newTable("URLs that gave no page", "URL", "what came", "agent", "found through")
	var failed []*site.Visit
	for i := range n.search.Visits {
		if v := &n.search.Visits[i]; stats.CameOf(v) == stats.CameNothing {
			failed = append(failed, v)
		}
	}
	for _, v := range first(&rows, failed, rowsShown, inVisits) {
		rows.add(urlCell(v.URL), outcome(v), n.agentCell(v.Agent), n.foundCell(v.Link, v.Listed, v.Anchor))
	}
	return folded(fmt.Sprintf("%s gave no page", urls(len(failed))), rows,
		"An error, no answer, or something that is not HTML.")
}

// outcome says in words how a visit without a page ended.
func outcome(v *site.Visit) string {
	e := site.Entry{Key: v.Key, URL: v.URL, State: v.State, Status: v.Status, Reason: v.Reason}
	switch why := e.Why(); {
	case v.State == site.StateRobots, v.State == site.StateRule:
		return why
	case stats.CameOf(v) == stats.CameRedirect && why != "":
		return clean("a redirect " + why)
	}
	return clean(e.Outcome())
}

// robotsByHost lists the hosts whose robots.txt forbids something or could not be read.
func robotsByHost(search *site.Search) []block {
	forbidden := map[string]int{}
	for i := range search.Visits {
		if v := &search.Visits[i]; v.State == site.StateRobots {
			forbidden[site.OriginIn(v.URL)]++
		}
	}
	rows := newTable("robots.txt by host", "host", "robots.txt", "#URLs forbidden")
	var hosts []site.HostRobots
	total := 0
	for _, h := range search.Robots {
		n := forbidden[h.Origin]
		total += n
		if n > 0 || h.Access != site.RobotsRules && h.Access != site.RobotsAllow {
			hosts = append(hosts, h)
		}
	}
	for _, h := range first(&rows, hosts, rowsShown, inManifest) {
		rows.add(originCell(h.Origin), clean(h.Verdict()), forbidden[h.Origin])
	}
	return folded(fmt.Sprintf("%s with a robots.txt that forbids something or could not be read",
		wording.Count(len(hosts), "host", "hosts")), rows,
		"robots.txt forbids "+urls(total)+". Forbidden URLs are not fetched and cost nothing.")
}

func (rep *searchReport) waiting() {
	all := site.ByMost(rep.search.Waiting, func(w *site.Waiting) float64 { return w.Estimate })
	rows := newTable("URLs that are known and were not fetched, by what they are worth", "URL", "agent", "#estimate",
		"found through")
	for _, w := range first(&rows, all, rowsShown, "All are in waiting.csv.") {
		rows.add(urlCell(w.URL), rep.names.agentCell(w.Agent), relevance(w.Estimate),
			rep.names.foundCell(w.Link, w.Listed, w.Anchor))
	}
	counts := newTable("URLs waiting by agent", "agent", "#URLs waiting", "#best estimate", "#energy left")
	for i, a := range rep.search.Agents {
		n, best := 0, 0.0
		for _, w := range all {
			if w.Agent == i {
				n, best = n+1, max(best, w.Estimate)
			}
		}
		counts.add(rep.names.agentCell(i), n, relevance(best), a.Energy)
	}
	if len(all) == 0 {
		return
	}
	rep.add("waiting", "What could be visited next", paragraphs(say("waiting", len(all))), counts.blocks(), folded(
		"The best URLs waiting", rows))
}

func (rep *searchReport) sitemaps() {
	s := rep.search.Sitemaps
	if s == nil || len(s.Files) == 0 {
		return
	}
	rows := newTable("What sitemaps list", "finding", "the URL", "#URLs")
	total := 0
	for _, f := range slices.Sorted(maps.Keys(s.Found)) {
		rows.add(string(f), meaning("finding", f), s.Found[f])
		total += s.Found[f]
	}
	files := newTable("The sitemaps that were asked for", "file", "#status", "what was wrong", "#listed")
	for _, f := range first(&files, s.Files, rowsShown, inManifest) {
		files.add(urlCell(f.URL), f.Status, clean(f.Fault), f.Listed)
	}
	rows.Note = "All are in sitemap.csv."
	rep.add("sitemaps", "What sitemaps list", paragraphs(say("sitemaps", about{"Total": total, "Start": s.Start})),
		rows.blocks(), folded(wording.Count(len(s.Files), "sitemap", "sitemaps")+" asked for", files))
}
