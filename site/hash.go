package site

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// Hash is the hash FNV-1a of 64 bits. It is the same in every run, so a result may
// depend on it. Its upper bits are weak for texts that differ at the end alone.
func Hash[T ~string | ~[]byte](text T) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// TextHash is xxHash64 of a text as written, as Piece.Text has it.
func TextHash(text []byte) uint64 { return xxhash.Sum64(text) }

// FastDigest is two xxHash64 of a text, with the seeds 0 and 1: a digest of hashes,
// which need not be stronger than they are.
func FastDigest(text []byte) (d Digest) {
	binary.LittleEndian.PutUint64(d[:], xxhash.Sum64(text))
	seeded := xxhash.NewWithSeed(1)
	_, _ = seeded.Write(text)
	binary.LittleEndian.PutUint64(d[8:], seeded.Sum64())
	return d
}
