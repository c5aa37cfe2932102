package download

import (
	"testing"
)

// The rows follow RFC 8288, sections 3 and 3.3, and the examples of RFC 6596.
func TestCanonicalIn(t *testing.T) {
	page := at(t, "http://a.test", "/b/c").URL
	for header, want := range map[string]string{
		`<http://b.test/x>; rel="canonical"`:                      "http://b.test/x",
		`<d?e>; REL=Canonical`:                                    "http://a.test/b/d?e",
		`</logo.png>; rel="image_src", </x>; rel="canonical"`:     "http://a.test/x",
		`</x,y>;title="a, <b>; rel=no";rel="start  canonical"; b`: "http://a.test/x,y",
		`</x>; rel=next; rel=canonical`:                           "",
		`</x>; title="; rel=canonical"`:                           "",
		`</x>; rel=canonical; anchor="/z"`:                        "",
		`</x>; rel=canonicals`:                                    "",
		`</é>; rel=canonical`:                                     "http://a.test/%C3%A9",
		`<mailto:x>; rel=canonical`:                               "mailto:x",
		`/x; rel=canonical`:                                       "",
		``:                                                        "",
	} {
		if got := canonicalIn([]string{"</n>; rel=next", header}, page); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}
