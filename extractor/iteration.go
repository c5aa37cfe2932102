package extractor

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"sitegraph/site"
)

// encodeIteration returns the record that begins an iteration; joined are the
// keys of the pages that come onto the list.
func encodeIteration(it *iteration, joined []urlID, urls *urlTable) []byte {
	c := &codec{buf: []byte{kindIteration}, urls: urls, writing: true, written: urls.Len()}
	c.iteration(it, &joined)
	return c.buf
}

// iteration writes or reads one.
func (c *codec) iteration(it *iteration, joined *[]urlID) {
	at := it.at.Unix()
	number(c, &it.number)
	number(c, &at)
	it.at = time.Unix(at, 0).UTC()
	text(c, &it.policy)
	c.keys(joined)
	list(c, &it.left, 1, func(page *int32) { number(c, page) })
	list(c, &it.hints, 2, func(h *Hint) {
		number(c, &h.Page)
		c.bool(&h.Newer)
	})
	c.keys(&it.plan)
}

// keys writes or reads keys that the table has.
func (c *codec) keys(keys *[]urlID) {
	list(c, keys, 1, func(key *urlID) {
		if number(c, key); int64(*key) >= int64(c.urls.Len()) {
			c.fail("unknown address")
		}
	})
}

// unchanged is a URL that answers as before; matched says that the server
// compared validators (304).
type unchanged struct {
	key     urlID
	matched bool
}

// encodeUnchanged returns the record of such URLs, which it sorts.
func encodeUnchanged(all []unchanged, urls *urlTable) []byte {
	slices.SortFunc(all, func(a, b unchanged) int { return cmp.Compare(a.key, b.key) })
	c := &codec{buf: []byte{kindUnchanged}, urls: urls, writing: true, written: urls.Len()}
	c.unchanged(&all)
	return c.buf
}

func (c *codec) unchanged(all *[]unchanged) {
	before := uint64(0)
	list(c, all, 1, func(u *unchanged) {
		v := c.uint((uint64(u.key)-before)<<1 | uint64(number01(u.matched)))
		before += v >> 1
		if u.matched = v&1 == 1; before >= uint64(c.urls.Len()) {
			c.fail("unknown address")
		}
		u.key = urlID(before)
	})
}

// takeWatched takes one of these records.
func (n *known) takeWatched(record []byte) error {
	c := &codec{buf: record[1:], urls: n.urls}
	switch record[0] {
	case kindUnchanged:
		var all []unchanged
		c.unchanged(&all)
		for _, u := range all {
			n.confirmed(u.key, u.matched)
		}
	case kindIteration:
		return n.takeIteration(c)
	case kindJudged:
		if n.watching == nil || len(c.buf) != 1 || len(n.watching.iterations) < 2 {
			return fmt.Errorf("%w: end of checks that never began", errRecord)
		}
		n.judge(verdict(c.buf[0]))
	}
	return c.err
}

func (n *known) takeIteration(c *codec) error {
	var it iteration
	var joined []urlID
	c.iteration(&it, &joined)
	w := n.watch()
	pages := len(w.keys) + len(joined)
	unknown := func(page int32) bool { return page < 0 || int(page) >= pages }
	switch {
	case c.err != nil:
		return c.err
	case it.number != w.last().number+1,
		slices.ContainsFunc(it.left, func(p int32) bool { return unknown(p) || int(p) >= len(w.keys) }),
		slices.ContainsFunc(it.hints, func(h Hint) bool { return unknown(h.Page) }):
		return fmt.Errorf("%w: an iteration that does not fit the one before", errRecord)
	}
	n.begun(it, joined)
	return nil
}

// version writes or reads what tells versions apart. The words of one that is
// read are resolved later, by those of the version before. of is the digest of the
// answer, which mostly tells versions apart too.
func (c *codec) version(v *version, of site.Digest) {
	text(c, &v.validators.ETag)
	text(c, &v.validators.Modified)
	other := v.digest != of
	if c.bool(&other); other {
		c.bytes(v.digest[:])
	} else {
		v.digest = of
	}
	number(c, &v.size)
	number(c, &v.added)
	number(c, &v.removed)
	c.bools(&v.compared, &v.alike)
	number(c, &v.head)
	list(c, &v.fresh, 2, func(w *site.Word) {
		text(c, &w.Text)
		number(c, &w.Length)
	})
	packed := uint64(len(v.packed))
	packed = c.uint(packed)
	if c.writing {
		c.buf = append(c.buf, v.packed...)
	} else {
		v.packed = c.take(packed)
	}
}

// newVersion makes the version of a page that a worker saw, after the answer
// before it, which may be nil.
func (n *known) newVersion(p *seenPage, before *answer) *version {
	v := &version{validators: p.validators, digest: p.digest, head: p.head}
	t := n.watching.words
	known := t.texts.Len()
	all := make([]occurs, len(p.words))
	for i, w := range p.words {
		all[i] = occurs{t.add(w.Text, w.Length), int64(w.Count)}
		if int(all[i].word) >= known {
			v.fresh, known = append(v.fresh, w), known+1
		}
	}
	slices.SortFunc(all, func(a, b occurs) int { return int(a.word) - int(b.word) })
	v.size, _ = t.characters(all)
	v.words = packWords(all)
	v.packed, v.added = v.words, v.size
	if before != nil && before.version != nil && before.version.words != nil {
		changes := mergeWords(all, before.version.all(t.texts.Len()), -1)
		v.added, v.removed = t.characters(changes)
		v.packed, v.compared = packWords(changes), true
	}
	return v
}

// resolve completes the words of a version that was read.
func (n *known) resolve(a *answer) error {
	v := a.version
	if v == nil || n.watching == nil || n.watching.words == nil {
		if v != nil {
			v.fresh, v.packed = nil, nil
		}
		return nil
	}
	t := n.watching.words
	for _, w := range v.fresh {
		t.add(w.Text, w.Length)
	}
	ok := eachWord(v.packed, t.texts.Len(), func(occurs) {})
	v.words = bytes.Clone(v.packed)
	if before := n.newest(n.urls.key(a.url)); v.compared && before != nil && before.version != nil {
		v.changes = append(slices.Clip(before.version.changes), v.words)
		v.words = before.version.words
	} else if v.compared {
		ok = false
	}
	v.fresh, v.packed = nil, nil
	if !ok {
		return fmt.Errorf("%w: words of a version that is not there", errRecord)
	}
	return nil
}
