package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// work is a group that this worker has.
type work struct {
	*Worker
	Group
	entry  *held
	folder string
	mutex  sync.Mutex // guards entry and saving
	saves  int        // attempts to save
	goesOn bool       // it continues in the folder of this worker's earlier claim
}

// kept is the folder of a group whose lease this worker lost while awake. It continues there if it gets the group again
// before others. After a freeze it does not, since its requests may have failed for that reason.
type kept struct {
	epoch  int // epoch of the lost claim
	folder string
}

// keep remembers the folder of a lost group.
func (o *work) keep() {
	o.Worker.mutex.Lock()
	defer o.Worker.mutex.Unlock()
	o.kept[groupKey(o.Job.Name, o.Number)] = kept{o.entry.Epoch, o.folder}
}

// takeKept returns and forgets the folder kept for the group, if any.
func (o *work) takeKept() kept {
	o.Worker.mutex.Lock()
	defer o.Worker.mutex.Unlock()
	key := groupKey(o.Job.Name, o.Number)
	k := o.kept[key]
	delete(o.kept, key)
	return k
}

// dropKept removes the kept folders of groups that are done or that others have.
func (w *Worker) dropKept(all map[string]jobEntries) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for key, k := range w.kept {
		job, number, _ := parseKey(key)
		if e, known := all[job].groups[number]; known && e.Epoch == k.epoch && e.Held {
			continue
		}
		delete(w.kept, key)
		if err := os.RemoveAll(k.folder); err != nil {
			w.Say("group %s: %v", key, err)
		}
	}
}

// group crawls a group from claim to result.
func (w *Worker) group(ctx context.Context, g Group, m jetstream.Msg, asked time.Time) {
	g.figures = &atomic.Pointer[Figures]{}
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
	case errors.Is(err, errElsewhere):
		w.Say("%v: %v", g, err)
		e := one.entry.entry
		e.Held = false
		_ = one.entry.write(leased, e)
		_ = m.NakWithDelay(w.Queue.lease/2 + w.Queue.lease*time.Duration(g.Number%8)/8)
	case errors.Is(err, syscall.ENOSPC): // not the group's fault
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
	if errors.Is(why, errLost) && ctx.Err() == nil && !l.slept.Load() {
		one.keep()
		return
	}
	if err := os.RemoveAll(one.folder); err != nil {
		w.Say("%v: %v", g, err)
	}
}

// claim claims the group, unless it is done or given up.
func (o *work) claim(ctx context.Context, asked time.Time) (claimed bool, err error) {
	if o.entry, err = o.Queue.read(ctx, o.Job.Name, o.Number); err != nil {
		return false, err
	}
	if o.entry.Done || o.entry.Failed != "" {
		return false, nil
	}
	if done, err := o.lookInStore(ctx); done || err != nil {
		return false, err
	}
	if o.Queue.now().Sub(asked) > o.Queue.lease/2 {
		return false, errLost
	}
	before := o.takeKept()
	if o.entry.Held && o.entry.Worker == o.Name && o.entry.Epoch == before.epoch {
		o.entry.Held, o.goesOn = false, true // no worker ended
	}
	if err := o.entry.claim(ctx, o.Name); err != nil {
		return false, errors.Join(err, os.RemoveAll(before.folder))
	}
	// The server may give a worker a group that it lost but still works on, so each claim has its own folder.
	o.folder = filepath.Join(o.Folder, fmt.Sprintf("%s-%d-%d", o.Job.Name, o.Number, o.entry.Epoch))
	if o.goesOn {
		err = os.Rename(before.folder, o.folder)
	} else {
		err = os.RemoveAll(before.folder)
	}
	if err != nil {
		return false, err
	}
	if o.entry.Deaths >= maxDeaths || o.entry.Ever >= maxEver {
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

// lookInStore finds results, saved states and epochs in the store that a queue with a lost or older disk does not know.
// done reports whether there is a result.
func (o *work) lookInStore(ctx context.Context) (done bool, err error) {
	result := manifestObject(o.Job.Name, o.Number)
	folder, newest, saved := path.Dir(result), [2]int{}, ""
	for name, err := range o.Store.List(ctx, folder) {
		if err != nil {
			return false, err
		}
		var at [2]int
		if own := strings.TrimPrefix(name, folder+"/"); checkpointName.MatchString(own) {
			_, err = fmt.Sscanf(own, "%d-%d.", &at[0], &at[1])
			if slices.Compare(at[:], newest[:]) > 0 {
				newest, saved = at, name
			}
		} else if strings.HasPrefix(own, resultFolder) {
			_, err = fmt.Sscanf(own, resultFolder+"%d/", &at[0])
		}
		if err != nil || at[0] > maxEpoch {
			return false, fmt.Errorf("store: %s: no worker writes such a name: remove it", name)
		}
		o.entry.Epoch = max(o.entry.Epoch, at[0])
		done = done || name == result
	}
	if done {
		e := o.entry.entry
		e.Done, e.Held, e.Checkpoint = true, false, ""
		return true, o.entry.write(ctx, e)
	}
	o.entry.Checkpoint = cmp.Or(o.entry.Checkpoint, saved)
	return false, nil
}

// crawl crawls the group, from its saved state if there is one, and writes the result.
func (o *work) crawl(ctx context.Context) (done bool, err error) {
	if err := o.lookAgain(ctx); err != nil {
		return false, err
	}
	from := "from where it was lost"
	if !o.goesOn {
		if from, err = o.begin(ctx); err != nil {
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

// begin creates the folder, with the saved state if there is one.
func (o *work) begin(ctx context.Context) (from string, err error) {
	if err := errors.Join(os.RemoveAll(o.folder), os.MkdirAll(o.folder, 0o755)); err != nil {
		return "", err
	}
	if o.entry.Checkpoint == "" {
		return "from the start", nil
	}
	return "from a saved state", o.restore(ctx)
}

// finish writes the result and marks the group as done.
func (o *work) finish(ctx context.Context, files []string) error {
	if !o.Held() { // as in save
		return errLost
	}
	if err := o.writeResult(ctx, files); err != nil {
		return err
	}
	e := o.entry.entry
	e.Done, e.Held, e.Deaths, e.Checkpoint, e.Figures = true, false, 0, "", o.newest()
	if err := o.entry.write(ctx, e); err != nil {
		return err
	}
	return o.sweep(ctx)
}

// newest returns the newest figures of the group.
func (o *work) newest() Figures {
	if f := o.figures.Load(); f != nil {
		return *f
	}
	return o.entry.Figures
}

// sweep removes the group's objects from the store, except its result. These are saved states, and incomplete results
// from workers that were killed or lost the group.
func (o *work) sweep(ctx context.Context) error {
	counts := manifestObject(o.Job.Name, o.Number)
	text, err := readObject(ctx, o.Store, counts)
	var m manifest
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return err
	}
	for name, err := range o.Store.List(ctx, path.Dir(counts)) {
		if err == nil && name != counts && !strings.HasPrefix(name, fileObject(o.Job.Name, o.Number, m.Epoch, "")+"/") {
			err = o.Store.Remove(ctx, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// giveBack saves the state of a group that was stopped cleanly and releases it at once.
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
		return // the server takes it back after the lease
	}
	o.Say("%v: given back", o.Group)
	_ = m.Nak()
}
