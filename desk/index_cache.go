package desk

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"sitegraph/config"
	"sitegraph/desk/tables"
)

// View is the tables of a site as they were at some moment.
type View struct {
	Index              *tables.Index     // answers questions; ErrClosed means that there is a newer view
	Map                string            // a file of HTML, removed with the index
	Nodes, Arcs, Drawn int               // the size of the graph, and the pages on the map
	At                 time.Time         // when the state was read
	Pages, Fetched     int               // known at that time
	Off                map[string]string // the empty tables, with the setting that fills each
	Stale              bool              // more is known now
	Building           bool              // a newer view is being built
}

const (
	maxViews  = 16 // sites whose tables are kept
	idleShare = 9  // a site rests between builds for this many times the duration of the last build
)

// views are the tables of the sites that users looked at last.
type views struct {
	dir    string
	ctx    context.Context // ends with the desk
	cancel context.CancelFunc
	one    chan struct{} // admits one build at a time, so that one crawl is in memory
	what   chan struct{} // admits a few what-ifs, which do not make builds wait
	all    sync.WaitGroup

	mu    sync.Mutex
	count int
	of    map[string]*view // by project and line
	order []string         // the keys, most recently used last
}

type view struct {
	View
	of       string        // identifies what the tables were built from
	next     time.Time     // the next build may not begin before
	building chan struct{} // closed when the build under way is over; nil if there is none
	err      error         // of the last build
	dropped  bool
}

func (v *views) open(dir string) {
	v.dir, v.of, v.one, v.what = dir, map[string]*view{}, make(chan struct{}, 1), make(chan struct{}, foresights)
	v.ctx, v.cancel = context.WithCancel(context.Background())
}

const foresights = 2 // what-ifs at a time

// enter waits for a free place and occupies it until done is called.
func enter(ctx context.Context, places chan struct{}) (done func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (v *views) close() {
	v.mu.Lock()
	v.cancel()
	v.mu.Unlock()
	v.all.Wait()
	v.mu.Lock()
	defer v.mu.Unlock()
	for key := range v.of {
		v.forget(key)
	}
}

// discard closes an index, if there is one, in the background because removing a large one takes time. v.mu is held.
func (v *views) discard(x *tables.Index) {
	switch {
	case x == nil:
	case v.ctx.Err() != nil:
		x.Close()
	default:
		v.all.Go(x.Close)
	}
}

func viewKey(project, line string) string { return project + "\x00" + line }

// drop forgets the tables of a site whose crawl begins from scratch.
func (v *views) drop(project, line string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.forget(viewKey(project, line))
}

func (v *views) dropSites(project string, hosts []config.Host) {
	for _, h := range hosts {
		v.drop(project, h.URL.Origin())
	}
}

// forget removes a view; v.mu is held.
func (v *views) forget(key string) {
	if known := v.of[key]; known != nil {
		known.dropped = true
		v.discard(known.Index)
	}
	delete(v.of, key)
	v.order = slices.DeleteFunc(v.order, func(k string) bool { return k == key })
}

func (v *views) get(key string) *view {
	if v.of[key] == nil {
		v.of[key] = &view{}
	}
	v.order = append(slices.DeleteFunc(v.order, func(k string) bool { return k == key }), key)
	for len(v.order) > maxViews {
		v.forget(v.order[0])
	}
	return v.of[key]
}

// View returns the present tables of a site, and has newer ones built if more is known. It waits for the first tables
// until ctx ends, with ErrBuilding. Other errors are ErrNothingYet, ErrNotFound, or why building failed.
func (p *Project) View(ctx context.Context, line string) (View, error) {
	s, _, err := p.asked(line)
	if err != nil {
		return View{}, err
	}
	if s.State == New || s.State == Waiting && s.Started.IsZero() {
		return View{}, fmt.Errorf("%s: %w", line, ErrNothingYet)
	}
	p.mu.Lock()
	setup := p.now()
	under := p.state() != Idle
	of := fmt.Sprint(p.files.stamped, s.Updated, s.Ended, s.Fetched, s.Pages, under)
	p.mu.Unlock()
	return p.view(ctx, line, of, under, func(ctx context.Context, dir string, most int) (View, error) {
		return build(ctx, setup, line, dir, most)
	})
}

// view returns the tables and the map of a site or the search. A fault of build is an error. most limits the map of a
// crawl under way.
func (p *Project) view(ctx context.Context, line, of string, under bool,
	build func(ctx context.Context, dir string, most int) (View, error)) (View, error) {
	most := 0
	if under {
		most = cmp.Or(p.desk.MaxDrawn, 1500)
	}
	safely := func(ctx context.Context, dir string) (v View, err error) {
		err = p.desk.safely(p.Name, func() (err error) {
			v, err = build(ctx, dir, most)
			return err
		})
		return v, err
	}
	return p.desk.views.view(ctx, viewKey(p.Name, line), of, under, safely)
}

// view returns the tables of a key and has outdated ones rebuilt, but not too often during a crawl.
func (v *views) view(ctx context.Context, key, of string, under bool, build builder) (View, error) {
	v.mu.Lock()
	known := v.get(key)
	fits := known.of == of && known.err == nil
	if !fits && known.building == nil && v.ctx.Err() == nil && !(under && time.Now().Before(known.next)) {
		known.building = make(chan struct{})
		v.count++
		v.all.Go(func() { v.build(known, of, filepath.Join(v.dir, strconv.Itoa(v.count)), build) })
	}
	building := known.building
	now := known.View
	now.Stale, now.Building = !fits, building != nil
	err := known.err
	v.mu.Unlock()
	if now.Index != nil {
		return now, nil
	}
	if building == nil {
		return View{}, cmp.Or(err, v.ctx.Err(), ErrBuilding)
	}
	select {
	case <-building:
		v.mu.Lock()
		now, err = known.View, known.err
		v.mu.Unlock()
		if err != nil {
			return now, err
		}
		return v.view(ctx, key, of, under, build) // more may be known than when building began
	case <-ctx.Done():
		return View{}, ErrBuilding
	}
}

type builder func(ctx context.Context, dir string) (View, error)

func (v *views) build(known *view, of, dir string, build builder) {
	var made View
	begun := time.Now()
	done, err := enter(v.ctx, v.one)
	if err == nil {
		begun = time.Now()
		made, err = build(v.ctx, dir)
		done()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	close(known.building)
	known.building, known.err = nil, err
	known.next = time.Now().Add(idleShare * time.Since(begun))
	switch {
	case err != nil:
	case known.dropped:
		v.discard(made.Index)
		known.err = ErrNothingYet
	default:
		v.discard(known.Index)
		known.View, known.of = made, of
	}
}

// SearchView does what View does for the search of the project. Its pages are the pages visited.
func (p *Project) SearchView(ctx context.Context) (View, error) {
	p.mu.Lock()
	setup := p.now()
	s, err := p.searched(setup)
	under := p.state() != Idle
	of := fmt.Sprint(p.files.stamped, s.Updated, s.Ended, s.Progress, under)
	p.mu.Unlock()
	switch {
	case err != nil:
		return View{}, err
	case cmp.Or(setup.trouble, setup.topics.trouble) != nil:
		return View{}, cmp.Or(setup.trouble, setup.topics.trouble)
	case s.Progress == nil:
		return View{}, fmt.Errorf("%s: %w", p.Name, ErrNothingYet)
	}
	return p.view(ctx, searchLine, of, under, func(ctx context.Context, dir string, most int) (View, error) {
		return buildSearch(ctx, setup, dir, most)
	})
}

const searchLine = "" // the key of the search among the lines of a project
