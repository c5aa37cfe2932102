package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// work is a group that a worker has.
type work struct {
	*Worker
	Group
	entry  *held
	folder string
	mutex  sync.Mutex // of entry and of what is saved
	saves  int        // how often that was tried
}

// group crawls a group, from its claim to its result.
func (w *Worker) group(ctx context.Context, g Group, m jetstream.Msg, asked time.Time) {
	one := &work{Worker: w, Group: g}
	claimed, err := one.claim(ctx, asked)
	if err != nil {
		w.Say("%v: %v", g, err)
		_ = m.NakWithDelay(w.Queue.lease / 8)
		return
	}
	if !claimed {
		_ = m.DoubleAck(ctx)
		return
	}
	// A worker may be given a group that it has lost, and not left yet: each claim has a folder of its own.
	one.folder = filepath.Join(w.Folder, fmt.Sprintf("%s-%d-%d", g.Job.Name, g.Number, one.entry.Epoch))
	leased, l := w.Queue.keep(ctx, g.Job.Name, m.Reply(), asked)
	one.lease = l
	w.count(func(c *Counts) { c.UnderWay++ })
	defer w.count(func(c *Counts) { c.UnderWay-- })
	done, err := one.crawl(leased)
	why := errors.Join(context.Cause(leased), err)
	lost := errors.Is(why, errLost) || errors.Is(why, errFenced)
	switch {
	case lost:
		w.count(func(c *Counts) { c.Lost++ })
		w.Say("%v: stopped, %v", g, why)
	case errors.Is(err, syscall.ENOSPC): // it is not the group's fault
		w.count(func(c *Counts) { c.Failed++ })
		e := one.entry.entry
		e.Held = false
		_ = one.entry.write(leased, e)
		_ = m.Nak()
		w.fail(fmt.Errorf("%v: %w", g, err))
	case err != nil && ctx.Err() == nil:
		w.count(func(c *Counts) { c.Failed++ })
		w.Say("%v: %v", g, err)
		e := one.entry.entry
		e.Why = clean(err.Error())
		_ = one.entry.write(leased, e)
		_ = m.NakWithDelay(w.Queue.lease / 4) // the next claim counts a death
	case done && err == nil:
		w.count(func(c *Counts) { c.Done++ })
		w.Say("%v: done", g)
		_ = m.DoubleAck(ctx)
	default:
		w.count(func(c *Counts) { c.GivenBack++ })
		one.giveBack(m)
	}
	l.end()
	if err := os.RemoveAll(one.folder); err != nil {
		w.Say("%v: %v", g, err)
	}
}

// claim takes the group; false if it is over.
func (o *work) claim(ctx context.Context, asked time.Time) (claimed bool, err error) {
	if o.entry, err = o.Queue.read(ctx, o.Job.Name, o.Number); err != nil {
		return false, err
	}
	if o.entry.Done || o.entry.Failed != "" {
		return false, nil
	}
	if o.Queue.now().Sub(asked) > o.Queue.lease/2 {
		return false, errLost
	}
	if err := o.entry.claim(ctx, o.Name); err != nil {
		return false, err
	}
	if o.entry.Deaths >= mostDeaths || o.entry.Ever >= mostEver {
		e := o.entry.entry
		e.Held, e.Failed = false, fmt.Sprintf("%d workers ended while they had it", e.Ever)
		if e.Why != "" {
			e.Failed += "; the last one said: " + e.Why
		}
		o.Say("%v: given up: %s", o.Group, e.Failed)
		return false, o.entry.write(ctx, e)
	}
	return true, nil
}

// crawl crawls the group from its saved state on, and writes its result.
func (o *work) crawl(ctx context.Context) (done bool, err error) {
	if err := os.RemoveAll(o.folder); err != nil {
		return false, err
	}
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return false, err
	}
	from := "from its beginning"
	if o.entry.Checkpoint != "" {
		from = "from a saved state"
		if err := o.restore(ctx); err != nil {
			return false, err
		}
	}
	o.Say("%v: crawling %s", o.Group, from)
	saving, end := context.WithCancel(ctx)
	var saver sync.WaitGroup
	failed := make(chan error, 1)
	crawling, stop := context.WithCancelCause(ctx)
	saver.Go(func() {
		if err := o.saveEvery(saving); err != nil {
			failed <- err
			stop(err)
		}
	})
	files, err := o.Crawler.Crawl(crawling, o.Group, o.folder)
	end()
	saver.Wait()
	stop(nil)
	select {
	case fault := <-failed:
		return false, errors.Join(fault, err)
	default:
	}
	if err != nil || len(files) == 0 {
		return false, err
	}
	return true, o.finish(ctx, files)
}

// finish writes the result, and notes that the group is done.
func (o *work) finish(ctx context.Context, files []string) error {
	if !o.Held() { // as in save
		return errLost
	}
	if err := o.writeResult(ctx, files); err != nil {
		return err
	}
	e := o.entry.entry
	e.Done, e.Held, e.Deaths, e.Checkpoint = true, false, 0, ""
	old := o.entry.Checkpoint
	if err := o.entry.write(ctx, e); err != nil {
		return err
	}
	if old != "" {
		return o.Store.Remove(ctx, old)
	}
	return nil
}

// giveBack saves the state of a group that was stopped in order, and lets others have it at once.
func (o *work) giveBack(m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), o.Queue.lease/4)
	defer cancel()
	err := o.save(ctx)
	if err == nil {
		e := o.entry.entry
		e.Held = false
		err = o.entry.write(ctx, e)
	}
	if err != nil {
		o.Say("%v: given back without its last state: %v", o.Group, err)
		return // the server takes it back by itself
	}
	o.Say("%v: given back", o.Group)
	_ = m.Nak()
}
