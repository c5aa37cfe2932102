package extractor

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"

	"sitegraph/site"
)

// version is what a watched site keeps of a page to tell its versions apart.
type version struct {
	validators site.Validators
	digest     site.Digest
	// size is that of the visible text in characters, by words; added and
	// removed are what it has more and less than the version before. compared
	// says that the words of that version were known.
	size, added, removed int64
	compared             bool
	head                 uint32 // a hash of what the page states about itself
	// alike says that it differs from the version before in no more than what key stable has seen to vary.
	alike bool
	// words are those of an earlier version, packed, changes how the versions after
	// it differ; they are put together only when a page has changed.
	words   []byte
	changes [][]byte
	// fresh and packed are as in the record: the words mentioned for the first
	// time, and the words, or how they differ from those of the version before.
	fresh  []site.Word
	packed []byte
}

// sameVersion reports whether two answers brought the same version of a page.
// Of an answer from before the site was watched the digest is compared, which
// says the same but for the duplicate key none.
func sameVersion(a, b *answer) bool {
	if a.version == nil || b.version == nil {
		return a.digest == b.digest
	}
	return a.version.digest == b.version.digest
}

// sameHead reports whether two versions state the same about themselves, as far as that is known.
func (v *version) sameHead(o *version) bool { return v == nil || o == nil || v.head == o.head }

// sameLinks reports whether two answers have the same links, and state the same
// about themselves.
func (a *answer) sameLinks(b *answer) bool {
	return a.version.sameHead(b.version) &&
		bytes.Equal(a.internal, b.internal) && bytes.Equal(a.external, b.external)
}

// hash stands for a head.
func (h *head) hash() uint32 {
	sum := fnv.New32a()
	for _, s := range []string{h.Title, h.Lang, h.Canonical, h.Robots, h.Refresh} {
		sum.Write([]byte(s))
		sum.Write([]byte{0})
	}
	return sum.Sum32()
}

// sameValidators reports whether the server says that two versions are one.
func (a *answer) sameValidators(b *answer) bool {
	if a.version == nil || b.version == nil {
		return false
	}
	x, y := a.version.validators, b.version.validators
	if x.ETag != "" || y.ETag != "" {
		return x.ETag == y.ETag
	}
	return x.Modified != "" && x.Modified == y.Modified
}

// wordTable numbers the words of a site's pages in the order in which they are
// first mentioned, and knows how long they are.
type wordTable struct {
	texts   *site.Interner
	lengths []uint32
}

func newWordTable() *wordTable { return &wordTable{texts: site.NewInterner()} }

// add returns the number of a word, new or known.
func (t *wordTable) add(text string, length uint32) uint32 {
	i, added := t.texts.Add(text)
	if added {
		t.lengths = append(t.lengths, length)
	}
	return uint32(i)
}

// occurs is a word by its number and how often it occurs, or how much more often
// than before.
type occurs struct {
	word  uint32
	count int64
}

// packWords packs words that are sorted by their numbers.
func packWords(all []occurs) []byte {
	b := make([]byte, 0, 2*len(all))
	before := uint32(0)
	for _, o := range all {
		// Most words occur once, twice or three times: they take one number.
		step := uint64(o.word-before) << 2
		if 1 <= o.count && o.count <= 3 {
			b = binary.AppendUvarint(b, step|uint64(o.count))
		} else {
			b = binary.AppendVarint(binary.AppendUvarint(b, step), o.count)
		}
		before = o.word
	}
	return b
}

// eachWord is the reverse: it yields words of a table of that size; ok is false
// for bytes that no words give.
func eachWord(b []byte, size int, yield func(occurs)) (ok bool) {
	word := uint64(0)
	for len(b) > 0 {
		step, n := binary.Uvarint(b)
		if n <= 0 {
			return false
		}
		b = b[n:]
		o := occurs{count: int64(step & 3)}
		if o.count == 0 {
			if o.count, n = binary.Varint(b); n <= 0 {
				return false
			}
			b = b[n:]
		}
		if word += step >> 2; word >= uint64(size) {
			return false
		}
		o.word = uint32(word)
		yield(o)
	}
	return true
}

// all returns the words of a version.
func (v *version) all(size int) []occurs {
	words := unpackWords(v.words, size)
	for _, c := range v.changes {
		words = mergeWords(words, unpackWords(c, size), 1)
	}
	return words
}

func unpackWords(b []byte, size int) (all []occurs) {
	eachWord(b, size, func(o occurs) { all = append(all, o) })
	return all
}

// mergeWords adds sign times b to a; both are sorted, and what comes to nothing
// is left out.
func mergeWords(a, b []occurs, sign int64) []occurs {
	sum := make([]occurs, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].word < b[0].word:
			sum, a = append(sum, a[0]), a[1:]
		case len(a) == 0 || b[0].word < a[0].word:
			sum, b = append(sum, occurs{b[0].word, sign * b[0].count}), b[1:]
		default:
			if count := a[0].count + sign*b[0].count; count != 0 {
				sum = append(sum, occurs{a[0].word, count})
			}
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// characters adds up the lengths of words: those with a count above 0, and those
// below.
func (t *wordTable) characters(all []occurs) (more, less int64) {
	for _, o := range all {
		n := o.count * int64(t.lengths[o.word])
		more += max(0, n)
		less += max(0, -n)
	}
	return more, less
}
