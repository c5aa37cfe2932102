package stats

import "sitegraph/site"

// Trap is a kind of URLs that came after all others, since its requests gave hardly anything new: a calendar without
// end, say.
type Trap struct {
	Kind     string  `json:"kind"` // as in rules.csv
	Requests int     `json:"requests"`
	Share    float64 `json:"share"`   // of all requests, 0 to 1; 0 if it is not known
	New      int     `json:"new"`     // pages with a content of their own
	Waiting  int     `json:"waiting"` // URLs that were not fetched
	Example  string  `json:"example"`
	// Exclude is a value for the setting exclude that leaves them out, "" if none was found.
	Exclude string `json:"exclude,omitempty"`
}

func traps(s *site.Sameness) (all []Trap) {
	if s == nil {
		return nil
	}
	for _, k := range s.Shapes {
		if k.Deferred {
			all = append(all, Trap{Kind: k.Shape, Requests: k.Requests, Share: Round(k.Share()), New: k.New,
				Waiting: k.Waiting, Example: k.Example, Exclude: k.Exclude})
		}
	}
	return all
}
