package revisit

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

// magic begins every saved state; its last byte is the version of the format.
const magic = "sitegraph revisit\x00\x01"

// Flags of a saved page.
const (
	flagNew = 1 << iota
	flagOut
	flagLeft
	allFlags = 1<<iota - 1
)

// Save writes the state of the policy, its settings included, also in the
// middle of an iteration. Truth and State are not part of it.
func (p *Policy) Save(w io.Writer) error {
	s := &saver{sum: crc32.NewIEEE()}
	s.w = bufio.NewWriter(io.MultiWriter(w, s.sum))
	s.text(magic)
	s.text(p.name)
	p.saveSettings(s)
	s.integer(int64(len(p.pages)))
	for i := range p.pages {
		p.pages[i].save(s)
	}
	for _, n := range p.rule.numbers() {
		s.float(*n)
	}
	for _, c := range p.rule.columns() {
		for _, v := range *c.values {
			s.float(v)
		}
	}
	if err := s.close(w); err != nil {
		return fmt.Errorf("save the state of revisit policy %s: %w", p.name, err)
	}
	return nil
}

func (p *Policy) saveSettings(s *saver) {
	o := p.options
	s.text(string(o.Form))
	for _, v := range []float64{o.DeltaS, o.A, o.B, o.Period, p.now} {
		s.float(v)
	}
	s.integer(p.known)
	s.integer(p.size)
	open := int64(0)
	if p.open {
		open = 1
	}
	s.integer(open)
	s.integer(int64(len(p.plan) - p.asked))
	for _, i := range p.plan[p.asked:] {
		s.integer(int64(i))
	}
}

func (s *page) save(w *saver) {
	flags := int64(0)
	for i, on := range []bool{s.new, s.out, s.left} {
		if on {
			flags |= 1 << i
		}
	}
	w.integer(s.size)
	w.float(s.checked)
	w.float(s.tried)
	w.integer(int64(s.gone))
	w.integer(int64(s.failed))
	w.integer(flags)
}

// Restore replaces the policy's state and settings by what Save wrote, and
// keeps its Truth and State. The state of another policy, a damaged or a cut
// one is an error that leaves the policy as it was.
func (p *Policy) Restore(r io.Reader) error {
	l := &loader{r: bufio.NewReader(r), sum: crc32.NewIEEE()}
	restored, err := p.load(l)
	if err == nil {
		err = l.close()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it is cut short")
	}
	if err != nil {
		return fmt.Errorf("restore the state of revisit policy %s: %w", p.name, err)
	}
	*p = *restored
	return nil
}

func (p *Policy) load(l *loader) (*Policy, error) {
	if l.text() != magic && l.err == nil {
		return nil, errors.New("this is no state of a revisit policy, or one of another version")
	}
	if name := l.text(); name != p.name && l.err == nil {
		return nil, fmt.Errorf("this is the state of policy %q", name)
	}
	q := &Policy{name: p.name, options: p.options}
	n := q.loadSettings(l)
	if l.err != nil {
		return nil, l.err
	}
	if _, err := q.options.complete(); err != nil {
		return nil, err
	}
	q.rule, l.err = rules[q.name](q.options)
	for i := int64(0); i < n && l.err == nil; i++ {
		q.pages = append(q.pages, loadPage(l))
	}
	q.loadRule(l)
	if l.err == nil {
		l.err = q.sound()
	}
	return q, l.err
}

// loadSettings reads what saveSettings wrote and the number of pages.
func (p *Policy) loadSettings(l *loader) int64 {
	p.options.Form = Form(l.text())
	for _, v := range []*float64{
		&p.options.DeltaS, &p.options.A, &p.options.B, &p.options.Period, &p.now,
	} {
		*v = l.float()
	}
	p.known, p.size = l.integer(), l.integer()
	p.open = l.integer() == 1
	for left := l.integer(); left > 0 && l.err == nil; left-- {
		p.plan = append(p.plan, int(l.integer()))
	}
	return l.integer()
}

func loadPage(l *loader) page {
	s := page{size: l.integer(), checked: l.float(), tried: l.float()}
	gone, failed, flags := l.integer(), l.integer(), l.integer()
	if l.err != nil {
		return s
	}
	if s.size < 0 || s.size > maxSize || gone|failed < 0 || gone > Failures ||
		failed >= math.MaxUint16 || flags&^allFlags != 0 {
		l.err = errors.New("it holds a page that cannot be")
	}
	s.gone, s.failed = uint16(gone), uint16(failed)
	s.new, s.out, s.left = flags&flagNew != 0, flags&flagOut != 0, flags&flagLeft != 0
	return s
}

// loadRule reads the numbers and columns of the rule; a column grows as it is
// read, so that a wrong length cannot ask for more memory than there is text.
func (p *Policy) loadRule(l *loader) {
	if l.err != nil {
		return
	}
	for _, n := range p.rule.numbers() {
		*n = l.float()
	}
	for _, c := range p.rule.columns() {
		for i := 0; i < len(p.pages)*c.each && l.err == nil; i++ {
			*c.values = append(*c.values, l.float())
		}
	}
}

// sound tells what in a restored state cannot be.
func (p *Policy) sound() error {
	if p.known < 0 || p.size < 0 || math.IsInf(p.now, 1) {
		return errors.New("its counts cannot be")
	}
	for _, i := range p.plan {
		if i < 0 || i >= len(p.pages) || p.pages[i].out || p.pages[i].left {
			return fmt.Errorf("it plans to check page %d, which cannot be checked", i)
		}
	}
	for _, c := range p.rule.columns() {
		for _, v := range *c.values {
			if !finite(v) {
				return fmt.Errorf("it holds the number %v", v)
			}
		}
	}
	return nil
}

// saver writes numbers and keeps the first error.
type saver struct {
	w   *bufio.Writer
	sum hash.Hash32
	buf [8]byte
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

// loader reads numbers and keeps the first error.
type loader struct {
	r   *bufio.Reader
	sum hash.Hash32
	buf [8]byte
	err error
}

func (l *loader) read(b []byte) {
	if l.err != nil {
		return
	}
	if _, l.err = io.ReadFull(l.r, b); l.err == nil {
		l.sum.Write(b)
	}
}

func (l *loader) integer() int64 {
	if l.read(l.buf[:]); l.err != nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(l.buf[:]))
}

// float reads a number; there is none that is NaN.
func (l *loader) float() float64 {
	v := math.Float64frombits(uint64(l.integer()))
	if l.err == nil && math.IsNaN(v) {
		l.err = errors.New("it holds a number that is none")
	}
	return v
}

// text reads a name, which is short.
func (l *loader) text() string {
	n := l.integer()
	if l.err == nil && (n < 0 || n > 64) {
		l.err = errors.New("it is damaged, or no state of a revisit policy")
	}
	if l.err != nil {
		return ""
	}
	b := make([]byte, n)
	l.read(b)
	return string(b)
}

// close reads the checksum and wants the end.
func (l *loader) close() error {
	want := l.sum.Sum32()
	var b [4]byte
	if _, err := io.ReadFull(l.r, b[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(b[:]) != want {
		return errors.New("it is damaged (the checksum differs)")
	}
	if _, err := l.r.ReadByte(); err != io.EOF {
		return errors.New("something follows the state")
	}
	return nil
}
