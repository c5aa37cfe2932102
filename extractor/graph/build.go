package graph

import (
	"math"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// Builder has the pages, depths and duplicates, built from the evidence.
type Builder struct {
	Known  *evidence.Known // the evidence
	limits *scope.Limits
	Scope  *scope.Scope     // decides which links to follow
	Found  *scope.Discovery // how URLs were found

	Starts    []evidence.URLID // keys of the start pages, sorted
	Pages     []page
	ByDigest  map[site.Digest]int32
	PageAt    evidence.Column // page+1 by key
	Duplicate evidence.Column // page+1 of the page with the same content, by key
	names     names           // set when the pages are arranged

	Same  *identity.Identity // tells pages apart by key stable; nil for other keys
	Told  Told               // which URLs are one page, if known in advance
	Seeds []evidence.URLID   // for a search, the URLs at which this run begins; nil for those of all runs

	lastDepth int // maximum depth of the walk

	// Refusals counts the URLs that the site refuses.
	Refusals Refusals

	Arcs, Links int // links to distinct URLs, and all links, for the progress
}

// page is a page of the walk. Finally, pages are in order of depth and name.
type page struct {
	Key    evidence.URLID
	Answer *evidence.Answer
	depth  int
}

// NewBuilder returns a builder without start pages; see SetStart.
func NewBuilder(n *evidence.Known, l *scope.Limits) *Builder {
	return &Builder{Known: n, limits: l, ByDigest: map[site.Digest]int32{},
		Scope: &scope.Scope{Limits: l, Known: n, Directories: map[string]int{}},
		Found: &scope.Discovery{URLs: n.URLs}, names: names{known: n},
		Told: Told{known: n}, Refusals: Refusals{known: n, limits: l}}
}

// SetStart makes the site's start pages the only known keys.
func (b *Builder) SetStart() {
	urls := b.Known.URLs
	if b.lastDepth = math.MaxInt; b.limits.MaxLevel >= 0 {
		b.lastDepth = b.limits.MaxLevel
	}
	b.Scope.Start, b.Scope.Passes, b.Starts = urls.Key(b.Known.Starts[0]), nil, nil
	b.Found = &scope.Discovery{URLs: urls}
	b.Scope.Found = b.Found
	for _, url := range b.typed() {
		if key := urls.Key(url); b.Found.Link(key, url, 0) {
			b.Starts = append(b.Starts, key)
		}
	}
	urls.Sort(b.Starts)
	b.StartAtListed()
}

// typed returns the start URLs that the user gave.
func (b *Builder) typed() []evidence.URLID {
	if b.Seeds != nil {
		return b.Seeds
	}
	return b.Known.Starts
}

// Digest returns the digest that a page shares with its duplicates.
func (b *Builder) Digest(key evidence.URLID) site.Digest {
	if class, ok := b.Same.Class(key); ok {
		return class
	}
	return b.digestOf(key, b.Known.Answer(key))
}

// digestOf returns the digest of a page without key stable.
func (b *Builder) digestOf(key evidence.URLID, a *evidence.Answer) site.Digest {
	switch p, told := b.Told.of(key); {
	case told:
		return p.Class
	case b.Known.Site.PerURL:
		return dedup.OfURL(b.Known.URLs.String(key))
	case b.Known.Site.Texts && a.Open != nil:
		return a.Open.Whole
	}
	return a.Digest
}

// follows reports whether a link to a key by a URL is followed. If not, the key gets a mark.
func (b *Builder) follows(key, url evidence.URLID) bool {
	switch n := b.Found.Links.Get(key); {
	case n > 0:
		return !b.Scope.Excludes(url)
	case n != int32(scope.InScope) && n != int32(scope.Excluded): // other marks are final
		return false
	}
	m := b.Scope.Judge(key, url)
	if m != scope.InScope {
		b.Found.LeaveOut(key, m)
	}
	return m == scope.InScope
}

// inScope reports whether a followed link leads to a key.
func (b *Builder) inScope(key evidence.URLID) bool {
	_, ok := b.Found.Depth(key)
	return ok
}

func (b *Builder) isPage(key evidence.URLID) bool { return b.PageAt.Get(key) != 0 }

// pageOf returns the page (index) that shows a key, or -1.
func (b *Builder) pageOf(key evidence.URLID) int {
	if p := b.PageAt.Get(key); p != 0 {
		return int(p) - 1
	}
	return int(b.Duplicate.Get(key)) - 1
}

// linkedPage returns the page that a link to a URL leads to, or -1.
func (b *Builder) linkedPage(url evidence.URLID) int {
	if b.Scope.Excludes(url) {
		return -1
	}
	return b.CanonicalPage(b.Known.URLs.Key(url))
}

// PageOf returns the id of the page that a normalized URL leads to, or 0.
func (b *Builder) PageOf(key string) int {
	if id := b.Known.URLs.Find(key); id != evidence.NoURL && b.Known.URLs.Inside(id) {
		return b.linkedPage(id) + 1
	}
	return 0
}

// CanonicalPage returns the page that represents a key in scope, following redirects, or -1.
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

// Taken reports whether links lead to a key at a depth within the walk's maximum.
func (b *Builder) Taken(key evidence.URLID) bool {
	depth, ok := b.Found.Depth(key)
	return ok && depth <= b.lastDepth
}

// DepthOf returns the minimum depth at which links or redirects lead to a key.
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

// Complete reports whether every key in reach has an answer.
func (b *Builder) Complete() bool {
	if len(b.Found.Links) == 0 || homeRefused(b) {
		return false
	}
	for k := range evidence.URLID(b.Known.URLs.Len()) {
		if b.inScope(k) && !b.tooDeep(k) && b.Follow(k).Missing {
			return false
		}
	}
	return true
}

// Origins returns the origins whose robots.txt this crawl needed, or nil if the evidence has no others.
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
		if a := b.Known.Answer(key); a != nil {
			needed[site.OriginIn(b.Known.URLs.String(a.URL))] = true
		}
	}
	return needed
}

func (b *Builder) refuses(a *evidence.Answer) bool {
	return a != nil && a.Outcome == evidence.OutPage && a.Counts.Internal == 0 &&
		b.Same.Refuses(b.Known.URLs.Key(a.URL))
}
