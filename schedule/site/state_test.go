package site

import (
	"bytes"
	"strings"
	"testing"
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

func TestLoadRefuses(t *testing.T) {
	good := saved(t, "r4")
	turned := bytes.Clone(good)
	turned[len(turned)/2] ^= 4
	for _, c := range []struct {
		what, name string
		state      []byte
		want       string
	}{
		{"nothing", "r4", nil, "not the state of a policy"},
		{"a text", "r4", []byte("a,b\n1,2\n"), "not the state of a policy"},
		{"another policy", "r3", good, `the site policy "r4", not of the site policy "r3"`},
		{"a bit turned", "r4", turned, "damaged"},
		{"cut short", "r4", good[:len(good)-3], "damaged or cut short"},
		{"cut in the first line", "r4", good[:9], "cut short"},
		{"more behind", "r4", append(bytes.Clone(good), 0), "damaged"},
		{"another version", "r4", bytes.Replace(good, []byte("policy 1"), []byte("policy 2"), 1), "version"},
	} {
		if _, err := Load(c.name, bytes.NewReader(c.state)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
	if _, err := LoadPages("auto", bytes.NewReader(good)); err == nil {
		t.Error("a site policy's state passes for a page policy's")
	}
	for i := range good {
		if _, err := Load("r4", bytes.NewReader(good[:i])); err == nil {
			t.Errorf("the first %d bytes pass for a state", i)
		}
	}
}

// Whatever the numbers say, restoring ends with an error or a policy that
// works. The check sum is left out, since it would keep the fuzzer off.
func FuzzRestore(f *testing.F) {
	for i, name := range Known() {
		state := saved(f, name)
		body := state[bytes.IndexByte(state, '\n')+1 : len(state)-4]
		f.Add(i, body)
		f.Add(i, body[:len(body)/2])
	}
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		name := Known()[(which%len(Known())+len(Known()))%len(Known())]
		p, err := restore(name, body)
		if err != nil || p.Sites() > 1000 {
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
		if _, err := Load(name, &again); err != nil {
			t.Fatalf("%s: its own state is refused: %v", name, err)
		}
	})
}
