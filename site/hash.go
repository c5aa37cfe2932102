package site

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"
	"iter"
	"math/bits"
)

// Hash is 64-bit FNV-1a, the same in every run. The upper bits hardly differ between texts that differ only at the end.
func Hash[T ~string | ~[]byte](text T) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// NoText is the TextHash of an empty text.
const NoText = 0xef46db3751d8e999

// TextHash returns the hash of a text as written, as in Piece.Text.
func TextHash(text []byte) uint64 {
	hash, _ := ScanText(text)
	return hash
}

// ScanText does what TextHash does, and reports whether the text has a digit. Like wyhash, it mixes 16 bytes at a time.
func ScanText(text []byte) (hash uint64, digit bool) {
	s, h, found := text, uint64(len(text))*oddB, uint64(0)
	for ; len(s) > 16; s = s[16:] {
		a, b := binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(s[8:])
		h = fold(a^h, b^oddA)
		found |= digitsIn(a) | digitsIn(b)
	}
	var a, b uint64
	switch n := len(s); {
	case n >= 8:
		a, b = binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(s[n-8:])
	case n >= 4:
		a = uint64(binary.LittleEndian.Uint32(s)) | uint64(binary.LittleEndian.Uint32(s[n-4:]))<<32
	case n > 0:
		a = uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	default:
		return NoText, false
	}
	return fold(fold(a^h, b^oddA)^oddB, oddA), (found | digitsIn(a) | digitsIn(b)) != 0
}

const (
	oddA = 0x9e3779b97f4a7c15
	oddB = 0xa0761d6478bd642f
)

func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// digitsIn is not 0 if any of eight bytes is a digit; its lowest bit indicates the first. The XOR with "0" makes digits
// less than 10.
func digitsIn(x uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	x ^= '0' * ones
	return (x - 10*ones) &^ x & tops
}

// Digester computes a digest of hashes. It need not be stronger than they are. The zero value is empty.
type Digester struct{ a, b uint64 }

// Add adds a number.
func (d *Digester) Add(n uint64) {
	d.a = fold(d.a^n^oddA, oddB)
	d.b = bits.RotateLeft64(d.b^n, 29) * oddA
}

// AddDigest adds a digest.
func (d *Digester) AddDigest(n Digest) {
	d.Add(binary.LittleEndian.Uint64(n[:]))
	d.Add(binary.LittleEndian.Uint64(n[8:]))
}

// Sum returns the digest so far.
func (d Digester) Sum() (sum Digest) {
	binary.LittleEndian.PutUint64(sum[:], d.a)
	binary.LittleEndian.PutUint64(sum[8:], fold(d.b^oddB, oddA))
	return sum
}

// OpenDigest is the state of an unfinished SHA-256, as serialized by Go's library.
type OpenDigest []byte

// Leave returns the state of a hash created by sha256.New.
func Leave(h hash.Hash) OpenDigest {
	state, ok := h.(encoding.BinaryMarshaler)
	if !ok {
		return nil
	}
	b, _ := state.MarshalBinary() // it never fails
	return b
}

// With completes the digest with texts, each preceded by a zero byte, and returns its first 128 bits.
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

// MixesLetters reports whether a word may be random bytes in Base64: 12 or more characters with digits and both cases.
func MixesLetters[T string | []byte](word T) bool {
	var digits, capitals, small int
	for i := range len(word) {
		switch c := word[i]; {
		case '0' <= c && c <= '9':
			digits++
		case 'A' <= c && c <= 'Z':
			capitals++
		case 'a' <= c && c <= 'z':
			small++
		}
	}
	return len(word) >= 12 && min(digits, capitals, small) > 0
}
