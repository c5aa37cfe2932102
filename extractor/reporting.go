package extractor

import (
	"fmt"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// mostTimes is how often one run may request a normalized URL, in all its spellings. A crawl needs it once, a check
// once more, and key stable a few second requests. Whoever asks so often never learns the answer, and would never end.
const mostTimes = 10

// countTimes counts the requests for the normalized URL of an answer. The error ends the crawl of the site.
func (w *walk) countTimes(a *evidence.Fetched) error {
	key := w.known.URLs.Find(a.Key)
	if more := int(key) + 1 - len(w.times); more > 0 {
		w.times = append(w.times, make([]uint8, more)...)
	}
	if w.times[key]++; w.times[key] < mostTimes {
		return nil
	}
	return &site.Fault{Cause: fmt.Sprintf("this run has requested %s %d times; the crawl of its site ends here",
		a.Key, mostTimes)}
}

func (w *walk) report(a *evidence.Fetched) error {
	if a.Outcome == evidence.OutForbidden || a.Failure.Class == site.FailRobots {
		return nil
	}
	w.status.asked++
	if a.Outcome == evidence.OutRefused {
		w.status.refused++
	}
	w.timing.Note(a)
	if w.parts.Observer != nil {
		w.showFetch(a)
	}
	return w.countTimes(a)
}

// showFetch tells the observer of the crawl about a fetch.
func (w *walk) showFetch(a *evidence.Fetched) {
	f := a.Fetch(w.known.Site.Origin)
	if f.Level = w.status.depth; w.known.Site.Search {
		f.Site, f.Level = site.OriginIn(a.URL), w.sequence.DepthOf(w.known.URLs.Find(a.Key))
	}
	w.parts.Observer.Fetched(f)
}
