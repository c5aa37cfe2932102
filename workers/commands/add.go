// Package commands adds the commands for workers to sitegraph.
//
//	add.go      the additions, and the flags for queue and store
//	worker.go   worker: crawls submitted jobs
//	metrics.go  a worker's numbers for Prometheus
//	submit.go   submit: gives a crawl to workers
//	servers.go  grouping sites by IP address; cdn.txt lists the networks of CDNs
//	status.go   status: the progress of jobs and workers; board.go: the progress of one worker's groups
//	jobs.go     merge and forget with --job
//	desk.go     serve: a desk that gives projects to workers
package commands

import (
	"context"
	"net"
	"net/netip"

	"github.com/spf13/cobra"

	"sitegraph/command"
	"sitegraph/run"
	"sitegraph/workers/objects"
	"sitegraph/workers/queue"
)

// program is sitegraph's program with the name lookup that its commands share.
type program struct {
	command.Program
	lookup lookup
}

// Add adds the commands for workers to the program, and jobs to status, merge, forget and serve.
func Add(to command.Program) {
	program{to, func(ctx context.Context, host string) ([]netip.Addr, error) {
		return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	}}.add()
}

func (p program) add() {
	p.AddCommand(p.newSubmit(), p.newWorker())
	p.addToStatus()
	p.addToMerge()
	p.addToForget()
	p.addToServe()
}

// extend appends to a command's help.
func extend(cmd *cobra.Command, long, example string) {
	cmd.Long += " " + long
	cmd.Example += "\n" + example
}

// instead lets a command run do instead of its usual function if asked returns true.
func (p program) instead(of *cobra.Command, asked func() bool, do func(context.Context, []string) error) {
	usual, other := of.RunE, p.Command(do, cobra.Command{})
	of.RunE = func(cmd *cobra.Command, args []string) error {
		if asked() {
			return other.RunE(cmd, args)
		}
		return usual(cmd, args)
	}
}

// services has the flags for the addresses of queue and store.
type services struct{ nats, credentials, ca, store string }

// defaultQueue is where NATS servers usually listen.
const defaultQueue = "nats://127.0.0.1:4222"

func (s *services) addQueue(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.nats, "nats", defaultQueue,
		"`URL` of the NATS server, or several separated by commas")
	cmd.Flags().StringVar(&s.credentials, "nats-credentials", "", "`file` with the credentials of a user of the server")
	cmd.Flags().StringVar(&s.ca, "nats-ca", "", "`file` with the certificate of the authority that signed the server's")
}

func (s *services) addStore(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.store, "store", "store",
		"`address` of the store of results: a shared folder, or s3://BUCKET/PREFIX")
}

func (s *services) connect(ctx context.Context, name string) (*queue.Queue, error) {
	return queue.Connect(ctx, queue.Options{URLs: s.nats, Credentials: s.credentials, CA: s.ca, Name: name})
}

func (p program) openStore(s services) (objects.Store, error) {
	store, err := objects.Open(s.store, p.Variable)
	if err != nil {
		return nil, run.Usage("--store: %w", err)
	}
	return store, nil
}
