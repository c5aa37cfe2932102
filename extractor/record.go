package extractor

import (
	"errors"
	"fmt"

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
	dropped   int    // links beyond the limit of links per page
	cold      []byte // the rest of the record
}

// packed is a link of a stored answer.
type packed struct {
	url   urlID
	count uint32
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

// encodeAnswer returns the record of an answer and adds its URLs to the table.
func encodeAnswer(a *Answer, urls *urlTable) []byte {
	c := &codec{buf: append(make([]byte, 0, 256), kindAnswer), urls: urls, writing: true, written: urls.Len()}
	s := stored{
		url: urls.add(a.URL, a.Key), outcome: a.Outcome, status: a.Status, mediaType: a.Type, failure: a.Failure,
		location: noURL, fault: a.Location.Fault, digest: a.Digest, bytes: a.Bytes, dropped: a.Dropped,
	}
	if t := a.Location; t.URL != "" {
		s.location, s.inside = urls.add(t.URL, t.Key), t.Internal
	}
	s.internal, s.external = urls.addLinks(a.Internal), urls.addLinks(a.External)
	for _, b := range a.Bad {
		s.badCount += uint64(b.Count)
	}
	c.hot(&s)

	cold := coldPart{head: a.Head, bad: a.Bad, outer: make([]storedOuter, len(a.Outer)),
		occurrences: make([]storedOccurrence, len(a.Occurrences))}
	for i, o := range a.Outer {
		cold.outer[i] = storedOuter{url: s.external[o.Index].url, text: o.Text, rel: o.Rel, count: o.Count}
	}
	for i, o := range a.Occurrences {
		cold.occurrences[i] = storedOccurrence{element: o.Element, href: o.Href, text: o.Text, rel: o.Rel,
			internal: o.Internal, url: urls.find(o.URL)}
	}
	c.cold(&cold)
	return c.buf
}

// decodeAnswer reads the hot part of an answer's record; the URLs it
// brings join the table.
func decodeAnswer(record []byte, urls *urlTable) (stored, error) {
	if len(record) == 0 || record[0] != kindAnswer {
		return stored{}, fmt.Errorf("%w: no answer", errRecord)
	}
	c := &codec{buf: record[1:], urls: urls}
	var s stored
	c.hot(&s)
	s.cold = c.buf
	if s.outcome < outForbidden || s.outcome > outPage {
		c.fail("unknown outcome")
	}
	return s, c.err
}

// decodeCold reads the rest of an answer's record.
func decodeCold(cold []byte, urls *urlTable) (p coldPart, err error) {
	c := &codec{buf: cold, urls: urls}
	c.cold(&p)
	return p, c.err
}

// addLinks adds the URLs of links.
func (t *urlTable) addLinks(links []link) []packed {
	ids := make([]packed, len(links))
	for i, l := range links {
		ids[i] = packed{url: t.add(l.URL, l.Key), count: l.Count}
	}
	return ids
}

// hot writes or reads what a walk needs of an answer.
func (c *codec) hot(s *stored) {
	c.url(&s.url)
	number(c, &s.outcome)
	number(c, &s.status)
	text(c, &s.mediaType)
	text(c, &s.failure.Class)
	text(c, &s.failure.Detail)
	located := s.location != noURL
	if c.bool(&located); located {
		c.url(&s.location)
		c.bool(&s.inside)
	} else {
		s.location = noURL
		c.fault(&s.fault)
	}
	c.bytes(s.digest[:])
	number(c, &s.bytes)
	list(c, &s.internal, 2, c.link)
	list(c, &s.external, 2, c.link)
	number(c, &s.badCount)
	number(c, &s.dropped)
}

// cold writes or reads the rest.
func (c *codec) cold(p *coldPart) {
	c.head(&p.head)
	list(c, &p.outer, 4, func(o *storedOuter) {
		c.knownURL(&o.url, 0)
		text(c, &o.text)
		text(c, &o.rel)
		number(c, &o.count)
	})
	list(c, &p.bad, 6, func(b *badLink) {
		text(c, &b.Href)
		c.fault(&b.Fault)
		text(c, &b.Text)
		number(c, &b.Count)
	})
	list(c, &p.occurrences, 6, func(o *storedOccurrence) {
		for _, s := range []*string{&o.element, &o.href, &o.text, &o.rel} {
			text(c, s)
		}
		c.bool(&o.internal)
		c.knownURL(&o.url, 1)
	})
}

func (c *codec) head(h *head) {
	for _, s := range []*string{&h.Title, &h.Lang, &h.Canonical, &h.Robots, &h.Refresh} {
		text(c, s)
	}
}

func (c *codec) fault(f *site.LinkFault) {
	text(c, &f.Kind)
	text(c, &f.Scheme)
	number(c, &f.Bound)
}

func (c *codec) link(l *packed) {
	c.url(&l.url)
	number(c, &l.count)
}
