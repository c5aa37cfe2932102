package site

import (
	"strings"
	"testing"
)

// FuzzNormalise demands of every profile that a key is its own key, that Key and KeyOf agree, and that the test for
// normal URLs agrees with the building of the normal form.
func FuzzNormalise(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Add("//1.2.3.4//a?b&a=1&&a=&'")
	profiles := []string{"default", "paper", "triplet-case", "double-slash", "trailing-slash", "sort-query",
		"empty-query", "empty-params", "valueless-params", "ip-to-host", "fragment", "sort-query,empty-query"}
	var all []*Normaliser
	for _, p := range profiles {
		all = append(all, mustNormaliser(f, p, map[string]string{"1.2.3.4": "h"}))
	}
	base := mustParse(f, "http://example.com/a/b?c")
	f.Fuzz(func(t *testing.T, ref string) {
		u, err := base.Resolve(ref, nil)
		if err != nil {
			return
		}
		for i, n := range all {
			checkKey(t, n, u, profiles[i])
		}
	})
}

func checkKey(t *testing.T, n *Normaliser, u URL, profile string) {
	key := n.Key(u)
	if key != n.build(u) || key != n.KeyOf(u, u.String()) {
		t.Fatalf("%s: %+v: Key %q, KeyOf %q, built %q", profile, u, key, n.KeyOf(u, u.String()), n.build(u))
	}
	again, err := Parse(key)
	if err != nil {
		t.Fatalf("%s: key %q of %+v: %v", profile, key, u, err)
	}
	if twice := n.Key(again); twice != key {
		t.Fatalf("%s: %+v has key %q, and that %q", profile, u, key, twice)
	}
	if again.Port != u.Port || again.Scheme != u.Scheme || strings.Contains(key, "#") {
		t.Fatalf("%s: %+v has key %q", profile, u, key)
	}
}
