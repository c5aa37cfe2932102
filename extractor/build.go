package extractor

import (
	"math"
	"slices"

	"sitegraph/site"
)

// builder computes pages, depths and duplicates from what is known, one depth
// after the other. It depends on nothing but the answers and the limits.
type builder struct {
	known  *known
	limits *Limits
	scope  *scope
	found  *discovery

	starts    []urlID // keys of the start pages, sorted
	pages     []page
	byDigest  map[site.Digest]int32
	pageAt    column // page+1 by key
	duplicate column // page+1 of the page with the same content, by key

	same  *sameness // tells pages apart by key stable; nil for other keys
	since *since    // in an iteration of a watched site, else nil

	asked     column         // 1 for the keys that a walk which recalls answers has asked for
	lastDepth int            // the last depth that is taken
	cut       map[urlID]bool // keys of it beyond the page limit; nil if nothing was cut

	answers, refused int  // URLs answered in closed depths, and those of them that were refused
	paused           bool // the site refuses too many

	arcs, links int // for the progress: links to distinct URLs in scope, and all

	ahead func() // notes the links of a depth of which pages are missing; nil if none wait for that
}

// page is a page of the walk, in order of (depth, key).
type page struct {
	key    urlID
	answer *answer
	depth  int
}

// newBuilder returns a builder that has its start pages from setStart.
func newBuilder(n *known, l *Limits) *builder {
	b := &builder{known: n, limits: l, byDigest: map[site.Digest]int32{}, lastDepth: math.MaxInt,
		scope: &scope{limits: l, known: n, directories: map[string]int{}}, found: &discovery{urls: n.urls}}
	if l.MaxLevel >= 0 {
		b.lastDepth = l.MaxLevel
	}
	return b
}

// setStart makes the site's start pages the only keys that are found.
func (b *builder) setStart() {
	urls := b.known.urls
	b.scope.start, b.scope.passes, b.starts = urls.key(b.known.starts[0]), nil, nil
	b.found, b.asked = &discovery{urls: urls}, nil
	b.scope.found = b.found
	for _, url := range b.known.starts {
		if key := urls.key(url); b.found.link(key, url, 0) {
			b.starts = append(b.starts, key)
		}
	}
	urls.sort(b.starts)
	b.startAtListed()
}

func (b *builder) limited() bool { return b.cut != nil }

// leaveOut leaves the keys of a depth, and all depths below, out of the walk.
func (b *builder) leaveOut(depth int, keys []urlID) {
	b.lastDepth, b.cut = depth, make(map[urlID]bool, len(keys))
	for _, k := range keys {
		b.cut[k] = true
	}
}

// closeDepth ends a depth. Its keys are those of the frontier; answers that
// are missing (the run was stopped) are left out. It returns the next
// frontier, sorted by key.
func (b *builder) closeDepth(depth int, keys []urlID) []urlID {
	first := len(b.pages)
	b.takePages(depth, keys)
	return b.followLinks(depth, keys, first)
}

// takePages takes the pages of a depth, and returns the keys at which they were found.
func (b *builder) takePages(depth int, keys []urlID) (found []urlID) {
	size := b.known.urls.Len()
	found = b.newPages(keys)
	for _, k := range b.shown(found) {
		digest := b.digest(k)
		if _, known := b.byDigest[digest]; known || b.same != nil && b.limitReached() {
			continue
		}
		b.byDigest[digest] = int32(len(b.pages))
		b.pages = append(b.pages, page{key: k, answer: b.known.answer(k), depth: depth})
		b.pageAt.set(k, int32(len(b.pages)), size)
	}
	for _, k := range found {
		if p, known := b.byDigest[b.digest(k)]; known && !b.isPage(k) {
			b.duplicate.set(k, p+1, size)
		}
	}
	b.countAnswers(keys)
	return found
}

// followLinks notes what the pages from the first of a depth on link to, and returns the
// next frontier.
func (b *builder) followLinks(depth int, keys []urlID, first int) []urlID {
	var next []urlID
	for _, p := range b.pages[first:] {
		each(p.answer.internal, func(url urlID, count uint32) {
			if key, isNew := b.noteLink(url, depth+1); isNew {
				next = append(next, key)
			}
			b.links += int(count)
		})
	}
	b.noteRedirects(depth, keys)
	b.known.urls.sort(next)
	taken, tooMany := b.scope.limitPerDirectory(next)
	for _, k := range tooMany {
		b.found.leaveOut(k, tooManyHere)
	}
	return taken
}

