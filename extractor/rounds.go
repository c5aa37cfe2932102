package extractor

import (
	"cmp"
	"context"
	"slices"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// fetch fetches keys and what they redirect to, and those of them that have to be
// looked at again in an iteration.
func (w *walk) fetch(ctx context.Context, keys []evidence.URLID) error {
	w.enter(keys)
	for {
		if err := w.rounds(ctx, keys); err != nil || w.stop != "" || w.refusals.Advance(w.build) {
			return err
		}
		again := w.build.Diverged(keys)
		if len(again) == 0 {
			return nil
		}
		if err := w.round(ctx, again); err != nil || w.stop != "" {
			return err
		}
	}
}

// rounds fetches keys, then what they redirect to, and so on. Without an engine
// (Rebuild) a missing answer ends the walk.
func (w *walk) rounds(ctx context.Context, keys []evidence.URLID) error {
	if w.beyond {
		w.recallBeyond(keys)
		return nil
	}
	for range w.limits.MaxRedirects + 1 {
		ends := w.build.ToFetch(keys)
		todo := w.recallAll(ends)
		if len(todo) > 0 && w.engine == nil {
			w.stop = site.EndedError
		}
		if len(todo) < len(ends) && (len(todo) == 0 || w.stop != "") {
			continue // some were recalled
		}
		if len(todo) == 0 || w.stop != "" {
			return nil
		}
		if err := w.round(ctx, todo); err != nil || w.refusals.Advance(w.build) {
			return err
		}
	}
	return nil
}

// recallBeyond recalls what keys lead to, as far as that was ever fetched.
func (w *walk) recallBeyond(keys []evidence.URLID) {
	for ends := w.build.ToFetch(keys); len(ends) > 0; ends = w.build.ToFetch(keys) {
		unknown := map[evidence.URLID]bool{}
		for _, k := range w.recallAll(ends) {
			if !w.recallRespelled(k) {
				unknown[k], w.unfetched[k] = true, true
			}
		}
		keys = slices.DeleteFunc(slices.Clone(keys), func(k evidence.URLID) bool {
			e := w.build.Follow(k)
			return e.Missing && unknown[e.Key]
		})
	}
}

// recallRespelled takes the answer to another spelling of a key for that of the one that would be asked for.
func (w *walk) recallRespelled(key evidence.URLID) bool {
	if !w.build.Recalls() || w.known.Answer(key) == nil {
		return false
	}
	if w.recollects {
		w.known.NoteAsked(w.build.Found.FetchURL(key))
	}
	w.respelled++
	w.build.Asked.Set(key, 1, w.known.URLs.Len())
	return true
}

// round is the order of a list of keys; their answers are in the journal when it is done. It ends early when the site
// refuses too much, or, with w.stop set, when the walk is to stop. A budget cuts it at the same key whenever answers
// come: one is fetched only if it can be paid whatever becomes of those under way.
type round struct {
	*walk
	unruled []string // origins whose robots.txt is asked for at the beginning
	turns   *turns
	pending int                 // URLs under way
	came    []*evidence.Fetched // what came since the last Settle
	refused bool                // the site refuses too much
}

// round carries out the order of a list of keys.
func (w *walk) round(ctx context.Context, todo []evidence.URLID) error {
	r := &round{walk: w, unruled: w.unruledOf(todo), turns: w.newTurns(todo)}
	w.status.waiting = r.turns.left
	if err := w.engine.Run(ctx, r); err != nil {
		return err
	}
	if r.turns.left > 0 && !r.refused && w.stop == "" {
		w.stop = site.EndedBudget // nothing else holds keys back
	}
	return nil
}

// unruledOf returns the origins of keys whose robots.txt are not known, of a site of several hosts.
func (w *walk) unruledOf(keys []evidence.URLID) []string {
	if w.known.Members == nil {
		return nil
	}
	missing := map[string]bool{}
	for _, key := range keys {
		if origin := w.originOfKey(key); w.hosts.due(origin) {
			missing[origin] = true
		}
	}
	return site.Names(missing)
}

// originOf is the origin that a URL of the site is requested from.
func (w *walk) originOf(url evidence.URLID) string {
	if w.known.Members == nil {
		return w.known.Site.Origin
	}
	return site.OriginIn(w.known.URLs.String(url))
}

// originOfKey is the origin that a key is requested from.
func (w *walk) originOfKey(key evidence.URLID) string {
	url, _ := w.urlOf(key)
	return w.originOf(url)
}

// Next returns the request for the robots.txt of an origin, or that for the next key.
func (r *round) Next() (engine.Request, error) {
	if n := len(r.unruled); n > 0 && r.stop == "" && len(r.hosts.asking) < robotsAtOnce {
		origin := r.unruled[n-1]
		r.unruled = r.unruled[:n-1]
		return r.askRobots(origin), nil
	}
	for r.stop == "" && !r.refused && r.pending < r.atOnce && !r.spent() {
		key, ok := r.turns.next(r.waits)
		if !ok {
			break
		}
		if r.recallsInTurn(key) {
			r.turns.pass()
			r.refused = r.refusals.Advance(r.build)
			continue
		}
		origin := r.originOfKey(key)
		if r.hosts.due(origin) {
			return r.askRobots(origin), nil
		}
		r.turns.take()
		r.pending, r.status.waiting = r.pending+1, r.turns.left
		return r.request(key, r.hosts.of(origin)), nil
	}
	r.status.waiting = r.turns.left
	return nil, nil
}

// waits reports whether the robots.txt of a key's origin is under way.
func (r *round) waits(key evidence.URLID) bool {
	return len(r.hosts.asking) > 0 && r.hosts.asking[r.originOfKey(key)]
}

// spent reports whether the site's own budget may be used up by what is under way. Checks of an iteration cost
// none of it.
func (r *round) spent() bool {
	return r.limits.SiteBudget > 0 && !r.checksFirst && r.known.Spent+r.pending >= r.limits.SiteBudget
}

// request is that for a key.
func (r *round) request(key evidence.URLID, rules RobotsAnswer) engine.Request {
	t, visitor := r.task(key), r.visitor
	t.rules, t.barred = rules.Rules, rules.Retry
	return func(ctx context.Context) func() error {
		a := visitor.safely(ctx, t)
		return func() error {
			r.pending--
			r.came = append(r.came, a)
			return nil
		}
	}
}

// Settle keeps what came.
func (r *round) Settle() error {
	if len(r.came) == 0 {
		return nil
	}
	if err := r.keep(r.came); err != nil {
		return err
	}
	if r.known.Anew && r.known.Watching == nil && !r.twinning {
		if err := r.remember(r.came); err != nil {
			return err
		}
	}
	for _, a := range r.came {
		r.turns.done(a)
		if a != nil && r.known.Watching != nil { // one that was stale counts from now on
			r.recallsInTurn(r.known.URLs.Find(a.Key))
		}
	}
	r.judged(r.came)
	r.came, r.refused = r.came[:0], r.refusals.Advance(r.build)
	return nil
}

// look shows the progress and asks the stop conditions; what ends the walk cuts off what is under way, in a while. A
// robots.txt is cut off at once: a server that never answers must not outlast a stop.
func (w *walk) look() error {
	was := w.stop
	if w.checkStop(); was == "" && w.stop != "" {
		w.cutOff()
	}
	return nil
}

func (w *walk) cutOff() {
	if w.status.asking {
		w.engine.Cut()
	}
	w.engine.Hurry()
}

// startEngine makes the walk one that can ask.
func (w *walk) startEngine() {
	w.atOnce = w.limits.Downloads + w.limits.Parsers
	w.parse = make(chan struct{}, w.limits.Parsers)
	w.engine = engine.New(engine.Hooks{Tick: w.look, Stopped: func(why site.Ending) {
		w.stop = cmp.Or(w.stop, why)
		w.cutOff()
	}})
}

// ask asks for something beside the pages, and waits for it.
func (w *walk) ask(ctx context.Context, request engine.Request) error {
	w.status.asking = true
	defer func() { w.status.asking = false }()
	return w.engine.Run(ctx, engine.Once(request))
}

// urlOf is the URL by which a key is requested, and its answer if it is asked for again.
func (w *walk) urlOf(key evidence.URLID) (url evidence.URLID, again *evidence.Answer) {
	a := w.known.Answer(key)
	if w.checksFirst {
		a = w.known.Newest(key)
	}
	if a != nil && (w.twinning || !w.build.Unasked(key)) {
		return a.URL, a
	}
	return w.build.Found.FetchURL(key), nil
}

func (w *walk) task(key evidence.URLID) task {
	url, again := w.urlOf(key)
	t := task{key: w.known.URLs.String(key), url: w.known.URLs.String(url), twin: again != nil && w.twinning}
	if !t.twin {
		t.unless = w.known.Unless(again)
	}
	return t
}

// portion is the least number of URLs fetched together when the number of
// pages is limited. It depends on nothing, so the limit cuts at the same key
// whatever the number of workers; it bounds what is fetched in vain.
const portion = 8

// fetchDepth sees to the answers of a depth's keys and returns those that
// count: all of them, or the first ones, after which the site refuses too much.
func (w *walk) fetchDepth(ctx context.Context, keys []evidence.URLID) ([]evidence.URLID, error) {
	if w.known.CheckedAgain() { // the graph is known, whatever the site refuses now
		return w.fetchPages(ctx, keys)
	}
	r := w.build.NewRefusals(keys)
	w.refusals = r
	counting, err := w.fetchPages(ctx, keys)
	w.refusals = nil
	if err != nil || !r.Advance(w.build) || w.build.Limited() {
		return counting, err
	}
	w.build.Pause(w.status.depth, keys[r.At:])
	return keys[:r.At], w.fetch(ctx, keys[:r.At]) // to where their redirects lead
}

// fetchPages sees to the answers of a depth's keys and returns those that
// count: all of them, or the first ones that give as many pages as the limit
// still allows.
func (w *walk) fetchPages(ctx context.Context, keys []evidence.URLID) ([]evidence.URLID, error) {
	if w.limits.MaxPages == 0 || w.build.Told != nil {
		return keys, w.fetch(ctx, keys)
	}
	b := w.build
	room := w.limits.MaxPages - len(b.Pages)
	fresh := map[site.Digest]bool{}
	for from := 0; from < len(keys); {
		to := min(len(keys), from+max(room-len(fresh), portion))
		if err := w.fetch(ctx, keys[from:to]); err != nil || !w.beyond && b.Missing(keys[from:to]) {
			return keys[:to], err
		}
		for ; from < to; from++ {
			if len(fresh) >= room {
				b.LeaveOut(w.status.depth, keys[from:])
				return keys[:from], nil
			}
			b.AddDigest(keys[from], fresh)
		}
	}
	return keys, nil
}

// judged takes what robots.txt forbids from what is expected to be forbidden.
func (w *walk) judged(answers []*evidence.Fetched) {
	for _, a := range answers {
		if a != nil && a.Outcome == evidence.OutForbidden {
			w.status.barred = max(0, w.status.barred-1)
		}
	}
}
