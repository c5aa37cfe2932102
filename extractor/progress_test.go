package extractor_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/words"
	"sitegraph/site"
)

// fanOut is a site whose home page has 40 links, ten of them forbidden, and each other page five more. Below the home
// page it answers only once the progress in the middle of each depth was shown.
type fanOut struct {
	mu   sync.Mutex
	seen map[int]chan bool // by depth; closed when its progress was shown
	most int               // maximum of URLs fetched and expected
	over int               // the same sum at the end of the walk
	// again, unless nil, is closed when an iteration's progress was shown, with checks left to do.
	again  chan bool
	checks int
}

func (f *fanOut) Download(_ context.Context, r site.Request) site.Response {
	body, path := "", r.URL.Path
	switch depth := strings.Count(path, "-"); {
	case r.Robots:
		body = "User-agent: *\nDisallow: /private\n"
	case path == "/":
		for i := range 40 {
			body += fmt.Sprintf("<a href=%s-%d>x</a>", []string{"/a", "/b", "/c", "/private"}[i%4], i)
		}
	case f.again != nil:
		<-f.again
		body = path
	default:
		<-f.seen[depth]
		for i := range 5 * (2 - depth) {
			body += fmt.Sprintf("<a href=%s-%d>x</a>", path, i)
		}
		body += path
	}
	kind := "text/html"
	if r.Robots {
		kind = "text/plain"
	}
	return site.Response{URL: r.URL, Status: 200, ContentType: kind, Attempts: 1, Body: []byte(body)}
}

func (f *fanOut) Fetched(site.Fetch) {}

func (f *fanOut) Progress(p site.Progress) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.over = p.Fetched + p.Waiting + p.Next
	f.most = max(f.most, f.over)
	c := f.seen[p.Level]
	if f.again != nil {
		c = f.again
	}
	if c != nil && p.InFlight > 0 {
		select {
		case <-c:
		default:
			close(c)
			f.checks = p.Again
		}
	}
}

// TestProgressKeepsItsWord checks that no more is expected than comes: 1 + 30 + 150 URLs, each once, none forbidden.
func TestProgressKeepsItsWord(t *testing.T) {
	f := &fanOut{seen: map[int]chan bool{1: make(chan bool), 2: make(chan bool)}}
	w := newWalker(t, f, 4)
	w.parts.Observer = f
	stopping := true
	w.parts.StopConditions = []func(site.Progress) (site.Ending, bool){
		func(p site.Progress) (site.Ending, bool) {
			return site.EndedSignal, stopping && p.Level == 2 && p.InFlight > 0
		},
		func(p site.Progress) (site.Ending, bool) { return site.EndedWorkDone, p.Done }}
	for range 2 { // the second run resumes
		c, err := walkAlone(t.Context(), mustParse(t, origin), w.parts, w.limits)
		if err != nil || c.Complete == stopping {
			t.Fatalf("%+v, %v", c, err)
		}
		stopping = false
	}
	if f.most != 1+30+150 || f.over != f.most {
		t.Errorf("expected %d URLs at most, there were %d", f.most, f.over)
	}
	f.again = make(chan bool)
	w.parts.Watch = &extractor.Watch{Policy: "test", Words: words.Count,
		Choose: func(*evidence.History) extractor.Choice {
			return extractor.Choice{Pages: []int32{1, 2, 3, 4, 5, 6, 7}}
		}}
	if _, err := walkAlone(t.Context(), mustParse(t, origin), w.parts, w.limits); err != nil {
		t.Fatal(err)
	}
	if f.most != 1+30+150 || f.checks != 7 {
		t.Errorf("an iteration of 7 checks had %d left; expected %d URLs at most", f.checks, f.most)
	}
}
