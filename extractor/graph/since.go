package graph

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Since is what the graph was before an iteration: what was not part of it is
// fetched anew if links or redirects lead there again.
type Since struct {
	settled, copies []bool // by key: part of it; a duplicate then
}

// NewSince notes what a graph has before an iteration.
func NewSince(before *Builder) *Since {
	n := before.Known.URLs.Len()
	s := &Since{settled: make([]bool, n), copies: make([]bool, n)}
	looked := before.lookedAt()
	for key := range evidence.URLID(n) {
		s.settled[key] = before.settled(key, looked)
		s.copies[key] = before.isDuplicate(key)
	}
	return s
}

// settled reports whether a key is part of the graph, as a page or not, or was looked at beside it, by an answer of the
// site.
func (b *Builder) settled(key evidence.URLID, looked map[evidence.URLID]bool) bool {
	a := b.Known.Answer(key)
	return a != nil && a.Outcome != evidence.OutForbidden && (b.Found.Seen(key) && !b.ignored(key) || looked[key])
}

// old reports whether the answer of a key is from before the iteration.
func (b *Builder) old(key evidence.URLID) bool {
	return b.Known.Watching.Histories[b.Known.Place(key)-1].Tried < int32(b.Known.Watching.Last().Number)
}

// stale reports whether a key that has an answer is to be fetched anew, since
// it was not part of the graph when it was asked for last.
func (b *Builder) stale(key evidence.URLID) bool {
	if b.Since == nil || !b.old(key) {
		return false
	}
	return int(key) >= len(b.Since.settled) || !b.Since.settled[key]
}

// Diverged returns those of the keys of a depth that would become pages and were
// duplicates: their content, which was not looked at since, was that of a page
// that has another one now.
func (b *Builder) Diverged(keys []evidence.URLID) (again []evidence.URLID) {
	if b.Since == nil {
		return nil
	}
	taken := map[site.Digest]bool{}
	for _, key := range b.newPages(keys) {
		digest := b.digestOf(key, b.Known.Answer(key))
		if _, known := b.ByDigest[digest]; known || taken[digest] {
			continue
		}
		taken[digest] = true
		if b.old(key) && int(key) < len(b.Since.copies) && b.Since.copies[key] {
			again = append(again, key)
		}
	}
	return again
}
