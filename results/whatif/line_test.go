package whatif

import (
	"strings"
	"testing"
)

// TestLinkLine: a line names one page, whatever its URL looks like, and keeps the text.
func TestLinkLine(t *testing.T) {
	s := siteOf(t, "/ /dir/ /dir/x /price$ /dir/?q", "/dir/ /", "/dir/x /", "/price$ /", "/dir/?q /")
	for _, test := range []struct{ from, to, text, want string }{
		{home, at("dir/x"), "X", `add-link /$ /dir/x "X" main`},
		{at("dir/"), at("dir/?q"), `say "hi" \ there`, `add-link /dir/$ /dir/?q "say \"hi\" \\ there" main`},
		{at("price$"), at("dir/"), "a\n#b", `add-link /price$$ /dir/$ "a #b" main`},
		{at("dir/?q"), "https://b.example/", "B", `add-link /dir/?q https://b.example/$ "B" main`},
	} {
		line, ok := LinkLine(test.from, test.to, home[:len(home)-1], test.text)
		if !ok || line != test.want {
			t.Errorf("%q, want %q", line, test.want)
		}
		p, err := planned(t, s, line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		touched := p.Explain()[0]
		if touched.Count != 1 || touched.Some[0] != test.from || p.targets[0].key != test.to {
			t.Errorf("%s: %+v, to %s", line, touched, p.targets[0].key)
		}
		if got := p.Changes[0].text; strings.Join(strings.Fields(test.text), " ") != got {
			t.Errorf("%s: text %q", line, got)
		}
	}
	if line, ok := LinkLine(at("a*b"), home, home, "x"); ok {
		t.Errorf("a wildcard: %s", line)
	}
}
