package evidence

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
)

// Codec writes or reads a record. Each method does both, so that writing and reading always agree. Err keeps the first
// fault in reading.
type Codec struct {
	Buf     []byte // the bytes written, or those still to read
	URLs    *URLTable
	Writing bool
	skips   bool // reading skips URLs, links and texts
	written int  // texts of URLs below this id are already in the journal
	Err     error
}

func (c *Codec) fail(what string) {
	if c.Err == nil {
		c.Err = fmt.Errorf("%w: %s", ErrRecord, what)
		c.Buf = nil
	}
}

// uint writes or reads a varint and returns it.
func (c *Codec) uint(v uint64) uint64 {
	if c.Writing {
		c.Buf = binary.AppendUvarint(c.Buf, v)
		return v
	}
	v, n := binary.Uvarint(c.Buf)
	if n <= 0 {
		c.fail("number")
		return 0
	}
	c.Buf = c.Buf[n:]
	return v
}

// Number writes or reads a varint and checks that it fits its type.
func Number[T ~int | ~int64 | ~int32 | ~uint32 | ~uint16 | ~uint8](c *Codec, v *T) {
	n := c.uint(uint64(*v))
	if *v = T(n); uint64(*v) != n {
		c.fail("number too large")
	}
}

func (c *Codec) bool(b *bool) { *b = c.uint(uint64(number01(*b))) == 1 }

// bools writes or reads booleans as bits of one number.
func (c *Codec) bools(all ...*bool) {
	var v uint64
	for i, b := range all {
		v |= uint64(number01(*b)) << i
	}
	v = c.uint(v)
	for i, b := range all {
		*b = v>>i&1 == 1
	}
}

// text writes or reads a length and that many bytes.
func text[T ~string | ~[]byte](c *Codec, s *T) {
	n := c.uint(uint64(len(*s)))
	if c.Writing {
		c.Buf = append(c.Buf, *s...)
		return
	}
	if b := c.take(n); !c.skips {
		*s = T(b)
	}
}

// bytes writes or reads bytes of a length that both sides know.
func (c *Codec) bytes(b []byte) {
	if c.Writing {
		c.Buf = append(c.Buf, b...)
		return
	}
	copy(b, c.take(uint64(len(b))))
}

func (c *Codec) take(n uint64) []byte {
	if n > uint64(len(c.Buf)) {
		c.fail("cut short")
		return nil
	}
	b := c.Buf[:n]
	c.Buf = c.Buf[n:]
	return b
}

// list writes or reads entries, their number first. An entry takes at least least bytes. Skipped ones share one place.
func list[T any](c *Codec, entries *[]T, least uint64, entry func(*T)) {
	n := c.length(len(*entries), least)
	switch {
	case c.skips:
		*entries = make([]T, min(n, 1))
	case !c.Writing:
		*entries = make([]T, n)
	}
	for i := range n {
		entry(&(*entries)[min(i, len(*entries)-1)])
	}
}

// length writes or reads the length of a list whose entries take at least min bytes each.
func (c *Codec) length(n int, min uint64) int {
	v := c.uint(uint64(n))
	if !c.Writing && v > uint64(len(c.Buf))/min {
		c.fail("list longer than its record")
		return 0
	}
	return int(v)
}

func (c *Codec) links(links *[]byte) {
	distinct := 0
	Each(*links, func(URLID, uint32) { distinct++ })
	distinct = c.length(distinct, 2)
	if c.Writing {
		Each(*links, func(url URLID, count uint32) { c.link(&url, &count) })
		return
	}
	var room [1024]byte
	p := linkPacker{packed: room[:0]}
	for ; distinct > 0 && c.Err == nil; distinct-- {
		var url URLID
		var times uint32
		if c.link(&url, &times); !c.skips {
			p.add(url, times)
		}
	}
	*links = bytes.Clone(p.packed)
}

func (c *Codec) link(url *URLID, count *uint32) {
	c.url(url)
	Number(c, count)
}

// url writes or reads a URL, with its text and that of its key if it is new to the table. Records can be read again, so
// a new one may be in the table already.
func (c *Codec) url(id *URLID) {
	if c.skips {
		c.skipURL()
		return
	}
	var v uint64
	if c.Writing {
		v = uint64(*id) * 2
		if int(*id) >= c.written {
			v++
		}
	}
	v = c.uint(v)
	if v&1 == 1 {
		c.newURL(URLID(v >> 1))
	}
	if v>>1 >= uint64(c.URLs.Len()) {
		c.fail("unknown address")
	}
	if *id = URLID(v >> 1); c.Err != nil {
		*id = NoURL
	}
}

func (c *Codec) skipURL() {
	if c.uint(0)&1 == 1 {
		c.take(c.uint(0))
		c.take(c.uint(0))
	}
}

// newURL writes or reads the text of a URL and of its key, which is empty if they are equal.
func (c *Codec) newURL(id URLID) {
	var address, key string
	if c.Writing {
		c.written = int(id) + 1
		address = c.URLs.String(id)
		if k := c.URLs.Key(id); k != id {
			key = c.URLs.String(k)
		}
	}
	text(c, &address)
	text(c, &key)
	if c.Writing || c.Err != nil {
		return
	}
	if c.URLs.Add(address, cmp.Or(key, address)) != id {
		c.fail("address out of order")
	}
}

func (c *Codec) fixed64(v *uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], *v)
	c.bytes(b[:])
	*v = binary.LittleEndian.Uint64(b[:])
}

// Texts writes or reads the visible text of a page, and its links with their texts.
func (c *Codec) Texts(all *string, anchors *[]Anchor) {
	text(c, all)
	list(c, anchors, 5, func(a *Anchor) {
		for _, s := range []*string{&a.URL, &a.Key, &a.Text, &a.Around} {
			text(c, s)
		}
		Number(c, &a.Count)
	})
}
