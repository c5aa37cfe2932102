package report

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) groups() {
	if rep.Pages < 2 {
		return
	}
	rep.add("parts", "What the site is made of", communities(&rep.Summary, rep.graph), folderBlocks(&rep.Summary),
		titled("URLs", patterns(&rep.Summary), parameters(&rep.Summary)))
}

func communityName(c stats.Community) string {
	words, prefix := clean(strings.Join(c.Words, ", ")), clean(c.Prefix)
	if words != "" && prefix != "" {
		return words + " — " + prefix
	}
	return cmp.Or(words, prefix, "(no common name)")
}

func communities(s *stats.Summary, g *site.Graph) []block {
	c := s.Communities
	if len(c.List) == 0 {
		return nil
	}
	var bars []chart.Bar
	for _, m := range c.List[:min(len(c.List), barsShown)] {
		bars = addBar(bars, communityName(m), m.Pages, s.Pages)
	}
	rows := newTable("Communities: groups of pages that link to each other more than to others",
		"community", "first page", "#pages", "#arcs inside", "#arcs out", "#arcs in")
	for _, m := range first(&rows, c.List, rowsShown, inJSON) {
		rows.add(communityName(m), page(g, m.First), m.Pages, m.Inside, m.Out, m.In)
	}
	text := say("communities", about{"Count": c.Count, "Modularity": c.Modularity,
		"Largest": of(c.List[0].Pages, s.Pages)})
	return titled("Communities", barChart("communities", "Largest communities", text, bars, rows))
}

func folderBlocks(s *stats.Summary) []block {
	d := s.Directories
	if len(d.List) == 0 {
		return nil
	}
	list := site.ByMost(d.List, func(d *stats.Directory) float64 { return float64(d.Pages) })
	var bars []chart.Bar
	for _, f := range list[:min(len(list), barsShown)] {
		bars = addBar(bars, clean(f.Path), f.Pages, s.Pages)
	}
	rows := newTable("Folders by pages", "folder", "#pages", "#arcs inside", "#arcs out", "#arcs in")
	for _, f := range first(&rows, list, rowsShown, inJSON) {
		rows.add(clean(f.Path), f.Pages, f.Inside, f.Out, f.In)
	}
	text := say("folders", about{"Count": d.Count, "First": clean(list[0].Path), "Largest": of(list[0].Pages, s.Pages)})
	return titled("Folders", barChart("folders", "Largest folders", text, bars, rows))
}

func patterns(s *stats.Summary) []block {
	rows := newTable("Patterns that many URLs follow", "pattern", "example", "#pages")
	for _, m := range first(&rows, s.Templates, rowsShown, inJSON) {
		rows.add(clean(m.Template), urlCell(m.Example), m.Pages)
	}
	return folded(wording.Count(len(s.Templates), "URL pattern", "URL patterns"), rows)
}

func parameters(s *stats.Summary) []block {
	rows := newTable("Parameters in query strings", "name", "#pages", "#different values")
	for _, p := range first(&rows, s.Parameters, rowsShown, inJSON) {
		rows.add(clean(p.Name), p.Pages, p.Values)
	}
	return folded(wording.Count(len(s.Parameters), "query parameter", "query parameters"), rows)
}

func (rep *siteReport) content() {
	c := rep.Content
	if c == nil || rep.Arcs == 0 {
		return
	}
	rows := newTable("The whole graph and the content", "measure", "#all links", "#links in the content")
	rows.add("arcs", rep.Arcs, c.Arcs)
	rows.add("links", rep.Links, c.Links)
	rows.add("arcs per page", wording.Number(rep.OutDegree.Mean), wording.Number(c.MeanDegree))
	rows.add("density", wording.Number(rep.Density), wording.Number(c.Density))
	rows.add("pages that no other page links to", c.AllUnlinked, c.Unlinked)
	rows.Note = "The exporter content writes this graph; content_links in arcs.csv counts its links."
	rep.add("content", "What the content links to", paragraphs(say("content", c)), rows.blocks(),
		topTable("Top pages by PageRank in the content", "#PageRank", c.Top, wording.Percent),
		rankShifts("Higher in the content", "Pages of a higher rank by PageRank in the content than among all links.",
			c.Risen),
		rankShifts("Lower in the content", "Pages of a lower rank: they owe it to menus and the like.", c.Fallen))
}

