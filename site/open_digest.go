package site

import (
	"crypto/sha256"
	"encoding"
	"fmt"
	"hash"
	"iter"
)

// OpenDigest is the state of a SHA-256 to which more is to be added, as Go's library writes it.
type OpenDigest []byte

// Leave returns the state of a hash from sha256.New.
func Leave(h hash.Hash) OpenDigest {
	state, ok := h.(encoding.BinaryMarshaler)
	if !ok {
		return nil
	}
	b, _ := state.MarshalBinary() // it never fails
	return b
}

// With completes the digest with texts, each after a zero byte: it is the first 128 bits.
func (o OpenDigest) With(texts iter.Seq[string]) (Digest, error) {
	h := sha256.New()
	state, ok := h.(encoding.BinaryUnmarshaler)
	if !ok {
		return Digest{}, fmt.Errorf("a digest cannot be completed")
	}
	if err := state.UnmarshalBinary(o); err != nil {
		return Digest{}, fmt.Errorf("a digest cannot be completed: %w", err)
	}
	for text := range texts {
		h.Write([]byte{0})
		h.Write([]byte(text))
	}
	return Digest(h.Sum(nil)[:16]), nil
}
