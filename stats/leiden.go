package stats

import "slices"

// leidenRounds is the number of times that leiden runs on its own result. The first round does most of the work.
const leidenRounds = 2

// leiden divides pages into connected groups of high modularity, numbered from 0 by first page (Traag, Waltman and
// van Eck, "From Louvain to Leiden", Sci. Rep. 9, 5233, 2019, resolution 1). The original makes random choices. This
// one takes pages in order and the best or lowest choice, so that results are reproducible.
func leiden(dg digraph, t tick) []int32 {
	pages := weightedPages(dg)
	group := countUp(dg.pages)
	sums := &tally{weight: make([]uint32, dg.pages)}
	for round := range leidenRounds {
		group = leidenRound(pages, group, sums)
		if t != nil {
			t(float64(round+1) / leidenRounds)
		}
	}
	// In rare cases a group without well-connected parts is in pieces. Dividing it increases modularity.
	group, _ = components(dg.out, group)
	return group
}

// leidenRound moves single pages and contracts well-connected parts of groups, until nothing can be contracted.
func leidenRound(net weightedGraph, group []int32, sums *tally) []int32 {
	place := countUp(net.nodes) // the node that contains each page
	for {
		net.improve(group, sums)
		part := net.refine(group, sums)
		count := compact(part)
		if count == net.nodes {
			break
		}
		compact(group)
		next := make([]int32, count)
		for v, p := range part {
			next[p] = group[v]
		}
		for i, v := range place {
			place[i] = part[v]
		}
		net, group = net.contracted(part, count, sums), next
	}
	for i, v := range place {
		place[i] = group[v]
	}
	return place
}

type movement struct {
	*weightedGraph
	group  []int32
	weight []int64 // the sum of degrees of each group
	size   []int32 // the number of nodes of each group
	empty  []int32 // groups without nodes
	queue  []int32 // the nodes to visit
	queued []bool  // marks the nodes in queue
	sums   *tally
}

// improve moves nodes to where modularity gains most, and revisits nodes whose neighbours moved away.
func (n *weightedGraph) improve(group []int32, sums *tally) {
	m := movement{weightedGraph: n, group: group, weight: make([]int64, n.nodes), size: make([]int32, n.nodes),
		queue: countUp(n.nodes), queued: slices.Repeat([]bool{true}, n.nodes), sums: sums}
	for v, g := range group {
		m.weight[g] += n.degree[v]
		m.size[g]++
	}
	for g := n.nodes - 1; g >= 0; g-- {
		if m.size[g] == 0 {
			m.empty = append(m.empty, int32(g))
		}
	}
	for len(m.queue) > 0 {
		v := m.queue[0]
		m.queue, m.queued[v] = m.queue[1:], false
		if best := m.best(v); best != group[v] {
			m.move(v, best)
		}
	}
}

// best returns the group where v adds most to modularity: its own unless another is better, or an empty one if v
// is better off alone. Gains are integers, total²/2 times the change in modularity, and fit an int64 for up to a
// thousand million arcs.
func (m *movement) best(v int32) int32 {
	m.gather(m.sums, v, m.group)
	own, degree := m.group[v], m.degree[v]
	best := own
	most := int64(m.sums.weight[own])*m.total - degree*(m.weight[own]-degree)
	for _, g := range m.sums.touched {
		gain := int64(m.sums.weight[g])*m.total - degree*m.weight[g]
		if g != own && (gain > most || gain == most && best != own && g < best) {
			best, most = g, gain
		}
	}
	m.sums.clear()
	if most < 0 && len(m.empty) > 0 {
		best = m.empty[len(m.empty)-1]
	}
	return best
}

func (m *movement) move(v, to int32) {
	from := m.group[v]
	if m.size[to] == 0 { // best takes the last of the empty ones
		m.empty = m.empty[:len(m.empty)-1]
	}
	m.weight[from] -= m.degree[v]
	m.weight[to] += m.degree[v]
	m.size[from]--
	m.size[to]++
	m.group[v] = to
	if m.size[from] == 0 {
		m.empty = append(m.empty, from)
	}
	for _, list := range m.around(v) {
		for _, u := range list {
			if m.group[u] != to && !m.queued[u] {
				m.queue, m.queued[u] = append(m.queue, int32(u)), true
			}
		}
	}
}

// refinement divides groups into parts. Each part is named by one of its nodes.
type refinement struct {
	*weightedGraph
	group, part   []int32
	whole, weight []int64 // sums of degrees, of each group and of each part
	inside        []int64 // the weight between each part and the rest of its group
	joined        []bool  // marks the nodes of parts with more than one node
	sums          *tally
}

