package identity

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Rules say which URLs are other ones of the same page. There are none until they are learnt.
type Rules struct {
	// List has the rules in the order of their numbers.
	List []site.URLRule

	masked *maskedPages
	learnt *dedup.Rules
	plain  map[string]string // URLs without their sessions, while the masks stay
	tested *tested           // where rules held
	ruled  evidence.Column   // by key: key+1 of the page that a rule makes of it, -1 for none
}

// learn learns rules from the pages by their classes, but for those that are unconfirmed, and has the plainest page
// of a class represent it in stands. It returns the classes where it does.
func (r *Rules) learn(classes, stands []int32, unconfirmed map[int32]bool) (byPlain map[int32]bool) {
	p := r.masked.pages
	n := p.known
	var samples []dedup.Sample
	for place := range int32(len(n.Answers)) {
		a := n.Answers[place]
		if n.Answer(n.URLs.Key(a.URL)) != a {
			continue
		}
		sample := dedup.Sample{URL: p.url(place), Class: -1}
		if p.at(place) != nil {
			sample.Class, sample.Thin = int(classes[place]), r.masked.at[place].size < minKept
		}
		if unconfirmed[place] {
			sample.Class = -1 // its owner says that it is another one
		}
		samples = append(samples, sample)
	}
	r.learnt = dedup.LearnRules(samples, dedup.CleanParams(n.Robots().Text), r.masked.masks.Sessions())
	r.List, r.ruled = r.learnt.List(), nil
	r.tested = &tested{r.masked, r.List, map[string][]member{}, map[trial][]int{}}
	if len(r.List) == 0 {
		return nil // no URL represents another
	}
	plain := plainPages{}
	for place := range p.all() {
		of, reduced, used := r.spell(p.url(place))
		plain.note(classes[place], place, of)
		r.tested.note(reduced, member{place, used})
	}
	r.tested.count(classes)
	return plain.stand(stands)
}

func (r *Rules) standsFor(key evidence.URLID) evidence.URLID {
	if len(r.List) == 0 {
		return evidence.NoURL
	}
	if found := r.ruled.Get(key); found > 0 {
		return evidence.URLID(found - 1)
	} else if found < 0 {
		return evidence.NoURL
	}
	return r.lookUp(key)
}

func (r *Rules) lookUp(key evidence.URLID) evidence.URLID {
	p := r.masked.pages
	text, found := p.known.URLs.String(key), int32(-1)
	if reduced, used := r.learnt.Reduce(text); !dedup.HeldOut(text) && r.tested.holds(reduced, used) {
		if pages := r.tested.groups[reduced]; len(pages) > 0 {
			found = int32(p.key(pages[0].place)) + 1
		}
	}
	r.ruled.Set(key, found, p.known.URLs.Len())
	if found < 0 {
		return evidence.NoURL
	}
	return evidence.URLID(found - 1)
}

// Of returns the rule that made a URL an alias: the first that changed it, or
// else the first that changed the URL which represents it.
func (r *Rules) Of(key, page evidence.URLID) *site.URLRule {
	for _, k := range []evidence.URLID{key, page} {
		if _, used := r.learnt.Reduce(r.masked.pages.known.URLs.String(k)); len(used) > 0 {
			return &r.List[slices.Min(used)]
		}
	}
	return nil
}
