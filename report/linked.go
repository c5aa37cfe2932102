package report

import (
	"fmt"

	"sitegraph/site"
	"sitegraph/wording"
)

// linked shows what was checked beside the pages.
func (rep *siteReport) linked() {
	l := rep.Linked
	if l == nil || l.URLs == 0 {
		return
	}
	text := fmt.Sprintf("%s other than pages that pages link to or use; %s checked. ", urls(l.URLs),
		wording.Grouped(l.Checked))
	text += "Places of what is broken are among the problems. Denied says that the server refused us, and no more: " +
		"others may be let in. Odd is a status that says neither. Not checked is also what robots.txt of a host " +
		"forbids."
	unknown := 0
	for _, k := range l.Kinds {
		unknown += k.States[site.LinkUnknown]
	}
	if unknown > 0 {
		text += " So is what the archive or folder has no answer to: " + urls(unknown) + "."
	}
	rows := newTable("What was checked", "kind", "#URLs", "#found", "#broken", "#denied", "#odd", "#not checked")
	for _, k := range l.Kinds {
		s := k.States
		rows.add(string(k.Kind), k.URLs, s[site.LinkOK], k.Bad(), s[site.LinkDenied], s[site.LinkOdd],
			s[site.LinkUnchecked]+s[site.LinkRobots]+s[site.LinkPrivate]+s[site.LinkUnknown])
	}
	rows.Note = "All are in linked.csv."
	rep.add("linked", "What pages link to and use", paragraphs(text), rep.table(rows))
}
