package extractor

import (
	"encoding/binary"
	"fmt"

	"sitegraph/site"
)

// memory is the journal in memory: every answer, small, and the site's facts.
// The owner of the walk fills it, from the journal at start and beside the
// journal afterwards.
type memory struct {
	book    *addressBook
	answers []known
	of      []int32 // by address id: answer+1 of a key, 0 if none
	types   map[string]string

	site    siteRecord
	robots  site.RobotsSeen
	end     endRecord
	records int // length of the journal
	fetched int // answers for which something was sent
	failed  int
	bytes   int64
}

// known is one answer in memory.
type known struct {
	address   addressID
	location  addressID
	record    uint32 // its place in the journal
	outcome   outcome
	inside    bool
	status    uint16
	digest    site.Digest
	bytes     int64
	mediaType string
	trouble   *trouble // nil if there was none
	internal  []byte   // packed links
	external  []byte
	counts    linkCounts
}

// trouble is why an answer is of no use.
type trouble struct {
	failure  site.Failure
	location site.LinkFault // why a redirect cannot be followed
}

// why returns the trouble of an answer, if any.
func (k *known) why() trouble {
	if k.trouble == nil {
		return trouble{}
	}
	return *k.trouble
}

// linkCounts are links with multiplicity.
type linkCounts struct{ internal, external, bad, dropped uint32 }

func newMemory() *memory {
	return &memory{book: newAddressBook(), types: map[string]string{}}
}

// answer returns the answer of a key, nil if there is none.
func (m *memory) answer(key addressID) *known {
	if int(key) >= len(m.of) || m.of[key] == 0 {
		return nil
	}
	return &m.answers[m.of[key]-1]
}

// take adds one record of the journal.
func (m *memory) take(record []byte) error {
	if len(record) == 0 {
		return fmt.Errorf("%w: empty", errRecord)
	}
	n := uint32(m.records)
	m.records++
	switch record[0] {
	case kindSite:
		return m.begin(record)
	case kindRobots:
		var r robotsRecord
		err := readEvent(record, &r)
		m.robots = r.Seen
		m.robots.Text = string(r.Text)
		return err
	case kindEnd:
		m.end = endRecord{}
		return readEvent(record, &m.end)
	case kindAgain:
		m.forgetFailures()
		return nil
	case kindAnswer:
		s, err := decodeAnswer(record, m.book)
		if err == nil {
			m.keep(s, n)
		}
		return err
	}
	return fmt.Errorf("%w: kind %q", errRecord, record[0])
}

// begin takes a site record: what came before it is void, but for the places
// of the records.
func (m *memory) begin(record []byte) error {
	fresh := newMemory()
	fresh.records = m.records
	*m = *fresh
	if err := readEvent(record, &m.site); err != nil {
		return err
	}
	m.book.add(m.site.Start, m.site.Key)
	return nil
}

// keep adds an answer. A key is answered once; a second answer is ignored.
func (m *memory) keep(s stored, record uint32) {
	key := m.book.key(s.address)
	for len(m.of) < m.book.Len() {
		m.of = append(m.of, make([]int32, m.book.Len()-len(m.of))...)
	}
	if m.of[key] != 0 {
		return
	}
	k := known{address: s.address, location: s.location, record: record, outcome: s.outcome, inside: s.inside,
		status: uint16(s.status), digest: s.digest, bytes: s.bytes, mediaType: m.intern(s.mediaType)}
	if s.failure.Failed() {
		m.failed++
	}
	if s.failure.Failed() || s.fault.Failed() {
		k.trouble = &trouble{failure: s.failure, location: s.fault}
	}
	if s.outcome != outForbidden {
		m.fetched++
	}
	m.bytes += s.bytes
	k.internal, k.counts.internal = pack(s.internal)
	k.external, k.counts.external = pack(s.external)
	k.counts.bad, k.counts.dropped = uint32(s.badCount), uint32(s.dropped)
	m.answers = append(m.answers, k)
	m.of[key] = int32(len(m.answers))
}

// forgetFailures makes room for other answers where the ones so far may have
// been bad luck.
func (m *memory) forgetFailures() {
	for key, place := range m.of {
		if place > 0 && m.answers[place-1].unlucky() {
			m.of[key] = 0
			m.fetched--
		}
	}
	m.failed = 0
}

// unlucky counts the answers that forgetFailures would void.
func (m *memory) unlucky() (count int) {
	for _, place := range m.of {
		if place > 0 && m.answers[place-1].unlucky() {
			count++
		}
	}
	return count
}

// unlucky tells answers that may be another one some other time: no usable
// one, an error of the server's own, or too many requests.
func (k *known) unlucky() bool {
	return k.outcome == outFailed || k.outcome == outStatus && site.IsServerError(int(k.status))
}

func (m *memory) intern(s string) string {
	if t, ok := m.types[s]; ok {
		return t
	}
	m.types[s] = s
	return s
}

// pack writes links as varints and counts them.
func pack(links []packed) (b []byte, count uint32) {
	if len(links) == 0 {
		return nil, 0
	}
	b = make([]byte, 0, 4*len(links))
	for _, l := range links {
		b = binary.AppendUvarint(b, uint64(l.address))
		b = binary.AppendUvarint(b, uint64(l.count))
		count += l.count
	}
	return b[:len(b):len(b)], count
}

// each calls f for every packed link.
func each(b []byte, f func(address addressID, count uint32)) {
	for len(b) > 0 {
		a, n := binary.Uvarint(b)
		c, m := binary.Uvarint(b[n:])
		b = b[n+m:]
		f(addressID(a), uint32(c))
	}
}
