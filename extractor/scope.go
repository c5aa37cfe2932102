package extractor

import (
	"bytes"

	"sitegraph/site"
)

// scope says why the links to a key are not looked at; 0: they are.
func (w *walk) scope(key addressID) int32 {
	if w.extension(key) {
		return fileEnding
	}
	path := w.path(key)
	if limit := w.limits.PathDepth; limit > 0 && bytes.Count(path, []byte("/")) > limit {
		return tooDeep
	}
	if limit := w.limits.PathRepeats; limit > 0 && repeats(path, limit) {
		return repeating
	}
	return 0
}

// path returns the path of a key, without the query.
func (w *walk) path(key addressID) []byte {
	b, _, _ := bytes.Cut(w.mem.book.bytes(key), []byte("?"))
	_, b, _ = bytes.Cut(b, []byte("://"))
	if i := bytes.IndexByte(b, '/'); i >= 0 {
		return b[i:]
	}
	return nil
}

// repeats tells whether a segment stands in a path more often than limit.
func repeats(path []byte, limit int) bool {
	if bytes.Count(path, []byte("/")) <= limit {
		return false
	}
	seen := map[string]int{}
	for s := range bytes.SplitSeq(path, []byte("/")) {
		if len(s) > 0 {
			if seen[string(s)]++; seen[string(s)] > limit {
				return true
			}
		}
	}
	return false
}

// extension tells whether a key has a file ending that is never fetched.
func (w *walk) extension(key addressID) bool {
	return len(w.limits.Extensions) > 0 && w.limits.Extensions[site.Extension(string(w.path(key)))]
}

// excludes tells whether the settings include and exclude leave out a link, or
// a redirect, to an address. They are matched against the address as it is
// fetched. The start page is always in.
func (w *walk) excludes(a addressID) bool {
	in, ex := w.limits.Include, w.limits.Exclude
	if in == nil && ex == nil || w.mem.book.key(a) == w.start {
		return false
	}
	if judged := w.passes.get(a); judged != 0 {
		return judged < 0
	}
	b := w.mem.book.bytes(a)
	passes := int32(1)
	if in != nil && !in.Match(b) || ex != nil && ex.Match(b) {
		passes = -1
	}
	w.passes.set(a, passes, w.mem.book.Len())
	return passes < 0
}

// thin leaves out of a frontier what is too much of one directory. The keys
// are sorted, so the first ones stay.
func (w *walk) thin(keys []addressID) []addressID {
	if w.limits.PerDirectory == 0 {
		return keys
	}
	kept := keys[:0]
	for _, k := range keys {
		path := w.path(k)
		directory := string(path[:bytes.LastIndexByte(path, '/')+1])
		if w.directories[directory] >= w.limits.PerDirectory {
			w.found.set(k, tooManyHere, w.mem.book.Len())
			continue
		}
		w.directories[directory]++
		kept = append(kept, k)
	}
	return kept
}

// leftOut says which rule left a key out, by its mark in the column found.
func (w *walk) leftOut(key addressID) (site.State, site.Reason) {
	switch w.found.get(key) {
	case tooDeep:
		return site.StateLimit, site.Reason{Limit: site.LimitPathDepth, Bound: w.limits.PathDepth}
	case repeating:
		return site.StateLimit, site.Reason{Limit: site.LimitPathRepeats, Bound: w.limits.PathRepeats}
	case tooManyHere:
		return site.StateLimit, site.Reason{Limit: site.LimitPerDirectory, Bound: w.limits.PerDirectory}
	case fileEnding:
		return site.StateExtension, site.Reason{}
	}
	return site.StateExcluded, site.Reason{}
}
