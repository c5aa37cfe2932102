package evidence

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"sitegraph/site"
)

// SiteRecord begins a site, or begins it again when the home page led to
// another origin: all answers before it are void.
type SiteRecord struct {
	Origin  string    `json:"origin"`            // of the site
	Start   string    `json:"start"`             // the URL of the start page, and its normal form
	Key     string    `json:"key"`               // the start page's key
	Rewrite string    `json:"rewrite,omitempty"` // origin whose links are taken for ours
	Passed  []string  `json:"passed,omitempty"`  // start pages that led here
	Notes   []string  `json:"notes,omitempty"`
	Started time.Time `json:"started"`
	// Settings are those that change the graph; a run with others refuses the state.
	Settings map[string]string `json:"settings,omitempty"`
	PageKey
	// Search says that this is a search by topical agents.
	Search bool `json:"search,omitempty"`
	// Watched says that the site was to be watched from the beginning.
	Watched bool `json:"watched,omitempty"`
	// Further counts the start pages beside Start, which records of their own have.
	Further int `json:"further,omitempty"`
	// List says that the start pages are all that is fetched. Sections are those of
	// site.NewScope; nil is all of the site.
	List     bool     `json:"list,omitempty"`
	Sections []string `json:"sections,omitempty"`
	// Members are those of an entity, as site.Members names them.
	Members []string `json:"members,omitempty"`
	// Others are the origins of its other hosts whose sitemaps count, AtListed says that the crawl begins at what
	// sitemaps list, too.
	Others   []string `json:"others,omitempty"`
	AtListed bool     `json:"at_listed,omitempty"`
	// Longest bounds the URLs of the site, in bytes.
	Longest int `json:"longest"`
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

// RobotsRecord keeps robots.txt; Text may be any bytes.
type RobotsRecord struct {
	Seen site.RobotsSeen `json:"seen"` // what came
	Text []byte          `json:"text"` // which need not be UTF-8
	// Origin is that of a member of an entity; "" is the one of the start page.
	Origin string `json:"origin,omitempty"`
}

// EndRecord ends a run. Robots is the robots.txt that could not be read, if
// that ended it; the next run asks again. Budget is that of the run.
type EndRecord struct {
	Budget   int             `json:"budget,omitempty"` // that of the run
	Reason   site.Ending     `json:"reason"`           // why the run ended
	Complete bool            `json:"complete"`         // whether nothing was left
	At       time.Time       `json:"at"`               // when it ended
	Robots   site.RobotsSeen `json:"robots,omitzero"`  // robots.txt, where none could be had
	// Timing says how long the run took for pages; only where the site is watched.
	Timing Timing `json:"timing,omitzero"`
}

// done reports whether the crawl was not stopped, but by the settings of what is wanted.
func (e *EndRecord) done() bool {
	return e.Complete || e.Reason == site.EndedMaxPages || e.Reason == site.EndedBudget
}

// AgainRecord voids the answers before it that were failures, so that their URLs are requested again. In a crawl in
// the order of decisions that is after the commit of a number.
type AgainRecord struct {
	At    time.Time `json:"at"`              // when
	After int       `json:"after,omitempty"` // the number of the last commit before
	// Void says that the commits after that one are void, and no more: a kill lost one of another site before them.
	Void bool `json:"void,omitempty"`
}

// AnewRecord has the settings by which a crawl is decided again, since they have changed.
type AnewRecord struct {
	Settings map[string]string `json:"settings"` // those that decide
}

// AskedRecord says that a URL was asked for, and redirected to another one of the
// same normalized URL, which has the answer.
type AskedRecord struct {
	Asked string `json:"asked"` // the URL that was asked for
	URL   string `json:"url"`   // the one that answered
}

// LateRecord says that key stable has learnt from all there is.
type LateRecord struct {
	Late bool `json:"late,omitempty"` // that it has
	// Spent are the pages processed by then on all sites of the crawl.
	Spent int `json:"spent,omitempty"`
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
	Uses    map[URLID]uint32          // by page, the record of what it uses; nil if none is kept
	Checked map[string]site.LinkCheck // by normalized URL; nil if nothing was checked
	Looked  map[string]int            // in which iteration that was
}

// UsesRecord has what a page uses, beside its answer; a later one counts.
type UsesRecord struct {
	Of   string    `json:"of"` // the page's key
	Uses []UsedURL `json:"uses"`
}

// CheckedRecord has what came of checking a URL; a later one counts.
type CheckedRecord struct {
	Key   string         `json:"key"`   // the normalized URL
	Check site.LinkCheck `json:"check"` // what came
}

// UsesIn are what a page uses by such a record, each with its key.
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
