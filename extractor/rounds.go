package extractor

import (
	"context"

	"sitegraph/site"
)

// batch is the greatest number of answers that go to the journal at once.
const batch = 64

// fetch fetches keys and what they redirect to, and those of them that have to be
// looked at again in an iteration.
func (w *walk) fetch(ctx context.Context, keys []urlID) error {
	w.enter(keys)
	for {
		if err := w.rounds(ctx, keys); err != nil || w.stop != "" || w.refusals.advance(w.build) {
			return err
		}
		again := w.build.diverged(keys)
		if len(again) == 0 {
			return nil
		}
		if err := w.round(ctx, again); err != nil || w.stop != "" {
			return err
		}
	}
}

// rounds fetches keys, then what they redirect to, and so on. Without workers
// (Rebuild) a missing answer ends the walk.
func (w *walk) rounds(ctx context.Context, keys []urlID) error {
	for range w.limits.MaxRedirects + 1 {
		ends := w.build.toFetch(keys)
		todo := w.recallAll(ends)
		if len(todo) > 0 && w.workers == nil {
			w.stop = site.EndedError
		}
		if len(todo) < len(ends) && (len(todo) == 0 || w.stop != "") {
			continue // some were recalled
		}
		if len(todo) == 0 || w.stop != "" {
			return nil
		}
		if err := w.round(ctx, todo); err != nil || w.refusals.advance(w.build) {
			return err
		}
	}
	return nil
}

// toFetch returns the keys at which the chains of keys stop for want of an
// answer after the fewest hops, sorted, and settles by which URL each is
// fetched. Those with more hops wait: a stopped round would else resume as
// another one, with other URLs to choose from.
func (b *builder) toFetch(keys []urlID) []urlID {
	type end struct {
		key, url urlID
		hops     int
	}
	var ends []end
	for _, k := range keys {
		e := b.follow(k)
		if !e.missing || len(ends) > 0 && e.hops > ends[0].hops {
			continue
		}
		if len(ends) > 0 && e.hops < ends[0].hops {
			ends = ends[:0]
		}
		ends = append(ends, end{e.key, e.url, e.hops})
	}
	todo := make([]urlID, len(ends))
	chosen := map[urlID]bool{}
	for i, e := range ends {
		if todo[i] = e.key; e.hops > 0 && b.ahead != nil {
			b.ahead()
		}
		switch {
		case b.inScope(e.key): // the links have chosen
		case e.url == noURL: // an earlier call has
		case chosen[e.key]:
			b.found.prefer(e.key, e.url)
		default:
			b.found.setFetchAs(e.key, e.url)
			chosen[e.key] = true
		}
	}
	return b.known.urls.distinct(todo)
}

// round fetches a list of keys; the answers are in the journal when it
// returns. It ends early when the site refuses too much, or, with w.stop set, when
// the walk is to stop. A budget cuts it at the same key whenever answers come: one
// is fetched only if it can be paid whatever becomes of those under way.
//
//	todo ──tasks──► workers ──answers──► journal ──► memory
func (w *walk) round(ctx context.Context, todo []urlID) error {
	pending := 0
	stopped := ctx.Done()
	refused := false
	err := w.ruleMembers(ctx, todo)
	turns := w.newTurns(todo)
	for err == nil {
		var tasks chan task
		var t task
		spent := w.limits.Share > 0 && w.known.spent+pending >= w.limits.Share
		key, ok := turns.next()
		if ok && w.stop == "" && !refused && !spent && pending < w.workers.size {
			if w.recallsInTurn(key) {
				turns.take()
				refused = w.refusals.advance(w.build)
				continue
			}
			tasks, t = w.workers.tasks, w.task(key)
			if err = w.rules(ctx, &t); err != nil {
				break
			}
			if w.stop != "" {
				continue // while robots.txt was asked for again
			}
		}
		w.status.waiting = turns.left
		if tasks == nil && pending == 0 {
			if spent && turns.left > 0 && w.stop == "" {
				w.stop = site.EndedBudget
			}
			return nil
		}
		select {
		case tasks <- t:
			turns.take()
			pending++
		case a := <-w.workers.answers:
			var came []*Answer
			came, err = w.collect(a)
			turns.done(came)
			w.judged(came)
			pending -= len(came)
			refused = w.refusals.advance(w.build)
		case <-w.workers.tick.C:
			w.checkStopAndHurry()
		case <-stopped:
			w.stop, stopped = site.EndingOf(context.Cause(ctx)), nil
		}
		w.workers.running.Store(int64(pending))
	}
	w.workers.abandon(pending)
	return err
}

