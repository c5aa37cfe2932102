package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const (
	treeNodes  = 300  // the most nodes of a tree
	allNodes   = 1500 // the most nodes of all trees together
	minNodes   = 60   // each tree may have this many
	airy       = 40   // up to this many visits each have a row; in larger trees those that led to nothing share one
	treesOpen  = 6    // up to this many trees are open
	beadsShown = 40   // the most visits in a shared row
)

// searchTree shows who found what through which link: each of an agent's visits is below the page with the link.
type searchTree struct {
	agent  int
	roots  []*treeNode
	visits int       // of the agent
	drawn  int       // number of them that are drawn
	rows   []treeRow // what is drawn, from top to bottom
}

// treeNode is a visit of the agent, or of another agent (foreign) on whose page URLs of the agent were found.
type treeNode struct {
	*site.Visit
	foreign  bool
	parent   *treeNode
	children []*treeNode
	drawn    bool
	leads    bool     // the agent stored the page or one below it
	folded   outcomes // visits below this one that are not drawn
}

type outcomes struct{ stored, other, failed int }

func (o *outcomes) count(v *site.Visit) {
	switch {
	case v.Stored:
		o.stored++
	case stats.CameOf(v) != stats.CameNothing:
		o.other++
	default:
		o.failed++
	}
}

func (o outcomes) all() int { return o.stored + o.other + o.failed }

func (o outcomes) words() string {
	var parts []string
	for _, p := range []struct {
		n    int
		name string
	}{{o.stored, "stored"}, {o.other, "not stored"}, {o.failed, "failed"}} {
		if p.n > 0 {
			parts = append(parts, wording.Grouped(p.n)+" "+p.name)
		}
	}
	return fmt.Sprintf("%s more: %s", wording.Grouped(o.all()), wording.List(parts))
}

// treeRow is a row of the picture: a node, several childless nodes (beads), or the number of nodes that are not drawn.
type treeRow struct {
	depth  int
	node   *treeNode
	beads  []*treeNode
	folded outcomes
	parent int  // the row of the page with the links, -1 for none
	leads  bool // as in [treeNode]
}

// newSearchTree chooses up to most visits of an agent to draw.
func newSearchTree(s *site.Search, agent, most int) *searchTree {
	t := &searchTree{agent: agent}
	nodes := map[int]*treeNode{}
	var visits []*treeNode
	for i := range s.Visits {
		v := &s.Visits[i]
		if v.Agent != agent {
			continue
		}
		n := &treeNode{Visit: v}
		nodes[v.Number] = n
		visits = append(visits, n)
		t.hang(s, nodes, n)
	}
	t.visits = len(visits)
	slices.SortFunc(t.roots, func(a, b *treeNode) int { return a.Number - b.Number })
	t.choose(visits, most)
	var beyond outcomes // visits below no drawn page
	for _, n := range visits {
		if n.drawn {
			continue
		}
		up := n.parent
		for up != nil && !up.drawn {
			up = up.parent
		}
		if up == nil {
			beyond.count(n.Visit)
		} else {
			up.folded.count(n.Visit)
		}
	}
	t.lay(t.roots, 0, -1, beyond)
	return t
}

func (t *searchTree) hang(s *site.Search, nodes map[int]*treeNode, n *treeNode) {
	if n.Link < 1 || n.Link >= n.Number || n.Link > len(s.Visits) {
		t.roots = append(t.roots, n)
		return
	}
	n.parent = nodes[n.Link]
	if n.parent == nil {
		n.parent = &treeNode{Visit: &s.Visits[n.Link-1], foreign: true}
		nodes[n.Link] = n.parent
		t.roots = append(t.roots, n.parent)
	}
	n.parent.children = append(n.parent.children, n)
	if n.Stored {
		for up := n; up != nil && !up.leads; up = up.parent {
			up.leads = true
		}
	}
}

