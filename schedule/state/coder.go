package state

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
)

// Coder writes the values it is given, or reads them into their places. It
// keeps the first error and does nothing after it: a value is then left as it
// was. A value out of its bounds is an error both ways.
type Coder struct {
	bytes   []byte // written so far, or not read yet
	reading bool
	err     error
}

// Reading tells whether values are read, not written.
func (c *Coder) Reading() bool { return c.reading }

// Err returns the first error.
func (c *Coder) Err() error { return c.err }

// Fail says what cannot be; only the first time counts. It is as
// [fmt.Errorf].
func (c *Coder) Fail(format string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, a...)
	}
}

// Integer is any type of integer.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Int codes an integer from least to most.
func Int[T Integer](c *Coder, n *T, least, most T) {
	bits := c.varint(int64(*n))
	v := T(bits)
	switch {
	case c.err != nil:
	case int64(v) != bits || v < least || v > most:
		c.Fail("%d stands where a number from %d to %d should", bits, least, most)
	case c.reading:
		*n = v
	}
}

// Ints codes a list of so many integers from least to most; how many is not
// part of it.
func Ints[T Integer](c *Coder, list *[]T, count int, least, most T) {
	if c.room(count, 1, len(*list)); c.err != nil {
		return
	}
	if c.reading {
		*list = make([]T, count)
	}
	for i := range *list {
		Int(c, &(*list)[i], least, most)
	}
}

// List codes a list of integers from least to most, and its length.
func List[T Integer](c *Coder, list *[]T, least, most T) {
	n := len(*list)
	c.Length(&n)
	Ints(c, list, n, least, most)
}

// Length codes the number of things that follow, each of a byte or more: there
// are never more than there are bytes. It is 0 after an error.
func (c *Coder) Length(n *int) {
	Int(c, n, 0, math.MaxInt)
	if c.reading && *n > len(c.bytes) {
		c.Fail("%d things stand in %d bytes", *n, len(c.bytes))
	}
	if c.err != nil {
		*n = 0
	}
}

// Float codes a float from least to most, which may be infinite; NaN is none.
func (c *Coder) Float(x *float64, least, most float64) {
	b := c.take(8)
	switch {
	case c.err != nil:
		return
	case !c.reading:
		binary.LittleEndian.PutUint64(b, math.Float64bits(*x))
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(b))
	switch {
	case !(v >= least && v <= most):
		c.Fail("%v stands where a number from %v to %v should", v, least, most)
	case c.reading:
		*x = v
	}
}

// Finite codes floats that are neither NaN nor infinite.
func (c *Coder) Finite(places ...*float64) {
	for _, x := range places {
		c.Float(x, -math.MaxFloat64, math.MaxFloat64)
	}
}

// Floats codes a list of so many finite floats; how many is not part of it.
func (c *Coder) Floats(list *[]float64, count int) {
	if c.room(count, 8, len(*list)); c.err != nil {
		return
	}
	if c.reading {
		*list = make([]float64, count)
	}
	for i := range *list {
		c.Finite(&(*list)[i])
	}
}

// Flag codes a truth value.
func (c *Coder) Flag(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	Int(c, &n, 0, 1)
	*b = n == 1
}

// Text codes a string of at most so many bytes.
func (c *Coder) Text(s *string, most int) {
	n := len(*s)
	Int(c, &n, 0, most)
	b := c.take(n)
	switch {
	case c.err != nil:
	case c.reading:
		*s = string(b)
	default:
		copy(b, *s)
	}
}

// Random codes the state of a source of random numbers.
func (c *Coder) Random(source *rand.PCG) {
	state, _ := source.MarshalBinary() // never fails
	s := string(state)
	c.Text(&s, len(state))
	if c.reading && c.err == nil {
		if err := source.UnmarshalBinary([]byte(s)); err != nil {
			c.Fail("its random numbers: %w", err)
		}
	}
}

// varint writes v and returns it, or returns what is read.
func (c *Coder) varint(v int64) int64 {
	switch {
	case c.err != nil:
		return 0
	case !c.reading:
		c.bytes = binary.AppendVarint(c.bytes, v)
		return v
	}
	v, n := binary.Varint(c.bytes)
	if n <= 0 {
		c.Fail("no integer begins %d bytes before its end", len(c.bytes))
		return 0
	}
	c.bytes = c.bytes[n:]
	return v
}

// take returns the next n bytes, to read or to write.
func (c *Coder) take(n int) []byte {
	switch {
	case c.err != nil:
		return nil
	case !c.reading:
		c.bytes = append(c.bytes, make([]byte, n)...)
		return c.bytes[len(c.bytes)-n:]
	}
	if c.room(n, 1, 0); c.err != nil {
		return nil
	}
	taken := c.bytes[:n]
	c.bytes = c.bytes[n:]
	return taken
}

// room makes sure that so many things of a size can be there before memory is
// taken for them, or that as many as wanted are written.
func (c *Coder) room(count, size, have int) {
	switch {
	case c.reading && (count < 0 || count > len(c.bytes)/size):
		c.Fail("it ends too early: %d values of %d bytes or more in %d", count, size, len(c.bytes))
	case !c.reading && count != have:
		c.Fail("there are %d values, not %d", have, count)
	}
}
