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
	// Index answers questions; ErrClosed means that there is a newer view.
	Index *tables.Index
	// Map is a file of HTML, gone with the index; Drawn counts its pages, Nodes and Arcs the graph's.
	Map                string
	Nodes, Arcs, Drawn int
	// At is when the state was read. Pages and Fetched were known then.
	At             time.Time
	Pages, Fetched int
	Off            map[string]string // the tables that were not filled, with the setting that fills each
	// Stale says that more is known now; Building, that a newer view is on its way.
	Stale, Building bool
}

const (
	maxViews  = 16 // the number of sites whose tables are kept
	idleShare = 9  // the least time between two builds of a site, in times of the last one
)

// views are the tables of the sites that were looked at last.
type views struct {
	dir    string
	ctx    context.Context // ends with the desk
	cancel context.CancelFunc
	one    chan struct{} // builds are made one after the other
	what   chan struct{} // what-ifs are few at a time, and keep no tables waiting
	all    sync.WaitGroup

	mu    sync.Mutex
	count int
	of    map[string]*view // by project and line
	order []string         // the keys, the last used one at the end
}

// view is the tables of a site, or those being built.
type view struct {
	View
	of       string        // what the tables were built of
	next     time.Time     // no build before
	building chan struct{} // closed when the build under way is over; nil if there is none
	err      error         // of the last build
	dropped  bool
}

func (v *views) open(dir string) {
	v.dir, v.of, v.one, v.what = dir, map[string]*view{}, make(chan struct{}, 1), make(chan struct{}, foresights)
	v.ctx, v.cancel = context.WithCancel(context.Background())
}

// alone waits until no crawl is built, and keeps others waiting until done is called: one is in memory at a time.
func (v *views) alone(ctx context.Context) (done func(), err error) { return wait(ctx, v.one) }

func (v *views) foresee(ctx context.Context) (done func(), err error) { return wait(ctx, v.what) }

const foresights = 2 // how many what-ifs are under way at once

// wait takes a place, until done is called.
func wait(ctx context.Context, places chan struct{}) (done func(), err error) {
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

// discard closes an index, if there is one, without waiting: removing a large one takes time. v.mu is held.
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

// View returns the tables of a site as they are known, and has newer ones built if more is known. It waits for
// the first ones, until ctx ends: ErrBuilding. Others: ErrNothingYet, ErrNotFound, or why building failed.
func (p *Project) View(ctx context.Context, line string) (View, error) {
	s, err := p.Site(line)
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
	if setup.trouble != nil {
		return View{}, setup.trouble
	}
	rebuild := func(ctx context.Context, dir string) (View, error) {
		return build(ctx, setup, line, dir, p.desk.maxDrawn(under))
	}
	return p.desk.views.view(ctx, viewKey(p.Name, line), of, under, p.desk.guarded(p.Name, rebuild))
}

// view returns the tables of a key, and has outdated ones built again; during a crawl, not too often.
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
		defer v.mu.Unlock()
		return known.View, known.err
	case <-ctx.Done():
		return View{}, ErrBuilding
	}
}

// builder builds the tables of a site in a new folder.
type builder func(ctx context.Context, dir string) (View, error)

// guarded builds tables so that a fault is an error.
func (d *Desk) guarded(project string, build builder) builder {
	return func(ctx context.Context, dir string) (v View, err error) {
		err = d.safely(project, func() (err error) {
			v, err = build(ctx, dir)
			return err
		})
		return v, err
	}
}

func (v *views) build(known *view, of, dir string, build builder) {
	var made View
	begun := time.Now()
	done, err := v.alone(v.ctx)
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

// SearchView does for the search of the project what View does for a site. Pages are those visited.
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
	rebuild := func(ctx context.Context, dir string) (View, error) {
		return buildSearch(ctx, setup, dir, p.desk.maxDrawn(under))
	}
	return p.desk.views.view(ctx, viewKey(p.Name, searchLine), of, under, p.desk.guarded(p.Name, rebuild))
}

const searchLine = "" // represents the search among the lines of a project, none of which is empty
