package evidence

import "fmt"

// takePortion closes a portion.
func (n *Known) takePortion(record []byte) error {
	var r PortionRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	if r.Open {
		n.Cut = r
		return nil
	}
	if n.Late, n.LateAt = r.Late, r.Spent; n.Site.Ordered {
		return nil
	}
	var keys []URLID
	for _, url := range r.Recalled {
		if int(url) >= n.URLs.Len() {
			return fmt.Errorf("%w: portion", ErrRecord)
		}
		key := n.URLs.Key(url)
		n.RecallNow(key, url)
		keys = append(keys, key)
	}
	for _, key := range r.Twins {
		n.commitTwin(key)
	}
	for key, place := range n.Of {
		if place > 0 && int(n.Answers[place-1].Record) >= n.Closed {
			keys = append(keys, URLID(key))
		}
	}
	n.Portions = append(n.Portions, n.URLs.Distinct(keys))
	n.Recalled, n.Cut, n.Closed = PortionRecord{}, PortionRecord{}, n.Records
	return nil
}

// RecallCut has what the last run recalled count in the portion in which it ended. One that goes on recalls it itself.
func (n *Known) RecallCut() {
	for _, url := range n.Cut.Recalled {
		n.RecallNow(n.URLs.Key(url), url)
	}
	for _, key := range n.Cut.Twins {
		n.commitTwin(key)
	}
}

// RecallNow has the answer to a URL that is known from before the crawl was decided anew count in the portion that is
// open; it is false if there is none.
func (n *Known) RecallNow(key, url URLID) bool {
	if n.Of.Get(key) != 0 || !n.Recall(&n.Held, key, url) {
		return false
	}
	place := n.Held.Get(key)
	n.Of.Set(key, place, n.URLs.Len())
	n.Held.Set(key, 0, n.URLs.Len())
	n.spend(n.Answers[place-1])
	return true
}

// spend counts what is recalled as a part of the budget.
func (n *Known) spend(a *Answer) {
	if !a.free() {
		n.Spent++
	}
}

// Hides reports whether an answer is hidden.
func (n *Known) Hides() bool {
	for key, place := range n.Of {
		if place > 0 && n.Answer(URLID(key)) == nil {
			return true
		}
	}
	return false
}

// Visible counts the keys whose answers are not hidden.
func (n *Known) Visible() (count int) {
	for key, place := range n.Of {
		if place > 0 && n.Answer(URLID(key)) != nil {
			count++
		}
	}
	return count
}

// lessons are what key stable learns from.
type lessons struct {
	Frame     *Frame        // the texts that records share
	Twins     []twin        // second requests
	heldTwins []twin        // those of a crawl in an order that do not count yet
	Closed    int           // the number of records up to the end of the last portion
	Portions  [][]URLID     // the keys that were answered in each portion, sorted
	Late      bool          // the last portion was the late one
	LateAt    int           // the pages processed by then on all sites of a crawl in the order of decisions
	Recalled  PortionRecord // what was recalled in the portion that is open
	Cut       PortionRecord // what a run had recalled that ended in it
	Horizon   int           // hides the answers of later records; 0 hides none
}

// twin is the answer to a second request for a page.
type twin struct {
	Key    URLID
	Answer Answer
	First  *Answer // the one to the first request, which a later version may have replaced; nil if there is none
}

// RecallTwin has a second request that is known from before the crawl was decided anew count; it is false if there
// is none.
func (n *Known) RecallTwin(key URLID) bool {
	known := n.HeldTwin(key) >= 0
	if known {
		n.commitTwin(key)
		n.Recalled.Twins = append(n.Recalled.Twins, key)
	}
	return known
}
