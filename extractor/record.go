package extractor

import (
	"encoding/binary"
	"errors"
	"fmt"

	"sitegraph/site"
)

// A record is one byte of kind and its payload. Site, robots and end records
// are rare and are JSON (events.go). An answer is binary: first what a walk
// needs in memory (hot), then what only tables need (cold). An address is a
// varint, id*2+new; the text of a new one follows, so the journal alone gives
// all ids back, in the same order.
const (
	kindSite   = 's'
	kindRobots = 'r'
	kindAnswer = 'a'
	kindEnd    = 'e'
)

// errRecord is the root of all complaints about a damaged record.
var errRecord = errors.New("damaged record")

// stored is an answer as it stands in a record.
type stored struct {
	address   addressID
	outcome   outcome
	status    int
	mediaType string
	failure   site.Failure
	location  addressID // none when there is none, or it is unusable
	inside    bool      // location is on the site
	reason    string    // why location is unusable
	digest    site.Digest
	bytes     int64
	internal  []packed
	external  []packed
	badCount  uint64
	dropped   uint64 // links beyond the limit of links per page
	cold      []byte // the rest of the record
}

// packed is a link of a stored answer.
type packed struct {
	address addressID
	count   uint32
}

// writer builds a record; it gives ids to addresses on the way.
type writer struct {
	buf  []byte
	book *addressBook
}

func (w *writer) uint(v uint64)   { w.buf = binary.AppendUvarint(w.buf, v) }
func (w *writer) string(s string) { w.uint(uint64(len(s))); w.buf = append(w.buf, s...) }
func (w *writer) bool(b bool) {
	if b {
		w.buf = append(w.buf, 1)
	} else {
		w.buf = append(w.buf, 0)
	}
}

// address writes an address, with its text when it is new to the book.
func (w *writer) address(address, key string) addressID {
	before := w.book.Len()
	id := w.book.add(address, key)
	if int(id) < before {
		w.uint(uint64(id) * 2)
		return id
	}
	w.uint(uint64(id)*2 + 1)
	w.string(address)
	if key == address {
		key = ""
	}
	w.string(key)
	return id
}

func (w *writer) links(links []link) []addressID {
	ids := make([]addressID, len(links))
	w.uint(uint64(len(links)))
	for i, l := range links {
		ids[i] = w.address(l.Address, l.Key)
		w.uint(uint64(l.Count))
	}
	return ids
}

// encodeAnswer returns the record of an answer and adds its addresses to the
// book.
func encodeAnswer(a *Answer, book *addressBook) []byte {
	w := &writer{buf: make([]byte, 0, 256), book: book}
	w.buf = append(w.buf, kindAnswer)
	w.address(a.Address, a.Key)
	w.buf = append(w.buf, byte(a.Outcome))
	w.uint(uint64(a.Status))
	w.string(a.Type)
	w.string(string(a.Failure.Class))
	w.string(a.Failure.Detail)
	w.location(a.Location)
	w.buf = append(w.buf, a.Digest[:]...)
	w.uint(uint64(a.Bytes))
	internal := w.links(a.Internal)
	external := w.links(a.External)
	var bad uint64
	for _, b := range a.Bad {
		bad += uint64(b.Count)
	}
	w.uint(bad)
	w.uint(uint64(a.Dropped))
	w.cold(a, internal, external)
	return w.buf
}

func (w *writer) location(t target) {
	w.bool(t.Address != "")
	if t.Address != "" {
		w.address(t.Address, t.Key)
		w.bool(t.Internal)
		return
	}
	w.string(t.Reason)
}

func (w *writer) cold(a *Answer, internal, external []addressID) {
	h := a.Head
	for _, s := range []string{h.Title, h.Lang, h.Canonical, h.Robots, h.Refresh} {
		w.string(s)
	}
	w.uint(uint64(len(a.Outer)))
	for _, o := range a.Outer {
		w.uint(uint64(external[o.Index]))
		w.string(o.Text)
		w.string(o.Rel)
		w.uint(uint64(o.Count))
	}
	w.uint(uint64(len(a.Bad)))
	for _, b := range a.Bad {
		w.string(b.Href)
		w.string(b.Reason)
		w.string(b.Text)
		w.uint(uint64(b.Count))
	}
	w.uint(uint64(len(a.Occurrences)))
	for _, o := range a.Occurrences {
		w.occurrence(o)
	}
}

