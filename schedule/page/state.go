package page

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// A state is the magic, the policy's name, what the policy writes, and the
// CRC-32 of all that. Numbers are little-endian; a list begins with its length.
const magic = "sitegraph page policy 2\n"

// writer puts a state together.
type writer struct{ buf []byte }

func (w *writer) number(x uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, x) }
func (w *writer) float(x float64) { w.number(math.Float64bits(x)) }
func (w *writer) flag(x bool)     { w.number(map[bool]uint64{true: 1}[x]) }
func (w *writer) bytes(b []byte)  { w.number(uint64(len(b))); w.buf = append(w.buf, b...) }
func (w *writer) numbers(a []uint32) {
	w.number(uint64(len(a)))
	w.plain(a)
}

// plain writes numbers without their count.
func (w *writer) plain(a []uint32) {
	for _, x := range a {
		w.buf = binary.LittleEndian.AppendUint32(w.buf, x)
	}
}

func (w *writer) floats(a []float64) {
	w.number(uint64(len(a)))
	for _, x := range a {
		w.float(x)
	}
}

func (w *writer) counts(a []uint64) {
	w.number(uint64(len(a)))
	for _, x := range a {
		w.number(x)
	}
}

func (w *writer) options(o Options) {
	w.number(o.Seed)
	w.float(o.Delta)
	w.flag(o.Paper)
	w.float(o.Unread)
	w.float(o.Window)
	w.float(o.Sweeps)
	w.float(o.Rest)
}

// seal begins and ends a state.
func seal(name string, body func(*writer)) []byte {
	w := &writer{buf: []byte(magic)}
	w.bytes([]byte(name))
	body(w)
	return binary.LittleEndian.AppendUint32(w.buf, crc32.ChecksumIEEE(w.buf))
}

// reader takes a state apart. The first thing that is wrong stays in err, and
// all that is read after it is zero or empty.
type reader struct {
	buf []byte
	err error
}

// open checks a state's frame and returns its inside.
func open(name string, data []byte) (*reader, error) {
	if len(data) < len(magic)+4 || string(data[:len(magic)]) != magic {
		return nil, errors.New("this is no state of a page policy, or of another version")
	}
	end := len(data) - 4
	if crc32.ChecksumIEEE(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, errors.New("the state of the page policy is damaged or cut off")
	}
	r := &reader{buf: data[len(magic):end]}
	if found := string(r.bytes()); r.err == nil && found != name {
		return nil, fmt.Errorf("this is the state of page policy %q, not of %s", found, name)
	}
	return r, r.err
}

func (r *reader) fail(format string, a ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("the state of the page policy is impossible: "+format, a...)
	}
	r.buf = nil
}

// take returns the next bytes, nil if there are not so many.
func (r *reader) take(count, size uint64) []byte {
	if r.err != nil || count > uint64(len(r.buf))/size {
		r.fail("it ends too early")
		return nil
	}
	taken := r.buf[:count*size]
	r.buf = r.buf[count*size:]
	return taken
}

func (r *reader) number() uint64 {
	b := r.take(1, 8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

func (r *reader) float() float64 { return math.Float64frombits(r.number()) }
func (r *reader) flag() bool     { return r.number() != 0 }
func (r *reader) bytes() []byte  { return r.take(r.number(), 1) }

// real is a float that is a number.
func (r *reader) real() float64 {
	x := r.float()
	if math.IsNaN(x) || math.IsInf(x, 0) {
		r.fail("%v stands where a number should", x)
		return 0
	}
	return x
}

// time is a time as tick lets it pass.
func (r *reader) time() float64 { return r.real() }

// list checks that a list has the wanted length.
func (r *reader) list(want int) uint64 {
	n := r.number()
	if n != uint64(want) {
		r.fail("a list has %d entries, not %d", n, want)
		return 0
	}
	return n
}

func (r *reader) numbers(want int) []uint32 { return r.plain(int(r.list(want))) }

// any reads a list of unknown length.
func (r *reader) any() []uint32 {
	n := r.number()
	if n > math.MaxUint32 {
		r.fail("a list has %d entries", n)
		return nil
	}
	return r.plain(int(n))
}

func (r *reader) plain(n int) []uint32 {
	b := r.take(uint64(n), 4)
	a := make([]uint32, len(b)/4)
	for i := range a {
		a[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return a
}

func (r *reader) floats(want int) []float64 {
	b := r.take(r.list(want), 8)
	a := make([]float64, want)
	for i := range len(b) / 8 {
		a[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		if math.IsNaN(a[i]) || math.IsInf(a[i], 0) {
			r.fail("%v stands where a number should", a[i])
			return a
		}
	}
	return a
}

func (r *reader) counts(want int) []uint64 {
	b := r.take(r.list(want), 8)
	a := make([]uint64, want)
	for i := range len(b) / 8 {
		a[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return a
}

func (r *reader) options() Options {
	o := Options{Seed: r.number(), Delta: r.float(), Paper: r.flag(), Unread: r.float(), Window: r.float(), Sweeps: r.float(), Rest: r.float()}
	if err := o.check(); err != nil {
		r.fail("%v", err)
	}
	return o.filled()
}

// done ends the reading.
func (r *reader) done() error {
	if r.err == nil && len(r.buf) > 0 {
		r.fail("%d bytes too many", len(r.buf))
	}
	return r.err
}
