package evidence

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Commit says that an answer counts from here on: the order receives it and the graph includes it.
type Commit struct {
	// Number counts the commits of all sites of the crawl from 1, Spent the pages processed so far. Redirects of a home
	// page have the number 0, because they belong to one decision.
	Number, Spent int
	Key           URLID // NoURL if the failures before it are retried
	Place         int32 // 1 + the place of the answer; 0 if there was no robots.txt
	Kind          CommitKind
}

// decisions holds the facts about the order of decisions.
type decisions struct {
	Commits []Commit
	Number  int // maximum number of a commit
	// Anew says that the crawl is decided again, since AnewFrom records of the journal.
	Anew     bool
	AnewFrom int
	// Importance is an order's latest estimate, after ImportanceOf commits of all sites; empty without an estimate.
	Importance   map[URLID]float64
	ImportanceOf int
}

// CommitKind is the subject of a commit.
type CommitKind uint8

const (
	OfAnswer  CommitKind = iota // an answer
	OfTwin                      // a second request for the page
	OfRule                      // a URL that a rule merges with a page, whose answer it gets
	OfNothing                   // a URL that lost its last link when the page with the links became an alias
	OfVisit                     // another agent's visit to a URL that has an answer
	OfDepth                     // no URL; all URLs of a depth have answers, so the links of its pages count
)

// EncodeCommit returns the record of a commit.
func EncodeCommit(c Commit) []byte {
	b := append(make([]byte, 0, 16), KindCommit)
	for _, n := range []uint64{uint64(c.Key), uint64(c.Number), uint64(c.Spent), uint64(c.Place)} {
		b = binary.AppendUvarint(b, n)
	}
	if c.Kind != OfAnswer {
		b = append(b, byte(c.Kind))
	}
	return b
}

func (in replay) takeCommit(record []byte) error {
	r := &Codec{Buf: record[1:], URLs: in.n.URLs}
	key, number, spent, place := r.uint(0), r.uint(0), r.uint(0), r.uint(0)
	kind := OfAnswer
	if len(r.Buf) > 0 {
		kind = CommitKind(r.Buf[0])
	}
	switch {
	case r.Err != nil:
		return r.Err
	case kind > OfDepth, key >= uint64(in.n.URLs.Len()), place > uint64(len(in.n.Answers)),
		max(number, spent) > math.MaxInt32,
		place > 0 && kind < OfRule && in.n.URLs.Key(in.n.Answers[place-1].URL) != URLID(key):
		return fmt.Errorf("%w: commit of what is not there", ErrRecord)
	}
	repeated := number == 0 && slices.ContainsFunc(in.n.Commits, func(c Commit) bool {
		return c.Number == 0 && c.Key == URLID(key)
	})
	known := number > 0 && int(number) <= in.n.Number
	if kind == OfDepth {
		known = int(number) != in.n.Number || in.n.Closes(in.n.Number)
	}
	if repeated || known {
		return nil // a crash lost an earlier one, and a later run repeated both
	}
	in.n.Number = max(in.n.Number, int(number))
	c := Commit{int(number), int(spent), URLID(key), int32(place), kind}
	in.n.Commits = append(in.n.Commits, c)
	if c.Kind == OfAnswer && c.Place > 0 {
		in.n.prefer(c.Key, c.Place)
	}
	return nil
}

func (d *decisions) since(number int) []Commit {
	first, _ := slices.BinarySearchFunc(d.Commits, number, func(c Commit, n int) int { return c.Number - n })
	return d.Commits[first:]
}

// Closes reports whether a depth ended after the commit with a number.
func (d *decisions) Closes(number int) bool {
	for _, c := range d.since(number) {
		if c.Number > number || c.Kind == OfDepth {
			return c.Number == number
		}
	}
	return false
}

// Commit counts an answer, or forgets failures if the commit says so.
func (n *Known) Commit(c Commit) {
	if c.Key == NoURL {
		n.Withdraw(n.Failures())
		return
	}
	switch c.Kind {
	case OfAnswer:
		n.count(c.Key, c.Place)
	case OfTwin:
		if a := n.countTwin(c.Key); a != nil && !a.free() {
			n.Spent++
		}
	}
}

// Free reports whether a commit costs nothing from the budget, because of a redirect or robots.txt.
func (n *Known) Free(c Commit) bool {
	return c.Place == 0 || c.Kind == OfRule || c.Kind == OfNothing || n.Answers[c.Place-1].free()
}

// Within returns the commits that a budget allows; 0 means no budget.
func (n *Known) Within(budget int) []Commit {
	for i, c := range n.Commits {
		if budget > 0 && c.Key != NoURL && (c.Spent > budget || c.Spent == budget && n.Free(c)) {
			return n.Commits[:i]
		}
	}
	return n.Commits
}

// ForgetsAt reports whether failures were forgotten after the commit with a number, or later.
func (d *decisions) ForgetsAt(number int) bool {
	return slices.ContainsFunc(d.since(number), func(c Commit) bool { return c.Key == NoURL })
}

// importanceBatch is the number of URLs in a record of importance.
const importanceBatch = 1 << 13

// EncodeImportance returns the records of the importance of URLs, after a number of commits of all sites.
func EncodeImportance(keys []URLID, values []float64, commits int) (records [][]byte) {
	for first := 0; first < len(keys); first += importanceBatch {
		last := min(first+importanceBatch, len(keys))
		b := append(make([]byte, 0, 16+12*(last-first)), kindImportance)
		b = binary.AppendUvarint(b, uint64(first))
		b = binary.AppendUvarint(b, uint64(commits))
		for i := first; i < last; i++ {
			b = binary.AppendUvarint(b, uint64(keys[i]))
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(values[i]))
		}
		records = append(records, b)
	}
	return records
}

func (in replay) takeImportance(record []byte) error {
	c := &Codec{Buf: record[1:], URLs: in.n.URLs}
	first, commits := c.uint(0), c.uint(0)
	if first == 0 {
		in.n.Importance = map[URLID]float64{}
	}
	for len(c.Buf) > 0 {
		key, bits := c.uint(0), c.take(8)
		if c.Err != nil {
			break
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(bits))
		if key >= uint64(in.n.URLs.Len()) || !(v >= 0 && v <= 1) || in.n.Importance == nil {
			c.fail("importance of what is not there")
			break
		}
		in.n.Importance[URLID(key)] = v
	}
	in.n.ImportanceOf = int(commits)
	return c.Err
}
