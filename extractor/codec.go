package extractor

import (
	"cmp"
	"encoding/binary"
	"fmt"
)

// codec writes a record, or reads one: each of its methods does either, so
// that the two cannot differ. The first fault of reading sticks in err.
type codec struct {
	buf     []byte // what was written, or is left to read
	urls    *urlTable
	writing bool
	written int // URLs below this id have their text in an earlier place
	err     error
}

func (c *codec) fail(what string) {
	if c.err == nil {
		c.err = fmt.Errorf("%w: %s", errRecord, what)
		c.buf = nil
	}
}

// uint writes a varint and returns it, or returns the one it reads.
func (c *codec) uint(v uint64) uint64 {
	if c.writing {
		c.buf = binary.AppendUvarint(c.buf, v)
		return v
	}
	v, n := binary.Uvarint(c.buf)
	if n <= 0 {
		c.fail("number")
		return 0
	}
	c.buf = c.buf[n:]
	return v
}

// int reads a varint with a sign.
func (c *codec) int() int64 {
	v, n := binary.Varint(c.buf)
	if n <= 0 {
		c.fail("number")
		return 0
	}
	c.buf = c.buf[n:]
	return v
}

// number is a varint that fits its type.
func number[T ~int | ~int64 | ~int32 | ~uint32 | ~uint16 | ~uint8](c *codec, v *T) {
	n := c.uint(uint64(*v))
	if *v = T(n); uint64(*v) != n {
		c.fail("number too large")
	}
}

func (c *codec) bool(b *bool) {
	var v uint64
	if *b {
		v = 1
	}
	*b = c.uint(v) == 1
}

// bools are one number, with a bit for each.
func (c *codec) bools(all ...*bool) {
	var v uint64
	for i, b := range all {
		if *b {
			v |= 1 << i
		}
	}
	v = c.uint(v)
	for i, b := range all {
		*b = v>>i&1 == 1
	}
}

// text is a length and so many bytes.
func text[T ~string | ~[]byte](c *codec, s *T) {
	n := c.uint(uint64(len(*s)))
	if c.writing {
		c.buf = append(c.buf, *s...)
		return
	}
	*s = T(c.take(n))
}

// bytes are of a length that both sides know.
func (c *codec) bytes(b []byte) {
	if c.writing {
		c.buf = append(c.buf, b...)
		return
	}
	copy(b, c.take(uint64(len(b))))
}

func (c *codec) take(n uint64) []byte {
	if n > uint64(len(c.buf)) {
		c.fail("cut short")
		return nil
	}
	b := c.buf[:n]
	c.buf = c.buf[n:]
	return b
}

// list is a length and so many entries, which take at least min bytes each.
func list[T any](c *codec, entries *[]T, min uint64, entry func(*T)) {
	if n := c.length(len(*entries), min); !c.writing {
		*entries = make([]T, n)
	}
	for i := range *entries {
		entry(&(*entries)[i])
	}
}

// length is that of a list whose entries take at least min bytes each.
func (c *codec) length(n int, min uint64) int {
	v := c.uint(uint64(n))
	if !c.writing && v > uint64(len(c.buf))/min {
		c.fail("list longer than its record")
		return 0
	}
	return int(v)
}

// links are packed in memory; count becomes their number with multiplicity.
func (c *codec) links(links *[]byte, count *uint32) {
	distinct := 0
	each(*links, func(urlID, uint32) { distinct++ })
	distinct = c.length(distinct, 2)
	if c.writing {
		each(*links, func(url urlID, count uint32) { c.link(&url, &count) })
		return
	}
	*links = make([]byte, 0, 4*distinct)
	for ; distinct > 0 && c.err == nil; distinct-- {
		var url urlID
		var times uint32
		c.link(&url, &times)
		*links = appendLink(*links, url, times)
		*count += times
	}
}

func (c *codec) link(url *urlID, count *uint32) {
	c.url(url)
	number(c, count)
}

// url is a URL, with its text and its key's when it is new to the table. One that
// is read may be there already: a record can be read again.
func (c *codec) url(id *urlID) {
	var v uint64
	if c.writing {
		v = uint64(*id) * 2
		if int(*id) >= c.written {
			v++
		}
	}
	v = c.uint(v)
	if v&1 == 1 {
		c.newURL(urlID(v >> 1))
	}
	if v>>1 >= uint64(c.urls.Len()) {
		c.fail("unknown address")
	}
	if *id = urlID(v >> 1); c.err != nil {
		*id = noURL
	}
}

// newURL is the text of a URL and that of its key, empty if it is the same.
func (c *codec) newURL(id urlID) {
	var address, key string
	if c.writing {
		c.written = int(id) + 1
		address = c.urls.String(id)
		if k := c.urls.key(id); k != id {
			key = c.urls.String(k)
		}
	}
	text(c, &address)
	text(c, &key)
	if c.writing || c.err != nil {
		return
	}
	if c.urls.add(address, cmp.Or(key, address)) != id {
		c.fail("address out of order")
	}
}

// knownURL is a URL of the table: its id plus shift. A shift of 1 makes 0 of "".
func (c *codec) knownURL(url *string, shift urlID) {
	var v uint64
	if c.writing {
		v = uint64(c.urls.find(*url) + shift)
	}
	v = c.uint(v)
	switch {
	case c.writing || v < uint64(shift):
	case v-uint64(shift) < uint64(c.urls.Len()):
		*url = c.urls.String(urlID(v) - shift)
	default:
		c.fail("unknown address")
	}
}

func (c *codec) fixed32(v *uint32) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], *v)
	c.bytes(b[:])
	*v = binary.LittleEndian.Uint32(b[:])
}

func (c *codec) fixed64(v *uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], *v)
	c.bytes(b[:])
	*v = binary.LittleEndian.Uint64(b[:])
}
