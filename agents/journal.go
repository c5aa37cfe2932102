package agents

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"sitegraph/extractor"
	"sitegraph/site"
)

// The kinds of record, by their first byte. The rest is JSON.
const (
	kindHeader = 'h' // the settings
	kindRobots = 'r' // the robots.txt of a host
	kindVisit  = 'v' // a visit
)

// headerRecord begins a journal.
type headerRecord struct {
	Settings map[string]string
}

// robotsRecord is a site.HostRobots; a robots.txt need not be UTF-8.
type robotsRecord struct {
	site.HostRobots
	Text []byte
}

// visitRecord is a visit that was committed: all that a search goes by.
type visitRecord struct {
	Agent int         `json:"a"`
	Key   string      `json:"k"`
	URL   string      `json:"u,omitempty"` // the one fetched, unless it is the key
	State site.State  `json:"s"`
	Why   site.Reason `json:"w,omitzero"`
	// Status is the HTTP status.
	Status int         `json:"c,omitempty"`
	To     *target     `json:"t,omitempty"` // of a redirect that leads somewhere
	Digest site.Digest `json:"d,omitzero"`
	// Page, Values (in millionths), Terms and Links are those of a page whose
	// content is new.
	Page   *site.Page   `json:"p,omitempty"`
	Values []int64      `json:"v,omitempty"`
	Terms  []string     `json:"m,omitempty"`
	Links  []linkRecord `json:"l,omitempty"`
}

// target is where a redirect leads.
type target struct {
	URL, Key string
	LeftOut  bool `json:",omitempty"`
}

// linkRecord is a URL that a page links to.
type linkRecord struct {
	// Key and URL are given where the URL becomes known, else Known is its
	// number + 1. URL is empty where it is the key.
	Key   string `json:"k,omitempty"`
	URL   string `json:"u,omitempty"`
	Known int32  `json:"n,omitempty"`
	// Count is the number of links - 1.
	Count  int     `json:"c,omitempty"`
	Values []int64 `json:"v,omitempty"` // in millionths; none if all are 0
	Anchor string  `json:"t,omitempty"` // of the link that is worth most, if the search goes by it
}

// millionths are the units in which values are kept: what decides is what the
// files show.
const millionths = 1e6

// append has a visit on its way to the journal.
func (s *search) append(r *visitRecord) error {
	b, err := encode(kindVisit, r)
	if err != nil || s.frozen {
		return err
	}
	if s.records = append(s.records, b); len(s.records) >= 64 {
		return s.save()
	}
	return nil
}

// appendRobots does so with a robots.txt.
func (s *search) appendRobots(r site.HostRobots) error {
	if s.frozen {
		return nil
	}
	text := []byte(r.Robots.Text)
	r.Robots.Text = ""
	b, err := encode(kindRobots, robotsRecord{HostRobots: r, Text: text})
	s.records = append(s.records, b)
	return err
}

// save brings the records to the journal.
func (s *search) save() error {
	if len(s.records) == 0 {
		return nil
	}
	err := s.Journal.Append(s.records)
	s.records = s.records[:0]
	return err
}

func encode(kind byte, record any) ([]byte, error) {
	b, err := json.Marshal(record)
	if err != nil {
		return nil, fmt.Errorf("record of the search: %w", err)
	}
	return append([]byte{kind}, b...), nil
}

// resume brings the search to where earlier runs left it. It asks the agents
// their decisions again and commits what the journal has of them.
func (s *search) resume() error {
	first := true
	for record, err := range s.Journal.Replay() {
		if err != nil {
			return err
		}
		if len(record) == 0 || first != (record[0] == kindHeader) {
			return errRecord
		}
		first = false
		if err := s.replay(record[0], record[1:]); err != nil {
			return err
		}
	}
	if !first {
		return nil
	}
	b, err := encode(kindHeader, headerRecord{Settings: s.Settings})
	s.records = append(s.records, b)
	return err
}

// replay takes a record of an earlier run.
func (s *search) replay(kind byte, record []byte) error {
	switch kind {
	case kindHeader:
		var h headerRecord
		if err := decode(record, &h); err != nil {
			return err
		}
		return extractor.Fits(h.Settings, s.Settings)
	case kindRobots:
		var r robotsRecord
		if err := decode(record, &r); err != nil {
			return err
		}
		if u, err := site.Parse(r.Origin + "/"); err != nil || u.Origin() != r.Origin {
			return errRecord
		}
		r.Robots.Text = string(r.Text)
		if judged := s.Robots.Judge(r.Robots); judged.Retry {
			s.hosts.of(r.Origin).seen = &r.Robots
		} else {
			s.hosts.of(r.Origin).rule(judged)
		}
		return nil
	case kindVisit:
		var r visitRecord
		if err := decode(record, &r); err != nil {
			return err
		}
		return s.repeat(&r)
	}
	return errRecord
}

func decode(record []byte, into any) error {
	if err := json.Unmarshal(record, into); err != nil {
		return fmt.Errorf("%w (%w)", errRecord, err)
	}
	return nil
}

// repeat makes the decision of an earlier run again and commits it. A smaller
// budget makes an end before.
func (s *search) repeat(r *visitRecord) error {
	if s.frozen {
		return nil
	}
	s.decide()
	switch {
	case len(s.open) == 0:
		return misfit("visit %d, of %s, was not decided about", len(s.visits)+1, r.Key)
	case !s.within(0):
		s.frozen = true
		return nil
	}
	d := s.open[0]
	if d.agent != r.Agent || s.places.key(d.url) != r.Key {
		return misfit("visit %d is of %s, not of %s", len(s.visits)+1, r.Key, s.places.key(d.url))
	}
	if err := s.check(r); err != nil {
		return err
	}
	if r.Page != nil {
		s.Values.Learn(r.Terms)
	}
	return s.commit(s.close(0), r)
}

// check refuses a record that is none of this search.
func (s *search) check(r *visitRecord) error {
	number := len(s.Agents)
	right := slices.Contains(visitStates, r.State) && isURL(cmp.Or(r.URL, r.Key)) &&
		(r.To != nil) == (r.State == site.StateHop) && (r.To == nil || isURL(r.To.URL) && r.To.Key != "") &&
		(r.Page == nil || r.State == site.StatePage && len(r.Values) == number) &&
		(r.Page != nil || len(r.Links) == 0)
	for _, l := range r.Links {
		right = right && (len(l.Values) == 0 || len(l.Values) == number) && !slices.ContainsFunc(l.Values, outside) &&
			l.Count >= 0 && l.Count < math.MaxInt32 && l.Known >= 0 && int(l.Known) <= s.places.count() &&
			(l.Known > 0 || l.Key != "" && isURL(cmp.Or(l.URL, l.Key)))
	}
	if !right || slices.ContainsFunc(r.Values, outside) {
		return fmt.Errorf("visit %d: %w", len(s.visits)+1, errRecord)
	}
	return nil
}

// visitStates are the states of a visit.
var visitStates = []site.State{site.StatePage, site.StateHop, site.StateRedirectBad, site.StateNotHTML,
	site.StateStatus, site.StateRefused, site.StateFailed, site.StateRobots, site.StateRobotsUnavailable,
	site.StateUnreachable, site.StateLimit}

func isURL(text string) bool {
	_, err := site.Parse(text)
	return err == nil
}

// outside reports whether a value is none from 0 to 1.
func outside(v int64) bool { return v < 0 || v > millionths }
