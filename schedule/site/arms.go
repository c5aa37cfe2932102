package site

// tree holds the frontier of one site in arms: groups of pages whose addresses
// have something in common (parts). An arm lies within its parent; a page
// waits in the narrowest one.
type tree struct {
	arms   []arm
	byPart map[part]int
	// waiting counts the pages that were not asked for yet.
	waiting int
}

// arm is a group of pages, with a fading memory of what they brought.
type arm struct {
	parent int // -1 for the site itself, arm 0
	name   string
	// last says that no arm lies within: the name is a shape.
	last    bool
	past    fading
	waiting queue
}

type part struct {
	parent int
	name   string
}

// maxArms is the greatest number of arms of a site. When they are used up a
// page waits in the narrowest arm that is there.
const maxArms = 4096

func newTree() tree {
	return tree{arms: []arm{{parent: -1}}, byPart: map[part]int{}}
}

// place returns the arm of an address, making it if need be.
func (t *tree) place(names []string) int {
	at := 0
	for i, name := range names {
		next, ok := t.byPart[part{at, name}]
		if !ok {
			if len(t.arms) >= maxArms {
				return at
			}
			next = t.grow(at, name, i == len(names)-1)
		}
		at = next
	}
	return at
}

// grow adds an arm.
func (t *tree) grow(parent int, name string, last bool) int {
	t.byPart[part{parent, name}] = len(t.arms)
	t.arms = append(t.arms, arm{parent: parent, name: name, last: last})
	return len(t.arms) - 1
}

// add has a page wait in an arm.
func (t *tree) add(page, a int) {
	t.arms[a].waiting.push(page)
	t.waiting++
}

// take returns the first page that waits in an arm.
func (t *tree) take(a int) int {
	t.waiting--
	return t.arms[a].waiting.pop()
}

// state saves or restores the arms and what waits there.
func (t *tree) state(c coder) {
	arms := len(t.arms)
	c.upTo(&arms, maxArms)
	for i := 0; i < arms && c.Err() == nil; i++ {
		if i > 0 {
			t.armState(c, i)
		}
		if c.Err() == nil {
			c.fading(&t.arms[i].past)
			c.queue(&t.arms[i].waiting)
			if c.Reading() {
				t.waiting += t.arms[i].waiting.len()
			}
		}
	}
}

// armState saves or restores which arm i is.
func (t *tree) armState(c coder, i int) {
	a := arm{}
	if !c.Reading() {
		a = t.arms[i]
	}
	c.upTo(&a.parent, i-1)
	c.Text(&a.name, most)
	c.Flag(&a.last)
	if !c.Reading() || c.Err() != nil {
		return
	}
	if _, double := t.byPart[part{a.parent, a.name}]; double {
		c.Fail("there are two arms %q", a.name)
		return
	}
	t.grow(a.parent, a.name, a.last)
}

// queue is a list of pages, first in, first out.
type queue struct {
	pages []int
	head  int
}

func (q *queue) len() int { return len(q.pages) - q.head }

func (q *queue) empty() bool { return q.len() == 0 }

// front returns the first page; the queue must not be empty.
func (q *queue) front() int { return q.pages[q.head] }

func (q *queue) push(page int) { q.pages = append(q.pages, page) }

// pop takes the first page; the queue must not be empty. What is behind the
// head is given back when it is half of all.
func (q *queue) pop() int {
	page := q.pages[q.head]
	q.head++
	if 2*q.head >= len(q.pages) {
		q.pages, q.head = append([]int(nil), q.pages[q.head:]...), 0
	}
	return page
}
