package site

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strings"
)

// A saved state is a line "sitegraph KIND policy VERSION NAME\n", the numbers,
// and a check sum of all before it. Numbers are varints, or the eight bytes of
// a float64.
const version = "1"

// Save writes the state of the policy.
func (p *Policy) Save(w io.Writer) error {
	c := &coder{sites: len(p.sites), writing: true}
	o := p.options
	o.state(c)
	p.state(c)
	return seal(w, "site", p.name, c.bytes)
}

// Load restores the policy of that name from what Save wrote. The error says
// what is wrong with a state that is damaged, cut short, of another policy or
// of another version.
func Load(name string, r io.Reader) (*Policy, error) {
	body, err := unseal(r, "site", name)
	if err != nil {
		return nil, err
	}
	p, err := restore(name, body)
	if err != nil {
		return nil, fmt.Errorf("state of the site policy %s: %w", name, err)
	}
	return p, nil
}

func restore(name string, body []byte) (*Policy, error) {
	c := &coder{bytes: body}
	var o Options
	o.state(c)
	if c.err != nil {
		return nil, c.err
	}
	p, err := New(name, o)
	if err != nil {
		return nil, err
	}
	c.sites = o.Sites
	p.state(c)
	if c.err == nil && len(c.bytes) > 0 {
		c.err = fmt.Errorf("%d bytes too many", len(c.bytes))
	}
	if c.err == nil {
		c.err = p.resume()
	}
	return p, c.err
}

func (o *Options) state(c *coder) {
	c.length(&o.Sites)
	for _, n := range []*int{&o.Budget, &o.Quantum, &o.Block, &o.Start} {
		c.count(n)
	}
}

// state saves or restores all but the options.
func (p *Policy) state(c *coder) {
	for i := range p.sites {
		s := &p.sites[i]
		awake := p.awake.has(i)
		c.count(&s.asked)
		c.count(&s.told)
		c.count(&s.found)
		c.count(&s.once)
		c.flag(&awake)
		p.awake.put(i, awake)
	}
	c.site(&p.cursor)
	p.rule.state(c)
}

// resume computes what follows from the tallies.
func (p *Policy) resume() error {
	for i, s := range p.sites {
		if s.told > s.asked || s.once > s.found {
			return fmt.Errorf("site %d: %d pages told of %d, %d links of %d seen once", i, s.told, s.asked, s.once, s.found)
		}
		p.asked += s.asked
		p.told += s.told
		p.found += s.found
	}
	if p.options.Budget > 0 && p.asked > p.options.Budget {
		return fmt.Errorf("%d pages of a budget of %d", p.asked, p.options.Budget)
	}
	for i := range p.sites {
		p.opening.put(i, p.opens(i))
		p.rule.changed(p, i)
	}
	return nil
}

// seal writes head line, body and check sum. The kind is site or page.
func seal(w io.Writer, kind, name string, body []byte) error {
	whole := fmt.Appendf(nil, "sitegraph %s policy %s %s\n", kind, version, name)
	whole = append(whole, body...)
	whole = binary.LittleEndian.AppendUint32(whole, crc32.ChecksumIEEE(whole))
	_, err := w.Write(whole)
	return err
}

// unseal returns the body of what seal wrote.
func unseal(r io.Reader, kind, name string) ([]byte, error) {
	whole, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	head, body, found := bytes.Cut(whole, []byte{'\n'})
	words := strings.Split(string(head[:min(len(head), 200)]), " ")
	switch {
	case !found || len(words) != 5 || words[0] != "sitegraph" || words[2] != "policy":
		return nil, errors.New("not the state of a policy, or cut short in its first line")
	case words[1] != kind || words[4] != name:
		return nil, fmt.Errorf("the state of the %s policy %q, not of the %s policy %q", words[1], words[4], kind, name)
	case words[3] != version:
		return nil, fmt.Errorf("a state of version %q; this program knows version %s", words[3], version)
	case len(body) < 4:
		return nil, fmt.Errorf("the state of %s is cut short: %d bytes", name, len(whole))
	}
	end := len(whole) - 4
	if crc32.ChecksumIEEE(whole[:end]) != binary.LittleEndian.Uint32(whole[end:]) {
		return nil, fmt.Errorf("the state of %s is damaged or cut short: wrong check sum", name)
	}
	return body[:len(body)-4], nil
}

// coder writes numbers to bytes, or reads them from there, so that one
// function describes a state for both. After the first error it does nothing.
type coder struct {
	bytes   []byte
	writing bool
	sites   int
	err     error
}

// most is the greatest count: sums of counts stay within their bounds.
const most = 1 << 52

// count is a whole number from 0 to most.
func (c *coder) count(n *int) {
	if c.err != nil {
		return
	}
	if c.writing {
		c.bytes = binary.AppendUvarint(c.bytes, uint64(*n))
		return
	}
	v, length := binary.Uvarint(c.bytes)
	if length <= 0 || v > most {
		c.err = fmt.Errorf("no count with %d bytes to go", len(c.bytes))
		return
	}
	*n, c.bytes = int(v), c.bytes[length:]
}

// upTo is a count that is at most limit.
func (c *coder) upTo(n *int, limit int) {
	c.count(n)
	if c.err == nil && *n > limit {
		c.err = fmt.Errorf("%d where %d is the greatest", *n, limit)
	}
}

// site is the number of a site.
func (c *coder) site(n *int) { c.upTo(n, c.sites-1) }

func (c *coder) flag(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	c.upTo(&n, 1)
	*b = n == 1
}

// number is a float64 from 0 to most.
func (c *coder) number(x *float64) {
	if c.err != nil {
		return
	}
	if c.writing {
		c.bytes = binary.LittleEndian.AppendUint64(c.bytes, math.Float64bits(*x))
		return
	}
	if len(c.bytes) < 8 {
		c.err = fmt.Errorf("no number with %d bytes to go", len(c.bytes))
		return
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(c.bytes))
	if !(v >= 0 && v <= most) {
		c.err = fmt.Errorf("number %v with %d bytes to go", v, len(c.bytes))
		return
	}
	*x, c.bytes = v, c.bytes[8:]
}

// queue is a list of counts.
func (c *coder) queue(q *queue) {
	n := q.len()
	c.length(&n)
	for i := 0; i < n && c.err == nil; i++ {
		page := 0
		if c.writing {
			page = q.pages[q.head+i]
		}
		c.count(&page)
		if !c.writing {
			q.push(page)
		}
	}
}

// text is a string of bytes.
func (c *coder) text(s *string) {
	n := len(*s)
	c.length(&n)
	switch {
	case c.err != nil:
	case c.writing:
		c.bytes = append(c.bytes, *s...)
	default:
		*s, c.bytes = string(c.bytes[:n]), c.bytes[n:]
	}
}

// length is the number of things that follow, each of a byte or more, so that
// no damaged number asks for all memory.
func (c *coder) length(n *int) {
	c.count(n)
	if c.err == nil && !c.writing && *n > len(c.bytes) {
		c.err = fmt.Errorf("%d things in %d bytes", *n, len(c.bytes))
	}
}

func (c *coder) fading(f *fading) {
	c.number(&f.sum)
	c.number(&f.weight)
}
