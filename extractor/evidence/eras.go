package evidence

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/site"
)

// A site begins again when its home page leads to another origin, or when the user wants another scope or other start
// pages. Its answers stay known, because they do not depend on the scope. But they depend on SiteRecord.Rewrite, which
// says whether links to another scheme count as internal. The answers under one such rule are an era with its own table
// of URLs. An era continues when the site begins again under its rule.
type eras struct {
	others map[string]*Known // the other eras, by SiteRecord.Rewrite
	spans  [][2]int          // the ranges of this era's records
}

// Has reports whether a record belongs to this era.
func (e *eras) Has(record int) bool {
	return slices.ContainsFunc(e.spans, func(s [2]int) bool { return s[0] <= record && record < s[1] })
}

// begin takes a site record. Earlier decisions become void. If other settings began the site again, all answers wait to
// be recalled. If a home page led to another origin, earlier answers stop counting.
func (in replay) begin(record []byte) error {
	var r SiteRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	scope, members, err := r.scope()
	if err != nil {
		return err
	}
	again := in.n.Site.Origin != "" && len(r.Passed) == 0
	if in.n.spans == nil || r.Rewrite != in.n.Site.Rewrite {
		again = in.turnTo(r.Rewrite)
	}
	if again {
		in.n.Anew, in.n.AnewFrom = true, in.n.Records
		in.noteSettled()
	} else if !in.n.Anew {
		// The origin of the answers so far led to another one.
		in.n.drop(func(int32) bool { return true })
		in.n.Twins, in.n.heldTwins, in.n.totals = nil, nil, totals{}
	}
	in.n.Site, in.n.Members = r, members
	in.reorder()
	in.n.URLs.SetScope(scope, in.n.Site.Longest)
	for a := range in.n.each {
		if err := in.n.URLs.judge(a); err != nil {
			return err
		}
	}
	if in.n.drop(in.lacks); again { // an answer that lacks data is requested again
		in.n.recallPassed(in.lacks)
	}
	refused := in.n.End.Reason == site.EndedRefused
	if in.n.End = (EndRecord{}); refused {
		in.n.End.Reason = site.EndedRefused // refused URLs are requested again
	}
	in.n.Starts = []URLID{in.n.URLs.Add(r.Start, r.Key)}
	if r.Watched {
		in.n.Watch()
	}
	in.list()
	return nil
}

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

// turnTo continues the era of a rule or begins it. It reports whether the era was known.
func (in replay) turnTo(rewrite string) (known bool) {
	at := in.n.Records - 1
	others := in.n.others
	if in.n.spans != nil {
		before := *in.n
		before.spans[len(before.spans)-1][1] = at
		if others == nil {
			others = map[string]*Known{}
		}
		others[in.n.Site.Rewrite] = &before
	}
	next, known := others[rewrite]
	if !known {
		next = NewKnown()
		if in.n.Titles != nil {
			next.Titles = map[URLID]string{}
		}
	}
	delete(others, rewrite)
	next.Records, next.KeepWords, next.loading = in.n.Records, in.n.KeepWords, in.n.loading
	next.others, next.spans = others, append(next.spans, [2]int{at, math.MaxInt})
	*in.n = *next
	return known
}

// lacks reports whether an answer, given as 1 + its place, is a page that lacks data for the key.
func (in replay) lacks(place int32) bool {
	a := in.n.Answers[place-1]
	return a.Outcome == OutPage && (in.n.Site.Stable && a.Pieced == nil || in.n.Site.Texts && a.Open == nil)
}
