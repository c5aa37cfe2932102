package extractor

import (
	"errors"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// linker turns a page's anchors into its answer's links. Each distinct href is
// resolved once: pages repeat their menus.
type linker struct {
	*resolver
	limits *scope.Limits
	base   site.URL
	encode func(string) []byte
	answer *evidence.Fetched
	// keepTexts keeps every usable link with its texts, equal ones once.
	keepTexts bool
	said      map[*site.AnchorText]int // → index in answer.anchors

	*linkRoom
	bad    map[evidence.BadLink]int
	places evidence.PlacePacker
}

// linkRoom is what a linker needs for the links of one page, and can have for the next one.
type linkRoom struct {
	hrefs    map[string]int // href → index in resolved
	resolved []resolved
	of       []int32        // index in resolved of each anchor
	links    map[string]int // URL → index in answer.Links
	texts    []int32        // by link, the index+1 of the last one with its texts in answer.Said
	before   []int32        // beside answer.Said, the index+1 of one more of the link
}

// mostRoom is the number of hrefs up to which the room is kept.
const mostRoom = 1000

func (r *linkRoom) clear() {
	if len(r.resolved) > mostRoom {
		*r = linkRoom{}
	}
	clear(r.hrefs)
	clear(r.links)
	clear(r.resolved)
	r.resolved, r.of, r.texts, r.before = r.resolved[:0], r.of[:0], r.texts[:0], r.before[:0]
}

// resolved is an href with its place among the answer's links, -1 if it has none.
type resolved struct {
	evidence.Target
	index int
}

// long is the place+1 of a link whose URL would be too long for one of the site, 0 of others.
func (r *resolved) long(most int) int {
	if len(r.URL) > most {
		return r.index + 1
	}
	return 0
}

func (l *linker) take(anchors []site.Anchor) {
	if limit := l.limits.LinksPerPage; limit > 0 && len(anchors) > limit {
		l.answer.Dropped = len(anchors) - limit
		anchors = anchors[:limit]
	}
	if l.hrefs == nil {
		distinct := min(len(anchors)/2+1, 4096) // a guess: menus repeat
		l.hrefs, l.links = make(map[string]int, distinct), make(map[string]int, distinct)
	}
	l.of = slices.Grow(l.of, len(anchors))
	for i := range anchors {
		l.add(&anchors[i])
	}
	l.answer.Places, l.answer.Marks = l.places.Bytes(), l.places.Marks
}

func (l *linker) add(a *site.Anchor) {
	href, _, _ := strings.Cut(a.Href, "#")
	i, known := l.hrefs[href]
	if !known {
		t := l.resolve(l.base, href, l.encode)
		i = len(l.resolved)
		l.hrefs[href] = i
		l.resolved = append(l.resolved, resolved{Target: t, index: l.place(t)})
	}
	l.of = append(l.of, int32(i))
	r := &l.resolved[i]
	l.places.Mark(a.Mark, a.Place)
	switch {
	case r.Fault.Failed():
		l.addBad(a, r.Fault, 0)
		l.places.Note(evidence.ListBad, 0, a.Place)
	default:
		l.answer.Links[r.index].Count++
		l.places.Note(evidence.ListLinks, r.index, a.Place)
		l.say(a, r.index)
		if long := r.long(l.maxLength); long > 0 {
			l.addBad(a, tooLong(l.maxLength), long)
		}
	}
	if l.keepTexts && !r.Fault.Failed() {
		i := findOrAdd(&l.said, &l.answer.Anchors, a.AnchorText,
			evidence.Anchor{URL: r.URL, Key: r.Key, Text: a.Text, Around: a.Around})
		l.answer.Anchors[i].Count++
	}
	if l.limits.KeepLinks {
		l.keep(a, r)
	}
}

// place finds or makes the link of a URL.
func (l *linker) place(t evidence.Target) int {
	if t.Fault.Failed() {
		return -1
	}
	return findOrAdd(&l.links, &l.answer.Links, t.URL, evidence.Link{URL: t.URL, Key: t.Key})
}

// findOrAdd returns the place of a key's value in a list. A new value is appended.
func findOrAdd[K comparable, V any](places *map[K]int, list *[]V, key K, value V) int {
	if i, known := (*places)[key]; known {
		return i
	}
	if *places == nil {
		*places = map[K]int{}
	}
	i := len(*list)
	(*places)[key] = i
	*list = append(*list, value)
	return i
}

// own is the place+1 of the link that an empty href makes ("#top"), and the number of links before another href that
// leads there, as in evidence.Open. It names the page that it is in, so where that is the base it does not count:
// / and /index.html have the same links.
func (l *linker) own(ownBase bool) (own, at int) {
	within, has := l.hrefs[""]
	if !has || !ownBase || l.resolved[within].Fault.Failed() {
		return 0, 0
	}
	index, known := l.resolved[within].index, 0
	for i, r := range l.resolved {
		if r.index == index && i != within {
			if i < within {
				return 0, 0
			}
			return index + 1, known
		}
		known = max(known, r.index+1)
	}
	return index + 1, 0
}

// open begins the digest of a content whose links count; nil if none counts by the key.
func (l *linker) open(c site.Content, open func(site.Content) site.OpenDigest, ownBase bool) *evidence.Open {
	if open == nil {
		return nil
	}
	o := &evidence.Open{Digest: open(c)}
	if o.Digest != nil {
		o.Own, o.At = l.own(ownBase)
	}
	return o
}

// say keeps the texts of a link, equal ones once. A page has few of one URL.
func (l *linker) say(a *site.Anchor, link int) {
	if !l.limits.KeepTexts {
		return
	}
	if link == len(l.texts) {
		l.texts = append(l.texts, 0)
	}
	rel, all := evidence.Clip(a.Rel, 200), l.answer.Said
	for i := l.texts[link]; i > 0; i = l.before[i-1] {
		if s := &all[i-1]; s.Text == a.Text && s.Rel == rel {
			s.Count++
			return
		}
	}
	l.answer.Said = append(all, evidence.SaidLink{Link: link, Text: a.Text, Rel: rel, Count: 1})
	l.before = append(l.before, l.texts[link])
	l.texts[link] = int32(len(l.before))
}

func (l *linker) addBad(a *site.Anchor, fault site.LinkFault, link int) {
	b := evidence.BadLink{Href: evidence.Clip(a.Href, l.limits.MaxURLLength), Fault: fault, Text: a.Text, Link: link}
	i := findOrAdd(&l.bad, &l.answer.Bad, b, b)
	l.answer.Bad[i].Count++
}

func (l *linker) keep(a *site.Anchor, r *resolved) {
	longest := longestExternal
	if r.Fault.Failed() {
		longest = l.limits.MaxURLLength
	}
	l.answer.Occurrences = append(l.answer.Occurrences, evidence.Occurrence{Element: a.Element,
		Href: evidence.Clip(a.Href, longest), Text: a.Text, Rel: evidence.Clip(a.Rel, 200), Link: r.index + 1})
}

// resolver makes targets of hrefs, whosever they are.
type resolver struct {
	normaliser *site.Normaliser
	origin     site.URL
	rewrite    site.URL // links there are links to the origin; zero: none
	maxLength  int      // of the site's own URLs, in bytes
}

// longestExternal bounds the URLs of other sites, which are never fetched.
const longestExternal = 64 << 10

func tooLong(bound int) site.LinkFault { return site.LinkFault{Kind: site.FaultTooLong, Bound: bound} }

// resolve makes an href a target, or says why it is unusable. A URL that is too long for any site is bounded as one of
// the site where it is on the host of the page.
func (r *resolver) resolve(base site.URL, href string, encode func(string) []byte) evidence.Target {
	u, err := base.Resolve(href, encode)
	if err != nil {
		fault, _ := errors.AsType[site.LinkFault](err)
		return evidence.Target{Fault: fault}
	}
	if u.Scheme != base.Scheme && !slashed(href) {
		return evidence.Target{Fault: site.LinkFault{Kind: site.FaultNoSlashes, Scheme: u.Scheme}}
	}
	if r.rewrite.Host != "" && site.SameSite(u, r.rewrite) {
		u.Scheme, u.Port = r.origin.Scheme, r.origin.Port
	}
	t := evidence.Target{URL: r.normaliser.Address(u)}
	switch {
	case len(t.URL) <= longestExternal:
		t.Key = r.normaliser.KeyOf(u, t.URL)
		return t
	case site.SameSite(u, base):
		return evidence.Target{Fault: tooLong(r.maxLength)}
	}
	return evidence.Target{Fault: tooLong(longestExternal)}
}

// slashed reports whether an href with a scheme of its own has // behind it. Browsers repair "https:/host" to a URL
// of another site; it is the author's mistake, so it counts among the bad links.
func slashed(href string) bool {
	_, rest, _ := strings.Cut(href, ":")
	return len(rest) >= 2 && strings.IndexByte(`/\\`, rest[0]) >= 0 && strings.IndexByte(`/\\`, rest[1]) >= 0
}
