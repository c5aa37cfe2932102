package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/site"
)

// A search that is watched is decided again by each iteration. While the checks of one go on, it is what it was before:
// what they brought waits for the decisions to come.

// Decided returns the journal of a search as it was when all was decided by what it holds. Ending is how the last run
// ended; checking says that the checks of an iteration go on, or that nothing was decided since.
func Decided(j evidence.Journal) (decided evidence.Journal, ending site.Ending, checking bool, err error) {
	place, begun := 0, 0
	for record, err := range j.Replay() {
		if err != nil {
			return nil, "", false, err
		}
		switch place++; {
		case len(record) == 0:
		case record[0] == evidence.KindIteration:
			begun, ending = place, ""
		case record[0] == evidence.KindAnew:
			begun = 0
		case record[0] == evidence.KindEnd:
			var end evidence.EndRecord
			if err := evidence.ReadEvent(record, &end); err != nil {
				return nil, "", false, err
			}
			ending = end.Reason
		}
	}
	if begun > 0 {
		j = cutJournal{j, begun - 1}
	}
	return j, ending, begun > 0, nil
}

// Seen says when the pages of normalized URLs were seen, which are visits of a search; nil if it is not watched.
func (vs *Visits) Seen(keys []string) (*site.SearchTimes, error) {
	s, err := vs.crawl.site(0)
	if err != nil {
		return nil, err
	}
	var pages []evidence.URLID
	at := map[evidence.URLID]int{}
	for i, key := range keys {
		pages = append(pages, s.known.URLs.Find(key))
		at[pages[i]] = i
	}
	seen := (&graph.Tables{Builder: s.build, Journal: s.parts.Journal}).SeenBy(pages, func(key evidence.URLID) int {
		if place, known := at[key]; known {
			return place
		}
		return -1
	})
	watched, err := seen.Watched(s.parts.Believe)
	if err != nil || watched == nil {
		return nil, err
	}
	times := &site.SearchTimes{Watched: *watched, Keys: keys}
	times.Links, err = seen.Links()
	return times, err
}