func (w *writer) occurrence(o occurrence) {
	for _, s := range []string{o.Element, o.Href, o.Reason, o.Text, o.Rel} {
		w.string(s)
	}
	w.bool(o.Internal)
	if o.Address == "" {
		w.uint(0)
		return
	}
	w.uint(uint64(w.book.find(o.Address)) + 1)
}

// reader takes a record apart; the first fault sticks in err.
type reader struct {
	buf  []byte
	book *addressBook
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

// address reads an address. A new one joins the book, unless it is there
// already: a record can be read again.
func (r *reader) address() addressID {
	v := r.uint()
	id := addressID(v >> 1)
	if v&1 == 1 {
		address, key := r.string(), r.string()
		if r.err != nil {
			return none
		}
		if key == "" {
			key = address
		}
		if r.book.add(address, key) != id {
			r.fail("address out of order")
			return none
		}
	}
	if v>>1 >= uint64(r.book.Len()) {
		r.fail("unknown address")
		return none
	}
	return id
}

func (r *reader) links() []packed {
	links := make([]packed, r.count(2))
	for i := range links {
		links[i] = packed{address: r.address(), count: uint32(r.uint())}
	}
	return links
}

// decodeAnswer reads the hot part of an answer's record; the addresses it
// brings join the book.
func decodeAnswer(record []byte, book *addressBook) (stored, error) {
	if len(record) == 0 || record[0] != kindAnswer {
		return stored{}, fmt.Errorf("%w: no answer", errRecord)
	}
	r := &reader{buf: record[1:], book: book}
	s := stored{address: r.address(), outcome: outcome(r.byte()), status: int(r.uint()), mediaType: r.string()}
	s.failure = site.Failure{Class: site.FailureClass(r.string()), Detail: r.string()}
	s.location = none
	if r.byte() == 1 {
		s.location = r.address()
		s.inside = r.byte() == 1
	} else {
		s.reason = r.string()
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
	address   addressID
	text, rel string
	count     uint32
}

type storedOccurrence struct {
	element, href, reason, text, rel string
	internal                         bool
	address                          addressID // none for a bad link
}

// decodeCold reads the rest of an answer's record.
func decodeCold(cold []byte, book *addressBook) (coldPart, error) {
	r := &reader{buf: cold, book: book}
	var c coldPart
	c.head = r.head()
	c.outer = make([]storedOuter, r.count(4))
	for i := range c.outer {
		c.outer[i] = storedOuter{address: r.known(r.uint()), text: r.string(), rel: r.string(), count: uint32(r.uint())}
	}
	c.bad = make([]badLink, r.count(4))
	for i := range c.bad {
		c.bad[i] = badLink{Href: r.string(), Reason: r.string(), Text: r.string(), Count: uint32(r.uint())}
	}
	c.occurrences = make([]storedOccurrence, r.count(7))
	for i := range c.occurrences {
		c.occurrences[i] = r.occurrence()
	}
	return c, r.err
}

func (r *reader) head() head {
	return head{Title: r.string(), Lang: r.string(), Canonical: r.string(), Robots: r.string(), Refresh: r.string()}
}

// known checks an id that was written without its text.
func (r *reader) known(id uint64) addressID {
	if id >= uint64(r.book.Len()) {
		r.fail("unknown address")
		return none
	}
	return addressID(id)
}

func (r *reader) occurrence() storedOccurrence {
	o := storedOccurrence{element: r.string(), href: r.string(), reason: r.string(), text: r.string(), rel: r.string(),
		internal: r.byte() == 1, address: none}
	if id := r.uint(); id > 0 {
		o.address = r.known(id - 1)
	}
	return o
}
