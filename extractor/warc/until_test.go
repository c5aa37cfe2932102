package warc

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sitegraph/site"
)

// TestUntil: an earlier archive has no later captures, and always those without a date.
func TestUntil(t *testing.T) {
	const url = "http://a.example/"
	x, err := index(t, "a.warc", response(url, "2020-01-01T23:59:59.9Z", "first")+response(url, "2020-01-03", "third")+
		response(url, "2020-01-02T00:00:00Z", "second")+response("http://a.example/undated", "?", "undated")+
		response("http://b.example/", "2020-02-01", "other"))
	if err != nil {
		t.Fatal(err)
	}
	days := func(host string) (all []string) {
		for _, day := range x.Days(func(u site.URL) bool { return u.Host == host }) {
			all = append(all, day.Format(time.DateTime))
		}
		return all
	}
	want := []string{"2020-01-01 23:59:59", "2020-01-02 23:59:59", "2020-01-03 23:59:59"}
	if got := days("a.example"); !slices.Equal(got, want) || len(days("c.example")) > 0 {
		t.Errorf("days %q, want %q", got, want)
	}
	bodies := []string{"first", "second", "third"}
	for i, day := range x.Days(func(u site.URL) bool { return u.Host == "a.example" }) {
		if got := show(t, x.Until(day), url, AskedPage); got != "HTTP/1.1 200 OK "+bodies[i] {
			t.Errorf("on day %d: %s", i, got)
		}
	}
	first := x.Until(time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC))
	got := fmt.Sprint(show(t, first, url, AskedPage), "; ", show(t, first, "http://a.example/undated", AskedPage), "; ",
		show(t, x.Until(time.Time{}), url, AskedPage))
	if got != "nothing; HTTP/1.1 200 OK undated; HTTP/1.1 200 OK third" {
		t.Error(got)
	}
}
