package identity

import (
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// lessons learns the varying parts from pages fetched twice and from pages whose URLs differ in their sessions.
type lessons struct {
	pages  *pages
	asked  int            // number of second requests seen
	varies bool           // the bytes of a page differed between two requests
	same   int            // number of pages whose bytes were the same twice
	steady map[string]int // by shape: number of pages that were the same twice; -1 if any differed
	own    ownMasks
	// homeShows has, by wordless, the answers to second requests for the home page.
	homeShows map[site.Digest]bool
}

// ownMasks holds the masks learnt from second requests alone, and the URLs that by these masks differ in sessions.
type ownMasks struct {
	masks    *dedup.Masks
	twins    []dedup.TwinPages
	given    []string   // the sessions that redirects add to URLs
	sessions bool       // URLs of the site hold sessions
	keys     []visitKey // by place
	pairs    []int32    // pages with pairs of visits from which masks were learnt
}

// learn returns the masks learnt from these pages, or nil if there are no new pages.
func (l *lessons) learn() *dedup.Masks {
	asked, given := len(l.pages.known.Twins), dedup.SessionsIn(l.redirects)
	fresh := l.own.masks == nil || asked != l.asked || !slices.Equal(given, l.own.given)
	if fresh {
		l.asked = asked
		twins := l.twins()
		masks := dedup.LearnMasks(twins, given...)
		l.own = ownMasks{masks: masks, twins: twins, given: given, sessions: len(masks.Sessions()) > 0}
		l.varies = l.varies || len(given) > 0
	}
	if l.own.sessions {
		pairs := l.visited()
		if !fresh && slices.Equal(pairs, l.own.pairs) {
			return nil
		}
		l.own.pairs = pairs
		return dedup.LearnMasks(slices.Concat(l.own.twins, l.visits(pairs)), given...)
	}
	if !fresh {
		return nil
	}
	return l.own.masks
}

// redirects yields each URL of the site that redirects within the site, with its target.
func (l *lessons) redirects(yield func(from, to string) bool) {
	n := l.pages.known
	for _, a := range n.Answers {
		if a.Redirects() && !yield(n.URLs.String(n.URLs.Key(a.URL)), n.URLs.String(n.URLs.Key(a.Location))) {
			return
		}
	}
}

// twins returns the pages fetched twice.
func (l *lessons) twins() (twins []dedup.TwinPages) {
	l.varies, l.same, l.steady = false, 0, map[string]int{}
	l.homeShows = map[site.Digest]bool{}
	for _, t := range l.pages.known.Twins {
		first := t.First
		if t.Answer.Outcome != evidence.OutPage || first == nil ||
			first.Outcome != evidence.OutPage {
			continue
		}
		pair := dedup.TwinPages{URL: l.pages.known.URLs.String(t.Key)}
		l.wakes(pair.URL, first.Digest == t.Answer.Digest)
		if first.Pieced == nil || first.Pieced.Whole {
			continue
		}
		again := l.pages.pieces(&t.Answer)
		pair.First, pair.Second = l.taught(l.pages.pieces(first)), l.taught(again)
		if linkless := t.Answer.Counts.Internal == 0; linkless && t.Key == l.pages.home() {
			l.homeShows[wordless(again.All)] = true
		}
		if (t.Answer.Counts.Internal == 0) != (first.Counts.Internal == 0) {
			continue // another page, which does not show the varying parts
		}
		twins = append(twins, pair)
	}
	return twins
}

// taught returns the pieces of a page in the form used for learning masks.
func (l *lessons) taught(p *evidence.Pieces) []dedup.Piece {
	n, out := l.pages.known, make([]dedup.Piece, len(p.All))
	for i := range p.All {
		out[i].Piece = p.All[i]
		if p.Shown != nil {
			out[i].Shown = p.Shown[i]
		}
		if p.All[i].Link > 0 {
			key := keyOf(&p.All[i])
			out[i].URL, out[i].Text = n.URLs.String(key), evidence.HashOf(n.URLs.Bytes(key))
		}
	}
	return out
}

// A site is asleep until two requests for one URL differ. While it sleeps nothing varies, so only equal bytes make two
// URLs one page, except that pages with one path may differ in links that repeat their query. When a site wakes, the
// kinds of URL that stayed the same sleep on.

// A kind sleeps on if steadyTwins of its pages came twice with equal bytes.
const steadyTwins = 3

// wakes records whether a page was the same twice.
func (l *lessons) wakes(url string, same bool) {
	shape := site.ShapeOf(url)
	if same {
		l.same++
	}
	switch n := l.steady[shape]; {
	case !same:
		l.varies, l.steady[shape] = true, -1
	case n >= 0:
		l.steady[shape]++
	}
}

// awake reports whether the page at a place can be one with pages of other bytes. A page whose URL carries a session is
// the same twice and differs under another session. A page may lack a random box twice.
func (m *maskedPages) awake(place int32) bool {
	l := m.lessons
	return l.varies &&
		(l.own.sessions || m.masks.ByChance() || l.steady[site.ShapeOf(m.pages.url(place))] < steadyTwins)
}

// contents returns digests. Pages that share one are equal.
func (m *maskedPages) contents(place int32, a *evidence.Answer) []site.Digest {
	if m.at[place].size < minCompared || !m.awake(place) {
		return []site.Digest{a.Digest}
	}
	from := m.pathDigests(place)
	return append([]site.Digest{a.Digest, m.at[place].key}, from[:min(1, len(from))]...)
}

// pathDigests returns a digest of a page, its relative links as written, and its path, and then with each path above. A
// page above is equal to it if its first digest is among these, since a site may answer every path below a page with
// that page. Pages beside each other, such as two albums of pictures with the same names, lead elsewhere.
func (m *maskedPages) pathDigests(place int32) (all []site.Digest) {
	if m.at[place].written == (site.Digest{}) || !m.awake(place) {
		return nil
	}
	path, _, _ := strings.Cut(m.pages.url(place), "?")
	for path = strings.TrimSuffix(path, "/"); !strings.HasSuffix(path, ":/"); {
		var d site.Digester
		d.AddDigest(m.at[place].written)
		d.Add(evidence.HashOf([]byte(path)))
		all, path = append(all, d.Sum()), path[:strings.LastIndexByte(path, '/')]
	}
	return all
}

// textsAt returns the digest of the texts and the markup of a page, and of its path if its kind sleeps.
func (m *maskedPages) textsAt(place int32) site.Digest {
	if m.awake(place) {
		return m.at[place].texts
	}
	path, _, _ := strings.Cut(m.pages.url(place), "?")
	var d site.Digester
	d.AddDigest(m.at[place].texts)
	d.Add(evidence.HashOf([]byte(path)))
	return d.Sum()
}

// URLs that differ only in their sessions are one page, so that page has already been requested twice.
const (
	visitedOfShape = 3 // number of pages taken from each shape
	visitsOfPage   = 2 // number of pairs taken from each page
)

// visitKey has hashes of a page's URL without sessions and of its shape; 0 if they are not known yet.
type visitKey struct{ url, shape uint64 }

func (l *lessons) visits(places []int32) (pairs []dedup.TwinPages) {
	page := func(place int32) []dedup.Piece { return l.taught(l.pages.pieces(l.pages.known.Answers[place])) }
	for ; len(places) > 1; places = places[2:] {
		pairs = append(pairs, dedup.TwinPages{URL: l.pages.url(places[1]), Visits: true, First: page(places[0]),
			Second: page(places[1])})
	}
	return pairs
}

// visited returns pairs of places of pages whose URLs differ only in their sessions. The choice within a shape depends
// only on the URLs.
func (l *lessons) visited() (pairs []int32) {
	l.own.keys = append(l.own.keys, make([]visitKey, len(l.pages.known.Answers)-len(l.own.keys))...)
	of, shapes := map[uint64][]int32{}, map[uint64][]uint64{}
	for place := range l.pages.all() {
		key := l.visitKey(place)
		if of[key.url] = append(of[key.url], place); len(of[key.url]) == 2 {
			shapes[key.shape] = append(shapes[key.shape], key.url)
		}
	}
	var chosen []string
	for _, keys := range shapes {
		slices.Sort(keys)
		for _, key := range keys[:min(len(keys), visitedOfShape)] {
			chosen = append(chosen, l.own.masks.LinkKey(l.pages.url(of[key][0])))
		}
	}
	slices.Sort(chosen)
	for _, key := range chosen {
		pages := of[evidence.HashOf([]byte(key))]
		slices.SortFunc(pages, l.pages.compare)
		pages = pages[:min(len(pages), 2*visitsOfPage)]
		pairs = append(pairs, pages[:len(pages)&^1]...)
	}
	return pairs
}

func (l *lessons) visitKey(place int32) visitKey {
	k := &l.own.keys[place]
	if *k == (visitKey{}) {
		url := l.own.masks.LinkKey(l.pages.url(place))
		*k = visitKey{evidence.HashOf([]byte(url)), evidence.HashOf([]byte(site.ShapeOf(url)))}
	}
	return *k
}
