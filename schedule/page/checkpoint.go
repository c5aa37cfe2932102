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

// Checkpointed is a policy that a resumed crawl restores, since asking it all
// its decisions again would take too long: with a million pages auto takes
// about a minute and pagerank-of-known 15 seconds, the others less than 5.
type Checkpointed struct{ *readOnce }

// restorable is a rule that is saved and restored.
type restorable interface {
	rule
	// save enters the values of the rule; restore takes them out again, into a
	// rule that has seen nothing.
	save(c *checkpoint)
	restore(c *checkpoint) error
}

// checkpoint holds the values of a saved policy. Lists have an entry a page.
type checkpoint struct {
	Policy  string
	Options Options
	Now     float64
	State   []pageState
	Asked   []bool
	Key     []float64
	// What follows belongs to the rule: Even and Due to all pages, the others
	// to each, Unseen and Finder to auto only.
	Links         [][]uint32
	Value, Unseen []float64
	Finder        []uint32
	Even          float64
	Due           int
}

// magic begins every checkpoint; the number is that of the version. The values
// follow, as encoding/gob writes them, and the CRC-32 (IEEE) of all that.
const magic = "sitegraph page policy 5\n"

// Save writes the state of the policy, its options included.
func (p Checkpointed) Save(w io.Writer) error {
	c := &checkpoint{
		Policy: p.name, Options: p.options, Now: p.now,
		State: p.state, Asked: p.asked, Key: p.front.key,
	}
	p.rule.(restorable).save(c)

	var b bytes.Buffer
	b.WriteString(magic)
	err := gob.NewEncoder(&b).Encode(c)
	if err == nil {
		_, err = w.Write(binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes())))
	}
	if err != nil {
		return fmt.Errorf("save page policy %s: %w", p.name, err)
	}
	return nil
}

// Restore replaces the policy's state and options by what Save wrote. The
// state of another policy or version, or one that is damaged or cut short, is
// an error that leaves the policy as it was.
func (p Checkpointed) Restore(r io.Reader) error {
	c, err := readCheckpoint(r)
	if err == nil {
		err = p.restore(c)
	}
	if err != nil {
		return fmt.Errorf("restore page policy %s: %w", p.name, err)
	}
	return nil
}

// restore takes over the values of a checkpoint.
func (p Checkpointed) restore(c *checkpoint) error {
	if c.Policy != p.name {
		return fmt.Errorf("this is a checkpoint of %s", c.Policy)
	}
	if err := c.check(); err != nil {
		return err
	}
	o := policies[p.name](c.Options.filled()).(Checkpointed).readOnce
	if err := o.rule.(restorable).restore(c); err != nil {
		return err
	}

	o.now, o.state, o.asked = c.Now, c.State, c.Asked
	o.front = queue{key: c.Key, place: make([]uint32, o.len())}
	for i, s := range o.state {
		o.count[s]++
		if s == unread && !o.asked[i] {
			o.front.push(uint32(i))
		}
	}
	*p.readOnce = *o
	return nil
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
	for _, length := range []int{len(c.Asked), len(c.Key), len(c.Links), len(c.Value)} {
		if length != n {
			return fmt.Errorf("it has %d values for %d pages", length, n)
		}
	}
	for _, list := range [][]float64{c.Key, c.Value, c.Unseen, {c.Now, c.Even}} {
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("it has the value %v", v)
			}
		}
	}
	for i, s := range c.State {
		if s > gone || s == gone && c.Asked[i] {
			return fmt.Errorf("page %d has the state %d", i, s)
		}
		for j, t := range c.Links[i] {
			if int(t) >= n || j > 0 && t <= c.Links[i][j-1] {
				return fmt.Errorf("page %d has the link %d", i, t)
			}
		}
	}
	return c.Options.check()
}
