package inspect

import (
	"cmp"

	"sitegraph/stats"
)

// Problem is a URL or page with a problem.
type Problem struct {
	// The fields up to Detail are those of problems.csv.
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	URL      string `json:"url"`
	Status   int    `json:"status,omitempty"`
	Detail   string `json:"detail,omitempty"`
	// SourceCount counts the pages that link there, or that have the bad link or the title; Sources are the first.
	SourceCount int      `json:"source_count"`
	Sources     []string `json:"sources,omitempty"`
}

// Asked says which problems are wanted: those that fulfil all of its fields. An empty one wants all.
type Asked struct {
	// Kind, Severity and URL are those of the problem.
	Kind, Severity, URL string
}

// Problems are the kinds of problems of the crawl, and those problems that are wanted.
func (s *Site) Problems(a Asked, limits Limits) (kinds []stats.Problem, some List[Problem], err error) {
	c := collect[Problem](limits)
	if s.Searched != nil {
		some = c.list()
		some.Note = "a search by agents looks for no problems"
		return nil, some, nil
	}
	linked, err := s.Linked()
	if err != nil {
		return nil, some, err
	}
	found, kinds, err := stats.FindProblems(linked)
	if err != nil {
		return nil, some, err
	}
	severity := stats.Severities(kinds)
	for o, err := range found {
		if err != nil {
			return nil, some, err
		}
		wanted := (a.Kind == "" || a.Kind == o.Kind) && (a.URL == "" || a.URL == o.URL) &&
			(a.Severity == "" || a.Severity == severity[o.Kind])
		if wanted {
			c.add(func() Problem { return s.problem(o, severity[o.Kind]) })
		}
	}
	return kinds, c.list(), nil
}

func (s *Site) problem(o stats.Occurrence, severity string) Problem {
	p := Problem{Kind: o.Kind, Severity: severity, URL: o.URL, Status: o.Status, Detail: o.Detail,
		SourceCount: cmp.Or(o.SourceCount, len(o.Sources))}
	for _, id := range o.Sources {
		p.Sources = append(p.Sources, s.Graph.Pages[id-1].URL)
	}
	return p
}
