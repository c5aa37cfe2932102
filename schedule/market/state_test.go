package market

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"sitegraph/schedule/state"
)

// saved is the state of a crew at work.
func saved(t testing.TB, name string) []byte {
	t.Helper()
	c := newCrew(t, name, small(3))
	w := newWalk(c, web{seed: 5, pages: 40, agents: 3})
	for range 60 {
		w.event(c)
	}
	var b bytes.Buffer
	if err := c.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestDamagedStates: every prefix, every changed byte, another scheme's state,
// another number of agents and something after the end are errors, and leave
// the crew as it was.
func TestDamagedStates(t *testing.T) {
	whole := saved(t, "market")
	c := newCrew(t, "market", small(3))
	if err := c.Restore(bytes.NewReader(whole)); err != nil {
		t.Fatal(err)
	}
	refuse := func(c *Crew, state []byte, want string) {
		t.Helper()
		if err := c.Restore(bytes.NewReader(state)); err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("%v, want %q", err, want)
		}
	}
	for i := range whole {
		refuse(c, whole[:i], "cut short")
		changed := bytes.Clone(whole)
		changed[i] ^= 0x10
		refuse(c, changed, "")
	}
	refuse(c, append(bytes.Clone(whole), 0), "follows")
	refuse(c, saved(t, "random"), `crew "random"`)
	refuse(newCrew(t, "market", small(4)), whole, "3 agents")
	var lexicon bytes.Buffer
	if err := NewLexicon().Save(&lexicon); err != nil {
		t.Fatal(err)
	}
	refuse(c, lexicon.Bytes(), `"lexicon", not of a "crew"`)
	if err := NewLexicon().Restore(bytes.NewReader(whole)); err == nil {
		t.Error("a crew's state is a lexicon")
	}
	var again bytes.Buffer
	if err := c.Save(&again); err != nil || !bytes.Equal(again.Bytes(), whole) {
		t.Error("the crew has changed", err)
	}
}

// TestImpossible: what a crew never is, is refused also where the frame is
// right.
func TestImpossible(t *testing.T) {
	for what, spoil := range map[string]func(c *Crew){
		"a URL twice":              func(c *Crew) { c.urls = append(c.urls, c.urls[0]) },
		"a URL of nobody":          func(c *Crew) { c.urls[0].owner = nobody },
		"a URL of agent 3 of 3":    func(c *Crew) { c.urls[0].owner = 3 },
		"a value above 1":          func(c *Crew) { c.urls[0].values[1] = 1.5 },
		"a missing value":          func(c *Crew) { c.urls[0].values = c.urls[0].values[1:] },
		"sold by all":              func(c *Crew) { c.urls[0].sellers = []int{0, 1, 2} },
		"sold by an agent unknown": func(c *Crew) { c.urls[0].sellers = []int{3} },
		"less than no energy":      func(c *Crew) { c.agents[2].Energy = -1 },
		"less than no space":       func(c *Crew) { c.agents[2].Space = -1 },
	} {
		c := newCrew(t, "market", small(3))
		c.Seed(0, Link{"a", []float64{1, 1, 1}})
		var b bytes.Buffer
		if spoil(c); c.Save(&b) == nil && newCrew(t, "market", small(3)).Restore(&b) == nil {
			t.Errorf("%s is taken", what)
		}
	}
	l := NewLexicon()
	if l.Restore(sealed(t, l.frame(), []byte("\x02\x04\x02a\x02\x02a\x00"))) == nil {
		t.Error("a term twice is taken")
	}
	if err := l.Restore(sealed(t, l.frame(), []byte("\x02\x04\x02a\x02\x02b\x00"))); err != nil {
		t.Error(err)
	}
}

// TestSaveFails: what the disk says comes back.
func TestSaveFails(t *testing.T) {
	full := errors.New("no space")
	if err := newCrew(t, "market", small(2)).Save(failing{full}); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := NewLexicon().Save(failing{full}); !errors.Is(err, full) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzRestore: no bytes make Restore panic, in a right frame, and
// what it takes can be worked with.
func FuzzRestore(f *testing.F) {
	for _, name := range Known() {
		body, err := newCrew(f, name, small(3)).frame().Open(bytes.NewReader(saved(f, name)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(name, body)
	}
	f.Add("lexicon", []byte("\x02\x04\x02a\x02\x02b\x00"))
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		l := NewLexicon()
		if l.Restore(sealed(t, l.frame(), body)) == nil {
			l.Learn(l.Bag("a text of some words", "en"))
		}
		c, err := New(name, small(3))
		if err != nil || c.Restore(sealed(t, c.frame(), body)) != nil {
			return
		}
		for i := range c.Agents() {
			a := c.Agent(i)
			if max(a.Space, a.Won, int64(max(a.Given, a.Visited, a.Stored, a.Bought, a.Sold))) > 1<<60 {
				return // the next may be one too many
			}
		}
		w := newWalk(c, web{seed: 5, pages: 40, agents: 3})
		for range 50 {
			w.event(c)
		}
		if err := c.Save(&bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
	})
}

// sealed is a state of these values.
func sealed(t testing.TB, f state.Frame, body []byte) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	if err := f.Seal(&b, body); err != nil {
		t.Fatal(err)
	}
	return &b
}
