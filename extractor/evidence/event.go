package evidence

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"sitegraph/site"
)

// SiteRecord begins a site, or begins it again, for instance after its home page led to another origin.
type SiteRecord struct {
	Origin  string    `json:"origin"`            // the site's origin
	Start   string    `json:"start"`             // the URL of the start page
	Key     string    `json:"key"`               // the start page's key
	Rewrite string    `json:"rewrite,omitempty"` // another origin whose links count as internal
	Passed  []string  `json:"passed,omitempty"`  // start pages that led to this one
	Notes   []string  `json:"notes,omitempty"`
	Started time.Time `json:"started"`
	// Settings are the settings that affect the graph. A run with other values refuses the state.
	Settings map[string]string `json:"settings,omitempty"`
	PageKey
	Search   bool     `json:"search,omitempty"`    // a search by topical agents
	Watched  bool     `json:"watched,omitempty"`   // whether the site was to be watched from the beginning
	Further  int      `json:"further,omitempty"`   // number of start pages in StartsRecords
	List     bool     `json:"list,omitempty"`      // fetch only the start pages
	Sections []string `json:"sections,omitempty"`  // as in site.NewScope; nil for entire hosts
	Members  []string `json:"members,omitempty"`   // the members of an entity, as named by site.Members
	Others   []string `json:"others,omitempty"`    // origins of its other hosts whose sitemaps count
	AtListed bool     `json:"at_listed,omitempty"` // the crawl also begins at the URLs in sitemaps
	Longest  int      `json:"longest"`             // maximum length of the site's URLs, in bytes
}

// PageKey is the key that identifies pages. If no field is set, it is the key exact.
type PageKey struct {
	Stable bool `json:"stable,omitempty"`  // key stable
	Texts  bool `json:"texts,omitempty"`   // key text
	PerURL bool `json:"per_url,omitempty"` // each URL is a page
}

// StartsRecord has further start pages.
type StartsRecord struct {
	URLs []string `json:"urls"` // the URLs, and their normalized URLs
	Keys []string `json:"keys"`
}

// RobotsRecord stores a robots.txt.
type RobotsRecord struct {
	Seen   site.RobotsSeen `json:"seen"`             // the answer
	Text   []byte          `json:"text"`             // its text, which may not be UTF-8
	Origin string          `json:"origin,omitempty"` // the origin of an entity's member; "" for the start page's
}

// EndRecord ends a run.
type EndRecord struct {
	Budget   int             `json:"budget,omitempty"` // the budget of the run
	Reason   site.Ending     `json:"reason"`           // why the run ended
	Complete bool            `json:"complete"`         // whether nothing was left
	At       time.Time       `json:"at"`               // time of the end
	Robots   site.RobotsSeen `json:"robots,omitzero"`  // the robots.txt that ended the run, if any
	Timing   Timing          `json:"timing,omitzero"`  // durations of pages, for a watched site
}

// done reports whether the run fetched everything that the settings want.
func (e *EndRecord) done() bool {
	return e.Complete || e.Reason == site.EndedMaxPages || e.Reason == site.EndedBudget
}

// AgainRecord voids earlier failures, so that their URLs are requested again.
type AgainRecord struct {
	At    time.Time `json:"at"`              // time of this record
	After int       `json:"after,omitempty"` // the number of the last commit before it
	// Void is set if only the commits after that one are void, because a crash lost another site's commit before them.
	Void bool `json:"void,omitempty"`
}

// AnewRecord has the changed settings with which a crawl is decided again.
type AnewRecord struct {
	Settings map[string]string `json:"settings"` // the settings that affect decisions
}

// Over returns a copy of earlier settings in which those that affect decisions are the record's.
func (r *AnewRecord) Over(earlier map[string]string) map[string]string {
	settings := map[string]string{}
	maps.Copy(settings, earlier)
	maps.DeleteFunc(settings, func(key, _ string) bool { return Decides(key) })
	maps.Copy(settings, r.Settings)
	return settings
}

// AskedRecord says that a requested URL redirected to another spelling of itself, which has the answer.
type AskedRecord struct {
	Asked string `json:"asked"` // the requested URL
	URL   string `json:"url"`   // the URL that answered
}

// LateRecord says that key stable has learnt from all pages.
type LateRecord struct {
	Late  bool `json:"late,omitempty"`  // always true
	Spent int  `json:"spent,omitempty"` // number of pages processed by then on all sites of the crawl
}

// Event returns the record of one of the structs above.
func Event(kind byte, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("record %q: %w", kind, err)
	}
	return append([]byte{kind}, b...), nil
}

// ReadEvent reads the JSON of a record.
func ReadEvent(record []byte, v any) error {
	if err := json.Unmarshal(record[1:], v); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return nil
}

type linked struct {
	Uses    map[URLID]uint32          // by page: the record of the URLs it uses; nil if there is none
	Checked map[string]site.LinkCheck // by normalized URL; nil without any checks
	Looked  map[string]int            // the iterations of these checks
}

// UsesRecord has the URLs that a page uses. The latest record counts.
type UsesRecord struct {
	Of   string    `json:"of"` // the page's key
	Uses []UsedURL `json:"uses"`
}

// CheckedRecord has the result of checking a URL. The latest record counts.
type CheckedRecord struct {
	Key   string         `json:"key"`   // the normalized URL
	Check site.LinkCheck `json:"check"` // the result
}

// UsesIn returns the URLs in a record of uses, each with its key.
func UsesIn(record []byte) ([]UsedURL, error) {
	var r UsesRecord
	err := ReadEvent(record, &r)
	for i, u := range r.Uses {
		r.Uses[i].Key = cmp.Or(u.Key, u.URL)
	}
	return r.Uses, err
}

func (in replay) takeUses(record []byte, place uint32) error {
	var r UsesRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	if in.n.Uses == nil {
		in.n.Uses = map[URLID]uint32{}
	}
	if key := in.n.URLs.Find(r.Of); key != NoURL {
		in.n.Uses[key] = place
	}
	return nil
}

func (in replay) takeChecked(record []byte) error {
	var r CheckedRecord
	err := ReadEvent(record, &r)
	if in.n.Checked == nil {
		in.n.Checked, in.n.Looked = map[string]site.LinkCheck{}, map[string]int{}
	}
	in.n.Checked[r.Key], in.n.Looked[r.Key] = r.Check, in.n.LastIteration()
	return err
}
