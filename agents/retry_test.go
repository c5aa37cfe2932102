package agents

import (
	"net/http"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestRetriedSearch: what failed is asked for again, and the search goes on as if it had never failed.
func TestRetriedSearch(t *testing.T) {
	web := world{"/": `a0.9 <a href=/1>a0.9</a> <a href=/2>a0.5</a>`, "/2": "a0.3"}
	down := true
	server := serve(t, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if down && r.URL.Path == "/1" {
			out.WriteHeader(503)
			return
		}
		web.ServeHTTP(out, r)
	}))
	web["/1"] = `a0.9 <a href=/3>a0.8</a>`
	web["/3"] = "a0.7"
	o := options(t, server, defaults("a"))
	o.Agents[0].Seeds, o.Agents[0].Energy = []site.URL{mustParse(t, server.URL+"/")}, 1
	o.Run = 3
	if got := strings.Join(show(ran(t, o), server), ", "); got != "a / page stored, a /1 status" {
		t.Fatalf("got %s", got)
	}
	down = false
	o.Values = words{[]string{"a"}, new(int)}
	if s := ran(t, o); s.Asked != 0 || len(s.Visits) != 2 {
		t.Errorf("%d requests, %d visits", s.Asked, len(s.Visits))
	}
	for range 2 {
		o.Parts.RetryFailed, o.Agents[0].Energy = !o.Parts.RetryFailed, 2
		o.Values = words{[]string{"a"}, new(int)}
		got := strings.Join(show(ran(t, o), server), ", ")
		if got != "a / page stored, a /1 page stored, a /3 page stored" {
			t.Errorf("got %s", got)
		}
	}
}
