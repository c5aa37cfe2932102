package identity

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// likeness is the result of comparing two pages with equal texts.
type likeness int

const (
	different likeness = iota
	alike
	// undecided pages are alike but say little, or differ in links to unknown targets: by an id, or by a parameter
	// that distinguishes other pages.
	undecided
)

// A page is compared with at most maxGroups groups of its bucket, and with maxMembers pages of each group. The links of
// one URL of a page may show that two pages are one although the links of another URL do not.
const (
	maxGroups  = 32
	maxMembers = 4
)

// comparer compares pages with equal texts. It is recreated when the masks change.
type comparer struct {
	pages  *pages
	masked *maskedPages
	links  *anatomies
	frames *frames
	placed map[int32]laidOut // by place
	shown  shown             // nil until needed
	parts  *parts            // nil until needed
}

func (r *comparer) forget() {
	r.frames.site, r.frames.around, r.shown, r.parts = nil, nil, nil, nil
}

func (r *comparer) own(place int32) *anatomy { return r.links.get(r.pages.key(place)) }

// isNoPage reports whether a URL leads to no page, judging by the answers to similar URLs.
func (r *comparer) isNoPage(key evidence.URLID) bool {
	if r.shown == nil {
		r.shown = countShown(r.pages.known)
	}
	return r.shown.isNoPage(r.pages.known.URLs.String(key))
}

// joinAlike joins each set of pages in a bucket with the first group that contains a similar page. It returns the
// undecided pairs.
func (r *comparer) joinAlike(joined site.Sets, bucket [][]int32, last *earlier) (open [][2]int32) {
	var groups [][]int32
	for _, set := range bucket {
		at := -1
		for i := 0; i < len(groups) && at < 0; i++ {
			switch v, pair := r.compareAll(groups[i], set, last); v {
			case alike:
				joined.Join(pair[0], pair[1])
				at = i
			case undecided:
				open = append(open, pair)
			}
		}
		switch {
		case at < 0 && len(groups) < maxGroups:
			groups = append(groups, set)
		case at >= 0 && len(groups[at]) < maxMembers:
			groups[at] = append(slices.Clip(groups[at]), set[:min(len(set), maxMembers-len(groups[at]))]...)
		}
	}
	return open
}

// compareAll compares the pages of two sets. It returns the best result and its pair.
func (r *comparer) compareAll(of, other []int32, last *earlier) (best likeness, pair [2]int32) {
	for _, a := range of {
		for _, b := range other {
			v := r.compare(a, b, last)
			if v == alike {
				return v, [2]int32{a, b}
			}
			if v == undecided && best == different {
				best, pair = v, [2]int32{a, b}
			}
		}
	}
	return best, pair
}

// laidOut is a page prepared for comparison: its links in order, without the masked ones, and the hashes of those texts
// that are ids.
type laidOut struct {
	spots []spot
	ids   map[uint64]bool
}

type spot struct {
	key   evidence.URLID // the link's target
	after int            // number of texts before it
	label uint64         // the text after it
	named bool           // whether that text is an id
}

// compare compares two pages with equal texts. Pages that say little and differ in a parameter that distinguishes other
// pages are undecided, because "0 files changed" is true of many commits.
func (r *comparer) compare(a, b int32, last *earlier) likeness {
	c := r.comparison(a, b, last)
	found := c.compare()
	if found == alike && last != nil && last.trials.mayMatter(parametersIn(r.pages.url(a), r.pages.url(b))) &&
		r.frames.saysLittle(a) {
		return undecided
	}
	return found
}

// compare compares the links of two pages place by place.
func (c *comparison) compare() likeness {
	one, other := c.layOut(c.a), c.layOut(c.b)
	if !slices.EqualFunc(one.spots, other.spots, func(l, m spot) bool { return l.after == m.after }) {
		return different
	}
	found := alike
	for i, l := range one.spots {
		m := other.spots[i]
		if l.key == m.key || c.masked.linkSum(l.key) == c.masked.linkSum(m.key) {
			continue
		}
		c.frames.need()
		d := c.difference(l, m)
		v := c.judge(d)
		if v != alike && c.isNamed(l.key, c.ownA) && c.isNamed(m.key, c.ownB) {
			if v = different; c.returns(l.key, c.a) && c.returns(m.key, c.b) {
				v = alike
			}
		}
		switch {
		case v == alike:
		case v == different && !c.named(d):
			return different
		default:
			found = undecided
		}
	}
	return found
}

