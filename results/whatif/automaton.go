package whatif

// automaton finds, in one pass over a text, the globs that may fit it: those whose rarest literal it has, and those
// that have none (A. V. Aho, M. J. Corasick: Efficient string matching, CACM 18/6, 1975).
type automaton struct {
	nodes  []node
	always []*glob
	round  int  // of searches
	linked bool // the nodes know where to go on
}

type node struct {
	next map[byte]int
	// shorter is the longest end of the beginning that is a beginning, too, and ends is the nearest of those that is a
	// whole literal, 0 for none.
	shorter, ends int
	globs         []*glob // whose literal it is
}

func newAutomaton() *automaton { return &automaton{nodes: make([]node, 1)} }

func (a *automaton) add(literal string, g *glob) {
	if literal == "" {
		a.always = append(a.always, g)
		return
	}
	at := 0
	for i := range len(literal) {
		next, known := a.nodes[at].next[literal[i]]
		if !known {
			if next = len(a.nodes); a.nodes[at].next == nil {
				a.nodes[at].next = map[byte]int{}
			}
			a.nodes[at].next[literal[i]] = next
			a.nodes = append(a.nodes, node{})
		}
		at = next
	}
	a.nodes[at].globs, a.linked = append(a.nodes[at].globs, g), false
}

// link finds where each beginning goes on when it does not fit, the short ones first.
func (a *automaton) link() {
	a.linked = true
	for todo := []int{0}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		for c, next := range a.nodes[at].next {
			todo = append(todo, next)
			n := &a.nodes[next]
			if n.shorter = 0; at > 0 {
				n.shorter = a.step(a.nodes[at].shorter, c)
			}
			if n.ends = n.shorter; len(a.nodes[n.shorter].globs) == 0 {
				n.ends = a.nodes[n.shorter].ends
			}
		}
	}
}

func (a *automaton) step(at int, c byte) int {
	for {
		if next, fits := a.nodes[at].next[c]; fits || at == 0 {
			return next
		}
		at = a.nodes[at].shorter
	}
}

// find returns the globs that may fit a text, each once.
func (a *automaton) find(text string) []*glob {
	if len(a.nodes) == 1 {
		return a.always
	}
	if !a.linked {
		a.link()
	}
	a.round++
	all, at := a.always[:len(a.always):len(a.always)], 0
	for i := range len(text) {
		at = a.step(at, text[i])
		for end := at; end > 0; end = a.nodes[end].ends {
			for _, g := range a.nodes[end].globs {
				if g.asked != a.round {
					g.asked, all = a.round, append(all, g)
				}
			}
		}
	}
	return all
}
