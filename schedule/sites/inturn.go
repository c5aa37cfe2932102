package sites

// sequential takes one site after another, each to its end (BeeBot's simplest
// planner).
type sequential struct{}

func (sequential) choose(p *Policy) int      { return p.from(0, p.awake) }
func (sequential) report(*Policy, int, Page) {}
func (sequential) line(*Policy, int) line    { return line{} }

// quantum gives every site the same number of pages in turn (BeeBot without a
// theme).
type quantum struct {
	size          int
	current, left int
}

func newQuantum(o Options) rule { return &quantum{size: o.Quantum, current: o.Sites - 1} }

func (q *quantum) choose(p *Policy) int {
	if q.left == 0 || !p.awake(q.current) {
		q.current, q.left = p.from(q.current+1, p.awake), q.size
	}
	q.left--
	return q.current
}

func (q *quantum) report(*Policy, int, Page) {}
func (q *quantum) line(*Policy, int) line    { return line{} }
