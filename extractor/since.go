package extractor

import "sitegraph/site"

// since is what the graph was before an iteration: what was not part of it is
// fetched anew if links or redirects lead there again.
type since struct {
	settled, copies []bool // by key: part of it; a duplicate then
}

func newSince(before *builder) *since {
	n := before.known.urls.Len()
	s := &since{settled: make([]bool, n), copies: make([]bool, n)}
	for key := range urlID(n) {
		s.settled[key] = before.settled(key)
		s.copies[key] = before.isDuplicate(key)
	}
	return s
}

// settled reports whether a key is part of the graph, as a page or not, by an
// answer of the site.
func (b *builder) settled(key urlID) bool {
	a := b.known.answer(key)
	return a != nil && a.outcome != outForbidden && b.found.seen(key) && !b.ignored(key)
}

// old reports whether the answer of a key is from before the iteration.
func (b *builder) old(key urlID) bool {
	return b.known.watching.histories[b.known.place(key)-1].tried < int32(b.known.watching.last().number)
}

// stale reports whether a key that has an answer is to be fetched anew, since
// it was not part of the graph when it was asked for last.
func (b *builder) stale(key urlID) bool {
	if b.since == nil || !b.old(key) {
		return false
	}
	return int(key) >= len(b.since.settled) || !b.since.settled[key]
}

// diverged returns those of the keys of a depth that would become pages and were
// duplicates: their content, which nobody has looked at since, was that of a page
// that has another one now.
func (b *builder) diverged(keys []urlID) (again []urlID) {
	if b.since == nil {
		return nil
	}
	taken := map[site.Digest]bool{}
	for _, key := range b.newPages(keys) {
		digest := b.known.answer(key).digest
		if _, known := b.byDigest[digest]; known || taken[digest] {
			continue
		}
		taken[digest] = true
		if b.old(key) && int(key) < len(b.since.copies) && b.since.copies[key] {
			again = append(again, key)
		}
	}
	return again
}
