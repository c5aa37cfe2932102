package export

import (
	"testing"

	"sitegraph/site"
)

// A row of linked.csv that can be read is written back unchanged.
func FuzzLinkedRow(f *testing.F) {
	f.Add("document image", "ok", "301 http://a/ > 302 http://b/", "status 200", 200, 1, 3)
	f.Add("", site.NotChecked, "x > > 9", "", -1, 5, 0)
	f.Fuzz(func(t *testing.T, kinds, state, chain, reason string, status, first, pages int) {
		r := linkedRow{key: "k", url: "u", kinds: kinds, state: state, chain: chain, reason: reason, status: status,
			first: first, pages: pages}
		l, err := r.parse(max(pages, 0))
		if err != nil {
			return
		}
		if len(l.Kinds) == 0 || first > max(pages, 0) || state != site.NotChecked && string(l.Check.State) != state {
			t.Fatalf("%+v of %+v", l, r)
		}
		if reason != "" && state != site.NotChecked && l.Check.Why() != reason {
			t.Fatalf("reason %q, want %q", l.Check.Why(), reason)
		}
	})
}
