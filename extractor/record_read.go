package extractor

import (
	"encoding/binary"
	"fmt"

	"sitegraph/site"
)

// reader takes a record apart; the first fault sticks in err.
type reader struct {
	buf  []byte
	urls *urlTable
	err  error
}

func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", errRecord, what)
		r.buf = nil
	}
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.buf)
	if n <= 0 {
		r.fail("number")
		return 0
	}
	r.buf = r.buf[n:]
	return v
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.buf)) {
		r.fail("cut short")
		return nil
	}
	b := r.buf[:n]
	r.buf = r.buf[n:]
	return b
}

func (r *reader) string() string { return string(r.take(r.uint())) }

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// count reads the length of a list whose entries take at least min bytes.
func (r *reader) count(min uint64) int {
	n := r.uint()
	if n > uint64(len(r.buf))/min {
		r.fail("list longer than its record")
		return 0
	}
	return int(n)
}

// url reads a URL. A new one joins the table, unless it is there
// already: a record can be read again.
func (r *reader) url() urlID {
	v := r.uint()
	id := urlID(v >> 1)
	if v&1 == 1 {
		address, key := r.string(), r.string()
		if r.err != nil {
			return noURL
		}
		if key == "" {
			key = address
		}
		if r.urls.add(address, key) != id {
			r.fail("address out of order")
			return noURL
		}
	}
	if v>>1 >= uint64(r.urls.Len()) {
		r.fail("unknown address")
		return noURL
	}
	return id
}

func (r *reader) links() []packed {
	links := make([]packed, r.count(2))
	for i := range links {
		links[i] = packed{url: r.url(), count: uint32(r.uint())}
	}
	return links
}

// decodeAnswer reads the hot part of an answer's record; the URLs it
// brings join the table.
func decodeAnswer(record []byte, urls *urlTable) (stored, error) {
	if len(record) == 0 || record[0] != kindAnswer {
		return stored{}, fmt.Errorf("%w: no answer", errRecord)
	}
	r := &reader{buf: record[1:], urls: urls}
	s := stored{url: r.url(), outcome: outcome(r.byte()), status: int(r.uint()), mediaType: r.string()}
	s.failure = site.Failure{Class: site.FailureClass(r.string()), Detail: r.string()}
	s.location = noURL
	if r.byte() == 1 {
		s.location = r.url()
		s.inside = r.byte() == 1
	} else {
		s.fault = r.fault()
	}
	copy(s.digest[:], r.take(uint64(len(s.digest))))
	s.bytes = int64(r.uint())
	s.internal = r.links()
	s.external = r.links()
	s.badCount = r.uint()
	s.dropped = r.uint()
	s.cold = r.buf
	if s.outcome < outForbidden || s.outcome > outPage {
		r.fail("unknown outcome")
	}
	return s, r.err
}

// coldPart is what only tables need of an answer.
type coldPart struct {
	head        head
	outer       []storedOuter
	bad         []badLink
	occurrences []storedOccurrence
}

type storedOuter struct {
	url       urlID
	text, rel string
	count     uint32
}

type storedOccurrence struct {
	element, href, text, rel string
	internal                 bool
	url                      urlID // noURL for a bad link
}

// decodeCold reads the rest of an answer's record.
func decodeCold(cold []byte, urls *urlTable) (coldPart, error) {
	r := &reader{buf: cold, urls: urls}
	var c coldPart
	c.head = r.head()
	c.outer = make([]storedOuter, r.count(4))
	for i := range c.outer {
		c.outer[i] = storedOuter{url: r.known(r.uint()), text: r.string(), rel: r.string(), count: uint32(r.uint())}
	}
	c.bad = make([]badLink, r.count(6))
	for i := range c.bad {
		c.bad[i] = badLink{Href: r.string(), Fault: r.fault(), Text: r.string(), Count: uint32(r.uint())}
	}
	c.occurrences = make([]storedOccurrence, r.count(6))
	for i := range c.occurrences {
		c.occurrences[i] = r.occurrence()
	}
	return c, r.err
}

func (r *reader) fault() site.LinkFault {
	return site.LinkFault{Kind: site.LinkFaultKind(r.string()), Scheme: r.string(), Bound: int(r.uint())}
}

func (r *reader) head() head {
	return head{Title: r.string(), Lang: r.string(), Canonical: r.string(), Robots: r.string(), Refresh: r.string()}
}

// known checks an id that was written without its text.
func (r *reader) known(id uint64) urlID {
	if id >= uint64(r.urls.Len()) {
		r.fail("unknown address")
		return noURL
	}
	return urlID(id)
}

func (r *reader) occurrence() storedOccurrence {
	o := storedOccurrence{element: r.string(), href: r.string(), text: r.string(), rel: r.string(),
		internal: r.byte() == 1, url: noURL}
	if id := r.uint(); id > 0 {
		o.url = r.known(id - 1)
	}
	return o
}
