package sites

// tree holds the frontier of one site in arms: groups of pages whose URLs
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

// newTrees returns the empty trees of so many sites.
func newTrees(sites int) []tree {
	trees := make([]tree, sites)
	for i := range trees {
		trees[i] = tree{arms: []arm{{parent: -1}}, byPart: map[part]int{}}
	}
	return trees
}

// place returns the arm of a URL, making it if need be.
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
