package evidence

import (
	"crypto/sha256"
	"encoding/binary"

	"sitegraph/site"
)

// HashOf is the same in every run: what is chosen by it does not depend on when anything came.
func HashOf(text []byte) uint64 { return Mixed(site.Hash(text)) }

// Mixed spreads the bits of a number (the finalizer of splitmix64).
func Mixed(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Sum is a hash of 128 bits that can be added up: of a set, in any order.
type Sum [2]uint64

// SumOf is the sum of one text.
func SumOf(parts ...string) Sum {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	b := h.Sum(nil)
	return Sum{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// Plus is the sum of both.
func (s Sum) Plus(o Sum) Sum { return Sum{s[0] + o[0], s[1] + o[1]} }

// Minus is the sum without another one that it has.
func (s Sum) Minus(o Sum) Sum { return Sum{s[0] - o[0], s[1] - o[1]} }
