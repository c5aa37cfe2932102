package extractor

import (
	"errors"
	"slices"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// linker turns the anchors of a page into the links of its answer. It resolves each
// distinct href once, because pages repeat their menus.
type linker struct {
	*resolver
	limits *scope.Limits
	base   site.URL
	encode func(string) []byte
	answer *evidence.Fetched
	// keepTexts keeps every usable link with its texts, merging equal ones.
	keepTexts bool
	said      map[*site.AnchorText]int // → index in answer.Anchors

	*linkRoom
	bad    map[evidence.BadLink]int
	places evidence.PlacePacker
}

// linkRoom is memory for the links of one page, which the linker of another page can reuse.
type linkRoom struct {
	hrefs    map[string]int // href → index in resolved
	resolved []int32        // by href: an index into answer.Links, or ^ an index into faults
	of       []int32        // the same, by anchor
	faults   []site.LinkFault
	links    map[string]int // URL → index in answer.Links
	texts    []int32        // by link: 1 + the index of its last texts in answer.Said
	before   []int32        // by index in answer.Said: 1 + the index of the previous texts of the same link
}

// maxRoom is the number of hrefs beyond which the memory is dropped.
const maxRoom = 1000

func (r *linkRoom) clear() {
	if len(r.resolved) > maxRoom {
		*r = linkRoom{}
	}
	clear(r.hrefs)
	clear(r.links)
	r.resolved, r.of, r.faults = r.resolved[:0], r.of[:0], r.faults[:0]
	r.texts, r.before = r.texts[:0], r.before[:0]
}

// isLong reports whether the URL of a link exceeds the limit for URLs of the site.
func (l *linker) isLong(link int32) bool { return len(l.answer.Links[link].URL) > l.maxLength }

func (l *linker) take(anchors []site.Anchor) {
	if limit := l.limits.LinksPerPage; limit > 0 && len(anchors) > limit {
		l.answer.Dropped = len(anchors) - limit
		anchors = anchors[:limit]
	}
	if l.hrefs == nil {
		distinct := len(anchors)/2 + 1 // a guess, since menus repeat
		l.hrefs, l.links = make(map[string]int, distinct), make(map[string]int, distinct)
	}
	l.of = slices.Grow(l.of, len(anchors))
	l.answer.Links = make([]evidence.Link, 0, len(anchors))
	if l.limits.KeepTexts {
		l.answer.Said = make([]evidence.SaidLink, 0, len(anchors))
	}
	for i := range anchors {
		l.add(&anchors[i])
	}
	l.answer.Places = l.places.Packed
}

func (l *linker) add(a *site.Anchor) {
	href, _, _ := strings.Cut(a.Href, "#")
	i, known := l.hrefs[href]
	if !known {
		i = len(l.resolved)
		l.hrefs[href] = i
		l.resolved = append(l.resolved, l.place(l.resolve(l.base, href, l.encode)))
	}
	link := l.resolved[i]
	l.of = append(l.of, link)
	if link < 0 {
		l.addBad(a, l.faults[^link], 0)
		l.places.Note(evidence.ListBad, 0, a.Place, a.Mark)
	} else {
		l.addGood(a, link)
	}
	if l.limits.KeepLinks {
		l.keep(a, link)
	}
}

func (l *linker) addGood(a *site.Anchor, link int32) {
	to := &l.answer.Links[link]
	to.Count++
	l.places.Note(evidence.ListLinks, int(link), a.Place, a.Mark)
	l.say(a, int(link))
	if l.isLong(link) {
		l.addBad(a, tooLong(l.maxLength), int(link)+1)
	}
	if l.keepTexts {
		i := findOrAdd(&l.said, &l.answer.Anchors, a.AnchorText,
			evidence.Anchor{URL: to.URL, Key: to.Key, Text: a.Text, Around: a.Around})
		l.answer.Anchors[i].Count++
	}
}

// place finds or creates the link of a URL, or records its fault.
func (l *linker) place(t evidence.Target) int32 {
	if t.Fault.Failed() {
		l.faults = append(l.faults, t.Fault)
		return ^int32(len(l.faults) - 1)
	}
	return int32(findOrAdd(&l.links, &l.answer.Links, t.URL, evidence.Link{URL: t.URL, Key: t.Key}))
}

// findOrAdd returns the index of a key's value in a list, appending a new value.
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

// own returns 1 + the index of the link of an empty href ("#top"), and the number of links before another href with the
// same target, as in evidence.Open. Such a link names the page that has it, so it only counts if the page has another
// base. So / and /index.html have the same links.
func (l *linker) own(ownBase bool) (own, at int) {
	within, has := l.hrefs[""]
	if !has || !ownBase || l.resolved[within] < 0 {
		return 0, 0
	}
	link, known := int(l.resolved[within]), 0
	for i, other := range l.resolved {
		if int(other) == link && i != within {
			if i < within {
				return 0, 0
			}
			return link + 1, known
		}
		known = max(known, int(other)+1)
	}
	return link + 1, 0
}

// open begins the digest of a content. It returns nil if links do not count for the key.
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

// say records the texts of a link, merging equal ones. A URL has few texts on a page.
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

func (l *linker) keep(a *site.Anchor, link int32) {
	longest := longestExternal
	if link < 0 {
		longest = l.limits.MaxURLLength
	}
	l.answer.Occurrences = append(l.answer.Occurrences, evidence.Occurrence{Element: a.Element,
		Href: evidence.Clip(a.Href, longest), Text: a.Text, Rel: evidence.Clip(a.Rel, 200),
		Link: max(0, int(link)+1)})
}

// resolver resolves hrefs to targets.
type resolver struct {
	normaliser *site.Normaliser
	origin     site.URL
	rewrite    site.URL // another origin whose links count as internal; zero for none
	maxLength  int      // maximum length of the site's own URLs, in bytes
}

// longestExternal is the maximum length of other sites' URLs, which are never fetched.
const longestExternal = 64 << 10

func tooLong(bound int) site.LinkFault { return site.LinkFault{Kind: site.FaultTooLong, Bound: bound} }

// resolve resolves an href or returns its fault. For a URL that is too long for any site but on the page's own host,
// the fault names the limit of the site.
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

// slashed reports whether an href with a scheme has // after it. Browsers repair "https:/host" to a URL of another
// site. It is the author's mistake, so it counts as a bad link.
func slashed(href string) bool {
	_, rest, _ := strings.Cut(href, ":")
	return len(rest) >= 2 && strings.IndexByte(`/\\`, rest[0]) >= 0 && strings.IndexByte(`/\\`, rest[1]) >= 0
}
