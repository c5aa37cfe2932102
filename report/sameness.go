package report

import (
	"cmp"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

const inRules = "All are in rules.csv."

func (rep *siteReport) sameness() {
	s := rep.in.Crawl.Sameness
	if s == nil {
		return
	}
	held := heldFor(rep.in.Crawl.Aliases)
	if len(s.Rules)+len(s.Masks)+s.Twins.Differ+rep.States[site.StateRule]+len(held) > 0 {
		rep.add("same", "One page under many URLs",
			paragraphs(samenessText(rep.States), say("twins", s.Twins), say("volatile", s.Twins)),
			titled("Pages whose bytes differ from what they are held for", heldTable(held).blocks()),
			titled("Rules for URLs", rulesTable(s.Rules).blocks()),
			titled("What is not compared", masksTable(s.Masks).blocks()))
	}
	rep.traps(s.Shapes)
}

func samenessText(states map[site.State]int) string {
	same, named, ruled := states[site.StateDuplicate]+states[site.StateBoth], states[site.StateCanonical],
		states[site.StateRule]
	all := same + named + ruled
	if all == 0 {
		return "No page was found under a second URL."
	}
	var parts []string
	for _, p := range []struct {
		n    int
		text string
	}{
		{same, "by the same content, apart from what is not compared"},
		{named, "by a canonical link between pages that agree"},
		{ruled, "by a rule, without being fetched"},
	} {
		if p.n > 0 {
			parts = append(parts, wording.Grouped(p.n)+" "+p.text)
		}
	}
	return urls(all) + wording.Form(all, " shows", " show") + " a page that has another URL: " +
		wording.List(parts) + "."
}

// heldFor returns the aliases whose bytes differ from those of their page, the least certain first.
func heldFor(aliases []site.Alias) []site.Alias {
	certainty := []string{site.HeldForCanonical, site.HeldForOwnURL, site.HeldForNoise, site.HeldForSpelling}
	held := slices.DeleteFunc(slices.Clone(aliases), func(a site.Alias) bool { return a.HeldFor == "" })
	site.Sort(held, func(a, b site.Alias) int {
		return cmp.Or(slices.Index(certainty, a.HeldFor)-slices.Index(certainty, b.HeldFor), b.Links-a.Links)
	})
	return held
}

func heldTable(held []site.Alias) table {
	rows := newTable("Two URLs each, and how their bytes differ", "one page", "differs",
		"#links that only this URL has")
	for _, a := range first(&rows, held, rowsShown, "All are in aliases.csv.") {
		rows.add(text{Text: clean(a.Key), Link: link(a.Key), Below: clean(a.Page), BelowLink: link(a.Page)},
			clean(a.Sentence()), a.Links)
	}
	return rows
}

func rulesTable(rules []site.URLRule) table {
	rows := newTable("Rules for URLs, and two URLs for each to compare", "rule", "state", "#pairs compared", "#agreed",
		"#tested", "#not fetched", "for instance")
	for _, r := range first(&rows, rules, rowsShown, inRules) {
		rule := r
		rule.Trials = 0 // it has its own column
		rows.add(clean(rule.Sentence()), r.State(), r.Trials, r.Agreed, r.HeldOut, r.URLs,
			text{Text: clean(r.First), Link: link(r.First), Below: clean(r.Second), BelowLink: link(r.Second)})
	}
	return rows
}

func masksTable(masks []site.Mask) table {
	rows := newTable("What differed between two requests for one URL", "not compared", "#on second requests for pages",
		"for instance")
	for _, m := range first(&rows, masks, rowsShown, inRules) {
		rows.add(clean(m.Sentence()), m.Seen, clean(m.First))
	}
	return rows
}

// traps shows the kinds of URLs that were deferred because they gave too little.
func (rep *siteReport) traps(shapes []site.Shape) {
	deferred := slices.DeleteFunc(slices.Clone(shapes), func(s site.Shape) bool { return !s.Deferred })
	if len(deferred) == 0 {
		return
	}
	rows := newTable("Kinds of URLs that gave too little", "kind, for instance", "#requests", "#of all", "#new pages",
		"#not fetched", "value for [walk] exclude")
	for _, s := range first(&rows, deferred, rowsShown, inRules) {
		rows.add(text{Text: clean(s.Shape), Below: clean(s.Example), BelowLink: link(s.Example)}, s.Requests,
			wording.Percent(s.Share()), s.New, s.Waiting, wording.Line(s.Exclude))
	}
	rep.add("traps", "Traps", paragraphs(say("traps", nil)), rows.blocks())
}
