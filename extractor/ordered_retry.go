package extractor

import "sitegraph/extractor/evidence"

// retry requests failures of earlier runs again where that is wanted. A crawl of
// one site that has nothing but failures is no finished one.
func (o *Ordered) retry() error {
	if o.Agents != nil || o.Budget > 0 && o.spent >= o.Budget { // a search has been decided anew, if that is wanted
		return nil
	}
	alone := len(o.sites) == 1
	for i := range o.sites {
		if !o.standings[i].opened || !o.RetryFailed && !alone && !o.standings[i].paused {
			continue
		}
		s, err := o.site(i)
		if err != nil {
			return err
		}
		keys := s.failed()
		wanted := o.RetryFailed || alone && len(keys) >= s.known.Fetched+s.known.Barred || o.standings[i].paused
		if len(keys) == 0 || s.hasAll() || s.stop.NeverBegan() && !s.silent || !wanted {
			continue
		}
		if err := s.memory.note(evidence.KindAgain, evidence.AgainRecord{At: s.parts.Now().UTC(),
			After: o.number}); err != nil {
			return err
		}
		s.build.Forgive()
		s.speak()
		o.standings[i].retried = o.number
		o.again(i, keys)
		if err := o.putAway(); err != nil {
			return err
		}
	}
	return nil
}

// again makes decisions of URLs that are requested once more.
func (o *Ordered) again(i int, keys []evidence.URLID) {
	for _, k := range keys {
		if n := o.sites[i].numbers.Get(k); n != 0 { // else a sitemap lists it
			o.Again(i, uint32(n-1))
		}
	}
	for _, page := range o.standings[i].left {
		o.Again(i, page)
	}
	o.standings[i].left, o.standings[i].paused = nil, false
}
