package allpages

import "crypto/sha256"

// prints finds pages by 12 bytes of the SHA-256 of their URLs. A hundred million lookups among as many URLs find a
// wrong page with a probability below one in a trillion.
type prints map[[12]byte]uint32

func printOf(key string) [12]byte {
	sum := sha256.Sum256([]byte(key))
	return [12]byte(sum[:])
}

func (p prints) add(key string, page uint32) {
	one := printOf(key)
	if _, taken := p[one]; !taken {
		p[one] = page
	}
}
