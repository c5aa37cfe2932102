package evidence

type lessons struct {
	Frame     *Frame    // the texts that records share
	Twins     []twin    // second requests
	heldTwins []twin    // those of a crawl in an order that do not count yet
	Portions  [][]URLID // the keys that were answered in each portion, sorted
	Late      bool      // it has learnt from all there is
	LateAt    int       // the pages processed by then on all sites of a crawl in the order of decisions
}

// twin is the answer to a second request for a page.
type twin struct {
	Key    URLID
	Answer Answer
	First  *Answer // the one to the first request, which a later version may have replaced; nil if there is none
}

// spend counts what is recalled as a part of the budget.
func (in replay) spend(a *Answer) {
	if !a.free() {
		in.n.Spent++
	}
}
