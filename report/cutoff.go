package report

import (
	"slices"

	"sitegraph/chart"
	"sitegraph/wording"
)

// cutOff tells what cannot be reached, or left, by links alone.
func (t *teller) cutOff() {
	if t.Pages == 0 {
		return
	}
	t.add("cut-off", "What is cut off", words(t.returnSays(), t.sinkSays()), t.bowTie(), t.dominators())
}

func (t *teller) returnSays() string {
	r := t.Return
	switch {
	case t.Pages == 1:
		return "The site has no page but its start page, so nothing can be cut off."
	case r.Pages == t.Pages:
		return "From every page one can return to the start page by links alone."
	}
	lost := t.Pages - r.Pages
	says := say("From %s (%s) one can return to the start page by links alone; from %s one cannot.",
		pages(r.Pages), wording.Percent(r.Share), pages(lost))
	if r.LostAt >= 0 && len(r.Levels) > 0 {
		says += say(" From level %d on most pages are such dead ends.", r.LostAt)
	}
	return says
}

func (t *teller) sinkSays() string {
	if t.Sinks == 0 || t.Pages < 2 {
		return ""
	}
	return say("%s to no other page.", wording.Count(t.Sinks, "page links", "pages link"))
}

// bowTie shows the regions of the graph.
func (t *teller) bowTie() []block {
	if t.Pages < 2 {
		return nil
	}
	b := t.BowTie
	regions := []struct {
		name, says string
		pages      int
	}{
		{"Core", "each page reaches each other", b.Core},
		{"In", "leads into the core, but cannot be reached from it", b.In},
		{"Out", "is reached from the core, but does not lead back", b.Out},
		{"Tubes", "lead from In to Out past the core", b.Tubes},
		{"Tendrils", "hang on In or Out, without a way to or from the core", b.Tendrils},
		{"Disconnected", "has no connection with the rest", b.Disconnected},
	}
	if b.Core == t.Pages {
		return words("All pages form one core: from each of them one can reach each other.")
	}
	var bars []chart.Bar
	all := table{Caption: "The regions of the graph", Columns: columns("region", "meaning", "#pages", "#share")}
	for _, r := range regions {
		share := wording.Percent(of(r.pages, t.Pages))
		if r.pages > 0 {
			bars = append(bars, chart.Bar{Name: r.name + ": " + r.says, Value: float64(r.pages), Note: wording.Grouped(r.pages) + " (" + share + ")"})
		}
		all.Rows = append(all.Rows, cells(r.name, r.says, wording.Grouped(r.pages), share))
	}
	says := say("The core, in which from each page one can reach each other, holds %s (%s).", pages(b.Core), wording.Percent(of(b.Core, t.Pages)))
	if b.Out > 0 {
		says += say(" %s from it, but %s not lead back.", wording.Count(b.Out, "page is reached", "pages are reached"), wording.Form(b.Out, "does", "do"))
	}
	if b.In > 0 {
		says += say(" %s into it, but cannot be reached from it.", wording.Count(b.In, "page leads", "pages lead"))
	}
	w := chart.Words{Title: "The regions of the graph (bow-tie)", Says: says}
	return slices.Concat(words(says), t.figure("bow-tie", chart.Bars(w, bars), all))
}

// dominators lists the pages whose loss cuts others off.
func (t *teller) dominators() []block {
	if t.Pages < 2 {
		return nil
	}
	d := t.Dominators
	title := []block{{Title: "Pages that others hang on"}}
	if d.Pages == 0 {
		return append(title, words("No page but the start page is indispensable: whichever other one is lost, the rest can still be reached.")...)
	}
	says := say("%s the only way to others: without %s, all that hang there cannot be reached from the start page any more. The start page itself is not counted.",
		wording.Count(d.Pages, "page is", "pages are"), wording.Form(d.Pages, "it", "such a page"))
	return slices.Concat(title, words(says), t.topTable("Pages by how many others they would cut off", "#pages cut off", d.Top, wording.Number))
}
