package evidence

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// A site is begun again when its home page leads to another origin, and when another scope is wanted, or other start
// pages. Its answers stay known: they do not depend on the scope. But they depend on whether links to another scheme
// are taken for links to the site's own (SiteRecord.Rewrite). What was asked under one such rule is an era, with URLs
// of its own, which goes on when the site is begun again under it.
type eras struct {
	others map[string]*Known // by SiteRecord.Rewrite, those that do not go on
	spans  [][2]int          // the records of this one, from and before
	// passed are the places of answers of origins that led to others, and of those that lack what the key needs; they
	// count when the site is begun again, if they can.
	passed []int32
}

// Has reports whether a record is of the URLs of the era that goes on.
func (e *eras) Has(record int) bool {
	return slices.ContainsFunc(e.spans, func(s [2]int) bool { return s[0] <= record && record < s[1] })
}

// begin takes a site record. The decisions before it are void. Where it begins the site again by other settings, all
// answers wait for being recalled; where a home page led on, those before count no more.
func (n *Known) begin(record []byte) error {
	var r SiteRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	scope, members, err := r.scope()
	if err != nil {
		return err
	}
	again := n.Site.Origin != "" && len(r.Passed) == 0
	if n.spans == nil || r.Rewrite != n.Site.Rewrite {
		again = n.turnTo(r.Rewrite)
	}
	if again {
		n.Anew, n.AnewFrom = true, n.Records
		n.noteSettled()
	} else if !n.Anew {
		n.pass()
	}
	n.Site, n.Members = r, members
	n.reorder()
	if err := n.rejudge(scope); err != nil {
		return err
	}
	if n.passLacking(); again {
		n.recallPassed()
	}
	refused := n.End.Reason == site.EndedRefused
	if n.End = (EndRecord{}); refused {
		n.End.Reason = site.EndedRefused // what was refused is asked for again
	}
	n.Starts = []URLID{n.URLs.Add(r.Start, r.Key)}
	if r.Watched {
		n.Watch()
	}
	n.list()
	return nil
}

// scope is what a record takes for the site.
func (r *SiteRecord) scope() (*site.Scope, *site.Members, error) {
	members, err := site.ReadMembers(r.Members)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if slices.ContainsFunc(r.Sections, func(s string) bool { return !strings.Contains(s, "/") }) {
		return nil, nil, fmt.Errorf("%w: sections", ErrRecord)
	}
	start, err := site.Parse(r.Start)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: start page: %w", ErrRecord, err)
	}
	return site.NewScope(start, members, r.Sections), members, nil
}

// turnTo goes on with the era of a rule. It reports whether there was one.
func (n *Known) turnTo(rewrite string) (known bool) {
	at := n.Records - 1
	others := n.others
	if n.spans != nil {
		before := *n
		before.spans[len(before.spans)-1][1] = at
		if others == nil {
			others = map[string]*Known{}
		}
		others[n.Site.Rewrite] = &before
	}
	next, known := others[rewrite]
	if !known {
		next = NewKnown()
		if n.Titles != nil {
			next.Titles = map[URLID]string{}
		}
	}
	delete(others, rewrite)
	next.Records, next.KeepWords, next.loading = n.Records, n.KeepWords, n.loading
	next.others, next.spans = others, append(next.spans, [2]int{at, math.MaxInt})
	*n = *next
	return known
}

// pass has the answers so far count no more: they are those of an origin that led to another one.
func (n *Known) pass() {
	for _, places := range []Column{n.Of, n.Held} {
		for key, place := range places {
			if place > 0 {
				n.passed = append(n.passed, place)
				places[key] = 0
			}
		}
	}
	for _, place := range n.spelled {
		n.passed = append(n.passed, place)
	}
	clear(n.spelled)
	n.Twins, n.heldTwins, n.totals = nil, nil, totals{}
}

// passLacking drops the pages whose records lack what the key needs: they are requested again.
func (n *Known) passLacking() {
	for _, places := range []Column{n.Of, n.Held} {
		for key, place := range places {
			if place > 0 && n.lacks(place) {
				n.passed = append(n.passed, place)
				places[key] = 0
			}
		}
	}
	maps.DeleteFunc(n.spelled, func(_ URLID, place int32) bool {
		if n.lacks(place) {
			n.passed = append(n.passed, place)
		}
		return n.lacks(place)
	})
}

// lacks reports whether the answer at a place+1 is a page without what the key needs.
func (n *Known) lacks(place int32) bool {
	a := n.Answers[place-1]
	return a.Outcome == OutPage && (n.Site.Stable && a.Pieced == nil || n.Site.Texts && a.Open == nil)
}

// recallPassed has answers that were passed wait for being recalled, but for those that lack something, or where others
// wait.
func (n *Known) recallPassed() {
	slices.Sort(n.passed)
	n.passed = slices.DeleteFunc(slices.Compact(n.passed), func(place int32) bool {
		url := n.Answers[place-1].URL
		key := n.URLs.Key(url)
		switch known := n.Place(key); {
		case n.lacks(place):
			return false
		case known == 0:
			n.Held.Set(key, place, n.URLs.Len())
			return true
		case n.spelled[url] == 0 && n.Answers[known-1].URL != url:
			n.spelled[url] = place
			return true
		}
		return false
	})
}

// rejudge has all answers be judged by a scope.
func (n *Known) rejudge(s *site.Scope) error {
	n.URLs.SetScope(s, n.Site.Longest)
	for i := range n.Answers {
		if err := n.URLs.judge(n.Answers[i]); err != nil {
			return err
		}
	}
	for _, twins := range [][]twin{n.Twins, n.heldTwins} {
		for i := range twins {
			for _, a := range []*Answer{&twins[i].Answer, twins[i].First} {
				if a == nil {
					continue
				}
				if err := n.URLs.judge(a); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