// digest is what a page shares with its duplicates.
func (b *builder) digest(key urlID) site.Digest {
	if b.same != nil {
		return b.same.class(key)
	}
	return b.known.answer(key).digest
}

// shown returns the pages that stand for pages by their own word, and those for
// which none does, sorted.
func (b *builder) shown(keys []urlID) []urlID {
	if b.same == nil {
		return keys
	}
	out := make([]urlID, len(keys))
	for i, k := range keys {
		out[i] = b.same.canonical(k)
	}
	return b.known.urls.distinct(out)
}

// noteLink notes a link of a page, which leads to a depth. It is the hot loop of
// closing a depth: most links lead to keys that are in scope already.
func (b *builder) noteLink(url urlID, depth int) (key urlID, isNew bool) {
	key = b.known.urls.key(url)
	if !b.follows(key, url) {
		return key, false
	}
	b.arcs++
	return key, b.found.link(key, url, depth)
}

// follows reports whether a link to a key by a URL is followed; one that is not
// leaves its mark.
func (b *builder) follows(key, url urlID) bool {
	switch n := b.found.links.get(key); {
	case n > 0:
		return !b.scope.excludes(url)
	case n != int32(inScope) && n != int32(excluded): // for good
		return false
	}
	m := b.scope.judge(key, url)
	if m != inScope {
		b.found.leaveOut(key, m)
	}
	return m == inScope
}

// inScope reports whether a link that is followed led to a key.
func (b *builder) inScope(key urlID) bool {
	_, ok := b.found.depth(key)
	return ok
}

// newPages returns the keys at which the chains of a frontier end in a page
// that is not known yet, sorted.
func (b *builder) newPages(keys []urlID) []urlID {
	var pages []urlID
	for _, k := range keys {
		if p, ok := b.newPage(k); ok {
			pages = append(pages, p)
		}
	}
	return b.known.urls.distinct(pages)
}

// newPage returns the key at which a chain ends in a page that is not known
// yet.
func (b *builder) newPage(key urlID) (page urlID, ok bool) {
	e := b.follow(key)
	if e.missing || e.state != "" || b.pageOf(e.key) >= 0 {
		return noURL, false
	}
	a := b.known.answer(e.key)
	return e.key, a.outcome == outPage && !b.refuses(a)
}

// isPage reports whether a key is a page, isDuplicate whether it has the
// content of one.
func (b *builder) isPage(key urlID) bool { return b.pageAt.get(key) != 0 }

func (b *builder) isDuplicate(key urlID) bool { return b.duplicate.get(key) != 0 }

// pageOf returns the page (index) that shows a key, or -1.
func (b *builder) pageOf(key urlID) int {
	if p := b.pageAt.get(key); p != 0 {
		return int(p) - 1
	}
	return int(b.duplicate.get(key)) - 1
}

// linkedPage returns the page to which a link to a URL leads, or -1.
func (b *builder) linkedPage(url urlID) int {
	if b.scope.excludes(url) {
		return -1
	}
	return b.canonicalPage(b.known.urls.key(url))
}

// canonicalPage returns the page that stands for a key in scope, following
// redirects, or -1.
func (b *builder) canonicalPage(key urlID) int {
	if !b.inScope(key) {
		return -1
	}
	if p := b.pageOf(key); p >= 0 {
		return p
	}
	if b.ignored(key) {
		return -1
	}
	e := b.follow(key)
	if e.missing || e.state != "" || e.hops == 0 {
		return -1
	}
	return b.pageOf(e.key)
}

// taken reports whether links led to a key at a depth, and in a place of it,
// that the walk takes.
func (b *builder) taken(key urlID) bool {
	depth, ok := b.found.depth(key)
	return ok && (depth < b.lastDepth || depth == b.lastDepth && !b.cut[key])
}

// tooDeep reports whether a key lies below the maximum depth.
func (b *builder) tooDeep(key urlID) bool {
	depth, ok := b.found.depth(key)
	return ok && b.limits.MaxLevel >= 0 && depth > b.limits.MaxLevel
}

// complete reports whether every key in reach has its answer.
func (b *builder) complete() bool {
	if b.limited() || b.found.empty() || b.homeRefused() {
		return false
	}
	for k := range urlID(b.known.urls.Len()) {
		if b.inScope(k) && !b.tooDeep(k) && b.follow(k).missing {
			return false
		}
	}
	return true
}

// missing reports whether an answer to one of the keys is missing.
func (b *builder) missing(keys []urlID) bool {
	return slices.ContainsFunc(keys, func(k urlID) bool { return b.follow(k).missing })
}
