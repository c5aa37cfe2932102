package queue

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// errLost says that a worker can no longer be sure that it has the group.
var errLost = errors.New("the lease could not be renewed")

// lease is a worker's hold on a group. The server ends it unless the worker renews it in time. The worker stops after
// half that time, counted from its request. It uses the monotonic clock, as time.Time does unless rounded or stored.
type lease struct {
	lasts   time.Duration
	now     func() time.Time
	renewed atomic.Pointer[time.Time]
	slept   atomic.Bool // the program was frozen at some time
	cancel  context.CancelCauseFunc
	done    sync.WaitGroup
	stop    chan struct{}
}

// keep renews the lease of a message that was requested at asked. It ends the context if that fails or the job is gone.
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

// renew renews the lease by a request, since a message without an answer may be lost.
func (q *Queue) renew(reply string) error {
	ctx, cancel := context.WithTimeout(context.Background(), q.lease/8)
	defer cancel()
	_, err := q.conn.RequestMsgWithContext(ctx, &nats.Msg{Subject: reply, Data: []byte("+WPI")})
	return err
}

// removed reports whether a job is known to be gone.
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
