package identity

import (
	"cmp"
	"slices"
	"strings"

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
		r.tested.groups[reduced] = append(r.tested.groups[reduced], member{place, used})
	}
	r.tested.count(classes)
	return plain.stand(stands)
}

// StandsFor returns the page that a rule makes of a URL that was not fetched; NoURL if none does. That page's URL is
// one that links led to.
func (s *Identity) StandsFor(key evidence.URLID) evidence.URLID {
	if s == nil || len(s.Rules.List) == 0 {
		return evidence.NoURL
	}
	found := s.Rules.ruled.Get(key)
	if found == 0 {
		found = s.Rules.lookUp(key)
	}
	if found < 0 {
		return evidence.NoURL
	}
	return evidence.URLID(found - 1)
}

func (r *Rules) lookUp(key evidence.URLID) int32 {
	p := r.masked.pages
	text, found := p.known.URLs.String(key), int32(-1)
	if reduced, used := r.learnt.Reduce(text); !dedup.HeldOut(text) && r.tested.holds(reduced, used) {
		if pages := r.tested.groups[reduced]; len(pages) > 0 {
			found = int32(p.key(pages[0].place)) + 1
		}
	}
	r.ruled.Set(key, found, p.known.URLs.Len())
	return found
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

// Of the URLs of a page the plainest represents it: what means nothing is left out of it as far as it can be. So two
// crawls name a page alike, whatever sessions they had.

// spelling is how a URL writes a page: how many rules change it, sessions apart, whether it has a session, what is
// left without that, and the URL itself.
type spelling struct {
	rules   int
	session bool
	plain   string
	url     string
}

func (s spelling) compare(o spelling) int {
	return cmp.Or(cmp.Compare(s.rules, o.rules), dedup.CompareBool(s.session, o.session),
		strings.Compare(s.plain, o.plain), strings.Compare(s.url, o.url))
}

// spell returns how a URL writes a page, and the URL as the rules write it.
func (r *Rules) spell(url string) (of spelling, reduced string, used []int) {
	reduced, used = r.learnt.Reduce(url)
	of = spelling{rules: len(used), plain: url, url: url}
	for _, rule := range used {
		if r.List[rule].Kind == site.RuleSession {
			of.rules, of.session = of.rules-1, true
		}
	}
	if of.plain = r.plainly(url); of.plain != url {
		of.session = true
	}
	return of, reduced, used
}

// withoutSessions returns a URL without the sessions that are known to mean nothing.
func (r *Rules) withoutSessions(url string) string {
	if !r.learnt.HaveSessions() {
		return url
	}
	return r.masked.masks.Plain(url)
}

// plainly is withoutSessions, which it remembers: the URLs that wait are spelled at every portion.
func (r *Rules) plainly(url string) string {
	if !r.learnt.HaveSessions() {
		return url
	}
	plain, known := r.plain[url]
	if known {
		return plain
	}
	if plain = r.withoutSessions(url); len(r.plain) == maxPlain {
		clear(r.plain)
	}
	r.plain[url] = plain
	return plain
}

// maxPlain is how many URLs are kept without their sessions.
const maxPlain = 1 << 15

// Shuffle sorts URLs by the hashes of what they are without sessions.
func (r *Rules) Shuffle(keys []evidence.URLID) {
	urls := r.masked.pages.known.URLs
	if !r.learnt.HaveSessions() {
		urls.SortByHash(keys)
		return
	}
	urls.SortByHashOf(keys, func(key evidence.URLID) []byte {
		return []byte(r.plainly(urls.String(key)))
	})
}

// Plainest returns keys, in their order: of those that the rules make one the plainest, and those that test the rules.
func (r *Rules) Plainest(keys []evidence.URLID) []evidence.URLID {
	if len(r.List) == 0 {
		return keys
	}
	urls := r.masked.pages.known.URLs
	best := map[string]spelling{}
	for _, key := range keys {
		of, reduced, _ := r.spell(urls.String(key))
		if was, known := best[reduced]; !known || of.compare(was) < 0 {
			best[reduced] = of
		}
	}
	plainest := map[string]bool{}
	for _, of := range best {
		plainest[of.url] = true
	}
	return slices.DeleteFunc(keys, func(key evidence.URLID) bool {
		url := urls.String(key)
		return !plainest[url] && !dedup.HeldOut(url)
	})
}

// PlainestOf returns, by number, the plainest of the URLs that name a page, where URLs have sessions. names returns the
// number of the page that a key names, -1 if it names none.
func (s *Identity) PlainestOf(names func(key evidence.URLID) (page int)) map[int]evidence.URLID {
	if s == nil || !s.Rules.learnt.HaveSessions() {
		return nil
	}
	urls := s.pages.known.URLs
	best, of := map[int]evidence.URLID{}, map[int]spelling{}
	for key := range evidence.URLID(urls.Len()) {
		page := names(key)
		if page < 0 {
			continue
		}
		spelled, _, _ := s.Rules.spell(urls.String(key))
		if was, known := of[page]; !known || spelled.compare(was) < 0 {
			best[page], of[page] = key, spelled
		}
	}
	return best
}

// plainPages are, of each class, whether a rule changes the URL of one of its pages, and its plainest page.
type plainPages map[int32]plainPage

type plainPage struct {
	spelling
	place int32
	ruled bool
}

func (p plainPages) note(class, place int32, of spelling) {
	was, known := p[class]
	ruled := was.ruled || of.rules > 0 || of.session
	if !known || of.compare(was.spelling) < 0 {
		was.spelling, was.place = of, place
	}
	was.ruled = ruled
	p[class] = was
}

// stand has the plainest page represent the others of its class if no rule changes its URL, unless one does by its own
// word. It returns the classes where it does.
func (p plainPages) stand(stands []int32) map[int32]bool {
	byPlain := map[int32]bool{}
	for class, page := range p {
		if page.ruled && page.rules == 0 && !page.session && stands[class] == 0 {
			stands[class] = page.place + 1
			byPlain[class] = true
		}
	}
	return byPlain
}
