package extractor

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sitegraph/site"
)

// batch is the greatest number of answers that go to the journal at once.
const batch = 64

// crew are the workers of one walk.
type crew struct {
	size    int // workers, and the most tasks whose answers are not kept yet
	tasks   chan task
	answers chan *Answer
	running atomic.Int64
	done    sync.WaitGroup
	ctx     context.Context // of the transfers
	cancel  context.CancelFunc
	parse   chan struct{}
	tick    *time.Ticker
	visitor atomic.Pointer[visitor]
}

func newCrew(w *walk) *crew {
	n := w.limits.Downloads + w.limits.Parsers
	c := &crew{size: n, tasks: make(chan task), answers: make(chan *Answer, n), parse: make(chan struct{}, w.limits.Parsers),
		tick: time.NewTicker(tickEvery)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	for range n {
		c.done.Go(c.work)
	}
	return c
}

func (c *crew) work() {
	for t := range c.tasks {
		c.answers <- c.attend(t)
	}
}

// attend visits one address; a fault of our own while reading a page is the
// page's failure, not the run's end.
func (c *crew) attend(t task) (a *Answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = &Answer{Address: t.address, Key: t.key, Outcome: outFailed,
				Failure: site.Failure{Class: site.FailOther, Detail: "internal fault"}, fault: fmt.Sprint(fault)}
		}
	}()
	return c.visitor.Load().visit(c.ctx, t)
}

func (c *crew) inFlight() int {
	if c == nil {
		return 0
	}
	return int(c.running.Load())
}

// hurry ends running transfers when the grace is over.
func (c *crew) hurry() { time.AfterFunc(grace, c.cancel) }

// dismiss ends the crew; nobody may be at work.
func (c *crew) dismiss() {
	c.cancel()
	c.tick.Stop()
	close(c.tasks)
	c.done.Wait()
}

// rounds fetches keys, then what they redirect to, and so on. Without a crew
// (Recall) a missing answer ends the walk.
func (w *walk) rounds(ctx context.Context, keys []addressID) error {
	for range w.limits.MaxRedirects + 1 {
		todo := w.missing(keys)
		if len(todo) > 0 && w.crew == nil {
			w.stop = "recalled"
		}
		if len(todo) == 0 || w.stop != "" {
			return nil
		}
		if err := w.round(ctx, todo); err != nil {
			return err
		}
	}
	return nil
}

// missing returns the keys at which the chains of keys stop for want of an
// answer after the fewest hops, sorted, and settles which address is fetched
// for each. Those with more hops wait: a stopped round would else go on as
// another one, with other addresses to choose from.
func (w *walk) missing(keys []addressID) []addressID {
	var ends []ending
	for _, k := range keys {
		e := w.follow(k)
		if !e.missing || len(ends) > 0 && e.hops > ends[0].hops {
			continue
		}
		if len(ends) > 0 && e.hops < ends[0].hops {
			ends = ends[:0]
		}
		ends = append(ends, e)
	}
	todo := make([]addressID, len(ends))
	chosen := map[addressID]bool{}
	for i, e := range ends {
		todo[i] = e.key
		switch {
		case w.found.get(e.key) > 0: // the links have chosen
		case chosen[e.key]:
			w.prefer(e.key, e.address)
		default:
			w.via.set(e.key, int32(e.address)+1, w.mem.book.Len())
			chosen[e.key] = true
		}
	}
	slices.Sort(todo)
	todo = slices.Compact(todo)
	w.sortByText(todo)
	return todo
}

// round fetches a list of keys; the answers are in the journal when it
// returns. It ends early, with w.stop set, when the walk is to stop.
//
//	todo ──tasks──► workers ──answers──► journal ──► memory
func (w *walk) round(ctx context.Context, todo []addressID) error {
	next, pending := 0, 0
	stopped := ctx.Done()
	var err error
	for err == nil {
		var tasks chan task
		var t task
		if next < len(todo) && w.stop == "" && pending < w.crew.size {
			if err = w.refreshRobots(ctx); err != nil {
				break
			}
			tasks, t = w.crew.tasks, w.task(todo[next])
		}
		w.waiting = len(todo) - next
		if tasks == nil && pending == 0 {
			return nil
		}
		select {
		case tasks <- t:
			next, pending = next+1, pending+1
		case a := <-w.crew.answers:
			var n int
			n, err = w.collect(a)
			pending -= n
		case <-w.crew.tick.C:
			w.consultAndHurry()
		case <-stopped:
			w.stop, stopped = site.EndingOf(context.Cause(ctx)), nil
		}
		w.crew.running.Store(int64(pending))
	}
	w.abandon(pending)
	return err
}

func (w *walk) consultAndHurry() {
	was := w.stop
	w.consult()
	if was == "" && w.stop != "" {
		w.crew.hurry()
	}
}

// abandon waits for workers whose answers nobody wants any more.
func (w *walk) abandon(pending int) {
	w.crew.cancel()
	for range pending {
		<-w.crew.answers
	}
}

func (w *walk) task(key addressID) task {
	book := w.mem.book
	return task{address: book.String(addressID(w.via.get(key) - 1)), key: book.String(key), rules: w.robot.Rules}
}

// collect takes an answer and those that wait behind it, and keeps them.
func (w *walk) collect(first *Answer) (n int, err error) {
	answers := []*Answer{first}
	for len(answers) < batch {
		select {
		case a := <-w.crew.answers:
			answers = append(answers, a)
			continue
		default:
		}
		break
	}
	return len(answers), w.keep(answers)
}

// keep appends answers to the journal, then takes them to memory.
func (w *walk) keep(answers []*Answer) error {
	records := make([][]byte, 0, len(answers))
	for _, a := range answers {
		if a != nil {
			records = append(records, encodeAnswer(a, w.mem.book))
			w.tell(a)
		}
	}
	if len(records) == 0 {
		return nil
	}
	if err := w.parts.Journal.Append(records); err != nil {
		return err
	}
	for _, r := range records {
		if err := w.mem.take(r); err != nil {
			return err
		}
	}
	return nil
}

// tell counts and logs a fetch.
func (w *walk) tell(a *Answer) {
	if a.Outcome == outForbidden {
		return
	}
	w.asked++
	if w.parts.Observer == nil {
		return
	}
	if a.fault != "" {
		a.Failure.Detail += ": " + a.fault
	}
	w.parts.Observer.Fetched(site.Fetch{Time: a.started, Site: w.mem.site.Origin, URL: a.Address, Level: w.level, Status: a.Status,
		Type: a.Type, Bytes: a.Bytes, Elapsed: a.elapsed, Tries: a.tries, Failure: a.Failure})
}
