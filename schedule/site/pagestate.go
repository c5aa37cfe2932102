package site

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// Save writes the state of the policy.
func (p *Pages) Save(w io.Writer) error {
	c := &coder{sites: len(p.asleep), writing: true}
	c.count(&p.options.Sites)
	c.count(&p.options.Budget)
	p.state(c)
	return seal(w, "page", p.name, c.bytes)
}

// LoadPages restores the page policy of that name from what Save wrote. The
// error says what is wrong with a state that is damaged, cut short, of another
// policy or of another version.
func LoadPages(name string, r io.Reader) (*Pages, error) {
	body, err := unseal(r, "page", name)
	if err != nil {
		return nil, err
	}
	p, err := restorePages(name, body)
	if err != nil {
		return nil, fmt.Errorf("state of the page policy %s: %w", name, err)
	}
	return p, nil
}

func restorePages(name string, body []byte) (*Pages, error) {
	c := &coder{bytes: body}
	var o PagesOptions
	c.length(&o.Sites)
	c.count(&o.Budget)
	if c.err != nil {
		return nil, c.err
	}
	p, err := NewPages(name, o)
	if err != nil {
		return nil, err
	}
	c.sites = o.Sites
	p.state(c)
	if c.err == nil && len(c.bytes) > 0 {
		c.err = fmt.Errorf("%d bytes too many", len(c.bytes))
	}
	return p, c.err
}

// state saves or restores all but the options.
func (p *Pages) state(c *coder) {
	p.rule.state(c)
	c.count(&p.asked)
	for i := range p.asleep {
		c.flag(&p.asleep[i])
	}
	p.outState(c)
	for i := 0; i < len(p.asleep) && !c.writing && c.err == nil; i++ {
		p.rule.sleep(i, p.asleep[i])
	}
}

// outState saves or restores the pages that were not told about.
func (p *Pages) outState(c *coder) {
	pages := slices.Sorted(maps.Keys(p.out))
	n := len(pages)
	c.length(&n)
	for i := 0; i < n && c.err == nil; i++ {
		var page int
		var from origin
		if c.writing {
			page, from = pages[i], p.out[pages[i]]
		}
		c.count(&page)
		c.site(&from.site)
		if c.err == nil {
			c.upTo(&from.arm, p.rule.arms(from.site)-1)
		}
		if _, double := p.out[page]; double && !c.writing && c.err == nil {
			c.err = fmt.Errorf("page %d is out twice", page)
		}
		p.out[page] = from
	}
}
