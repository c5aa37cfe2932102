package page

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// Checkpointer is a policy that a resumed crawl restores, since asking it all
// its decisions again would take too long: with a million pages auto takes
// about a minute and pagerank-of-known 15 seconds, the others less than 5.
type Checkpointer interface {
	Estimator
	// Save writes the state of the policy, its options included.
	Save(w io.Writer) error
	// Restore replaces the policy's state and options by what Save wrote. The
	// state of another policy or version, or one that is damaged or cut short,
	// is an error that leaves the policy as it was.
	Restore(r io.Reader) error
}

// restorable is a rule that is saved and restored.
type restorable interface {
	rule
	estimate
	// save enters the values of the rule; restore takes them out again, into a
	// rule that has seen nothing. The page states are restored already.
	save(c *checkpoint)
	restore(o *readOnce, c *checkpoint) error
}

// checkpoint holds the values of a saved policy. Lists have an entry a page.
type checkpoint struct {
	Policy  string
	Options Options
	Now     float64
	State   []pageState
	Asked   []bool
	Key     []float64
	// Size is the number of links of a page, Target the links of all pages, one
	// list after the other.
	Size, Target []uint32
	// What follows belongs to the rule: Value, Behind and Finder to the pages,
	// Even and Due to all.
	Value, Behind []float64
	Finder        []uint32
	Even          float64
	Due           int
}

// checkpointed is a policy with a restorable rule.
type checkpointed struct{ estimator }

// magic begins every checkpoint; the number is that of the version. The values
// follow, as encoding/gob writes them, and the CRC-32 (IEEE) of all that.
const magic = "sitegraph page policy 4\n"

// Save implements Checkpointer.
func (p checkpointed) Save(w io.Writer) error {
	o := p.readOnce
	c := &checkpoint{
		Policy: o.name, Options: o.options, Now: o.now,
		State: o.state, Asked: o.asked, Key: o.front.key,
	}
	o.rule.(restorable).save(c)

	var b bytes.Buffer
	b.WriteString(magic)
	err := gob.NewEncoder(&b).Encode(c)
	if err == nil {
		_, err = w.Write(binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes())))
	}
	if err != nil {
		return fmt.Errorf("save page policy %s: %w", o.name, err)
	}
	return nil
}

// Restore implements Checkpointer.
func (p checkpointed) Restore(r io.Reader) error {
	restored, err := restore(r, p.name)
	if err != nil {
		return fmt.Errorf("restore page policy %s: %w", p.name, err)
	}
	*p.readOnce = *restored
	return nil
}

// restore reads a checkpoint of the policy of that name.
func restore(r io.Reader, name string) (*readOnce, error) {
	c, err := readCheckpoint(r)
	if err != nil {
		return nil, err
	}
	if c.Policy != name {
		return nil, fmt.Errorf("this is a checkpoint of %s", c.Policy)
	}
	if err := c.check(); err != nil {
		return nil, err
	}

	o := policies[name](c.Options.filled()).(checkpointed).readOnce
	o.now, o.state, o.asked = c.Now, c.State, c.Asked
	for i, s := range o.state {
		if s > gone || s == gone && o.asked[i] {
			return nil, fmt.Errorf("page %d has the state %d", i, s)
		}
		o.count[s]++
	}
	if err := o.rule.(restorable).restore(o, c); err != nil {
		return nil, err
	}
	o.front = queue{key: c.Key, heap: o.waiting(), place: make([]uint32, o.len())}
	for i, page := range o.front.heap {
		o.front.place[page] = uint32(i + 1)
	}
	o.front.order()
	return o, nil
}

// readCheckpoint reads to the end of r.
func readCheckpoint(r io.Reader) (*checkpoint, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	end := len(all) - crc32.Size
	switch {
	case !bytes.HasPrefix(all, []byte(magic)):
		return nil, errors.New("this is no checkpoint of this version of the program")
	case end < len(magic) || crc32.ChecksumIEEE(all[:end]) != binary.LittleEndian.Uint32(all[end:]):
		return nil, errors.New("it is damaged or cut short: the checksum differs")
	}
	c := &checkpoint{}
	if err := gob.NewDecoder(bytes.NewReader(all[len(magic):end])).Decode(c); err != nil {
		return nil, err
	}
	return c, nil
}

// check returns an error if the values do not fit together.
func (c *checkpoint) check() error {
	n := len(c.State)
	for _, length := range []int{len(c.Asked), len(c.Key), len(c.Size), len(c.Value)} {
		if length != n {
			return fmt.Errorf("it has %d values for %d pages", length, n)
		}
	}
	for _, list := range [][]float64{c.Key, c.Value, c.Behind, {c.Now, c.Even}} {
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("it has the value %v", v)
			}
		}
	}
	return c.Options.check()
}

// save enters the links of all pages.
func (l *links) save(c *checkpoint) {
	c.Size = l.size
	for i := range l.size {
		c.Target = append(c.Target, l.of(uint32(i))...)
	}
}

// restore takes the links out again, into links that are empty.
func (l *links) restore(c *checkpoint) error {
	rest := c.Target
	for i, size := range c.Size {
		if int(size) > len(rest) {
			return fmt.Errorf("the links of page %d are missing", i)
		}
		list := rest[:size]
		for j, t := range list {
			if int(t) >= len(c.Size) || j > 0 && t <= list[j-1] {
				return fmt.Errorf("page %d has the link %d", i, t)
			}
		}
		l.grow()
		l.put(uint32(i), list)
		rest = rest[size:]
	}
	return nil
}
