package commands

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"sitegraph/run"
	"sitegraph/workers/queue"
)

// serveCounts serves what a worker has done at an address, for Prometheus; not if it is "".
func serveCounts(address string, w *queue.Worker, say func(string, ...any)) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, run.Usage("--listen %s: %w", address, err)
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /metrics", func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		writeCounts(out, w.Counts())
	})
	routes.HandleFunc("GET /healthz", func(out http.ResponseWriter, _ *http.Request) { io.WriteString(out, "ok\n") })
	server := &http.Server{Handler: routes, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(l)
	say("metrics at http://%s/metrics", l.Addr())
	return func() { server.Close() }, nil
}

// writeCounts writes counts in the text format of Prometheus.
func writeCounts(out io.Writer, c queue.Counts) {
	for _, m := range []struct {
		name, kind, help string
		value            int64
	}{
		{"sitegraph_groups_under_way", "gauge", "Groups that the worker has.", int64(c.UnderWay)},
		{"sitegraph_groups_done_total", "counter", "Groups with a result of the worker.", int64(c.Done)},
		{"sitegraph_groups_given_back_total", "counter", "Groups that were given back.", int64(c.GivenBack)},
		{"sitegraph_groups_lost_total", "counter", "Groups that the worker lost.", int64(c.Lost)},
		{"sitegraph_groups_failed_total", "counter", "Groups that ended with an error.", int64(c.Failed)},
		{"sitegraph_states_saved_total", "counter", "States saved to the store.", c.Saved},
		{"sitegraph_states_saved_bytes_total", "counter", "Bytes of the states saved.", c.SavedBytes},
	} {
		fmt.Fprintf(out, "# HELP %[1]s %[2]s\n# TYPE %[1]s %[3]s\n%[1]s %[4]d\n", m.name, m.help, m.kind, m.value)
	}
}
