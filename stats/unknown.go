package stats

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"

	"sitegraph/site"
)

// Unknown is a figure that unfetched pages could change in any way. Other figures describe the fetched pages.
type Unknown struct {
	Figure string `json:"figure"` // key in stats.json
	Reason string `json:"reason"` // a clause that says why it is unknown
}

const (
	linksUnread  = "these pages may link to pages that were not fetched"
	pathsUnread  = "there may be paths through pages that were not fetched"
	reachedOnce  = "other ways to these pages may lead through pages that were not fetched"
	nearerUnread = "paths through pages that were not fetched may be shorter"
)

// unknownFigures returns the unknown figures of an incomplete crawl. A search has none, because it covers many sites.
func unknownFigures(c *site.Crawl) []Unknown {
	if c.Complete || c.Searched != nil {
		return nil
	}
	return []Unknown{{"sinks", linksUnread}, {"scc", pathsUnread}, {"bow_tie", pathsUnread},
		{"return", pathsUnread}, {"distances", nearerUnread}, {"dominators", reachedOnce}}
}

// UnknownBecause returns why a figure is unknown, or "" if it is known.
func (s *Summary) UnknownBecause(figure string) string {
	i := slices.IndexFunc(s.Unknown, func(u Unknown) bool { return u.Figure == figure })
	if i < 0 {
		return ""
	}
	return s.Unknown[i].Reason
}

// encode writes JSON with null for unknown figures. A value ends where the next key of the same depth begins.
func (s *Summary) encode() ([]byte, error) {
	text, err := indented(s)
	if err != nil {
		return nil, err
	}
	for _, u := range s.Unknown {
		head, value, _ := bytes.Cut(text, []byte("\n  \""+u.Figure+"\": "))
		end := bytes.Index(value, []byte(",\n  \""))
		text = slices.Concat(head, []byte("\n  \""+u.Figure+"\": null"), value[end:])
	}
	return text, nil
}

func indented(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the & of URLs stays readable
	e.SetIndent("", "  ")
	err := e.Encode(value)
	return b.Bytes(), err
}

// Figure is a number that may be unknown, which JSON writes as null.
type Figure float64

// UnknownFigure returns the unknown number.
func UnknownFigure() Figure { return Figure(math.NaN()) }

// Known reports whether the number is known.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) }

// MarshalJSON writes the number, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads the number, or null.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = UnknownFigure()
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}
