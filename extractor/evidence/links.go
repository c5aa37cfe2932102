package evidence

import "encoding/binary"

// linkPacker packs links in their order: of each the distance from the URL before, since pages link what came to be
// known together, and its count if that is not 1.
type linkPacker struct {
	packed []byte
	last   URLID
}

// once says, in the lowest bit of a packed link, that no count follows.
const once = 1

func (p *linkPacker) add(url URLID, count uint32) {
	d := int64(url) - int64(p.last)
	v := uint64(d<<1^d>>63) << 1
	p.last = url
	if count == 1 {
		p.packed = binary.AppendUvarint(p.packed, v|once)
		return
	}
	p.packed = binary.AppendUvarint(binary.AppendUvarint(p.packed, v), uint64(count))
}

// Each calls f for every packed link.
func Each(b []byte, f func(url URLID, count uint32)) {
	var last int64
	for len(b) > 0 {
		v, n := binary.Uvarint(b)
		b = b[n:]
		d, count := v>>1, uint64(1)
		last += int64(d>>1) ^ -int64(d&1)
		if v&once == 0 {
			count, n = binary.Uvarint(b)
			b = b[n:]
		}
		f(URLID(last), uint32(count))
	}
}

// Unpack appends the URLs of packed links.
func Unpack(urls []URLID, links []byte) []URLID {
	Each(links, func(url URLID, _ uint32) { urls = append(urls, url) })
	return urls
}
