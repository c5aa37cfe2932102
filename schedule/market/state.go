package market

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
)

// Saved states begin with what they are; the last byte is the version.
const (
	crewMagic    = "sitegraph crew\x00\x02"
	lexiconMagic = "sitegraph lexicon\x00\x01"
)

// Save writes the state of the crew, but not its options.
func (c *Crew) Save(w io.Writer) error {
	s := newSaver(w)
	s.text(crewMagic)
	s.text(c.name)
	s.float(c.due)
	chance, err := c.chance.MarshalBinary()
	if err != nil {
		return fmt.Errorf("save the state of scheme %s: %w", c.name, err)
	}
	s.text(string(chance))
	s.integer(int64(len(c.agents)))
	for i := range c.agents {
		c.agents[i].Agent.save(s)
	}
	s.integer(int64(len(c.urls)))
	for i := range c.urls {
		c.urls[i].save(s)
	}
	if err := s.close(w); err != nil {
		return fmt.Errorf("save the state of scheme %s: %w", c.name, err)
	}
	return nil
}

// save writes what loadAgent reads.
func (a Agent) save(s *saver) {
	for _, n := range []int64{
		a.Space, a.Used, a.Won, int64(a.Given), int64(a.Visited), int64(a.Stored), int64(a.Bought), int64(a.Sold),
	} {
		s.integer(n)
	}
	s.float(a.Energy)
	s.float(a.Ends)
}

func (l *lot) save(s *saver) {
	s.text(l.url)
	s.integer(int64(l.owner))
	s.integer(int64(l.state))
	if l.state == queued {
		for _, v := range l.values {
			s.float(v)
		}
		s.integer(int64(len(l.sellers)))
		for _, q := range l.sellers {
			s.integer(int64(q))
		}
	}
}

// Restore replaces the crew's state by what Save wrote. The crew keeps its
// options; they should be those of the saved one. The state of another scheme
// or of another number of agents, a damaged or a cut one is an error that
// leaves the crew as it was.
func (c *Crew) Restore(r io.Reader) error {
	l := newLoader(r)
	restored, err := c.load(l)
	if err = l.close(err); err != nil {
		return fmt.Errorf("restore the state of scheme %s: %w", c.name, err)
	}
	*c = *restored
	return nil
}

func (c *Crew) load(l *loader) (*Crew, error) {
	if l.text() != crewMagic && l.err == nil {
		return nil, errors.New("this is no state of a crew, or one of another version")
	}
	if name := l.text(); name != c.name && l.err == nil {
		return nil, fmt.Errorf("this is the state of scheme %q", name)
	}
	n, err := New(c.name, c.options)
	if err != nil {
		return nil, err
	}
	n.due = l.float(0, maxAmount*2)
	if err := n.chance.UnmarshalBinary([]byte(l.text())); err != nil && l.err == nil {
		return nil, fmt.Errorf("its random numbers: %w", err)
	}
	if agents := l.integer(0, math.MaxInt64); agents != int64(len(c.agents)) && l.err == nil {
		return nil, fmt.Errorf("it has %d agents, not %d", agents, len(c.agents))
	}
	for i := range n.agents {
		n.agents[i].Agent = loadAgent(l)
	}
	for left := l.integer(0, math.MaxInt64); left > 0 && l.err == nil; left-- {
		n.loadLot(l)
	}
	return n, l.err
}

func loadAgent(l *loader) Agent {
	whole := func() int64 { return l.integer(0, math.MaxInt64) }
	a := Agent{Space: whole(), Used: whole(), Won: whole()}
	a.Given, a.Visited, a.Stored = int(whole()), int(whole()), int(whole())
	a.Bought, a.Sold = int(whole()), int(whole())
	a.Energy, a.Ends = l.float(0, maxAmount), l.float(0, maxAmount)
	return a
}

// loadLot reads a URL and brings queues and index up to date.
func (c *Crew) loadLot(l *loader) {
	u := lot{url: l.text(), owner: int(l.integer(nobody, int64(len(c.agents)-1)))}
	u.state = state(l.integer(0, int64(done)))
	if u.state == queued {
		for range c.agents {
			u.values = append(u.values, l.float(0, 1))
		}
		for range l.integer(0, int64(len(c.agents)-1)) {
			u.sellers = append(u.sellers, int(l.integer(0, int64(len(c.agents)-1))))
		}
	}
	if l.err != nil {
		return
	}
	if u.owner == nobody && !(c.scheme.everyone && u.state == queued) || c.scheme.everyone && u.owner != nobody && u.state == queued {
		l.err = fmt.Errorf("it holds a URL of agent %d, which cannot be", u.owner)
		return
	}
	at, i := c.address(u.owner, u.url), len(c.urls)
	if _, twice := c.index[at]; twice {
		l.err = errors.New("it holds a URL twice")
		return
	}
	c.index[at] = i
	c.urls = append(c.urls, u)
	if u.state == queued {
		c.enqueue(i)
	} else if c.scheme.common {
		c.index[address{nobody, u.url}] = i
	}
}

