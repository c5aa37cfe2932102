package identity

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Rules decide by their form which URLs are aliases.
type Rules struct {
	// List holds the rules by number.
	List []site.URLRule

	masked *maskedPages
	learnt *dedup.Rules
	plain  map[string]string // by URL: the URL without its sessions; recreated when the masks change
	tested *tested           // the pages on which rules held
	ruled  evidence.Column   // by key: 1 + the key of the page whose alias it is by a rule, -1 for none
}

// learn learns rules from the classes of pages, without the unconfirmed ones, and makes the plainest page of a class
// represent it in stands. It returns the classes where it does.
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
			sample.Class = -1 // the owner says that it is a different page
		}
		samples = append(samples, sample)
	}
	r.learnt = dedup.LearnRules(samples, dedup.CleanParams(n.Robots().Text), r.masked.masks.Sessions())
	r.List, r.ruled = r.learnt.List(), nil
	r.tested = &tested{r.masked, r.List, map[string][]member{}, map[trial][]int{}}
	if len(r.List) == 0 {
		return nil
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

// StandsFor returns the page whose alias an unfetched URL is by a rule, or NoURL without such a rule. The URL of that
// page must have been linked.
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

// Of returns the rule that makes a URL an alias of a page: the first that changes the URL, or otherwise the first that
// changes the URL of the page.
func (r *Rules) Of(key, page evidence.URLID) *site.URLRule {
	for _, k := range []evidence.URLID{key, page} {
		if _, used := r.learnt.Reduce(r.masked.pages.known.URLs.String(k)); len(used) > 0 {
			return &r.List[slices.Min(used)]
		}
	}
	return nil
}

// The plainest URL of a page represents it: the one with the fewest meaningless parts. So two crawls give a page the
// same name even with different sessions.

// spelling is one URL of a page.
type spelling struct {
	rules   int    // number of rules that change it, not counting sessions
	session bool   // it has a session
	plain   string // the URL without the session
	url     string
}

func (s spelling) compare(o spelling) int {
	return cmp.Or(cmp.Compare(s.rules, o.rules), dedup.CompareBool(s.session, o.session),
		strings.Compare(s.plain, o.plain), strings.Compare(s.url, o.url))
}

// spell returns the spelling of a URL, the URL as reduced by the rules, and the rules that reduced it.
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

// withoutSessions returns a URL without its known sessions.
func (r *Rules) withoutSessions(url string) string {
	if !r.learnt.HaveSessions() {
		return url
	}
	return r.masked.masks.Plain(url)
}

// plainly is withoutSessions with a cache, because waiting URLs are spelled in every portion.
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

// maxPlain is the maximum size of the cache.
const maxPlain = 1 << 15

// Shuffle sorts URLs by their hashes without sessions.
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

// Plainest filters keys. Of the keys that rules make one page, it keeps the plainest and the ones that test the rules.
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

// PlainestOf returns the plainest URL of each page if URLs have sessions. names returns the page of a key, or -1 if
// there is none.
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

// plainPages has the plainest page of each class, and whether a rule changes the URL of any of its pages.
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

// stand makes the plainest page of a class represent it, unless a rule changes its URL or a page names another as
// canonical. It returns the classes with such pages.
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
