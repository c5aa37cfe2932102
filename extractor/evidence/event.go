package evidence

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"sitegraph/site"
)

// SiteRecord begins a site, or begins it again, as when the home page led to another origin.
type SiteRecord struct {
	Origin  string    `json:"origin"`            // of the site
	Start   string    `json:"start"`             // the URL of the start page, and its normal form
	Key     string    `json:"key"`               // the start page's key
	Rewrite string    `json:"rewrite,omitempty"` // another origin whose links count as the site's own
	Passed  []string  `json:"passed,omitempty"`  // start pages that led here
	Notes   []string  `json:"notes,omitempty"`
	Started time.Time `json:"started"`
	// Settings are the ones that change the graph; a run with others refuses the state.
	Settings map[string]string `json:"settings,omitempty"`
	PageKey
	Search   bool     `json:"search,omitempty"`    // a search by topical agents
	Watched  bool     `json:"watched,omitempty"`   // the site was to be watched from the beginning
	Further  int      `json:"further,omitempty"`   // the number of start pages in records of their own
	List     bool     `json:"list,omitempty"`      // only the start pages are fetched
	Sections []string `json:"sections,omitempty"`  // those of site.NewScope; nil for whole hosts
	Members  []string `json:"members,omitempty"`   // of an entity, as site.Members names them
	Others   []string `json:"others,omitempty"`    // the origins of its other hosts whose sitemaps count
	AtListed bool     `json:"at_listed,omitempty"` // the crawl also begins at the URLs in sitemaps
	Longest  int      `json:"longest"`             // bounds the URLs of the site, in bytes
}

// PageKey is the key that tells pages apart; none of these is key exact.
type PageKey struct {
	Stable bool `json:"stable,omitempty"`  // key stable
	Texts  bool `json:"texts,omitempty"`   // key text
	PerURL bool `json:"per_url,omitempty"` // each URL is a page
}

// StartsRecord has further start pages: the URLs, and their normalized URLs.
type StartsRecord struct {
	URLs []string `json:"urls"` // start pages, and their normal forms
	Keys []string `json:"keys"`
}

// RobotsRecord keeps a robots.txt.
type RobotsRecord struct {
	Seen   site.RobotsSeen `json:"seen"`             // the answer
	Text   []byte          `json:"text"`             // its text, which need not be UTF-8
	Origin string          `json:"origin,omitempty"` // of a member of an entity; "" for that of the start page
}

// EndRecord ends a run.
type EndRecord struct {
	Budget   int             `json:"budget,omitempty"` // that of the run
	Reason   site.Ending     `json:"reason"`           // why the run ended
	Complete bool            `json:"complete"`         // whether nothing was left
	At       time.Time       `json:"at"`               // when it ended
	Robots   site.RobotsSeen `json:"robots,omitzero"`  // the answer for robots.txt if that ended the run
	Timing   Timing          `json:"timing,omitzero"`  // how long pages took; only of a watched site
}

// done reports whether the run fetched all that the settings want.
func (e *EndRecord) done() bool {
	return e.Complete || e.Reason == site.EndedMaxPages || e.Reason == site.EndedBudget
}

// AgainRecord voids the failures before it, so that their URLs are requested again.
type AgainRecord struct {
	At    time.Time `json:"at"`              // when
	After int       `json:"after,omitempty"` // the number of the last commit before it
	// Void says that only the commits after that one are void: a kill lost a commit of another site before them.
	Void bool `json:"void,omitempty"`
}

// AnewRecord has the changed settings by which a crawl is decided again.
type AnewRecord struct {
	Settings map[string]string `json:"settings"` // those that decide
}

// AskedRecord says that a URL was requested and redirected to another spelling of it, which has the answer.
type AskedRecord struct {
	Asked string `json:"asked"` // the URL that was requested
	URL   string `json:"url"`   // the one that answered
}

// LateRecord says that key stable has learnt from all pages.
type LateRecord struct {
	Late  bool `json:"late,omitempty"`  // always true
	Spent int  `json:"spent,omitempty"` // the pages processed by then on all sites of the crawl
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
	Uses    map[URLID]uint32          // by page: the record of the URLs it uses; nil if none is kept
	Checked map[string]site.LinkCheck // by normalized URL; nil if nothing was checked
	Looked  map[string]int            // the iterations of these checks
}

// UsesRecord has the URLs that a page uses; the latest one counts.
type UsesRecord struct {
	Of   string    `json:"of"` // the page's key
	Uses []UsedURL `json:"uses"`
}

// CheckedRecord has the result of checking a URL; the latest one counts.
type CheckedRecord struct {
	Key   string         `json:"key"`   // the normalized URL
	Check site.LinkCheck `json:"check"` // the result
}

// UsesIn returns the URLs that a page uses by its record, each with its key.
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
