package whatif

import "sitegraph/extractor/evidence"

// sayings are the links of a page with their texts, equal ones as one.
type sayings struct {
	all []evidence.SaidLink
	at  map[saying]int // their places
}

// saying is what makes two links of a page equal.
type saying struct {
	link      int
	text, rel string
}

func (s *sayings) add(k evidence.SaidLink) {
	if s.at == nil {
		s.at = map[saying]int{}
	}
	what := saying{k.Link, k.Text, k.Rel}
	if i, known := s.at[what]; known {
		s.all[i].Count += k.Count
		return
	}
	s.at[what] = len(s.all)
	s.all = append(s.all, k)
}
