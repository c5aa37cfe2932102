package fleet

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sitegraph/site"
)

// TestRested checks that a host stays open until its delay has passed since its last answer. Reopened, it would not
// keep to that delay.
func TestRested(t *testing.T) {
	now := time.Unix(0, 0)
	f := New(Options{Of: site.URL.Origin, Least: 10 * time.Second, Now: func() time.Time { return now },
		Open: func(site.URL) (Host, error) { return Host{Close: func() {}}, nil }})
	var all []*connected
	for i := range 2*resident + 1 {
		if i == 2*resident {
			now = now.Add(30 * time.Second) // the first host answers now
			f.end(all[0])
		}
		h, err := f.begin(site.URL{Scheme: "http", Host: fmt.Sprint("h", i), Path: "/"})
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, h); i > 0 {
			f.end(h)
		}
	}
	opened := 0
	for _, h := range all {
		if h.isOpen {
			opened++
		}
	}
	if !all[0].isOpen || all[1].isOpen || opened != resident+1 {
		t.Errorf("open: %v, %v; %d in all", all[0].isOpen, all[1].isOpen, opened)
	}
}

// TestLongestDelay checks that two schemes of a host share the longer delay, before and after it opens, and follow
// changes.
func TestLongestDelay(t *testing.T) {
	var paces []time.Duration
	f := New(Options{Of: func(u site.URL) string { return u.Host }, Now: time.Now,
		Open: func(site.URL) (Host, error) {
			return Host{SetDelay: func(d time.Duration) { paces = append(paces, d) }}, nil
		}})
	plain, secure := site.URL{Scheme: "http", Host: "h"}, site.URL{Scheme: "https", Host: "h"}
	f.SetDelay(plain, 3)
	h, err := f.begin(secure)
	if err != nil {
		t.Fatal(err)
	}
	f.end(h)
	f.SetDelay(secure, 2)
	f.SetDelay(secure, 5)
	f.SetDelay(secure, 1)
	f.Close()
	if want := []time.Duration{3, 3, 5, 3}; !slices.Equal(paces, want) {
		t.Errorf("paces %v, want %v", paces, want)
	}
}
