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

// A group is given up after maxDeaths workers died with it without saving a state in between, or maxEver in all. With 3
// instead of 5, a test that killed workers at random every four seconds gave up two of a hundred harmless groups.
const maxDeaths, maxEver = 5, 20

// entry is the record of a group.
type entry struct {
	Epoch      int    `json:"epoch"`                // number of claims
	Held       bool   `json:"held,omitempty"`       // the last claim was not given back
	Worker     string `json:"worker,omitempty"`     // has the group, or had it last
	Deaths     int    `json:"deaths,omitempty"`     // workers that died with it since the last saved state
	Ever       int    `json:"ever,omitempty"`       // all workers that died with it
	Why        string `json:"why,omitempty"`        // last error, if known
	Checkpoint string `json:"checkpoint,omitempty"` // object with the newest saved state
	Figures           // at the last save, or at the end
	Done       bool   `json:"done,omitempty"`   // there is a result
	Failed     string `json:"failed,omitempty"` // reason for giving it up
}

// maxEpoch bounds a group's epochs. They continue the store's if the queue has lost its own.
const maxEpoch = 1 << 40

// maxText bounds a worker's name and errors in an entry.
const maxText = 1000

// readEntry decodes a group's entry. Anybody with access to the queue can write one. An entry that no worker would
// write counts as given up, with its fault as the reason, so nobody acts on it.
func readEntry(key string, value []byte, revision uint64) entry {
	var e entry
	err := json.Unmarshal(value, &e)
	count := max(e.Deaths, e.Ever)
	object, own := strings.CutPrefix(e.Checkpoint, strings.Replace(key, ".", "/", 1)+"/")
	switch {
	case err != nil:
	case min(e.Sites, e.Pages, e.Requests, e.Deaths, e.Ever, e.Epoch) < 0, e.Epoch > maxEpoch,
		uint64(count) > revision: // each claim is a revision
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

// checkpointName matches a saved state's name within its group's folder.
var checkpointName = regexp.MustCompile(`^[0-9]{1,18}-[0-9]{1,18}\.state\.tar\.gz$`)

// clean makes a text from the queue safe for terminals and logs.
func clean(text string) string { return site.Printable(text[:min(len(text), maxText)]) }

// errFenced says that another worker has claimed the group, or that the job was removed.
var errFenced = errors.New("another worker has it, or the job was removed")

// held is an entry as this worker wrote it. Nobody else writes it until another worker claims the group.
type held struct {
	entry
	keys     jetstream.KeyValue
	key      string
	revision uint64
}

// read returns a group's entry, which is empty if no worker ever claimed it.
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

// write replaces the entry if nobody else has changed it. If the answer is lost, it reads the entry and writes it again
// if necessary.
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

// fenced returns the error for an entry that others changed or that was removed with its job.
func (h *held) fenced() error { return fmt.Errorf("group %s: %w", h.key, errFenced) }

// check fails if anybody else has changed the entry.
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

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
