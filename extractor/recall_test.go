package extractor_test

import (
	"regexp"
	"testing"

	"sitegraph/extractor/evidence"
)

// An answer that is known by one spelling comes again when another one, which failed, is forgotten: it counts. By hand:
// /x and /x? are one page, of which the rule leaves out the first.
func TestRespelledRetry(t *testing.T) {
	f := newFake(map[string]fakePage{origin + "/": {body: "<a href=/x>1</a><a href='/x?'>2</a>"},
		origin + "/x": {status: 503}, origin + "/x?": {body: "x"}})
	w := newWalker(t, f, 2)
	w.parts.Settings = map[string]string{}
	if c := w.run(t); len(c.Graph.Pages) != 1 {
		t.Fatalf("%d pages while /x fails", len(c.Graph.Pages))
	}
	w.limits.Exclude = regexp.MustCompile("/x$")
	w.parts.Settings[evidence.SettingExclude] = w.limits.Exclude.String()
	for _, w.parts.RetryFailed = range []bool{false, true} {
		if c := w.run(t); len(c.Graph.Pages) != 2 || !c.Complete {
			t.Errorf("retry: %t: %d pages, complete: %t; want the home page and x", w.parts.RetryFailed,
				len(c.Graph.Pages), c.Complete)
		}
	}
}
