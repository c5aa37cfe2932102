package evidence

import (
	"bytes"
	"fmt"
	"iter"

	"sitegraph/site"
)

// Open is the digest of a page that compares links, as far as it says nothing of the scope. The normalized URLs of the
// links into the site complete it; those of the others do not count.
type Open struct {
	Digest site.OpenDigest // the state of the hash before the links; empty where the bytes are compared
	// Own is the place+1 of a link that a page has by an empty href, of its own URL, which does not count; At is the
	// number of links before the place at which another href leads there, 0 if none does.
	Own, At int
	Whole   site.Digest // the digest, by the scope of the site
}

func (c *Codec) open(open **Open) {
	has := *open != nil
	if c.bool(&has); !has {
		*open = nil
		return
	}
	if *open == nil {
		*open = new(Open)
	}
	o := *open
	if text(c, &o.Digest); !c.Writing {
		o.Digest = bytes.Clone(o.Digest) // the record is the store's
	}
	Number(c, &o.Own)
	Number(c, &o.At)
}

func (t *URLTable) closeDigest(a *Answer) (err error) {
	if a.Open == nil {
		return nil
	}
	if a.Open.Whole = a.Digest; len(a.Open.Digest) == 0 {
		return nil
	}
	if a.Open.Whole, err = a.Open.Digest.With(t.targets(a)); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return nil
}

// targets yields the normalized URLs of the links into the site, in the order of the source.
func (t *URLTable) targets(a *Answer) iter.Seq[string] {
	return func(yield func(string) bool) {
		links := Unpack(nil, a.Links)
		give := func(i int) bool { return t.sides[links[i]] != inside || yield(t.String(t.Keys[links[i]])) }
		for i := range links {
			again := a.Open.At > 0 && i == a.Open.At && a.Open.Own <= len(links)
			if again && !give(a.Open.Own-1) || i != a.Open.Own-1 && !give(i) {
				return
			}
		}
		if a.Open.At >= len(links) && a.Open.Own > 0 && a.Open.Own <= len(links) {
			give(a.Open.Own - 1)
		}
	}
}
