package site

import "github.com/cespare/xxhash/v2"

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
