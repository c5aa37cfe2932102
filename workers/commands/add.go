// Package commands is the command line of workers: what the program of the workers has beside that of sitegraph.
//
//	add.go      what is added; where queue and store are
//	worker.go   worker: crawls what is given to workers
//	metrics.go  what a worker has done, for Prometheus
//	submit.go   submit: gives a crawl to workers
//	servers.go  how its sites are divided by the addresses of their hosts; cdn.txt has those of CDNs
//	status.go   status: how far jobs are, and what workers do; board.go what one knows of its groups
//	jobs.go     what jobs gave, and how they are removed: merge, forget
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

// program is the program, with what the commands of workers share.
type program struct {
	command.Program
	lookup lookup
}

// Add adds the commands of workers to the program, and what status, merge, forget and serve do with jobs.
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

// extend adds to the help of a command of the program.
func extend(cmd *cobra.Command, long, example string) {
	cmd.Long += " " + long
	cmd.Example += "\n" + example
}

// instead does something else in place of a command where the user asks for it.
func (p program) instead(of *cobra.Command, asked func() bool, do func(context.Context, []string) error) {
	usual, other := of.RunE, p.Command(do, cobra.Command{})
	of.RunE = func(cmd *cobra.Command, args []string) error {
		if asked() {
			return other.RunE(cmd, args)
		}
		return usual(cmd, args)
	}
}

// services are the flags that say where the services of workers are.
type services struct{ nats, credentials, ca, store string }

// defaultQueue is where NATS servers listen.
const defaultQueue = "nats://127.0.0.1:4222"

// addQueue adds those of the queue to a command, addStore those of the store.
func (s *services) addQueue(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.nats, "nats", defaultQueue,
		"`URL` of the NATS server; several with commas between")
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
