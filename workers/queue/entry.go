package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sitegraph/site"
)

// A group is given up when that many workers ended while they had it: maxDeaths without a state saved in between, or
// maxEver in all. With three instead of five, workers killed at random every four seconds gave up two groups of a
// hundred that had done no harm.
const maxDeaths, maxEver = 5, 20

// entry is what is known of a group.
type entry struct {
	// Epoch counts the claims, Held says that the last one was not given back.
	Epoch int  `json:"epoch"`
	Held  bool `json:"held,omitempty"`
	// Worker has the group, or had it last.
	Worker string `json:"worker,omitempty"`
	// Deaths counts the workers that ended with the group since a state was saved, Ever all of them. Why is what the
	// last one said, if it could.
	Deaths int    `json:"deaths,omitempty"`
	Ever   int    `json:"ever,omitempty"`
	Why    string `json:"why,omitempty"`
	// Checkpoint is the object with the newest saved state.
	Checkpoint string `json:"checkpoint,omitempty"`
	// Figures are those of its crawl when it was last saved, or done.
	Figures
	// Done says that there is a result, Failed why there is none.
	Done   bool   `json:"done,omitempty"`
	Failed string `json:"failed,omitempty"`
}

// maxEpoch bounds the epochs of a group. They go on from those in the store where the queue has lost its own.
const maxEpoch = 1 << 40

// maxText is the length of what a worker says of itself or of an error in an entry.
const maxText = 1000

// readEntry reads the entry of a group. Whoever reaches the queue can write there. An entry that no worker writes
// becomes that of a group that was given up, and names its fault: nobody acts on it.
func readEntry(key string, value []byte, revision uint64) entry {
	var e entry
	err := json.Unmarshal(value, &e)
	count := max(e.Deaths, e.Ever)
	object, own := strings.CutPrefix(e.Checkpoint, strings.Replace(key, ".", "/", 1)+"/")
	switch {
	case err != nil:
	case min(e.Sites, e.Pages, e.Requests, e.Deaths, e.Ever, e.Epoch) < 0, e.Epoch > maxEpoch,
		uint64(count) > revision: // each claim is one
		err = errors.New("its counts are impossible")
	case e.Checkpoint != "" && !(own && checkpointName.MatchString(object)):
		err = fmt.Errorf("%q is not a saved state of this group", clean(e.Checkpoint))
	}
	if err != nil {
		return entry{Epoch: int(revision), Failed: clean("its entry in the queue is damaged: " + err.Error())}
	}
	e.Worker, e.Why, e.Failed = clean(e.Worker), clean(e.Why), clean(e.Failed)
	return e
}

// checkpointName matches the name of a saved state below the folder of its group.
var checkpointName = regexp.MustCompile(`^[0-9]{1,18}-[0-9]{1,18}\.state\.tar\.gz$`)

// clean makes a text from the queue fit for terminals and logs.
func clean(text string) string { return site.Printable(text[:min(len(text), maxText)]) }

// errFenced says that another worker has claimed the group, or that the job was removed.
var errFenced = errors.New("another worker has it, or the job was removed")

// held is an entry as a worker wrote it; only that worker writes, until another one claims the group.
type held struct {
	entry
	keys     jetstream.KeyValue
	key      string
	revision uint64
}

// read reads the entry of a group; one that was never claimed is empty.
func (q *Queue) read(ctx context.Context, job string, number int) (*held, error) {
	h := &held{keys: q.keys, key: groupKey(job, number)}
	found, err := q.keys.Get(ctx, h.key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return h, nil
	}
	if err == nil {
		h.revision = found.Revision()
		h.entry = readEntry(h.key, found.Value(), h.revision)
	}
	if err != nil {
		return nil, fmt.Errorf("group %s: %w", h.key, err)
	}
	return h, nil
}

// write replaces the entry, if it is still the one that was read or written last. An answer that is lost is made up
// for: the entry is read, and written again if it is as before.
func (h *held) write(ctx context.Context, e entry) error {
	value, err := json.Marshal(e)
	if err != nil {
		return err
	}
	for {
		revision, err := h.keys.Update(ctx, h.key, value, h.revision)
		if err == nil {
			h.entry, h.revision = e, revision
			return nil
		}
		found, readErr := h.keys.Get(ctx, h.key)
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("group %s: %w", h.key, errors.Join(err, ctx.Err()))
		case readErr == nil && found.Revision() > h.revision && bytes.Equal(found.Value(), value):
			h.entry, h.revision = e, found.Revision()
			return nil
		case readErr == nil && found.Revision() > h.revision,
			h.revision > 0 && errors.Is(readErr, jetstream.ErrKeyNotFound):
			return h.fenced()
		}
		pause(ctx, time.Second/4)
	}
}

// fenced is the error of an entry that others have changed, or removed with its job.
func (h *held) fenced() error { return fmt.Errorf("group %s: %w", h.key, errFenced) }

// check reports whether the entry is still the one that was written last.
func (h *held) check(ctx context.Context) error {
	for {
		found, err := h.keys.Get(ctx, h.key)
		switch {
		case err == nil && found.Revision() == h.revision:
			return nil
		case err == nil, errors.Is(err, jetstream.ErrKeyNotFound):
			return h.fenced()
		case ctx.Err() != nil:
			return fmt.Errorf("group %s: %w", h.key, errors.Join(err, ctx.Err()))
		}
		pause(ctx, time.Second/4)
	}
}

// claim takes the group for a worker.
func (h *held) claim(ctx context.Context, worker string) error {
	e := h.entry
	if e.Held {
		e.Deaths++
		e.Ever++
	}
	e.Epoch, e.Held, e.Worker = e.Epoch+1, true, worker
	return h.write(ctx, e)
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
