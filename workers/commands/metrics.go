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

// serveCounts serves a worker's numbers to Prometheus, unless the address is "".
func serveCounts(address string, counts func() queue.Counts, report func() queue.Report, say func(string, ...any)) (
	stop func(), err error) {
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
		writeCounts(out, counts(), report())
	})
	routes.HandleFunc("GET /healthz", func(out http.ResponseWriter, _ *http.Request) { io.WriteString(out, "ok\n") })
	server := &http.Server{Handler: routes, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(l)
	say("metrics at http://%s/metrics", l.Addr())
	return func() { server.Close() }, nil
}

// writeCounts writes the numbers in the text format of Prometheus.
func writeCounts(out io.Writer, c queue.Counts, r queue.Report) {
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"sitegraph_groups_under_way", "gauge", "Groups under way.", c.UnderWay},
		{"sitegraph_groups_done_total", "counter", "Groups that the worker finished.", c.Done},
		{"sitegraph_groups_given_back_total", "counter", "Groups that were given back.", c.GivenBack},
		{"sitegraph_groups_lost_total", "counter", "Groups that the worker lost.", c.Lost},
		{"sitegraph_groups_failed_total", "counter", "Groups that ended with an error.", c.Failed},
		{"sitegraph_states_saved_total", "counter", "States saved to the store.", c.Saved},
		{"sitegraph_states_saved_bytes_total", "counter", "Bytes of the states saved.", c.SavedBytes},
		{"sitegraph_sites_total", "counter", "Sites crawled to the end.", r.Sites},
		{"sitegraph_pages_total", "counter", "Pages found in all groups of the worker.", r.Pages},
		{"sitegraph_requests_total", "counter", "URLs requested in these groups.", r.Requests},
		{"sitegraph_requests_per_second", "gauge", "Request rate of the groups under way.", r.Rate},
		{"sitegraph_last_page_age_seconds", "gauge", "Time since the last answer; 0 before the first.", r.LastPage},
		{"sitegraph_memory_bytes", "gauge", "Memory of the program.", r.Memory},
	} {
		fmt.Fprintf(out, "# HELP %[1]s %[2]s\n# TYPE %[1]s %[3]s\n%[1]s %[4]v\n", m.name, m.help, m.kind, m.value)
	}
	const slow = "sitegraph_slow_group_requests_per_second"
	fmt.Fprintf(out, "# HELP %[1]s Request rate of the slowest groups.\n# TYPE %[1]s gauge\n", slow)
	for _, g := range r.Slowest {
		fmt.Fprintf(out, "%s{job=%q,group=\"%d\",site=%q} %v\n", slow, g.Job, g.Number, g.Site, g.Rate)
	}
}
