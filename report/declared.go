package report

import (
	"fmt"

	"sitegraph/wording"
)

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
		crumbs = fmt.Sprintf("The breadcrumbs of %s (BreadcrumbList in JSON-LD) say how deep they are; %s %s more "+
			"clicks than that.", pages(all), none(deeper), wording.Form(deeper, "takes", "take"))
		if !rep.Complete {
			crumbs += " In the whole site, depths by links can only be less."
		}
	}
	if d.PayloadLinks > 0 {
		payload = fmt.Sprintf("The data of Next or Nuxt in %s name %s of the site that no link there leads to; "+
			"%s %s to a page of the graph.", pages(d.PayloadPages), urls(d.PayloadLinks), none(d.PayloadKnown),
			wording.Form(d.PayloadKnown, "leads", "lead"))
	}
	rep.add("declared", "What pages declare to programs", paragraphs(crumbs, payload,
		"These links are in declared.csv. They are no arcs, and were not followed, since a visitor does not see them."),
		rep.table(rows))
}
