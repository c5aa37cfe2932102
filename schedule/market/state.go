package market

import (
	"io"
	"math"

	"sitegraph/schedule/state"
)

func (c *Crew) frame() state.Frame { return state.Frame{Kind: "crew", Version: 3, Name: c.name} }

// Save writes the state of the crew, but not its options.
func (c *Crew) Save(w io.Writer) error { return c.frame().Save(w, c.state) }

// Restore replaces the crew's state by what Save wrote. The crew keeps its
// options; they should be those of the saved one. The state of another scheme
// or of another number of agents, a damaged or a cut one is an error that
// leaves the crew as it was.
func (c *Crew) Restore(r io.Reader) error {
	n, err := New(c.name, c.options)
	if err != nil {
		return err
	}
	if err := c.frame().Restore(r, n.state); err != nil {
		return err
	}
	*c = *n
	return nil
}

// state saves or restores all but the options.
func (c *Crew) state(s *state.Coder) {
	s.Float(&c.due, 0, 2*maxAmount)
	s.Random(c.chance)
	agents, lots := len(c.agents), len(c.urls)
	if state.Int(s, &agents, 1, MaxAgents); agents != len(c.agents) {
		s.Fail("it has %d agents, not %d", agents, len(c.agents))
	}
	for i := range c.agents {
		c.agents[i].state(s)
	}
	s.Length(&lots)
	for i := 0; i < lots && s.Err() == nil; i++ {
		if s.Reading() {
			c.restoreLot(s)
		} else {
			c.urls[i].state(s, agents)
		}
	}
}

func (a *Agent) state(s *state.Coder) {
	for _, n := range []*int64{&a.Space, &a.Used, &a.Won} {
		state.Int(s, n, 0, math.MaxInt64)
	}
	for _, n := range []*int{&a.Given, &a.Visited, &a.Stored, &a.Bought, &a.Sold} {
		state.Int(s, n, 0, math.MaxInt)
	}
	s.Float(&a.Energy, 0, maxAmount)
	s.Float(&a.Ends, 0, maxAmount)
}

// longestText bounds a URL, and a term in a state.
const longestText = 1 << 16

// state saves or restores a URL, which so many agents may want.
func (l *lot) state(s *state.Coder, agents int) {
	s.Text(&l.url, longestText)
	state.Int(s, &l.owner, nobody, agents-1)
	state.Int(s, &l.fate, queued, done)
	if l.fate != queued {
		return
	}
	s.Floats(&l.values, agents)
	for _, v := range l.values {
		if v < 0 || v > 1 {
			s.Fail("it holds a URL of value %v; it must be from 0 to 1", v)
		}
	}
	if state.List(s, &l.sellers, 0, agents-1); len(l.sellers) >= agents {
		s.Fail("it holds a URL that all agents have sold")
	}
}

// restoreLot reads a URL and brings queues and index up to date.
func (c *Crew) restoreLot(s *state.Coder) {
	var u lot
	u.state(s, len(c.agents))
	if (u.owner == nobody) != (c.scheme.everyone && u.fate == queued) {
		s.Fail("it holds a URL of agent %d, which cannot be", u.owner)
	}
	at, i := c.address(u.owner, u.url), len(c.urls)
	if _, twice := c.index[at]; twice {
		s.Fail("it holds the URL %q twice", u.url)
	}
	if s.Err() != nil {
		return
	}
	c.index[at] = i
	c.urls = append(c.urls, u)
	if u.fate == queued {
		c.enqueue(i)
	} else if c.scheme.common {
		c.index[address{nobody, u.url}] = i
	}
}

func (l *Lexicon) frame() state.Frame { return state.Frame{Kind: "lexicon", Version: 2} }

// Save writes the lexicon's terms and counts.
func (l *Lexicon) Save(w io.Writer) error { return l.frame().Save(w, l.state) }

// Restore replaces the lexicon by what Save wrote; bags keep their meaning if
// they were the saved one's. A damaged or cut state is an error that leaves
// the lexicon as it was.
func (l *Lexicon) Restore(r io.Reader) error {
	restored := NewLexicon()
	if err := l.frame().Restore(r, restored.state); err != nil {
		return err
	}
	*l = *restored
	return nil
}

func (l *Lexicon) state(s *state.Coder) {
	state.Int(s, &l.learnt, 0, math.MaxInt32)
	terms := len(l.terms)
	s.Length(&terms)
	for i := 0; i < terms && s.Err() == nil; i++ {
		term := ""
		if !s.Reading() {
			term = l.terms[i]
		}
		s.Text(&term, longestText)
		if l.id(term) != int32(i) {
			s.Fail("it holds the term %q twice", term)
			return
		}
		state.Int(s, &l.pages[i], 0, int32(l.learnt))
	}
}
