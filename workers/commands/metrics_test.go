package commands

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"sitegraph/workers/queue"
)

// Prometheus gets a worker's counts. The error for a bad address names it.
func TestWorkerMetrics(t *testing.T) {
	report := func() queue.Report {
		return queue.Report{Memory: 9, Rate: 0.5, Figures: queue.Figures{Pages: 7}, Slowest: []queue.GroupReport{
			{Job: "a", Number: 3, Site: "http://a.test", Rate: 0.25}}}
	}
	var b strings.Builder
	writeCounts(&b, queue.Counts{UnderWay: 2, Done: 5, Saved: 3, SavedBytes: 1000}, report())
	for _, want := range []string{"# TYPE sitegraph_groups_under_way gauge\nsitegraph_groups_under_way 2\n",
		"# TYPE sitegraph_groups_done_total counter\nsitegraph_groups_done_total 5\n",
		"sitegraph_pages_total 7\n", "sitegraph_requests_per_second 0.5\n", "sitegraph_memory_bytes 9\n",
		`sitegraph_slow_group_requests_per_second{job="a",group="3",site="http://a.test"} 0.25` + "\n",
		"sitegraph_states_saved_total 3\n", "sitegraph_states_saved_bytes_total 1000\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	var said bytes.Buffer
	say := func(format string, args ...any) { fmt.Fprintf(&said, format, args...) }
	stop, err := serveCounts("127.0.0.1:0", (&queue.Worker{}).Counts, report, say)
	must(t, err)
	defer stop()
	_, url, _ := strings.Cut(strings.TrimSpace(said.String()), "metrics at ")
	for address, want := range map[string]string{url: "sitegraph_groups_lost_total 0",
		strings.Replace(url, "metrics", "healthz", 1): "ok"} {
		got, err := http.Get(address)
		must(t, err)
		text, err := io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %q, %v", address, text, err)
		}
	}
	_, err = serveCounts("9100", nil, report, say)
	if err == nil || !strings.Contains(err.Error(), "--listen 9100") {
		t.Errorf("no address: %v", err)
	}
}
