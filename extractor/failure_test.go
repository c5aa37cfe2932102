package extractor_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/stop"
	"sitegraph/internal/console"
	"sitegraph/site"
)

type records struct {
	list   [][]byte
	failAt int // number of the record whose Append fails; 0 = never
}

var errDisk = errors.New("the disk is full")

func (r *records) Append(list [][]byte) error {
	if r.failAt > 0 && len(r.list)+len(list) >= r.failAt {
		return errDisk
	}
	for _, record := range list {
		r.list = append(r.list, slices.Clone(record))
	}
	return nil
}

// Replay yields the records in one reused buffer, as a store may.
func (r *records) Replay() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var buf []byte
		for _, record := range r.list {
			buf = append(buf[:0], record...)
			if !yield(buf, nil) {
				return
			}
		}
	}
}

func (r *records) Read(n int) ([]byte, error) {
	if n >= len(r.list) {
		return nil, fmt.Errorf("no record %d", n)
	}
	return slices.Clone(r.list[n]), nil
}

// fans makes hosts whose home pages link to n pages each.
func fans(n int, hosts ...string) map[string]fakePage {
	network := map[string]fakePage{}
	for _, host := range hosts {
		var home strings.Builder
		for i := range n {
			fmt.Fprintf(&home, "<a href=/%03d>x</a>", i)
			network[fmt.Sprintf("%s/%03d", host, i)] = fakePage{
				body: fmt.Sprintf("<title>%s %d</title><a href=/>home</a>", host, i)}
		}
		network[host+"/"] = fakePage{body: home.String()}
	}
	return network
}

func star(n int) map[string]fakePage { return fans(n, origin) }

type parserFunc func(site.Response) (site.Document, error)

func (f parserFunc) Parse(r site.Response) (site.Document, error) { return f(r) }

// A fault in our own code on one page is a failure of that page alone.
func TestFaultOfOnePage(t *testing.T) {
	d := newFake(star(20))
	w := newWalker(t, d, 8)
	real := w.parts.Parser
	w.parts.Parser = parserFunc(func(r site.Response) (site.Document, error) {
		switch r.URL.Path {
		case "/003":
			panic("as planned")
		case "/004":
			var none []int
			_ = none[len(r.URL.Path)]
		case "/005":
			return site.Document{}, errors.New("unreadable")
		}
		return real.Parse(r)
	})
	c := w.run(t)
	reasons := map[string]string{}
	for e := range c.Ledger {
		if e.State == site.StateFailed {
			reasons[strings.TrimPrefix(e.Key, origin)] = e.Why()
		}
	}
	if c.Counts.Pages != 18 || len(reasons) != 3 || !strings.Contains(reasons["/003"], "internal fault") ||
		!strings.Contains(reasons["/004"], "internal fault") || !strings.Contains(reasons["/005"],
		"the page cannot be read") {
		t.Errorf("%d pages, failures %q", c.Counts.Pages, reasons)
	}
}

// If the journal fails, at any record, the walk ends with that error and leaves no goroutines.
func TestJournalError(t *testing.T) {
	w := newWalker(t, nil, 0)
	before := runtime.NumGoroutine()
	for _, downloads := range []int{1, 4, 64} {
		for failAt := 1; failAt <= 24; failAt++ {
			j := &records{failAt: failAt}
			w.parts.Journal, w.parts.Downloader, w.limits.Downloads = j, newFake(star(20)), downloads
			c, err := walkAlone(context.Background(), mustParse(t, origin), w.parts, w.limits)
			if !errors.Is(err, errDisk) || c != nil {
				t.Fatalf("record %d: %v, %v", failAt, c, err)
			}
			// With space on the disk it resumes as if nothing had happened.
			j.failAt = 0
			if c := w.run(t); c.Counts.Pages != 21 {
				t.Fatalf("record %d: %d pages afterwards, want 21", failAt, c.Counts.Pages)
			}
		}
	}
	noMoreGoroutines(t, before)
}

