package extractor

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// commit is the place of an answer in the order of decisions: from here on it
// is known to the order and part of the graph.
type commit struct {
	// number counts the commits of all sites of the crawl, from 1; spent the
	// pages processed by then. The redirects of a home page, which are followed
	// in one decision, have the number 0.
	number, spent int
	key           urlID // noURL: the failures before it are requested again
	place         int32 // of the answer + 1; 0 if robots.txt could not be had
	kind          commitKind
}

// commitKind is what a commit is of, with key stable.
type commitKind uint8

const (
	ofAnswer  commitKind = iota
	ofTwin               // a second request for the page
	ofRule               // a URL that a rule makes one with a page, whose answer it has
	ofNothing            // a URL to which nothing leads any more, since what led there is another page's alias
	ofVisit              // one more visit, by another agent, of a URL whose answer is there
)

// encodeCommit returns the record of a commit.
func encodeCommit(c commit) []byte {
	b := append(make([]byte, 0, 16), kindCommit)
	for _, n := range []uint64{uint64(c.key), uint64(c.number), uint64(c.spent), uint64(c.place)} {
		b = binary.AppendUvarint(b, n)
	}
	if c.kind != ofAnswer {
		b = append(b, byte(c.kind))
	}
	return b
}

func (n *known) takeCommit(record []byte) error {
	c := &codec{buf: record[1:], urls: n.urls}
	key, number, spent, place := c.uint(0), c.uint(0), c.uint(0), c.uint(0)
	kind := ofAnswer
	if len(c.buf) > 0 && (n.site.Stable || n.site.Search) {
		kind = commitKind(c.buf[0])
	}
	switch {
	case c.err != nil:
		return c.err
	case kind > ofVisit, key >= uint64(n.urls.Len()), place > uint64(len(n.answers)),
		max(number, spent) > math.MaxInt32,
		!n.site.Ordered, place > 0 && kind < ofRule && n.urls.key(n.answers[place-1].url) != urlID(key):
		return fmt.Errorf("%w: commit of what is not there", errRecord)
	}
	repeated := number == 0 && slices.ContainsFunc(n.commits, func(c commit) bool {
		return c.number == 0 && c.key == urlID(key)
	})
	if repeated || number > 0 && int(number) <= n.number {
		return nil // a run that was killed lost one before it, and a later run repeated both
	}
	n.number = max(n.number, int(number))
	n.commits = append(n.commits, commit{int(number), int(spent), urlID(key), int32(place), kind})
	return nil
}

// forgetAfter drops the commits after that of a number.
func (n *known) forgetAfter(number int) {
	n.commits = slices.DeleteFunc(n.commits, func(c commit) bool { return c.number > number })
	n.number = min(n.number, number)
}

// commit has an answer count.
func (n *known) commit(c commit) {
	if c.kind == ofTwin {
		n.commitTwin(c.key)
	}
	if c.kind != ofAnswer {
		return
	}
	n.of.set(c.key, c.place, n.urls.Len())
	if n.held.get(c.key) == c.place {
		n.held.set(c.key, 0, n.urls.Len())
	}
}

// free reports whether a commit is of no page processed: a redirect, or what
// robots.txt forbids (spec 2.6).
func (n *known) free(c commit) bool {
	return c.place == 0 || c.kind == ofRule || c.kind == ofNothing || n.answers[c.place-1].free()
}

// within returns the commits that a budget allows; 0 is no budget.
func (n *known) within(budget int) []commit {
	for i, c := range n.commits {
		if budget > 0 && c.key != noURL && (c.spent > budget || c.spent == budget && n.free(c)) {
			return n.commits[:i]
		}
	}
	return n.commits
}

// failures returns the keys that are requested again when that is wanted.
func (n *known) failures() (keys []urlID) {
	n.eachRetriable(n.of, func(key urlID) { keys = append(keys, key) })
	n.urls.sort(keys)
	return keys
}

// withdraw has the commits of keys not count any more.
func (n *known) withdraw(keys []urlID) {
	for _, k := range keys {
		n.of[k] = 0
	}
}

// Importance comes in records of so many URLs; the first of them is marked.
const importanceBatch = 1 << 13

// encodeImportance returns the records of the importance of URLs, after so many
// commits of all sites.
func encodeImportance(keys []urlID, values []float64, commits int) (records [][]byte) {
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

func (n *known) takeImportance(record []byte) error {
	c := &codec{buf: record[1:], urls: n.urls}
	first, commits := c.uint(0), c.uint(0)
	if first == 0 {
		n.importance = map[urlID]float64{}
	}
	for len(c.buf) > 0 {
		key, bits := c.uint(0), c.take(8)
		if c.err != nil {
			break
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(bits))
		if key >= uint64(n.urls.Len()) || !(v >= 0 && v <= 1) || n.importance == nil {
			c.fail("importance of what is not there")
			break
		}
		n.importance[urlID(key)] = v
	}
	n.importanceOf = int(commits)
	return c.err
}
