// Package state saves what a policy knows and restores it. A state is described
// once, by a function that hands every value to a [Coder], which writes it or
// reads it; so what is written and what is read cannot differ.
//
// A saved state is a frame around the values:
//
//	sitegraph TAB kind TAB version TAB name TAB length of the body NEWLINE
//	the body: integers as zigzag varints, floats as their eight bytes
//	the CRC-32 of all that (IEEE, little-endian)
//
// States may come from anywhere: reading never panics, takes memory in
// proportion to the bytes that are there, and refuses what is no state of this
// kind, of another version, another policy's, damaged, cut short or too long.
// What the values mean, and which cannot be, is for the policies to check.
package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
)

// A Frame says what a state is a state of.
type Frame struct {
	// Kind is what has the state, such as "site policy".
	Kind string
	// Version is that of the values and their order.
	Version int
	// Name is the policy's, empty if there is but one of its kind.
	Name string
}

// sumSize is the length of the check sum.
const sumSize = 4

// String is kind and name.
func (f Frame) String() string { return strings.TrimSpace(f.Kind + " " + f.Name) }

// Save writes a state with the values that the function hands to the coder.
func (f Frame) Save(w io.Writer, values func(*Coder)) error {
	c := &Coder{}
	values(c)
	err := c.err
	if err == nil {
		err = f.Seal(w, c.bytes)
	}
	if err != nil {
		return fmt.Errorf("save the %s: %w", f, err)
	}
	return nil
}

// Restore reads what Save wrote, to the end of r, by the same function. After an
// error the values are partly restored and not to be used.
func (f Frame) Restore(r io.Reader, values func(*Coder)) error {
	body, err := f.Open(r)
	if err == nil {
		c := &Coder{bytes: body, reading: true}
		values(c)
		if c.err == nil && len(c.bytes) > 0 {
			c.Fail("it has %d bytes too many", len(c.bytes))
		}
		err = c.err
	}
	if err != nil {
		return fmt.Errorf("restore the %s: %w", f, err)
	}
	return nil
}

// Seal writes a state with this body.
func (f Frame) Seal(w io.Writer, body []byte) error {
	head := fmt.Appendf(nil, "sitegraph\t%s\t%d\t%s\t%d\n", f.Kind, f.Version, f.Name, len(body))
	sum := crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, body)
	for _, part := range [][]byte{head, body, binary.LittleEndian.AppendUint32(nil, sum)} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Open returns the body of what Seal wrote.
func (f Frame) Open(r io.Reader) ([]byte, error) {
	whole, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	head, body, found := bytes.Cut(whole, []byte{'\n'})
	words := strings.Split(string(head[:min(len(head), longestHead)]), "\t")
	if !found || len(words) != 5 || words[0] != "sitegraph" {
		return nil, errors.New("this is no saved state, or one cut short in its first line")
	}
	if err := f.check(words[1], words[2], words[3]); err != nil {
		return nil, err
	}
	length, err := strconv.Atoi(words[4])
	end := len(body) - sumSize
	switch {
	case err != nil || length < 0:
		return nil, fmt.Errorf("it is damaged: %q is no length", words[4])
	case end < length:
		return nil, fmt.Errorf("it is cut short, or damaged: %d bytes follow the first line, of %d", len(body), length)
	case end > length:
		return nil, fmt.Errorf("it is damaged, or something follows it: %d bytes too many", end-length)
	case crc32.ChecksumIEEE(whole[:len(whole)-sumSize]) != binary.LittleEndian.Uint32(body[end:]):
		return nil, errors.New("it is damaged: the check sum differs")
	}
	return body[:end], nil
}

// longestHead is more than any first line has.
const longestHead = 200

// check compares the words of a first line with what is wanted.
func (f Frame) check(kind, version, name string) error {
	switch {
	case kind != f.Kind:
		return fmt.Errorf("this is the state of a %q, not of a %q", kind, f.Kind)
	case version != strconv.Itoa(f.Version):
		return fmt.Errorf("this is a state of version %q; this program knows version %d", version, f.Version)
	case name != f.Name:
		return fmt.Errorf("this is the state of the %s %q, not of %q", kind, name, f.Name)
	}
	return nil
}