// choose takes the stored pages with all pages that lead to them, the most relevant first, then the others in order.
func (t *searchTree) choose(visits []*treeNode, most int) {
	order := slices.Clone(visits)
	worth := func(n *treeNode) float64 {
		if n.Stored {
			return 1 + relevanceTo(n.Visit, t.agent)
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b *treeNode) int { return cmp.Compare(worth(b), worth(a)) })
	for _, n := range order {
		var path []*treeNode
		for up := n; up != nil && !up.drawn && t.drawn+len(path) <= most; up = up.parent {
			path = append(path, up)
		}
		if t.drawn+len(path) > most {
			continue
		}
		for _, up := range path {
			up.drawn = true
			t.drawn++
		}
	}
}

// lay makes rows of the nodes below a row, and a count of the nodes that are not drawn.
func (t *searchTree) lay(nodes []*treeNode, depth, parent int, folded outcomes) {
	bead := func(n *treeNode) bool { return n.drawn && !n.leads && len(n.children) == 0 }
	var beads []*treeNode
	for _, n := range nodes {
		if t.visits > airy && bead(n) {
			beads = append(beads, n)
		}
	}
	if len(beads) < 2 {
		beads = nil // one has room for its label
	}
	for _, n := range nodes {
		if n.drawn && (beads == nil || !bead(n)) {
			t.rows = append(t.rows, treeRow{depth: depth, node: n, parent: parent, leads: n.leads})
			t.lay(n.children, depth+1, len(t.rows)-1, n.folded)
		}
	}
	for len(beads) > 0 || folded.all() > 0 {
		row := treeRow{depth: depth, beads: beads[:min(len(beads), beadsShown)], parent: parent}
		if beads = beads[len(row.beads):]; len(beads) == 0 {
			row.folded, folded = folded, outcomes{}
		}
		t.rows = append(t.rows, row)
	}
}

func (rep *searchReport) trees() {
	if len(rep.search.Agents) == 0 {
		return
	}
	most := min(treeNodes, max(minNodes, allNodes/len(rep.search.Agents)))
	var all []block
	for i := range rep.search.Agents {
		if t := newSearchTree(rep.search, i, most); t.visits > 0 {
			all = append(all, rep.tree(t)...)
		}
	}
	if len(all) > 0 {
		legend := template.HTML(say("tree legend", len(rep.search.Agents) > 1))
		all = slices.Concat(paragraphs(say("tree", nil)), []block{{HTML: legend}}, all)
	}
	rep.add("tree", "The search tree", all)
}

func (rep *searchReport) tree(t *searchTree) []block {
	text := fmt.Sprintf("%s visited, %s stored", urls(t.visits), pages(rep.card.Agents[t.agent].Stored))
	if t.drawn < t.visits {
		text += fmt.Sprintf("; %s drawn, the others are counted where they belong", wording.Grouped(t.drawn))
	}
	w := chart.Words{Title: "The search tree of " + rep.names.topic(t.agent) + ": " + text,
		Description: say("tree", nil)}
	caption := fmt.Sprintf("The search tree of %s in the order of the visits", rep.names.topic(t.agent))
	rows := newTable(caption, "#visit", "page", "what came of it", "#estimate", "found through", "#depth",
		"bought from")
	for _, n := range t.nodes() {
		rows.add(n.Number, pageCell(rep.names.titleOf(n.Visit), n.URL), rep.names.cameOf(n.Visit),
			relevance(n.Estimate), rep.names.foundCell(n.Link, n.Listed, n.Anchor), n.Depth,
			rep.names.sellerCell(n.Visit))
	}
	rows = rows.withoutEmptyColumns()
	f := figure{Chart: Chart{Name: fmt.Sprintf("tree-%d", t.agent+1), Chart: chart.Chart{Words: w}},
		Drawing: t.draw(rep.names, w), Table: &rows}
	if len(rep.search.Agents) > treesOpen {
		summary := fmt.Sprintf("%s: %s", rep.names.topic(t.agent), text)
		return []block{{Fold: &fold{Summary: summary, Blocks: []block{{Figure: &f}}}}}
	}
	return []block{{Figure: &f}}
}

func (t *searchTree) nodes() []*treeNode {
	var all []*treeNode
	for _, row := range t.rows {
		for _, n := range slices.Concat(row.beads, []*treeNode{row.node}) {
			if n != nil && !n.foreign {
				all = append(all, n)
			}
		}
	}
	slices.SortFunc(all, func(a, b *treeNode) int { return a.Number - b.Number })
	return all
}
