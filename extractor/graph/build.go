package graph

import (
	"math"
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Builder computes pages, depths and duplicates from what is known, one depth
// after the other. It depends on nothing but the answers and the limits.
type Builder struct {
	Known  *evidence.Known // what it builds from
	limits *scope.Limits
	Scope  *scope.Scope     // which links are followed
	Found  *scope.Discovery // how URLs were found

	Starts    []evidence.URLID // keys of the start pages, sorted
	Pages     []page
	ByDigest  map[site.Digest]int32
	PageAt    evidence.Column                   // page+1 by key
	Duplicate evidence.Column                   // page+1 of the page with the same content, by key
	names     map[evidence.URLID]naming         // of pages that are not named by their keys
	named     map[string]evidence.URLID         // by those names: the keys that they are from
	namers    map[evidence.URLID]evidence.URLID // by those keys: the pages' own

	Same  *identity.Identity // tells pages apart by key stable; nil for other keys
	Told  evidence.Told      // which URLs are one page, where that is known; nil where it follows from the key
	Seeds []evidence.URLID   // of a search: the URLs at which it begins in this run; nil for all that it ever began at
	Since *Since             // in an iteration of a watched site, else nil

	Asked     evidence.Column         // 1 for the keys that a walk which recalls answers has asked for
	LastDepth int                     // the last depth that is taken
	cut       map[evidence.URLID]bool // keys of it beyond the page limit; nil if nothing was cut

	Answers, Refused int  // URLs answered in closed depths, and those of them that were refused
	Paused           bool // the site refuses too many

	Arcs, Links int // for the progress: links to distinct URLs in scope, and all

	Ahead func() // notes the links of a depth with missing pages; nil if none wait for that
}

// page is a page of the walk, in order of (depth, key).
type page struct {
	Key    evidence.URLID
	Answer *evidence.Answer
	depth  int
}

// NewBuilder returns a builder that has its start pages from setStart.
func NewBuilder(n *evidence.Known, l *scope.Limits) *Builder {
	b := &Builder{Known: n, limits: l, ByDigest: map[site.Digest]int32{},
		Scope: &scope.Scope{Limits: l, Known: n, Directories: map[string]int{}}, Found: &scope.Discovery{URLs: n.URLs}}
	return b
}

// SetStart makes the site's start pages the only keys that are found.
func (b *Builder) SetStart() {
	urls := b.Known.URLs
	if b.LastDepth = math.MaxInt; b.limits.MaxLevel >= 0 {
		b.LastDepth = b.limits.MaxLevel
	}
	b.Scope.Start, b.Scope.Passes, b.Starts = urls.Key(b.Known.Starts[0]), nil, nil
	b.Found, b.Asked = &scope.Discovery{URLs: urls}, nil
	b.Scope.Found = b.Found
	for _, url := range b.typed() {
		if key := urls.Key(url); b.Found.Link(key, url, 0) {
			b.Starts = append(b.Starts, key)
		}
	}
	urls.Sort(b.Starts)
	b.StartAtListed()
}

// typed are the URLs at which a user has the crawl begin.
func (b *Builder) typed() []evidence.URLID {
	if b.Seeds != nil {
		return b.Seeds
	}
	return b.Known.Starts
}

// Limited reports whether URLs were left out by a limit.
func (b *Builder) Limited() bool { return b.cut != nil }

// LeaveOut leaves the keys of a depth, and all depths below, out of the walk.
func (b *Builder) LeaveOut(depth int, keys []evidence.URLID) {
	b.LastDepth, b.cut = depth, make(map[evidence.URLID]bool, len(keys))
	for _, k := range keys {
		b.cut[k] = true
	}
}

// CloseDepth ends a depth. Its keys are those of the frontier; answers that
// are missing (the run was stopped) are left out. It returns the next
// frontier, sorted by key.
func (b *Builder) CloseDepth(depth int, keys []evidence.URLID) []evidence.URLID {
	first := len(b.Pages)
	b.TakePages(depth, keys)
	return b.FollowLinks(depth, keys, first)
}

// TakePages takes the pages of a depth, and returns the keys at which they were found.
func (b *Builder) TakePages(depth int, keys []evidence.URLID) (found []evidence.URLID) {
	size := b.Known.URLs.Len()
	found = b.newPages(keys)
	for _, k := range b.shown(found) {
		digest := b.Digest(k)
		if _, known := b.ByDigest[digest]; known || (b.Same != nil || b.Told != nil) && b.LimitReached() {
			continue
		}
		b.ByDigest[digest] = int32(len(b.Pages))
		b.Pages = append(b.Pages, page{Key: k, Answer: b.Known.Answer(k), depth: depth})
		b.PageAt.Set(k, int32(len(b.Pages)), size)
	}
	for _, k := range found {
		if p, known := b.ByDigest[b.Digest(k)]; known && !b.isPage(k) {
			b.Duplicate.Set(k, p+1, size)
		}
	}
	b.countAnswers(keys)
	return found
}

// FollowLinks notes what the pages from the first of a depth on link to, and returns the
// next frontier.
func (b *Builder) FollowLinks(depth int, keys []evidence.URLID, first int) []evidence.URLID {
	var next []evidence.URLID
	for _, p := range b.Pages[first:] {
		b.Known.URLs.EachInside(p.Answer.Links, func(url evidence.URLID, count uint32) {
			if key, isNew := b.noteLink(url, depth+1); isNew {
				next = append(next, key)
			}
			b.Links += int(count)
		})
	}
	b.noteRedirects(depth, keys)
	b.Known.URLs.Sort(next)
	taken, tooMany := b.Scope.LimitPerDirectory(next)
	for _, k := range tooMany {
		b.Found.LeaveOut(k, scope.TooManyHere)
	}
	return taken
}

// Digest is what a page shares with its duplicates.
func (b *Builder) Digest(key evidence.URLID) site.Digest {
	if b.Same != nil {
		return b.Same.Class(key)
	}
	return b.digestOf(key, b.Known.Answer(key))
}

// digestOf is the digest of a page by itself, or by what is told of it.
func (b *Builder) digestOf(key evidence.URLID, a *evidence.Answer) site.Digest {
	switch p, told := b.told(key); {
	case told:
		return p.Class
	case b.Known.Site.PerURL:
		return dedup.OfURL(b.Known.URLs.String(key))
	case b.Known.Site.Texts && a.Open != nil:
		return a.Open.Whole
	}
	return a.Digest
}

// shown returns the pages that stand for pages by their own word, and those for
// which none does, sorted, the plainest first.
func (b *Builder) shown(keys []evidence.URLID) []evidence.URLID {
	canonical := b.toldCanonical
	switch {
	case b.Same != nil:
		canonical = b.Same.Canonical
	case b.Told == nil:
		return keys
	}
	out := make([]evidence.URLID, len(keys))
	for i, k := range keys {
		out[i] = canonical(k)
	}
	if out = b.Known.URLs.Distinct(out); b.Same != nil {
		b.Same.SortPlain(out)
	}
	return out
}

// noteLink notes a link of a page, which leads to a depth. It is the hot loop of
// closing a depth: most links lead to keys that are in scope already.
func (b *Builder) noteLink(url evidence.URLID, depth int) (key evidence.URLID, isNew bool) {
	key = b.Known.URLs.Key(url)
	if !b.follows(key, url) {
		return key, false
	}
	b.Arcs++
	return key, b.Found.Link(key, url, depth)
}

// follows reports whether a link to a key by a URL is followed; one that is not
// leaves its mark.
func (b *Builder) follows(key, url evidence.URLID) bool {
	switch n := b.Found.Links.Get(key); {
	case n > 0:
		return !b.Scope.Excludes(url)
	case n != int32(scope.InScope) && n != int32(scope.Excluded): // for good
		return false
	}
	m := b.Scope.Judge(key, url)
	if m != scope.InScope {
		b.Found.LeaveOut(key, m)
	}
	return m == scope.InScope
}

// inScope reports whether a link that is followed led to a key.
func (b *Builder) inScope(key evidence.URLID) bool {
	_, ok := b.Found.Depth(key)
	return ok
}

// newPages returns the keys at which the chains of a frontier end in a page
// that is not known yet, sorted.
func (b *Builder) newPages(keys []evidence.URLID) []evidence.URLID {
	var pages []evidence.URLID
	for _, k := range keys {
		if p, ok := b.newPage(k); ok {
			pages = append(pages, p)
		}
	}
	return b.Known.URLs.Distinct(pages)
}

// newPage returns the key at which a chain ends in a page that is not known
// yet.
func (b *Builder) newPage(key evidence.URLID) (page evidence.URLID, ok bool) {
	e := b.Follow(key)
	if e.Missing || e.state != "" || b.pageOf(e.Key) >= 0 {
		return evidence.NoURL, false
	}
	a := b.Known.Answer(e.Key)
	return e.Key, a.Outcome == evidence.OutPage && !b.refuses(a)
}

// isPage reports whether a key is a page, isDuplicate whether it has the
// content of one.
func (b *Builder) isPage(key evidence.URLID) bool { return b.PageAt.Get(key) != 0 }

func (b *Builder) isDuplicate(key evidence.URLID) bool { return b.Duplicate.Get(key) != 0 }

// pageOf returns the page (index) that shows a key, or -1.
func (b *Builder) pageOf(key evidence.URLID) int {
	if p := b.PageAt.Get(key); p != 0 {
		return int(p) - 1
	}
	return int(b.Duplicate.Get(key)) - 1
}

// linkedPage returns the page to which a link to a URL leads, or -1.
func (b *Builder) linkedPage(url evidence.URLID) int {
	if b.Scope.Excludes(url) {
		return -1
	}
	return b.CanonicalPage(b.Known.URLs.Key(url))
}

// CanonicalPage returns the page that stands for a key in scope, following
// redirects, or -1.
func (b *Builder) CanonicalPage(key evidence.URLID) int {
	if !b.inScope(key) {
		return -1
	}
	if p := b.pageOf(key); p >= 0 {
		return p
	}
	if b.ignored(key) {
		return -1
	}
	e := b.Follow(key)
	if e.Missing || e.state != "" || e.hops == 0 {
		return -1
	}
	return b.pageOf(e.Key)
}

// Taken reports whether links led to a key at a depth, and in a place of it,
// that the walk takes.
func (b *Builder) Taken(key evidence.URLID) bool {
	depth, ok := b.Found.Depth(key)
	return ok && (depth < b.LastDepth || depth == b.LastDepth && !b.cut[key])
}

// DepthOf is the least depth at which links or redirects led to a key.
func (b *Builder) DepthOf(key evidence.URLID) int {
	depth, linked := b.Found.Depth(key)
	redirected, allowed := b.Found.RedirectDepth(key)
	if linked && (!allowed || depth <= redirected) {
		return depth
	}
	return redirected
}

// tooDeep reports whether a key lies below the maximum depth.
func (b *Builder) tooDeep(key evidence.URLID) bool {
	depth, ok := b.Found.Depth(key)
	return ok && b.limits.MaxLevel >= 0 && depth > b.limits.MaxLevel
}

// Complete reports whether every key in reach has its answer.
func (b *Builder) Complete() bool {
	if b.Limited() || b.Found.Empty() || b.homeRefused() {
		return false
	}
	for k := range evidence.URLID(b.Known.URLs.Len()) {
		if b.inScope(k) && !b.tooDeep(k) && b.Follow(k).Missing {
			return false
		}
	}
	return true
}

// Missing reports whether an answer to one of the keys is missing.
func (b *Builder) Missing(keys []evidence.URLID) bool {
	return slices.ContainsFunc(keys, func(k evidence.URLID) bool { return b.Follow(k).Missing })
}

// LookAheadLater leaves the links of a depth with waiting keys alone, until one of them
// may choose the URL by which the target of a redirect is fetched.
func (b *Builder) LookAheadLater(depth int, keys []evidence.URLID, first int, waiting []evidence.URLID) {
	b.Ahead = func() {
		b.Ahead = nil
		b.FollowLinks(depth, keys, first)
	}
	if slices.ContainsFunc(waiting, func(k evidence.URLID) bool { return !b.inScope(k) }) {
		b.Ahead()
	}
}

// LimitReached reports whether there are as many pages as wanted.
func (b *Builder) LimitReached() bool {
	return b.limits.MaxPages > 0 && len(b.Pages) >= b.limits.MaxPages
}

// Recalls reports whether the walk, by depth, recalls answers.
func (b *Builder) Recalls() bool {
	return b.Known.Anew && b.Known.Watching == nil && !b.Known.Site.Stable && !b.Known.Site.Ordered
}

// Origins are those whose robots.txt this crawl needed, where others are known, too: nil where none are.
func (b *Builder) Origins() map[string]bool {
	if !b.Known.Anew || b.Known.Site.Search {
		return nil
	}
	needed := map[string]bool{}
	if b.Known.Listed.Known {
		for _, origin := range b.Known.Site.Others {
			needed[origin] = true
		}
	}
	for key := range evidence.URLID(b.Known.URLs.Len()) {
		if a := b.counted(key); a != nil {
			needed[site.OriginIn(b.Known.URLs.String(a.URL))] = true
		}
	}
	return needed
}

// counted returns the answer of a key that this crawl asked for, or recalled; nil if it did neither.
func (b *Builder) counted(key evidence.URLID) *evidence.Answer {
	if b.Unasked(key) {
		return nil
	}
	return b.Known.Answer(key)
}

// Unasked reports whether a walk that recalls answers has not asked for a key yet.
func (b *Builder) Unasked(key evidence.URLID) bool { return b.Recalls() && b.Asked.Get(key) == 0 }

// refuses reports whether a page is a refusal by learnRepeated.
func (b *Builder) refuses(a *evidence.Answer) bool {
	if b.Same == nil || a == nil || a.Outcome != evidence.OutPage || a.Counts.Internal > 0 {
		return false
	}
	place := b.Known.Of.Get(b.Known.URLs.Key(a.URL)) - 1
	return place >= 0 && int(place) < len(b.Same.Pages) && b.Same.Repeated[b.Same.Pages[place].Wordless]
}