// judge compares two links at the same place. They may differ where they repeat the URL of their page, or if they lead
// to the same page. Otherwise the result depends on whether they differ in a parameter that matters elsewhere.
func (c *comparison) judge(d *difference) likeness {
	r := c.comparer
	tag, isFile := r.file(d.l)
	other, files := r.file(d.m)
	files = files && isFile
	if d.apart && d.written == alike && r.pages.known.URLs.Outside(d.l) || files && tag != other {
		return different
	}
	targets, written := r.targets(d.l, d.m, c.last), d.written
	if targets == different && r.isOf(d.l, c.a, c.last) && r.isOf(d.m, c.b, c.last) {
		targets = alike // each link leads to its own page
	}
	switch {
	case targets == alike:
		return alike
	case written != alike && d.own && r.leadNowhere(d):
		return alike // nothing more will be known about their targets
	case written != alike && (d.named || r.frames.site[d.label]):
		return undecided // a menu may lead elsewhere, and an id determines the target
	case written == different, written == undecided && targets == different:
		return different
	case written == undecided:
		return undecided
	case c.last != nil && targets == undecided && d.apart &&
		(files && tag == site.Digest{} || !files && d.plain && !r.leadNowhere(d)):
		return undecided // nothing else may tell the pages apart
	case c.last == nil || d.named || r.frames.site[d.label]:
		return alike // an id, or a link that each page has to views of itself
	case d.above:
		return alike // a breadcrumb shows the place of a page, not its content
	case targets == different:
		return different
	case r.leadNowhere(d):
		return alike // nothing more will be known about their targets
	case d.extends:
		return alike // the page itself, with options
	case c.last.trials.matters(parametersIn(r.pages.known.URLs.String(d.l), r.pages.known.URLs.String(d.m))):
		return undecided
	}
	return alike
}

// isNamed reports whether a parameter of a page's own URL names a link, as that of a login page names the page before.
func (r *comparer) isNamed(link evidence.URLID, own *anatomy) bool {
	target := r.links.get(link)
	return slices.ContainsFunc(own.components[len(own.path()):], func(c component) bool {
		return r.links.isWhole(c.value, target)
	})
}

// returns reports whether a link leads back to a page that has a link to this one. A notice before a link that leads
// away names its target, too, but the target does not know it.
func (r *comparer) returns(link evidence.URLID, place int32) (back bool) {
	n := r.pages.known
	if before, known := r.pages.placeOf(link); known {
		n.URLs.EachInside(n.Answers[before].Links, func(url evidence.URLID, _ uint32) {
			back = back || n.URLs.Key(url) == r.pages.key(place)
		})
	}
	return back
}

// leadNowhere reports whether neither of two links leads to a page, judging by the answers to similar URLs.
func (r *comparer) leadNowhere(d *difference) bool { return r.isNoPage(d.l) && r.isNoPage(d.m) }

// file returns the digest of a file's ETag, or zero without one. ok is false if the URL is not a file.
func (r *comparer) file(key evidence.URLID) (tag site.Digest, ok bool) {
	n := r.pages.known
	if a := n.Answer(n.Follow(n.URLs.Key(key), n.Answer)); a != nil && a.Outcome == evidence.OutNotHTML {
		return a.Digest, true
	}
	return tag, false
}

// targets compares the target pages of two links. The result is undecided if either is unknown.
func (r *comparer) targets(l, m evidence.URLID, last *earlier) likeness {
	a, known := r.pages.placeOf(l)
	b, both := r.pages.placeOf(m)
	if last == nil || !known || !both {
		return undecided
	}
	if last.classes[a] == last.classes[b] {
		return alike
	}
	return different
}

// isOf reports whether a URL shows a known page.
func (r *comparer) isOf(key evidence.URLID, page int32, last *earlier) bool {
	place, known := r.pages.placeOf(key)
	return last != nil && known && last.classes[place] == last.classes[page]
}

func (r *comparer) layOut(place int32) laidOut {
	if known, ok := r.placed[place]; ok {
		return known
	}
	all := r.pages.pieces(r.pages.known.Answers[place]).All
	out := laidOut{ids: map[uint64]bool{}}
	texts := 0
	for i, key := range r.masked.keys(all) {
		switch p := &all[i]; {
		case key == 0, p.IsMarkup():
		case p.Link == 0:
			texts++
			if dedup.IsNumber(p) {
				out.ids[p.Text] = true
			}
		default:
			l := spot{key: keyOf(p), after: texts}
			if next := slices.IndexFunc(all[i+1:], isShown); next >= 0 && all[i+1+next].IsText() {
				l.label, l.named = all[i+1+next].Text, dedup.IsNumber(&all[i+1+next])
			}
			out.spots = append(out.spots, l)
		}
	}
	r.placed[place] = out
	return out
}

func isShown(p site.Piece) bool { return !p.IsMarkup() }
