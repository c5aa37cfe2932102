package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A search with key stable learns at the epochs of any order. Its order is not told of single pages: it sees that
// something was learnt, and asks which visits are of one page by now, and which URLs a rule makes one with a page.

// Lessons counts how often a site was learnt from: after each time Identity and Ruled may say something else.
func (vs *Visits) Lessons() int {
	if vs.crawl.sites[0] == nil {
		return 0
	}
	return vs.crawl.sites[0].lessons
}

// Identity is what a page that was visited shares with all that are one with it, by what is known now.
func (vs *Visits) Identity(page uint32) site.Digest {
	s := vs.crawl.sites[0]
	return s.build.Digest(s.keys[page])
}

// Ruled returns the page that a rule makes of a URL, and the rule; false if none does.
func (vs *Visits) Ruled(url uint32) (page uint32, rule *site.URLRule, ok bool) {
	s := vs.crawl.sites[0]
	key := s.keys[url]
	by := s.same.StandsFor(key)
	if by == evidence.NoURL || s.numbers.Get(by) == 0 {
		return 0, nil, false
	}
	return uint32(s.numbers.Get(by) - 1), s.same.Rules.Of(key, by), true
}

// Sameness says at the end of a search what was learnt; nil if pages are told apart by their bytes alone.
func (vs *Visits) Sameness() *site.Sameness {
	if vs.crawl.sites[0] == nil {
		return nil
	}
	return sameness(vs.crawl.sites[0].same)
}

// Varies reports whether a page gave other bytes when it was requested twice.
func (vs *Visits) Varies() bool {
	return vs.crawl.sites[0] != nil && vs.crawl.sites[0].same.Awake()
}

// IsSoft reports at the end of a search whether a page is shown for whatever is missing, and OnlyCanonical whether it
// is one with another by what it names as canonical.
func (vs *Visits) IsSoft(page uint32) bool {
	s := vs.crawl.sites[0]
	return s.same.IsSoft(s.keys[page])
}

// OnlyCanonical: see IsSoft.
func (vs *Visits) OnlyCanonical(page, other uint32) bool {
	s := vs.crawl.sites[0]
	return s.same.OnlyCanonical(s.keys[page], s.keys[other])
}