// refine divides groups into parts. A node that is alone and well connected with its group joins the well-connected
// part that gains modularity and has the greatest weight between; ties go to the lowest. The greatest gain would
// prefer single nodes, and pairs save little.
func (n *weightedGraph) refine(group []int32, sums *tally) []int32 {
	r := refinement{weightedGraph: n, group: group, part: countUp(n.nodes), whole: make([]int64, n.nodes),
		weight: slices.Clone(n.degree), inside: make([]int64, n.nodes), joined: make([]bool, n.nodes), sums: sums}
	for v, g := range group {
		r.whole[g] += n.degree[v]
		n.gather(sums, int32(v), group)
		r.inside[v] = int64(sums.weight[g])
		sums.clear()
	}
	for v := range int32(n.nodes) {
		if !r.joined[v] && r.wellConnected(v) {
			r.join(v)
		}
	}
	return r.part
}

// wellConnected reports whether a part has at least the weight to the rest of its group that chance would give it.
func (r *refinement) wellConnected(part int32) bool {
	weight := r.weight[part]
	return r.inside[part]*r.total >= weight*(r.whole[r.group[part]]-weight)
}

func (r *refinement) join(v int32) {
	r.gather(r.sums, v, r.part)
	best, most := v, uint32(0)
	for _, p := range r.sums.touched {
		if p == v || r.group[p] != r.group[v] {
			continue
		}
		weight := r.sums.weight[p]
		gains := int64(weight)*r.total > r.degree[v]*r.weight[p]
		if gains && (weight > most || weight == most && p < best) && r.wellConnected(p) {
			best, most = p, weight
		}
	}
	between := int64(r.sums.weight[best])
	r.sums.clear()
	if best == v {
		return
	}
	r.part[v] = best
	r.joined[v], r.joined[best] = true, true
	r.weight[best] += r.degree[v]
	r.inside[best] += r.inside[v] - 2*between
}

// weightedGraph is an undirected graph of pages or of contracted groups of pages. Weights inside a group are in no
// row but count towards its degree.
type weightedGraph struct {
	nodes   int
	degree  []int64   // the sum of the weights at each node
	total   int64     // sum of all degrees: twice the arcs without self-loops
	graph   digraph   // the graph of single pages, not copied; mutual links have the weight 2
	rows    adjacency // the rows of groups
	weights []uint32  // the weights in rows; nil for pages
}

func weightedPages(dg digraph) weightedGraph {
	m := weightedGraph{nodes: dg.pages, degree: make([]int64, dg.pages), graph: dg}
	for i := range dg.pages {
		m.degree[i] = int64(dg.out.degree(i) + dg.in.degree(i) - 2*dg.out.loops(i))
		m.total += m.degree[i]
	}
	return m
}

// around returns the neighbours of a node in two lists. A page may be in both, and may neighbour itself.
func (m *weightedGraph) around(v int32) [2][]uint32 {
	if m.weights == nil {
		return [2][]uint32{m.graph.out.of(int(v)), m.graph.in.of(int(v))}
	}
	return [2][]uint32{m.rows.of(int(v))}
}

// tally adds up weights by group. clear takes no longer than the adding did.
type tally struct {
	weight  []uint32
	touched []int32
}

func (t *tally) add(group int32, weight uint32) {
	if t.weight[group] == 0 {
		t.touched = append(t.touched, group)
	}
	t.weight[group] += weight
}

func (t *tally) clear() {
	for _, g := range t.touched {
		t.weight[g] = 0
	}
	t.touched = t.touched[:0]
}

// gather adds to t the weights between a node and the groups of its neighbours.
func (m *weightedGraph) gather(t *tally, v int32, group []int32) {
	if m.weights != nil {
		from := m.rows.offsets[v]
		for k, u := range m.rows.of(int(v)) {
			t.add(group[u], m.weights[from+k])
		}
		return
	}
	for _, list := range m.around(v) {
		for _, u := range list {
			if int32(u) != v {
				t.add(group[u], 1)
			}
		}
	}
}

// contracted returns the graph of the groups.
func (m *weightedGraph) contracted(group []int32, groups int, t *tally) weightedGraph {
	members := membersOf(group, groups)
	r := weightedGraph{nodes: groups, degree: make([]int64, groups), total: m.total, weights: []uint32{}}
	r.rows.offsets = make([]int, 1, groups+1)
	for c := range groups {
		for _, v := range members.of(c) {
			m.gather(t, int32(v), group)
			r.degree[c] += m.degree[v]
		}
		for _, other := range t.touched {
			if int(other) != c {
				r.rows.pages = append(r.rows.pages, uint32(other))
				r.weights = append(r.weights, t.weight[other])
			}
		}
		t.clear()
		r.rows.offsets = append(r.rows.offsets, len(r.rows.pages))
	}
	return r
}

func membersOf(group []int32, groups int) adjacency {
	own := adjacency{offsets: make([]int, len(group)+1), pages: make([]uint32, len(group))}
	for v, c := range group {
		own.offsets[v+1], own.pages[v] = v+1, uint32(c)
	}
	return reversed(own, groups)
}
