package extractor

import (
	"crypto/sha256"
	"encoding/binary"

	"sitegraph/site"
)

// hashOf is the same in every run: what is chosen by it does not depend on when
// anything came.
func hashOf(text []byte) uint64 { return mixed(site.Hash(text)) }

// mixed spreads the bits of a number (the finalizer of splitmix64).
func mixed(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// sum is a hash of 128 bits that can be added up: of a set, in any order.
type sum [2]uint64

func sumOf(parts ...string) sum {
	h := sha256.New()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	b := h.Sum(nil)
	return sum{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

func (s sum) plus(o sum) sum  { return sum{s[0] + o[0], s[1] + o[1]} }
func (s sum) minus(o sum) sum { return sum{s[0] - o[0], s[1] - o[1]} }
