package sitemap

import (
	"encoding/base64"
	"encoding/binary"
	"unicode/utf16"
)

// packed is a sequence of whole numbers as varints (LEB128), in JSON base64.
type packed []byte

func (p *packed) add(n int) { *p = binary.AppendUvarint(*p, uint64(n)) }

// MarshalText writes the numbers as base64.
func (p packed) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, p), nil
}

// folded is a sequence of texts, each without what it begins and ends with like the one before it.
type folded struct {
	// Like is, for each text, how long the beginning and the end are that it
	// shares with the text before it, in UTF-16 units, as scripts count.
	Like packed `json:"like"`
	// Own is what is in between.
	Own []string `json:"own"`

	last []uint16
}

// add appends a text.
func (f *folded) add(text string) {
	next := utf16.Encode([]rune(text))
	bound := min(len(next), len(f.last))
	head := 0
	for head < bound && next[head] == f.last[head] {
		head++
	}
	if head > 0 && head < len(next) && isHigh(next[head-1]) {
		head-- // never between the halves of a character
	}
	tail := 0
	for tail < bound-head && next[len(next)-1-tail] == f.last[len(f.last)-1-tail] {
		tail++
	}
	if tail > 0 && isLow(next[len(next)-tail]) {
		tail--
	}
	f.Like.add(head)
	f.Like.add(tail)
	own := string(utf16.Decode(next[head : len(next)-tail]))
	f.Own = append(f.Own, own)
	f.last = next
}

func isHigh(unit uint16) bool { return unit >= 0xd800 && unit < 0xdc00 }
func isLow(unit uint16) bool  { return unit >= 0xdc00 && unit < 0xe000 }
