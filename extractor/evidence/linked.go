package evidence

import (
	"cmp"

	"sitegraph/site"
)

// linked is what is known of what pages link to or use.
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

// takeUses notes where the record is that has what a page uses.
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

// takeChecked takes what came of checking a URL.
func (in replay) takeChecked(record []byte) error {
	var r CheckedRecord
	err := ReadEvent(record, &r)
	if in.n.Checked == nil {
		in.n.Checked, in.n.Looked = map[string]site.LinkCheck{}, map[string]int{}
	}
	in.n.Checked[r.Key], in.n.Looked[r.Key] = r.Check, in.n.LastIteration()
	return err
}
