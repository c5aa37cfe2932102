package queue

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// errLost says that a worker can no longer be sure of a group.
var errLost = errors.New("the lease could not be renewed")

// lease is a group that a worker was given. The server takes it back when it was not renewed for its time; the worker
// stops at half of that, counted from when it asked, by a clock that cannot be set: times of package time have its
// reading, and their difference uses it, as long as they are not written down or rounded.
type lease struct {
	lasts   time.Duration
	now     func() time.Time
	renewed atomic.Pointer[time.Time]
	slept   atomic.Bool // the program was frozen for a while
	cancel  context.CancelCauseFunc
	done    sync.WaitGroup
	stop    chan struct{}
}

// keep renews the lease of a message of a job that was asked for at a time, and ends the context when that fails, or
// when the job was removed.
func (q *Queue) keep(ctx context.Context, job, reply string, asked time.Time) (context.Context, *lease) {
	ctx, cancel := context.WithCancelCause(ctx)
	l := &lease{lasts: q.lease, now: q.now, cancel: cancel, stop: make(chan struct{})}
	l.renewed.Store(&asked)
	l.done.Go(func() {
		for wait := q.lease / 4; ; {
			turn, due := time.NewTimer(wait), q.now().Add(wait+q.lease/8)
			select {
			case <-l.stop:
				turn.Stop()
				return
			case <-turn.C:
			}
			now := q.now()
			if now.After(due) {
				l.slept.Store(true)
			}
			wait = q.lease / 32 // the server may be back soon
			if l.valid() && q.renew(reply) == nil {
				l.renewed.Store(&now)
				wait = q.lease / 4
			}
			if !l.valid() {
				cancel(errLost)
				return
			}
			if q.removed(job) {
				cancel(errFenced)
				return
			}
		}
	})
	return ctx, l
}

// valid reports whether the lease was renewed in time.
func (l *lease) valid() bool { return l.now().Sub(*l.renewed.Load()) < l.lasts/2 }

// renew asks for the lease anew. It is a request, since a message without an answer may never have come.
func (q *Queue) renew(reply string) error {
	ctx, cancel := context.WithTimeout(context.Background(), q.lease/8)
	defer cancel()
	_, err := q.conn.RequestMsgWithContext(ctx, &nats.Msg{Subject: reply, Data: []byte("+WPI")})
	return err
}

// removed reports whether a job is known to be no longer there.
func (q *Queue) removed(job string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), q.lease/8)
	defer cancel()
	_, err := q.digest(ctx, job)
	return errors.Is(err, ErrNoJob)
}

func (l *lease) end() {
	close(l.stop)
	l.done.Wait()
	l.cancel(nil)
}
