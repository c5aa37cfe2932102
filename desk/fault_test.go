package desk

import (
	"bytes"
	"context"
	"errors"
	"log"
	"strings"
	"sync"
	"testing"

	"sitegraph/desk/tables"
	"sitegraph/internal/console"
)

// A panic ends only its own crawl or table. The page says so, the log shows where, and both can be run again.
func TestFault(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	d, err := Open(Options{Folder: t.TempDir(), Log: log.New(&logged, "", 0)})
	must(t, err)
	defer d.Close(t.Context())
	p, err := d.Create("one", "")
	must(t, err)
	broken := func() { panic("a bead is missing") }
	begin := func(work func(context.Context) error) Overview {
		release, err := d.claim(p.Name, nil)
		must(t, err)
		p.mu.Lock()
		p.launch(newCrawl(p.now().config, nil, Start, d.change), release, work)
		p.mu.Unlock()
		<-p.crawl.done
		return p.Overview()
	}
	o := begin(func(context.Context) error { broken(); return nil })
	if o.State != Idle || !strings.Contains(o.Crawl.Error, "a bead is missing") ||
		strings.Contains(o.Crawl.Error, ".go") {
		t.Errorf("%s: %s", o.State, o.Crawl.Error)
	}
	console.Has(t, logged.String(), "one: ", "fault_test.go:")
	if o := begin(func(context.Context) error { return nil }); o.State != Idle || o.Crawl.Error != "" {
		t.Errorf("the next crawl: %+v", o)
	}
	build := func(context.Context, string, int) (View, error) { broken(); return View{}, nil }
	if _, err := p.view(t.Context(), "", "now", false, build); err == nil ||
		!strings.Contains(err.Error(), "a bead is missing") {
		t.Errorf("tables: %v", err)
	}
}

var must = console.Must

// awaited is a context that calls waits when somebody begins to wait for its end.
type awaited struct {
	context.Context
	waits func()
}

func (a awaited) Done() <-chan struct{} { a.waits(); return nil }

// A view that was begun before the latest change is stale for those who waited for it.
func TestStaleView(t *testing.T) {
	var v views
	v.open(t.TempDir())
	free := make(chan struct{})
	build := func(context.Context, string) (View, error) { <-free; return View{Index: &tables.Index{}}, nil }
	begin, end := context.WithCancel(t.Context())
	end() // this one only begins the building
	if _, err := v.view(begin, "site", "3 pages", true, build); !errors.Is(err, ErrBuilding) {
		t.Fatal(err)
	}
	now, err := v.view(awaited{t.Context(), sync.OnceFunc(func() { close(free) })}, "site", "6 pages", true, build)
	must(t, err)
	console.Equal(t, now.Stale, true, "stale")
	v.close()
}

// What-ifs do not block tables, and a what-if that waits ends with its request and says why.
func TestForesee(t *testing.T) {
	var v views
	v.open(t.TempDir())
	var over []func()
	for range foresights {
		done, err := enter(t.Context(), v.what)
		must(t, err)
		over = append(over, done)
	}
	tables, err := enter(t.Context(), v.one)
	must(t, err)
	tables()
	why := errors.New("the user left")
	ctx, leave := context.WithCancelCause(t.Context())
	leave(why)
	if _, err := enter(ctx, v.what); !errors.Is(err, why) {
		t.Errorf("one more: %v", err)
	}
	over[0]()
	if _, err := enter(t.Context(), v.what); err != nil {
		t.Error(err)
	}
}