func (w *walk) checkStopAndHurry() {
	was := w.stop
	w.checkStop()
	if was == "" && w.stop != "" {
		w.workers.hurry()
	}
}

func (w *walk) task(key urlID) task {
	urls := w.known.urls
	t := task{key: urls.String(key)}
	if a := w.known.answer(key); a != nil && w.twinning {
		t.url, t.twin = urls.String(a.url), true
	} else if a != nil && !w.build.unasked(key) { // it is asked for again
		t.url, t.unless = urls.String(a.url), w.known.unless(a)
	} else {
		t.url = urls.String(w.build.found.fetchURL(key))
	}
	return t
}

// collect takes an answer and those that wait after it, and keeps them.
func (w *walk) collect(first *Answer) (answers []*Answer, err error) {
	answers = []*Answer{first}
	for len(answers) < batch && len(w.workers.answers) > 0 { // nobody else receives
		answers = append(answers, <-w.workers.answers)
	}
	if err := w.keep(answers); err != nil || !w.known.anew || w.known.watching != nil || w.twinning {
		return answers, err
	}
	return answers, w.remember(answers)
}

// portion is the least number of URLs fetched together when the number of
// pages is limited. It depends on nothing, so the limit cuts at the same key
// whatever the number of workers; it bounds what is fetched in vain.
const portion = 8

// fetchDepth sees to the answers of a depth's keys and returns those that
// count: all of them, or the first ones, after which the site refuses too much.
func (w *walk) fetchDepth(ctx context.Context, keys []urlID) ([]urlID, error) {
	if w.known.checkedAgain() { // the graph is known, whatever the site refuses now
		return w.fetchPages(ctx, keys)
	}
	r := w.build.newRefusals(keys)
	w.refusals = r
	counting, err := w.fetchPages(ctx, keys)
	w.refusals = nil
	if err != nil || !r.advance(w.build) || w.build.limited() {
		return counting, err
	}
	w.build.pause(w.status.depth, keys[r.at:])
	return keys[:r.at], w.fetch(ctx, keys[:r.at]) // to where their redirects lead
}

// fetchPages sees to the answers of a depth's keys and returns those that
// count: all of them, or the first ones that give as many pages as the limit
// still allows.
func (w *walk) fetchPages(ctx context.Context, keys []urlID) ([]urlID, error) {
	if w.limits.MaxPages == 0 {
		return keys, w.fetch(ctx, keys)
	}
	b := w.build
	room := w.limits.MaxPages - len(b.pages)
	fresh := map[site.Digest]bool{}
	for from := 0; from < len(keys); {
		to := min(len(keys), from+max(room-len(fresh), portion))
		if err := w.fetch(ctx, keys[from:to]); err != nil || b.missing(keys[from:to]) {
			return keys[:to], err
		}
		for ; from < to; from++ {
			if len(fresh) >= room {
				b.leaveOut(w.status.depth, keys[from:])
				return keys[:from], nil
			}
			b.addDigest(keys[from], fresh)
		}
	}
	return keys, nil
}

// addDigest adds the digest of the new page that closing would make of a key,
// if it would.
func (b *builder) addDigest(key urlID, fresh map[site.Digest]bool) {
	page, ok := b.newPage(key)
	if !ok {
		return
	}
	digest := b.known.answer(page).digest
	if _, known := b.byDigest[digest]; !known {
		fresh[digest] = true
	}
}

// judged takes what robots.txt forbids from what is expected to be forbidden.
func (w *walk) judged(answers []*Answer) {
	for _, a := range answers {
		if a != nil && a.Outcome == outForbidden {
			w.status.barred = max(0, w.status.barred-1)
		}
	}
}
