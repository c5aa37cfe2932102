package evidence

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"

	"sitegraph/site"
)

// Version holds the data of a watched page that distinguish its versions.
type Version struct {
	validators site.Validators
	digest     site.Digest
	// Size is the number of characters in the words of the visible text. Added and removed count the characters added
	// and removed since the previous version. compared says that the words of that version were known.
	Size, Added, removed int64
	compared             bool
	head                 uint32 // a hash of the page's statements about itself
	// Alike says that it differs from the previous version only in parts that vary according to key stable.
	Alike bool
	// words has the packed words of an earlier version, changes the differences of the later versions. They are only
	// merged after a page has changed.
	words   []byte
	changes [][]byte
	// Fresh and Packed are as in the record: the words new to the site, and all words or their differences from the
	// previous version.
	Fresh  []site.Word
	Packed []byte
}

// sameVersion reports whether two answers have the same version of a page. If one is older than the watching, it
// compares their digests, which are equivalent unless the duplicate key is none.
func sameVersion(a, b *Answer) bool {
	if a.Version == nil || b.Version == nil {
		return a.Digest == b.Digest
	}
	return a.Version.digest == b.Version.digest
}

// SameHead reports whether two versions have the same head, or one is unknown.
func (v *Version) SameHead(o *Version) bool { return v == nil || o == nil || v.head == o.head }

// sameLinks reports whether two answers have the same internal and external links and the same head.
func (t *URLTable) sameLinks(a, b *Answer) bool {
	same := func(which side) bool { return bytes.Equal(t.packed(a.Links, which), t.packed(b.Links, which)) }
	return a.Version.SameHead(b.Version) && (bytes.Equal(a.Links, b.Links) || same(inside) && same(outside))
}

// Hash returns a hash of the head.
func (h *Head) Hash() uint32 {
	sum := fnv.New32a()
	for _, s := range []string{h.Title, h.Lang, h.Canonical, h.Robots, h.Refresh} {
		sum.Write([]byte(s))
		sum.Write([]byte{0})
	}
	return sum.Sum32()
}

func (a *Answer) sameValidators(b *Answer) bool {
	if a.Version == nil || b.Version == nil {
		return false
	}
	x, y := a.Version.validators, b.Version.validators
	if x.ETag != "" || y.ETag != "" {
		return x.ETag == y.ETag
	}
	return x.Modified != "" && x.Modified == y.Modified
}

// wordTable numbers the words of a site's pages in the order of first occurrence and stores their lengths.
type wordTable struct {
	texts   *site.Interner
	lengths []uint32
}

func (t *wordTable) add(text string, length uint32) uint32 {
	i, added := t.texts.Add(text)
	if added {
		t.lengths = append(t.lengths, length)
	}
	return uint32(i)
}

// Occurs is a word with the number of its occurrences, or the difference from before.
type Occurs struct {
	Word  uint32 // its number
	Count int64  // number of occurrences
}

// PackWords packs words sorted by number.
func PackWords(all []Occurs) []byte {
	b := make([]byte, 0, 2*len(all))
	before := uint32(0)
	for _, o := range all {
		// Most words occur once, twice or three times. They take one number.
		step := uint64(o.Word-before) << 2
		if 1 <= o.Count && o.Count <= 3 {
			b = binary.AppendUvarint(b, step|uint64(o.Count))
		} else {
			b = binary.AppendVarint(binary.AppendUvarint(b, step), o.Count)
		}
		before = o.Word
	}
	return b
}

// eachWord unpacks words of a table with the given size. ok is false if the bytes are invalid.
func eachWord(b []byte, size int, yield func(Occurs)) (ok bool) {
	word := uint64(0)
	for len(b) > 0 {
		step, n := binary.Uvarint(b)
		if n <= 0 {
			return false
		}
		b = b[n:]
		o := Occurs{Count: int64(step & 3)}
		if o.Count == 0 {
			if o.Count, n = binary.Varint(b); n <= 0 {
				return false
			}
			b = b[n:]
		}
		if word += step >> 2; word >= uint64(size) {
			return false
		}
		o.Word = uint32(word)
		yield(o)
	}
	return true
}

func (v *Version) all(size int) []Occurs {
	words := unpackWords(v.words, size)
	for _, c := range v.changes {
		words = mergeWords(words, unpackWords(c, size), 1)
	}
	return words
}

func unpackWords(b []byte, size int) (all []Occurs) {
	eachWord(b, size, func(o Occurs) { all = append(all, o) })
	return all
}

// mergeWords adds sign times b to a. Both are sorted. It leaves out words with a count of 0.
func mergeWords(a, b []Occurs, sign int64) []Occurs {
	sum := make([]Occurs, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Word < b[0].Word:
			sum, a = append(sum, a[0]), a[1:]
		case len(a) == 0 || b[0].Word < a[0].Word:
			sum, b = append(sum, Occurs{b[0].Word, sign * b[0].Count}), b[1:]
		default:
			if count := a[0].Count + sign*b[0].Count; count != 0 {
				sum = append(sum, Occurs{a[0].Word, count})
			}
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// characters adds up the lengths of words, separately for positive and negative counts.
func (t *wordTable) characters(all []Occurs) (more, less int64) {
	for _, o := range all {
		n := o.Count * int64(t.lengths[o.Word])
		more += max(0, n)
		less += max(0, -n)
	}
	return more, less
}