// Save writes the lexicon's terms and counts.
func (l *Lexicon) Save(w io.Writer) error {
	s := newSaver(w)
	s.text(lexiconMagic)
	s.integer(int64(l.learnt))
	s.integer(int64(len(l.terms)))
	for i, term := range l.terms {
		s.text(term)
		s.integer(int64(l.pages[i]))
	}
	if err := s.close(w); err != nil {
		return fmt.Errorf("save a lexicon: %w", err)
	}
	return nil
}

// Restore replaces the lexicon by what Save wrote; bags keep their meaning if
// they were the saved one's. A damaged or cut state is an error that leaves
// the lexicon as it was.
func (l *Lexicon) Restore(r io.Reader) error {
	from := newLoader(r)
	restored, err := loadLexicon(from)
	if err = from.close(err); err != nil {
		return fmt.Errorf("restore a lexicon: %w", err)
	}
	*l = *restored
	return nil
}

func loadLexicon(from *loader) (*Lexicon, error) {
	if from.text() != lexiconMagic && from.err == nil {
		return nil, errors.New("this is no lexicon, or one of another version")
	}
	l := NewLexicon()
	l.learnt = int(from.integer(0, math.MaxInt32))
	for left := from.integer(0, math.MaxInt32); left > 0 && from.err == nil; left-- {
		term, pages := from.text(), from.integer(0, int64(l.learnt))
		if _, twice := l.ids[term]; twice && from.err == nil {
			return nil, fmt.Errorf("it holds the term %q twice", term)
		}
		l.pages[l.id(term)] = int32(pages)
	}
	return l, from.err
}

// saver writes numbers and texts; errors wait for close.
type saver struct {
	w   *bufio.Writer
	sum hash.Hash32
	buf [8]byte
}

func newSaver(w io.Writer) *saver {
	sum := crc32.NewIEEE()
	return &saver{w: bufio.NewWriter(io.MultiWriter(w, sum)), sum: sum}
}

func (s *saver) integer(v int64) {
	binary.LittleEndian.PutUint64(s.buf[:], uint64(v))
	s.w.Write(s.buf[:]) // bufio keeps the error until Flush
}

func (s *saver) float(v float64) { s.integer(int64(math.Float64bits(v))) }

func (s *saver) text(v string) {
	s.integer(int64(len(v)))
	s.w.WriteString(v)
}

// close writes the checksum.
func (s *saver) close(w io.Writer) error {
	if err := s.w.Flush(); err != nil {
		return err
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, s.sum.Sum32()))
	return err
}

// loader reads numbers and texts and keeps the first error.
type loader struct {
	r   *bufio.Reader
	sum hash.Hash32
	buf [8]byte
	err error
}

func newLoader(r io.Reader) *loader {
	return &loader{r: bufio.NewReader(r), sum: crc32.NewIEEE()}
}

func (l *loader) read(b []byte) {
	if l.err != nil {
		return
	}
	if _, l.err = io.ReadFull(l.r, b); l.err == nil {
		l.sum.Write(b)
	}
}

// raw reads 64 bits.
func (l *loader) raw() uint64 {
	if l.read(l.buf[:]); l.err != nil {
		return 0
	}
	return binary.LittleEndian.Uint64(l.buf[:])
}

// integer reads a number that must lie within bounds; 0 is given after an
// error, or the nearest bound.
func (l *loader) integer(lo, hi int64) int64 {
	v := int64(l.raw())
	if l.err == nil && (v < lo || v > hi) {
		l.err = fmt.Errorf("it holds the number %d where one from %d to %d is needed", v, lo, hi)
	}
	return min(max(v, lo), hi)
}

func (l *loader) float(lo, hi float64) float64 {
	v := math.Float64frombits(l.raw())
	if l.err == nil && !(v >= lo && v <= hi) {
		l.err = fmt.Errorf("it holds the number %v where one from %v to %v is needed", v, lo, hi)
	}
	return v
}

// longestText bounds a URL or term in a state.
const longestText = 1 << 16

func (l *loader) text() string {
	n := l.integer(0, longestText)
	if l.err != nil {
		return ""
	}
	b := make([]byte, n)
	l.read(b)
	return string(b)
}

// close reads the checksum and wants the end; err is what went wrong before.
func (l *loader) close(err error) error {
	want := l.sum.Sum32()
	if err == nil {
		var b [4]byte
		if _, err = io.ReadFull(l.r, b[:]); err == nil && binary.LittleEndian.Uint32(b[:]) != want {
			err = errors.New("it is damaged (the checksum differs)")
		}
		if err == nil {
			if _, more := l.r.ReadByte(); more != io.EOF {
				err = errors.New("something follows the state")
			}
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it is cut short")
	}
	return err
}
