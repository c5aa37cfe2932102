package evidence

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"sitegraph/site"
)

// EncodeIteration returns the record that begins an iteration. joined has the keys of the pages that join the list.
func EncodeIteration(it *Iteration, joined []URLID, urls *URLTable) []byte {
	c := &Codec{Buf: []byte{KindIteration}, URLs: urls, Writing: true, written: urls.Len()}
	c.iteration(it, &joined)
	return c.Buf
}

func (c *Codec) iteration(it *Iteration, joined *[]URLID) {
	at := it.At.Unix()
	Number(c, &it.Number)
	Number(c, &at)
	it.At = time.Unix(at, 0).UTC()
	text(c, &it.Policy)
	c.keys(joined)
	list(c, &it.Left, 1, func(page *int32) { Number(c, page) })
	list(c, &it.Hints, 2, func(h *Hint) {
		Number(c, &h.Page)
		c.bool(&h.Newer)
	})
	c.keys(&it.Plan)
}

func (c *Codec) keys(keys *[]URLID) {
	list(c, keys, 1, func(key *URLID) {
		if Number(c, key); int64(*key) >= int64(c.URLs.Len()) {
			c.fail("unknown address")
		}
	})
}

// Unchanged is a URL that answers as before.
type Unchanged struct {
	Key     URLID // the URL's key
	Matched bool  // the server compared validators (304)
}

// EncodeUnchanged sorts such URLs and returns their record.
func EncodeUnchanged(all []Unchanged, urls *URLTable) []byte {
	slices.SortFunc(all, func(a, b Unchanged) int { return cmp.Compare(a.Key, b.Key) })
	c := &Codec{Buf: []byte{KindUnchanged}, URLs: urls, Writing: true, written: urls.Len()}
	c.Unchanged(&all)
	return c.Buf
}

// Unchanged writes or reads such URLs.
func (c *Codec) Unchanged(all *[]Unchanged) {
	before := uint64(0)
	list(c, all, 1, func(u *Unchanged) {
		v := c.uint((uint64(u.Key)-before)<<1 | uint64(number01(u.Matched)))
		before += v >> 1
		if u.Matched = v&1 == 1; before >= uint64(c.URLs.Len()) {
			c.fail("unknown address")
		}
		u.Key = URLID(before)
	})
}

func (in replay) takeWatched(record []byte) error {
	c := &Codec{Buf: record[1:], URLs: in.n.URLs}
	switch record[0] {
	case KindUnchanged:
		var all []Unchanged
		c.Unchanged(&all)
		for _, u := range all {
			in.confirmed(u.Key, u.Matched)
		}
	case KindIteration:
		return in.takeIteration(c)
	case KindJudged:
		if len(c.Buf) != 1 || in.n.LastIteration() == 1 {
			return fmt.Errorf("%w: end of checks that never began", ErrRecord)
		}
		in.judge(verdict(c.Buf[0]))
	}
	return c.Err
}

func (in replay) takeIteration(c *Codec) error {
	var it Iteration
	var joined []URLID
	c.iteration(&it, &joined)
	w := in.n.Watch()
	pages := len(w.Keys) + len(joined)
	unknown := func(page int32) bool { return page < 0 || int(page) >= pages }
	switch {
	case c.Err != nil:
		return c.Err
	case it.Number != w.Last().Number+1,
		slices.ContainsFunc(it.Left, func(p int32) bool { return unknown(p) || int(p) >= len(w.Keys) }),
		slices.ContainsFunc(it.Hints, func(h Hint) bool { return unknown(h.Page) }):
		return fmt.Errorf("%w: an iteration that does not fit the one before", ErrRecord)
	}
	in.begun(it, joined)
	return nil
}

// version writes or reads a version. Its words are resolved after reading, using those of the previous version. of is
// the digest of the answer, which usually equals that of the version.
func (c *Codec) version(v *Version, of site.Digest) {
	text(c, &v.validators.ETag)
	text(c, &v.validators.Modified)
	other := v.digest != of
	if c.bool(&other); other {
		c.bytes(v.digest[:])
	} else {
		v.digest = of
	}
	Number(c, &v.Size)
	Number(c, &v.Added)
	Number(c, &v.removed)
	c.bools(&v.compared, &v.Alike)
	Number(c, &v.head)
	list(c, &v.Fresh, 2, func(w *site.Word) {
		text(c, &w.Text)
		Number(c, &w.Length)
	})
	text(c, &v.Packed)
}

// NewVersion returns the version of a page as seen by a worker. before is the previous answer and may be nil.
func (n *Known) NewVersion(p *SeenPage, before *Answer) *Version {
	v := &Version{validators: p.Validators, digest: p.Digest, head: p.Head}
	t := n.Watching.words
	known := t.texts.Len()
	all := make([]Occurs, len(p.Words))
	for i, w := range p.Words {
		all[i] = Occurs{t.add(w.Text, w.Length), int64(w.Count)}
		if int(all[i].Word) >= known {
			v.Fresh, known = append(v.Fresh, w), known+1
		}
	}
	slices.SortFunc(all, func(a, b Occurs) int { return int(a.Word) - int(b.Word) })
	v.Size, _ = t.characters(all)
	v.words = PackWords(all)
	v.Packed, v.Added = v.words, v.Size
	if before != nil && before.Version != nil && before.Version.words != nil {
		changes := mergeWords(all, before.Version.all(t.texts.Len()), -1)
		v.Added, v.removed = t.characters(changes)
		v.Packed, v.compared = PackWords(changes), true
	}
	return v
}

// resolve completes the words of a version after reading.
func (in replay) resolve(a *Answer) error {
	v := a.Version
	if v == nil {
		return nil
	}
	defer func() { v.Fresh, v.Packed = nil, nil }()
	if in.n.Watching == nil || in.n.Watching.words == nil {
		return nil
	}
	t := in.n.Watching.words
	for _, w := range v.Fresh {
		t.add(w.Text, w.Length)
	}
	ok := eachWord(v.Packed, t.texts.Len(), func(Occurs) {})
	v.words = bytes.Clone(v.Packed)
	if before := in.n.Newest(in.n.URLs.Key(a.URL)); v.compared && before != nil && before.Version != nil {
		v.changes = append(slices.Clip(before.Version.changes), v.words)
		v.words = before.Version.words
	} else if v.compared {
		ok = false
	}
	if !ok {
		return fmt.Errorf("%w: words of a version that is not there", ErrRecord)
	}
	return nil
}
