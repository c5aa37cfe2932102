package site

import (
	"bytes"
	"strings"
	"testing"

	"sitegraph/schedule/state"
)

func saved(t testing.TB, name string) []byte {
	t.Helper()
	sites := world{{1, 0, 2}, {0, 0, 0, 9}, {3}}
	p := policy(t, name, Options{Sites: 3, Budget: 6})
	sites.walk(t, p)
	var b bytes.Buffer
	must(t, p.Save(&b))
	return b.Bytes()
}

func TestRestoreRefuses(t *testing.T) {
	good := saved(t, "r4")
	turned := bytes.Clone(good)
	turned[len(turned)/2] ^= 4
	for _, c := range []struct {
		what, name string
		state      []byte
		want       string
	}{
		{"nothing", "r4", nil, "no saved state"},
		{"a text", "r4", []byte("a,b\n1,2\n"), "no saved state"},
		{"another policy", "r3", good, `the site policy "r4", not of "r3"`},
		{"a bit turned", "r4", turned, "damaged"},
		{"cut short", "r4", good[:len(good)-3], "cut short"},
		{"cut in the first line", "r4", good[:9], "cut short"},
		{"more behind", "r4", append(bytes.Clone(good), 0), "follows"},
		{"another version", "r4", bytes.Replace(good, []byte("policy\t2"), []byte("policy\t1"), 1), "version"},
	} {
		p := policy(t, c.name, Options{Sites: 2})
		if err := p.Restore(bytes.NewReader(c.state)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	if err := pagesPolicy(t, "auto", PagesOptions{Sites: 2}).Restore(bytes.NewReader(good)); err == nil {
		t.Error("a site policy's state passes for a page policy's")
	}
	p := policy(t, "r4", Options{Sites: 2})
	for i := range good {
		if err := p.Restore(bytes.NewReader(good[:i])); err == nil {
			t.Errorf("the first %d bytes pass for a state", i)
		}
	}
	if p.Sites() != 2 {
		t.Error("a state that was refused changed the policy")
	}
}

// Values that cannot be are refused also where the frame is right.
func TestRestoreChecksValues(t *testing.T) {
	for what, body := range map[string][]byte{
		"told of more than was asked for": {2, 0, 0, 0, 0, 2, 4, 0, 0, 2, 0},
		"a budget of less than was asked": {2, 2, 0, 0, 0, 4, 4, 0, 0, 2, 0},
		"a cursor behind the last site":   {2, 0, 0, 0, 0, 4, 4, 0, 0, 2, 2},
		"a flag of 2":                     {2, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0},
		"no sites":                        {0, 0, 0, 0, 0, 0},
	} {
		p := policy(t, "sequential", Options{Sites: 1})
		if err := p.Restore(sealed(t, p.frame(), body)); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	p := policy(t, "sequential", Options{Sites: 1})
	must(t, p.Restore(sealed(t, p.frame(), []byte{2, 0, 0, 0, 0, 4, 4, 0, 0, 2, 0})))
	if p.Asked() != 2 {
		t.Errorf("%d pages asked for, want 2", p.Asked())
	}
}

// opened returns the values of a state, sealed a state of these values.
func opened(t testing.TB, f state.Frame, whole []byte) []byte {
	t.Helper()
	body, err := f.Open(bytes.NewReader(whole))
	must(t, err)
	return body
}

func sealed(t testing.TB, f state.Frame, body []byte) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	must(t, f.Seal(&b, body))
	return &b
}

// Whatever the values say, restoring ends with an error or a policy that
// works. The frame is right, since it would keep the fuzzer off.
func FuzzRestore(f *testing.F) {
	for i, name := range Known() {
		body := opened(f, policy(f, name, Options{Sites: 1, Budget: 1}).frame(), saved(f, name))
		f.Add(i, body)
		f.Add(i, body[:len(body)/2])
	}
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		name := Known()[(which%len(Known())+len(Known()))%len(Known())]
		p := policy(t, name, Options{Sites: 1, Budget: 1})
		if p.Restore(sealed(t, p.frame(), body)) != nil || p.Sites() > 1000 {
			return
		}
		for range 50 {
			if i, ok := p.Next(); ok {
				must(t, p.Tell(i, Page{New: 3, Again: 1}))
				must(t, p.Sleep(i))
			}
		}
		var again bytes.Buffer
		must(t, p.Save(&again))
		if err := policy(t, name, Options{Sites: 1, Budget: 1}).Restore(&again); err != nil {
			t.Fatalf("%s: its own state is refused: %v", name, err)
		}
	})
}
