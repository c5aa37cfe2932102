package extractor

import (
	"errors"
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

	hrefs    map[string]int // href → index in resolved
	resolved []resolved
	of       []int32        // index in resolved of each anchor
	internal map[string]int // URL → index in answer.Internal
	external map[string]int
	outer    map[evidence.OuterLink]int
	bad      map[evidence.BadLink]int
	places   evidence.PlacePacker
}

// resolved is an href with its place among the answer's links.
type resolved struct {
	evidence.Target
	index int
}

func (l *linker) take(anchors []site.Anchor) {
	if limit := l.limits.LinksPerPage; limit > 0 && len(anchors) > limit {
		l.answer.Dropped = len(anchors) - limit
		anchors = anchors[:limit]
	}
	distinct := min(len(anchors)/2+1, 4096) // a guess: menus repeat
	l.hrefs = make(map[string]int, distinct)
	l.resolved = make([]resolved, 0, distinct)
	l.of = make([]int32, 0, len(anchors))
	l.internal = make(map[string]int, distinct)
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
		l.addBad(a, r.Fault)
		l.places.Note(evidence.ListBad, 0, a.Place)
	case r.Internal:
		l.answer.Internal[r.index].Count++
		l.places.Note(evidence.ListInternal, r.index, a.Place)
	default:
		l.answer.External[r.index].Count++
		l.places.Note(evidence.ListExternal, r.index, a.Place)
		l.addOuter(a, r.URL)
	}
	if l.keepTexts && !r.Fault.Failed() {
		i := findOrAdd(&l.said, &l.answer.Anchors, a.AnchorText,
			evidence.Anchor{URL: r.URL, Key: r.Key, Text: a.Text, Around: a.Around})
		l.answer.Anchors[i].Count++
	}
	if l.limits.KeepLinks {
		l.keep(a, r.Target)
	}
}

// place finds or makes the link of a URL.
func (l *linker) place(t evidence.Target) int {
	switch {
	case t.Fault.Failed():
		return -1
	case t.Internal:
		return findOrAdd(&l.internal, &l.answer.Internal, t.URL, evidence.Link{URL: t.URL, Key: t.Key})
	default:
		return findOrAdd(&l.external, &l.answer.External, t.URL, evidence.Link{URL: t.URL, Key: t.Key})
	}
}

// findOrAdd returns the place of a key's value in a list. A new value is
// appended.
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

// targets are the keys of the internal links, each URL once, in the order
// of the source. An empty href ("#top") names the page that it stands in, so
// where that is the base it is left out: / and /index.html have the same links.
func (l *linker) targets(ownBase bool) []string {
	keys := make([]string, 0, len(l.answer.Internal))
	seen := make([]bool, len(l.answer.Internal))
	within, has := l.hrefs[""]
	for i, r := range l.resolved {
		if !r.Fault.Failed() && r.Internal && !seen[r.index] && !(has && i == within && ownBase) {
			seen[r.index] = true
			keys = append(keys, r.Key)
		}
	}
	return keys
}

func (l *linker) addOuter(a *site.Anchor, url string) {
	if l.limits.KeepTexts {
		o := evidence.OuterLink{URL: url, Text: a.Text, Rel: evidence.Clip(a.Rel, 200)}
		i := findOrAdd(&l.outer, &l.answer.Outer, o, o)
		l.answer.Outer[i].Count++
	}
}

func (l *linker) addBad(a *site.Anchor, fault site.LinkFault) {
	b := evidence.BadLink{Href: evidence.Clip(a.Href, l.limits.MaxURLLength), Fault: fault, Text: a.Text}
	i := findOrAdd(&l.bad, &l.answer.Bad, b, b)
	l.answer.Bad[i].Count++
}

func (l *linker) keep(a *site.Anchor, t evidence.Target) {
	longest := longestExternal
	if t.Fault.Failed() {
		longest = l.limits.MaxURLLength
	}
	l.answer.Occurrences = append(l.answer.Occurrences, evidence.Occurrence{Element: a.Element,
		Href: evidence.Clip(a.Href, longest),
		URL:  t.URL, Text: a.Text, Rel: evidence.Clip(a.Rel, 200), Internal: t.Internal})
}

// resolver makes targets of hrefs. It knows which of them are the site's own.
type resolver struct {
	normaliser *site.Normaliser
	origin     site.URL
	rewrite    site.URL // links there are the site's own too; zero: none
	scope      *site.Scope
	maxLength  int // of the site's own URLs, in bytes
}

// longestExternal bounds the URLs of other sites, which are never fetched.
const longestExternal = 64 << 10

// resolve makes an href a target: ours, another site's, or unusable.
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
	t, bound := evidence.Target{URL: r.normaliser.Address(u)}, longestExternal
	if len(t.URL) <= bound {
		t.Key = r.normaliser.KeyOf(u, t.URL)
	}
	if t.Internal = r.scope.Has(u, t.Key); t.Internal {
		bound = r.maxLength
	}
	if len(t.URL) > bound {
		return evidence.Target{Fault: site.LinkFault{Kind: site.FaultTooLong, Bound: bound}}
	}
	return t
}

// slashed reports whether an href with a scheme of its own has // behind it.
// Browsers repair "https:/host" to a URL of another site; it is the
// author's mistake, so it counts among the bad links.
func slashed(href string) bool {
	_, rest, _ := strings.Cut(href, ":")
	return len(rest) >= 2 && strings.IndexByte(`/\\`, rest[0]) >= 0 && strings.IndexByte(`/\\`, rest[1]) >= 0
}
