package queue

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names on the server, and limits.
const (
	groupsStream = "SITEGRAPH-GROUPS"  // the queue
	groupSubject = "sitegraph.group."  // JOB.NUMBER follows
	entryBucket  = "SITEGRAPH-ENTRIES" // entries of groups, under JOB.NUMBER; size and digest of jobs, under JOB.size
	sizeKey      = "size"              // ends the key of a job's size and digest
	consumerName = "workers"           // the queue's consumer
	maxPending   = 20_000              // groups that workers may have at once
	callTime     = 10 * time.Second    // limit for an answer from the server
	maxGroups    = 1_000_000           // groups per job
	maxEntry     = 16 << 10            // bytes per entry
	maxQueued    = 10 * maxGroups      // messages in the queue
	maxMessage   = 4 << 10             // bytes per message
)

// Close closes the connection.
func (q *Queue) Close() { q.conn.Close() }

func groupKey(job string, number int) string { return job + "." + strconv.Itoa(number) }

// parseKey reverses groupKey.
func parseKey(key string) (job string, number int, ok bool) {
	job, text, _ := strings.Cut(key, ".")
	number, err := strconv.Atoi(text)
	return job, number, err == nil && number > 0 && number <= maxGroups && key == groupKey(job, number)
}

// announce records the size and digest of a job, and queues its groups.
func (q *Queue) announce(ctx context.Context, job string, groups int, digest string) error {
	if _, err := q.keys.PutString(ctx, job+"."+sizeKey, strconv.Itoa(groups)+" "+digest); err != nil {
		return fmt.Errorf("job %s: %w", job, err)
	}
	entries, err := q.entries(ctx)
	if err != nil {
		return err
	}
	if err := q.tryAgain(ctx, job, entries[job]); err != nil {
		return err
	}
	return q.fill(ctx, job, entries[job], func(int, noted) bool { return true })
}

// ErrNoJob says that a job does not exist, or no longer exists.
var ErrNoJob = errors.New("there is no such job")

// digest returns a job's digest. The error is ErrNoJob if the job was removed.
func (q *Queue) digest(ctx context.Context, job string) (string, error) {
	found, err := q.keys.Get(ctx, job+"."+sizeKey)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		err = ErrNoJob
	}
	digest := ""
	if err == nil {
		_, digest, err = readSize(found.Value())
	}
	if err != nil {
		return "", fmt.Errorf("job %s: %w", job, err)
	}
	return digest, nil
}

// remove removes all entries of a job. Its workers can then no longer write.
func (q *Queue) remove(ctx context.Context, job string) error {
	// Its messages stay until workers discard them. A server that purges a queue by subject may forget to redeliver
	// messages of other jobs.
	s, err := q.stream.Stream(ctx, "KV_"+entryBucket)
	if err == nil {
		err = s.Purge(ctx, jetstream.WithPurgeSubject("$KV."+entryBucket+"."+job+".*"))
	}
	if err != nil {
		return fmt.Errorf("job %s: %w", job, err)
	}
	return nil
}

// tryAgain gives groups that were given up another chance.
func (q *Queue) tryAgain(ctx context.Context, job string, all jobEntries) error {
	for n, e := range all.groups {
		if e.Failed == "" {
			continue
		}
		h, err := q.read(ctx, job, n)
		if err == nil && h.Failed != "" {
			again := h.entry
			again.Failed, again.Why, again.Deaths, again.Ever = "", "", 0, 0
			err = h.write(ctx, again)
		}
		if err != nil {
			return err
		}
		all.groups[n] = noted{entry: h.entry, revision: h.revision}
	}
	return nil
}

// fill queues the unfinished groups of a job for which may returns true. The server refuses groups that are already
// queued.
func (q *Queue) fill(ctx context.Context, job string, all jobEntries, may func(n int, e noted) bool) error {
	for n := range all.size {
		e := all.groups[n+1]
		if e.Done || e.Failed != "" || !may(n+1, e) {
			continue
		}
		_, err := q.stream.Publish(ctx, groupSubject+groupKey(job, n+1), nil)
		if fault, ok := errors.AsType[*jetstream.APIError](err); ok && fault.ErrorCode == alreadyQueued {
			continue
		}
		if err != nil {
			return fmt.Errorf("group %s: %w", groupKey(job, n+1), err)
		}
	}
	return nil
}

// fillUnclaimed queues unclaimed groups if the queue has fewer than are open, since submit may have ended too early.
func (q *Queue) fillUnclaimed(ctx context.Context, all map[string]jobEntries) error {
	s, err := q.stream.Stream(ctx, groupsStream) // reads the number of messages
	if err != nil {
		return fmt.Errorf("groups in the queue: %w", err)
	}
	open := 0
	for _, j := range all {
		open += j.open()
	}
	if uint64(open) <= s.CachedInfo().State.Msgs {
		return nil
	}
	for job, entries := range all {
		if err := q.fill(ctx, job, entries, func(_ int, e noted) bool { return e.revision == 0 }); err != nil {
			return err
		}
	}
	return nil
}

// open counts the groups that are neither done nor given up.
func (j jobEntries) open() (groups int) {
	for n := range j.size {
		if e := j.groups[n+1]; !e.Done && e.Failed == "" {
			groups++
		}
	}
	return groups
}

// alreadyQueued is the server's code for a subject with its maximum of messages.
const alreadyQueued = 10077

// noted is an entry with its revision.
type noted struct {
	entry
	revision uint64
}

// jobEntries are the entries of a job.
type jobEntries struct {
	size    int   // 0 if unknown
	damaged error // error in the size
	groups  map[int]noted
}

// entries reads the entries of all jobs.
func (q *Queue) entries(ctx context.Context) (map[string]jobEntries, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*callTime) // a watch that loses its connection may never end
	defer cancel()
	watch, err := q.keys.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("entries of groups: %w", err)
	}
	defer watch.Stop()
	all := map[string]jobEntries{}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case u, open := <-watch.Updates():
			switch {
			case !open:
				return nil, errors.New("entries of groups: the connection was lost")
			case u == nil: // all were read
				return all, nil
			default:
				note(all, u)
			}
		}
	}
}

// note adds an entry. An unreadable one spoils only its job. An entry without a job is left out.
func note(all map[string]jobEntries, u jetstream.KeyValueEntry) {
	job, number, isGroup := parseKey(u.Key())
	isSize := u.Key() == job+"."+sizeKey
	if CheckName(job) != nil || !isGroup && !isSize {
		return
	}
	j := all[job]
	if j.groups == nil {
		j.groups = map[int]noted{}
	}
	if isGroup {
		j.groups[number] = noted{entry: readEntry(u.Key(), u.Value(), u.Revision()), revision: u.Revision()}
	} else if j.size, _, j.damaged = readSize(u.Value()); j.damaged != nil {
		j.size = 0
	}
	all[job] = j
}

// readSize decodes the number of groups and the digest of a job.
func readSize(value []byte) (groups int, digest string, err error) {
	size, digest, _ := strings.Cut(string(value), " ")
	groups, err = strconv.Atoi(size)
	if err != nil || groups < 1 || groups > maxGroups || len(digest) != 2*sha256.Size {
		return 0, "", fmt.Errorf("its entry in the queue is damaged: %q", clean(string(value)))
	}
	return groups, digest, nil
}
