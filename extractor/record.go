package extractor

import (
	"encoding/binary"
	"errors"

	"sitegraph/site"
)

// A record is one byte of kind and its payload. Site, robots, end and again
// records are rare and are JSON (events.go). An answer is binary: first what a walk
// needs in memory (hot), then what only tables need (cold). A URL is a
// varint, id*2+new; the text of a new one follows, so the journal alone gives
// all ids back, in the same order.
const (
	kindSite   = 's'
	kindRobots = 'r'
	kindAnswer = 'a'
	kindEnd    = 'e'
	kindAgain  = 'f' // the failures before it are void
)

// errRecord is the root of all complaints about a damaged record.
var errRecord = errors.New("damaged record")

// stored is an answer as it stands in a record.
type stored struct {
	url       urlID
	outcome   outcome
	status    int
	mediaType string
	failure   site.Failure
	location  urlID          // noURL without one, or if it is unusable
	inside    bool           // location is on the site
	fault     site.LinkFault // why location is unusable
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
	url   urlID
	count uint32
}

// writer builds a record; it gives ids to URLs on the way.
type writer struct {
	buf  []byte
	urls *urlTable
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

// url writes a URL, with its text when it is new to the table.
func (w *writer) url(address, key string) urlID {
	before := w.urls.Len()
	id := w.urls.add(address, key)
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

func (w *writer) links(links []link) []urlID {
	ids := make([]urlID, len(links))
	w.uint(uint64(len(links)))
	for i, l := range links {
		ids[i] = w.url(l.URL, l.Key)
		w.uint(uint64(l.Count))
	}
	return ids
}

// encodeAnswer returns the record of an answer and adds its URLs to the
// table.
func encodeAnswer(a *Answer, urls *urlTable) []byte {
	w := &writer{buf: make([]byte, 0, 256), urls: urls}
	w.buf = append(w.buf, kindAnswer)
	w.url(a.URL, a.Key)
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
	w.bool(t.URL != "")
	if t.URL != "" {
		w.url(t.URL, t.Key)
		w.bool(t.Internal)
		return
	}
	w.fault(t.Fault)
}

func (w *writer) fault(f site.LinkFault) {
	w.string(string(f.Kind))
	w.string(f.Scheme)
	w.uint(uint64(f.Bound))
}

func (w *writer) cold(a *Answer, internal, external []urlID) {
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
		w.fault(b.Fault)
		w.string(b.Text)
		w.uint(uint64(b.Count))
	}
	w.uint(uint64(len(a.Occurrences)))
	for _, o := range a.Occurrences {
		w.occurrence(o)
	}
}

func (w *writer) occurrence(o occurrence) {
	for _, s := range []string{o.Element, o.Href, o.Text, o.Rel} {
		w.string(s)
	}
	w.bool(o.Internal)
	if o.URL == "" {
		w.uint(0)
		return
	}
	w.uint(uint64(w.urls.find(o.URL)) + 1)
}
