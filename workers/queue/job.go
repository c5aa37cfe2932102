package queue

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"sitegraph/workers/objects"
)

// Job is a crawl for workers. It never changes.
type Job struct {
	Name    string          `json:"name"`              // letters, digits, - and _
	Version string          `json:"version"`           // version of sitegraph; other versions ignore the job
	Groups  int             `json:"groups"`            // number of groups, numbered from 1
	Servers *Servers        `json:"servers,omitempty"` // nil if no names were looked up
	Crawl   json.RawMessage `json:"crawl"`             // sites and settings, opaque to this package
}

// Like reports whether two jobs have the same name and version and the same rules for grouping sites.
func (j Job) Like(other Job) bool {
	if j.Name != other.Name || j.Version != other.Version || (j.Servers == nil) != (other.Servers == nil) {
		return false
	}
	return j.Servers == nil || j.Servers.Most == other.Servers.Most &&
		slices.Equal(j.Servers.Apart, other.Servers.Apart)
}

var jobName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// CheckName fails if a job cannot have that name.
func CheckName(name string) error {
	if !jobName.MatchString(name) {
		return fmt.Errorf("job %q: a name must consist of 1 to 64 letters, digits, - and _", name)
	}
	return nil
}

func jobObject(name string) string { return name + "/job.json" }

// Submit stores a job and queues its groups. Submitting it again queues groups that are not done or were given up.
func Submit(ctx context.Context, q *Queue, store objects.Store, j Job) error {
	if err := CheckName(j.Name); err != nil {
		return err
	}
	if j.Groups > maxGroups {
		return fmt.Errorf("job %s has %d groups, but may have at most %d: divide it", j.Name, j.Groups, maxGroups)
	}
	text, err := json.Marshal(j)
	if err != nil {
		return fmt.Errorf("job %s: %w", j.Name, err)
	}
	if err := objects.Probe(ctx, store); err != nil {
		return err
	}
	queued, err := q.digest(ctx, j.Name) // before the store, since a concurrent submission may queue it later
	if err != nil && !errors.Is(err, ErrNoJob) {
		return err
	}
	if err == nil && queued != digestOf(text) {
		return otherJob(j.Name)
	}
	err = store.Create(ctx, jobObject(j.Name), bytes.NewReader(text), int64(len(text)))
	switch {
	case err == nil && queued != "":
		return errors.Join(fmt.Errorf("job %s was submitted with another store: give that one, or choose another name",
			j.Name), store.Remove(ctx, jobObject(j.Name)))
	case errors.Is(err, objects.ErrExists):
		var kept []byte
		if kept, err = readObject(ctx, store, jobObject(j.Name)); err == nil && !bytes.Equal(kept, text) {
			return otherJob(j.Name)
		}
	}
	if err != nil {
		return err
	}
	return q.announce(ctx, j.Name, j.Groups, digestOf(text))
}

func otherJob(name string) error {
	return fmt.Errorf("job %s exists already, with other sites or settings: choose another name", name)
}

func digestOf(text []byte) string {
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:])
}

// Busy is the error for removing a job while workers have groups of it.
type Busy struct {
	Job     string         // its name
	Workers map[string]int // number of groups by worker
}

// Error names the job and the workers.
func (b *Busy) Error() string {
	return fmt.Sprintf("job %s is under way at %s", b.Job, strings.Join(slices.Sorted(maps.Keys(b.Workers)), ", "))
}

// Remove removes a job from queue and store, with its states and results. While workers have groups of it, the error
// is a [*Busy]. If forced, they leave these groups and lose their work since the last saved state.
func Remove(ctx context.Context, q *Queue, store objects.Store, name string, forced bool) error {
	if err := CheckName(name); err != nil {
		return err
	}
	all, err := q.entries(ctx)
	if err != nil {
		return err
	}
	own, queued := all[name]
	busy := &Busy{Job: name, Workers: own.workers()}
	if len(busy.Workers) > 0 && !forced {
		return busy
	}
	if !queued {
		kept, err := store.Open(ctx, jobObject(name))
		if err != nil {
			return notInStore(name, err)
		}
		kept.Close()
	}
	// The job goes first. Otherwise workers that know it would think that the queue has lost it.
	if err := store.Remove(ctx, jobObject(name)); err != nil {
		return err
	}
	if err := q.remove(ctx, name); err != nil {
		return err
	}
	return store.RemoveAll(ctx, name)
}

// readJob reads a job from the store and checks its digest unless that is "".
func readJob(ctx context.Context, store objects.Store, name, digest string) (j Job, err error) {
	text, err := readObject(ctx, store, jobObject(name))
	if err != nil {
		return j, notInStore(name, err)
	}
	if digest != "" && digestOf(text) != digest {
		return j, fmt.Errorf("job %s: the store has another job than was submitted: submit it again with a new name",
			name)
	}
	if err := json.Unmarshal(text, &j); err != nil {
		return j, fmt.Errorf("job %s: %w", name, err)
	}
	if j.Name != name || j.Groups < 1 || j.Groups > maxGroups {
		return j, fmt.Errorf("job %s: the store has %q with %d groups under its name", name, clean(j.Name), j.Groups)
	}
	return j, nil
}

// Kept returns the stored job with a name. The error is fs.ErrNotExist if there is none.
func Kept(ctx context.Context, store objects.Store, name string) (j Job, err error) {
	text, err := readObject(ctx, store, jobObject(name))
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err != nil {
		err = fmt.Errorf("job %s: %w", name, err)
	}
	return j, err
}

// notInStore returns the error for a job that cannot be read from the store.
func notInStore(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("job %s is not in the store: was it submitted with another store?", name)
	}
	return fmt.Errorf("job %s: %w", name, err)
}

// maxObject bounds the size of a job or a manifest.
const maxObject = 1 << 28

func readObject(ctx context.Context, store objects.Store, name string) ([]byte, error) {
	r, err := store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxObject+1))
	if err == nil && len(text) > maxObject {
		err = fmt.Errorf("%s has more than %d MiB", name, maxObject>>20)
	}
	return text, err
}
