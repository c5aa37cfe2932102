package queue

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options configure the connection to the server.
type Options struct {
	URLs        string        // nats://HOST:4222 or tls://…, separated by commas
	Credentials string        // file with a user's credentials
	CA          string        // file with the certificate that signed the servers' certificates
	Lease       time.Duration // silence after which a worker's groups go to others
	Name        string        // name of the worker or program
}

// DefaultLease is longer than a cluster of servers takes to elect a new leader.
const DefaultLease = time.Minute

// Queue is a connection to the server.
type Queue struct {
	conn     *nats.Conn
	stream   jetstream.JetStream
	keys     jetstream.KeyValue
	consumer jetstream.Consumer
	lease    time.Duration
	now      func() time.Time // this machine's clock, which may be wrong
}

// Connect connects to a server and creates missing streams and buckets there. The caller closes the queue.
func Connect(ctx context.Context, o Options) (*Queue, error) {
	shown, err := shownURLs(o.URLs)
	if err != nil {
		return nil, err
	}
	options := []nats.Option{nats.Name("sitegraph " + o.Name), nats.MaxReconnects(-1), nats.Timeout(callTime),
		nats.ReconnectWait(time.Second / 2)}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	conn, err := nats.Connect(o.URLs, options...)
	if errors.Is(err, nats.ErrNoServers) {
		err = fmt.Errorf("%w: is it running? sitegraph worker --serve ADDRESS starts one", err)
	}
	if errors.Is(err, nats.ErrAuthorization) {
		err = fmt.Errorf("%w: give the right user and password", err)
	}
	if err != nil {
		return nil, fmt.Errorf("NATS server at %s: %w", shown, err)
	}
	q := &Queue{conn: conn, lease: o.Lease, now: time.Now}
	for begun := time.Now(); ; pause(ctx, time.Second) {
		if err = q.prepare(ctx); err == nil {
			return q, nil
		}
		enabled, _ := conn.ConnectedServerJetStream()
		never := !enabled && conn.ConnectedClusterName() == ""
		if never || ctx.Err() != nil || time.Since(begun) > startTime {
			conn.Close()
			return nil, fmt.Errorf("NATS server at %s: %w: it must run JetStream", shown, err)
		}
	}
}

// startTime is how long a cluster may take to elect a leader.
const startTime = time.Minute

// shownURLs removes users and passwords from a list of URLs. The error for a malformed URL does not show it, since
// nobody can tell where its password ends.
func shownURLs(urls string) (string, error) {
	all := strings.Split(urls, ",")
	for i, text := range all {
		if text = strings.TrimSpace(text); !strings.Contains(text, "://") {
			text = "nats://" + text
		}
		u, err := url.Parse(text)
		if err != nil || u.Hostname() == "" {
			return "", fmt.Errorf("URL %d of %d of the NATS server is malformed: write nats://HOST:4222, and %%XX for "+
				"special characters of a password", i+1, len(all))
		}
		all[i] = u.Scheme + "://" + u.Host
	}
	return strings.Join(all, ","), nil
}

// prepare creates the queue and the bucket, with three replicas in a cluster.
func (q *Queue) prepare(ctx context.Context) (err error) {
	if q.stream, err = jetstream.New(q.conn, jetstream.WithDefaultTimeout(callTime)); err != nil {
		return err
	}
	replicas := 1
	if q.conn.ConnectedClusterName() != "" {
		replicas = 3
	}
	// A group is queued at most once.
	groups, err := q.stream.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: groupsStream, Replicas: replicas,
		Subjects: []string{groupSubject + "*.*"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: maxQueued, MaxMsgSize: maxMessage})
	if err != nil {
		return err
	}
	q.keys, err = q.stream.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: entryBucket, History: 1,
		Storage: jetstream.FileStorage, Replicas: replicas, MaxValueSize: maxEntry})
	if err != nil {
		return err
	}
	if q.lease == 0 {
		return nil // only workers consume
	}
	q.consumer, err = groups.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumerName,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.lease, MaxDeliver: -1, MaxAckPending: maxPending})
	return err
}

// mend recreates lost streams and buckets if the server answers. Handles stay valid, since the names are the same.
func (q *Queue) mend(ctx context.Context) {
	if again := *q; q.conn.IsConnected() && ctx.Err() == nil {
		_ = again.prepare(ctx) // the next call reports any error
	}
}
