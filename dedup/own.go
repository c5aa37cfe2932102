package dedup

// A mask must not hide what tells pages apart: what both answers for one URL have and no answer for another URL has.
// What a site draws at random either shows up on other pages too or does not come twice.

// findOwn finds what tells the pages that were fetched twice apart.
func (l *learner) findOwn() {
	const several = ""
	urls := map[uint64]string{} // the only URL that has it
	for _, t := range l.twins {
		for _, page := range t.pages {
			for i := range page.pieces {
				for _, what := range page.says(i) {
					if url, known := urls[what]; !known {
						urls[what] = t.url
					} else if url != t.url {
						urls[what] = several
					}
				}
			}
		}
	}
	for _, t := range l.twins {
		first := map[uint64]bool{}
		for i := range t.pages[0].pieces {
			for _, what := range t.pages[0].says(i) {
				first[what] = urls[what] == t.url
			}
		}
		t.own = map[uint64]bool{}
		for i := range t.pages[1].pieces {
			for _, what := range t.pages[1].says(i) {
				t.own[what] = first[what]
			}
		}
	}
}

// says is what a piece says: the text or the link, and the markup before it.
func (s *side) says(i int) [2]uint64 {
	p := &s.pieces[i]
	if p.URL != "" {
		return [2]uint64{s.links[i], uint64(p.Gap)}
	}
	return [2]uint64{p.Text, uint64(p.Gap)}
}

// sawOwn counts the pages of whose own the mask would hide something.
func (e *evidence) sawOwn(t *twin, hidden ...uint64) {
	for _, what := range hidden {
		if t.own[what] && (e.own == 0 || e.lastOwn != t.url) {
			e.own, e.lastOwn = e.own+1, t.url
		}
	}
}

// hidesOwn reports whether a mask would hide what tells pages apart, on one page in a share of those that have it.
func (e *evidence) hidesOwn(share int) bool { return e.own > 0 && share*e.own >= e.example.Seen }
