package stats

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
