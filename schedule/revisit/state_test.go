package revisit

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// life is a random sequence of events: all that can happen to a policy.
type life struct {
	r   *rand.Rand
	now float64
	out []int
}

// step lets one thing happen and returns the page asked for, or -1.
func (l *life) step(p *Policy) int {
	switch l.r.IntN(8) {
	case 0:
		p.Indexed(int64(l.r.IntN(500)), l.now)
	case 1:
		p.Found()
	case 2:
		l.now++
		p.Begin(l.now, l.r.Float64()*20)
	case 3:
		if l.r.IntN(4) == 0 {
			p.End()
		}
	case 4, 5:
		if i, ok := p.Next(); ok {
			l.out = append(l.out, i)
			return i
		}
	default:
		if len(l.out) > 0 {
			k := l.r.IntN(len(l.out))
			p.Tell(l.out[k], Check{
				Kind: Kind(l.r.IntN(4)), At: l.now,
				Size: int64(l.r.IntN(500)), Difference: int64(l.r.IntN(4) * l.r.IntN(300)),
			})
			l.out = slices.Delete(l.out, k, k+1)
		}
	}
	return -1
}

func saved(t testing.TB, p *Policy) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A policy that is saved and restored at any moment goes on as if nothing had
// happened; two with the same life are the same.
func TestRestored(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		for seed := range uint64(20) {
			o := Options{DeltaS: 0.3, A: 0.01, B: 1, Form: FormRatio, Period: 2}
			one, two := policy(t, name, o), policy(t, name, o)
			lives := [2]life{}
			for k := range lives {
				lives[k].r = rand.New(rand.NewPCG(seed, 7))
			}
			for step := range 600 {
				if a, b := lives[0].step(one), lives[1].step(two); a != b {
					t.Fatalf("seed %d, step %d: one asks for %d, the restored one for %d", seed, step, a, b)
				}
				if step%23 != 0 {
					continue
				}
				state := saved(t, two)
				two = policy(t, name, Options{})
				if err := two.Restore(bytes.NewReader(state)); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(saved(t, one), saved(t, two)) {
					t.Fatalf("seed %d, step %d: the states differ", seed, step)
				}
			}
		}
	})
}

func lived(t testing.TB, name string, steps int) *Policy {
	p := policy(t, name, Options{DeltaS: 0.3})
	l := life{r: rand.New(rand.NewPCG(9, 9))}
	for range steps {
		l.step(p)
	}
	return p
}

// A state that is not whole, not this policy's or not a state at all is a
// clear error and leaves the policy as it was.
func TestDamaged(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		state := saved(t, lived(t, name, 60))
		p := lived(t, name, 30)
		before := saved(t, p)
		refuse := func(what string, bad []byte) {
			t.Helper()
			if err := p.Restore(bytes.NewReader(bad)); err == nil {
				t.Fatalf("a state %s is taken", what)
			} else if !strings.Contains(err.Error(), name) {
				t.Fatalf("a state %s: %v; want the policy's name", what, err)
			}
		}
		for n := range state {
			refuse("cut short", state[:n])
			bad := bytes.Clone(state)
			bad[n] ^= 0x41
			refuse("with a wrong byte", bad)
		}
		refuse("with more behind it", append(bytes.Clone(state), 0))
		other := Known()[(slices.Index(Known(), name)+1)%len(Known())]
		refuse("of another policy", saved(t, lived(t, other, 60)))
		if !bytes.Equal(before, saved(t, p)) {
			t.Error("a refused state changed the policy")
		}
	})
}

// What a policy never is, is refused also where the frame is right.
func TestImpossible(t *testing.T) {
	for what, spoil := range map[string]func(p *Policy){
		"a planned page that is out":   func(p *Policy) { p.pages[1].out = true },
		"a planned page that has left": func(p *Policy) { p.pages[1].left = true },
		"a plan of a page not known":   func(p *Policy) { p.plan[0] = 2 },
		"a negative size":              func(p *Policy) { p.pages[0].size = -1 },
		"too many failures":            func(p *Policy) { p.pages[0].gone = Failures + 1 },
		"fewer than no pages known":    func(p *Policy) { p.known = -1 },
		"a time that is none":          func(p *Policy) { p.now = math.Inf(1) },
		"an unknown form":              func(p *Policy) { p.options.Form = "none" },
		"a negative period":            func(p *Policy) { p.options.Period = -1 },
		"a column with an endless one": func(p *Policy) { (*p.rule.columns()[0].values)[0] = math.Inf(1) },
	} {
		p := policy(t, "learned", Options{})
		p.Indexed(10, 0)
		p.Indexed(20, 0)
		p.Begin(1, 5)
		var b bytes.Buffer
		if spoil(p); p.Save(&b) == nil && policy(t, "learned", Options{}).Restore(&b) == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, bytes.ErrTooLarge }

func TestSaveFails(t *testing.T) {
	if err := lived(t, "scent", 60).Save(failing{}); err == nil {
		t.Error("Save says nothing of a failure")
	}
}

// FuzzRestore restores foreign values in a right frame, and lives on with what
// is taken.
func FuzzRestore(f *testing.F) {
	for _, name := range Known() {
		body, err := policy(f, name, Options{}).frame().Open(bytes.NewReader(saved(f, lived(f, name, 80))))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(name, body)
	}
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		if _, ok := rules[name]; !ok {
			return
		}
		p := policy(t, name, Options{})
		var state bytes.Buffer
		if err := p.frame().Seal(&state, body); err != nil {
			t.Fatal(err)
		}
		if err := p.Restore(&state); err != nil {
			return
		}
		l := life{r: rand.New(rand.NewPCG(1, 1)), now: p.now}
		if !finite(l.now) {
			l.now = 0
		}
		for range 100 {
			if i := l.step(p); i >= len(p.pages) {
				t.Fatalf("page %d of %d", i, len(p.pages))
			}
		}
		if math.IsNaN(p.now) {
			t.Fatal("no time")
		}
	})
}
