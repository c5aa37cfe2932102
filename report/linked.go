package report

import (
	"fmt"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) linked() {
	l := rep.Linked
	if l == nil || l.URLs == 0 {
		return
	}
	text, rows := checkedTable(l, "Places of what is broken are among the problems. ")
	rep.add("linked", "What pages link to and use", paragraphs(text), rows.blocks())
}

func (rep *searchReport) linked() {
	l := rep.in.All.Analysis.Linked
	if l == nil || l.URLs == 0 {
		return
	}
	said, rows := checkedTable(l, "These are of the pages in the corpora. ")
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

// checkedTable says what came of checks, and where more is said of them.
func checkedTable(l *stats.Linked, where string) (string, table) {
	text := fmt.Sprintf("%s other than pages that pages link to or use; %s checked. ", urls(l.URLs),
		wording.Grouped(l.Checked))
	text += where + "Denied: the server refused us, but it may admit others. Odd: a status that says neither. " +
		"URLs that robots.txt of a host forbids are not checked."
	unknown := 0
	for _, k := range l.Kinds {
		unknown += k.States[site.LinkUnknown]
	}
	if unknown > 0 {
		text += " The archive or folder has no answer for " + urls(unknown) + "."
	}
	rows := newTable("What was checked", "kind", "#URLs", "#found", "#broken", "#denied", "#odd", "#not checked")
	for _, k := range l.Kinds {
		s := k.States
		rows.add(string(k.Kind), k.URLs, s[site.LinkOK], k.Bad(), s[site.LinkDenied], s[site.LinkOdd],
			s[site.LinkUnchecked]+s[site.LinkRobots]+s[site.LinkPrivate]+s[site.LinkUnknown])
	}
	rows.Note = "All are in linked.csv."
	return text, rows
}

const inHosts = "All are in hosts.csv."

func (rep *siteReport) outside() {
	hosts, links := rep.in.Analysis.Outside.Hosts, rep.ExternalLinks
	if len(hosts) == 0 {
		if links.Total > 0 {
			rep.add("outside", "Other hosts", paragraphs("Which hosts the site links to is unknown: of "+
				wording.Count(links.Total, "link", "links")+" to other sites only the number was kept. "+
				"Crawl with the exporter external to keep them."))
		}
		return
	}
	text := fmt.Sprintf("%s to %s on %s. %s has the most: %s, on %s.",
		wording.Count(links.Total, "link leads", "links lead"), urls(links.URLs),
		wording.Count(links.Hosts, "other host", "other hosts"), clean(hosts[0].Host),
		wording.Count(hosts[0].Links, "link", "links"), pages(hosts[0].Pages))
	rows := newTable("Hosts that the site links to", "host", "#links", "#pages", "#URLs", "first page that links there")
	for _, h := range first(&rows, hosts, rowsShown, inHosts) {
		rows.add(clean(h.Host), h.Links, h.Pages, h.URLs, page(rep.graph, h.FirstPage))
	}
	rep.add("outside", "Other hosts", paragraphs(text), rows.blocks())
}