func noMoreGoroutines(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); runtime.NumGoroutine() > n; runtime.Gosched() {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, want %d:\n%s", runtime.NumGoroutine(), n, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// A damaged journal gives an error with the number of the record, counted from 0.
func TestDamagedJournal(t *testing.T) {
	w := newWalker(t, newFake(star(5)), 1)
	j := &records{}
	w.parts.Journal = j
	w.run(t)
	whole := j.list
	if len(whole) != 17 { // site, robots, 6 separate answers, two depths, end
		t.Fatalf("%d records", len(whole))
	}
	for n, record := range whole {
		for name, damaged := range map[string][]byte{
			"empty": {}, "of another kind": {'?'}, "cut": record[:len(record)/2],
			"garbled": append([]byte{record[0]}, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		} {
			j.list = slices.Clone(whole)
			j.list[n] = damaged
			_, err := walkAlone(context.Background(), mustParse(t, origin), w.parts, w.limits)
			_, recalled := extractor.Rebuild(j, w.limits, pastOf(extractor.Past{}))
			for _, err := range []error{err, recalled} {
				if want := fmt.Sprintf("record %d of the state: damaged record", n); err == nil ||
					!strings.Contains(err.Error(), want) {
					t.Errorf("record %d %s: %v, want %s", n, name, err, want)
				}
			}
		}
	}
	j.list = nil
	_, err := extractor.Rebuild(j, w.limits, pastOf(extractor.Past{}))
	console.Fails(t, err, "holds nothing", "no record")
}

// A stop cuts off endless transfers, of a page or of robots.txt, within five seconds, and the next run requests them
// again. Transfers that end in time are kept.
func TestStopCutsTransfers(t *testing.T) {
	for _, path := range []string{"/005", "/robots.txt"} {
		for _, outside := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, from outside: %t", path, outside), inBubble(func(t *testing.T) {
				d := newFake(star(12))
				w := newWalker(t, d, 4)
				ctx, cancel := context.WithCancelCause(context.Background())
				defer cancel(nil)
				hanging := make(chan struct{})
				if !outside {
					w.parts.StopConditions = []stop.Condition{func(site.Progress) (site.Ending, bool) {
						select {
						case <-hanging:
							return "signal", true
						default:
							return "", false
						}
					}}
				}
				d.hook = func(ctx context.Context, address string) {
					if address != origin+path {
						return
					}
					if close(hanging); outside {
						cancel(site.EndedSignal)
					}
					<-ctx.Done()
				}
				c := w.walk(t, ctx)
				if c.Complete || c.Ended != "signal" || len(c.Graph.Pages) == 0 && len(c.Notes) == 0 {
					t.Errorf("ended by %q, complete: %t, notes %q", c.Ended, c.Complete, c.Notes)
				}
				d.hook, w.parts.StopConditions = nil, nil
				first := d.asked()
				if c := w.run(t); c.Counts.Pages != 13 || d.count(origin+path) != 1 {
					t.Errorf("%d pages, want 13; asked %d times for %s", c.Counts.Pages, d.count(origin+path), path)
				}
				for _, address := range d.asked() {
					if slices.Contains(first, address) && address != origin+path {
						t.Errorf("%s was asked for again", address)
					}
				}
			}))
		}
	}
}

// inBubble runs a test in a bubble, where waiting takes no time.
func inBubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

// A run that stops before it fetches anything still shows what earlier runs found.
func TestStoppedAtOnce(t *testing.T) {
	d := newFake(map[string]fakePage{origin + "/": {body: "<a href=/a>a</a>"},
		origin + "/a": {body: "<a href=/b>b</a>"}, origin + "/b": {body: "<a href=/c>c</a>"}, origin + "/c": hello})
	w := newWalker(t, d, 1)
	w.limits.MaxLevel = 2
	want := texts(t, w.run(t))
	d.asked()
	for name, limits := range map[string]int{"the same": 2, "more": -1} {
		w.limits.MaxLevel = limits
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(errors.New("at once"))
		w.parts.StopConditions = []stop.Condition{func(site.Progress) (site.Ending, bool) {
			return "at once", true
		}}
		c := w.walk(t, ctx)
		console.Equal(t, c.Counts.Pages, 3, name)
		if limits == 2 {
			sameFiles(t, name, texts(t, c), want)
		}
	}
	for _, address := range d.asked() {
		console.Equal(t, address, origin+"/c", "asked for")
	}
}
