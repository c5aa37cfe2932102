package allpages

import (
	"crypto/sha256"
	"encoding/binary"
)

// prints finds pages by their URLs; it keeps 12 bytes of their SHA-256: a hundred million lookups among a
// hundred million URLs find a wrong page with a chance below one in a trillion. It is a table with open addressing.
type prints struct {
	table []print
	count int
}

// print is what is kept of a URL; page is 0 in a place that is free, and else one more than the page.
type print struct {
	high uint64
	low  uint32
	page uint32
}

func printOf(key string) print {
	sum := sha256.Sum256([]byte(key))
	return print{high: binary.LittleEndian.Uint64(sum[:]), low: binary.LittleEndian.Uint32(sum[8:])}
}

// add adds the URL of a page, unless it is that of another one.
func (p *prints) add(key string, page uint32) {
	if 4*p.count >= 3*len(p.table) {
		p.grow()
	}
	one := printOf(key)
	one.page = page + 1
	p.put(one)
}

func (p *prints) put(one print) {
	at := p.find(one)
	if p.table[at].page == 0 {
		p.table[at] = one
		p.count++
	}
}

// find returns the place of a print, or the free one where it belongs.
func (p *prints) find(one print) uint64 {
	mask := uint64(len(p.table) - 1)
	for at := one.high & mask; ; at = (at + 1) & mask {
		if there := p.table[at]; there.page == 0 || there.high == one.high && there.low == one.low {
			return at
		}
	}
}

func (p *prints) grow() {
	const least = 1 << 10
	old := p.table
	p.table, p.count = make([]print, max(least, 2*len(old))), 0
	for _, one := range old {
		if one.page != 0 {
			p.put(one)
		}
	}
}

// page returns the page that a URL leads to.
func (p *prints) page(key string) (page uint32, ok bool) {
	if p.count == 0 {
		return 0, false
	}
	found := p.table[p.find(printOf(key))]
	return found.page - 1, found.page != 0
}
