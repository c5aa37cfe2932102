package site

// sequential takes site after site, each to its end (BeeBot's simplest
// planner).
type sequential struct{}

func (sequential) choose(p *Policy) int    { return p.awake.next(0) }
func (sequential) tell(*Policy, int, Page) {}
func (sequential) changed(*Policy, int)    {}
func (sequential) state(coder)             {}

// quantum gives every site the same number of pages in turn (BeeBot without a
// theme).
type quantum struct {
	size          int
	current, left int
}

func newQuantum(o Options) rule { return &quantum{size: o.Quantum, current: o.Sites - 1} }

func (q *quantum) choose(p *Policy) int {
	if q.left == 0 || !p.awake.has(q.current) {
		q.current, q.left = p.awake.around(q.current+1), q.size
	}
	q.left--
	return q.current
}

func (q *quantum) tell(*Policy, int, Page) {}
func (q *quantum) changed(*Policy, int)    {}

func (q *quantum) state(c coder) {
	c.site(&q.current)
	c.count(&q.left)
}