func rankShifts(caption, text string, list []stats.RankShift) []block {
	rows := newTable(caption, "page", "#rank among all links", "#rank in the content")
	for _, s := range list {
		rows.add(pageCell(s.Title, s.URL), s.All, s.Content)
	}
	return folded(caption, rows, text)
}

func (rep *siteReport) declared() {
	d := rep.Declared
	if d == nil {
		return
	}
	rows := newTable("Depth by breadcrumbs, against depth by links", "#depth by breadcrumbs", "#pages",
		"#nearer by links", "#the same", "#deeper by links")
	all, deeper := 0, 0
	for _, b := range first(&rows, d.Breadcrumbs, depthsShown, inJSON) {
		rows.add(b.Depth, b.Pages(), b.Nearer, b.Same, b.Deeper)
	}
	for _, b := range d.Breadcrumbs {
		all, deeper = all+b.Pages(), deeper+b.Deeper
	}
	crumbs, payload := "", ""
	if all > 0 {
		crumbs = say("breadcrumbs", about{"All": all, "Deeper": deeper, "Complete": rep.Complete})
	}
	if d.PayloadLinks > 0 {
		payload = say("payload", d)
	}
	rep.add("declared", "What pages declare to programs", paragraphs(crumbs, payload, say("declared", nil)),
		rows.blocks())
}

func (rep *siteReport) linked() {
	l := rep.Linked
	if l == nil || l.URLs == 0 {
		return
	}
	text, rows := checkedTable(l, "Places of what is broken are among the problems.")
	rep.add("linked", "What pages link to and use", paragraphs(text), rows.blocks())
}

func (rep *searchReport) linked() {
	l := rep.in.All.Analysis.Linked
	if l == nil || l.URLs == 0 {
		return
	}
	said, rows := checkedTable(l, "These are of the pages in the corpora.")
	broken := newTable("URLs where nothing was found", "URL", "kinds", "what came", "on", "#pages")
	all := slices.DeleteFunc(slices.Clone(rep.search.Linked), func(u *site.Linked) bool { return !u.Check.Bad() })
	for _, u := range first(&broken, all, rowsShown, "All are in linked.csv.") {
		on := text{}
		if v := rep.names.visit(int(u.Pages[0])); v != nil {
			on = pageCell(rep.names.titleOf(v), v.URL)
		}
		broken.add(urlCell(u.URL), u.KindNames(), clean(u.Check.Why()), on, len(u.Pages))
	}
	rep.add("linked", "What pages link to and use", paragraphs(said), rows.blocks(), broken.blocks())
}

func checkedTable(l *stats.Linked, where string) (string, table) {
	unknown := site.Sum(l.Kinds, func(k stats.LinkedKind) int { return k.States[site.LinkUnknown] })
	rows := newTable("What was checked", "kind", "#URLs", "#found", "#broken", "#denied", "#odd", "#not checked")
	for _, k := range l.Kinds {
		s := k.States
		rows.add(string(k.Kind), k.URLs, s[site.LinkOK], k.Bad(), s[site.LinkDenied], s[site.LinkOdd],
			s[site.LinkUnchecked]+s[site.LinkRobots]+s[site.LinkPrivate]+s[site.LinkUnknown])
	}
	rows.Note = "All are in linked.csv."
	return say("checked", about{"URLs": l.URLs, "Checked": l.Checked, "Where": where, "Unknown": unknown}), rows
}

func (rep *siteReport) outside() {
	hosts, links := rep.in.Analysis.Outside.Hosts, rep.ExternalLinks
	if len(hosts) == 0 {
		if links.Total > 0 {
			rep.add("outside", "Other hosts", paragraphs(say("outside unknown", links.Total)))
		}
		return
	}
	rows := newTable("Hosts that the site links to", "host", "#links", "#pages", "#URLs", "first page that links there")
	for _, h := range first(&rows, hosts, rowsShown, "All are in hosts.csv.") {
		rows.add(clean(h.Host), h.Links, h.Pages, h.URLs, page(rep.graph, h.FirstPage))
	}
	rep.add("outside", "Other hosts", paragraphs(say("outside", about{"Links": links, "First": hosts[0]})),
		rows.blocks())
}
