package inspect

import (
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// A URL is looked up by the key that the crawl gave it, without asking DNS.
func TestKey(t *testing.T) {
	for _, c := range []struct{ profile, former, url, want string }{
		{"default", "", "http://a.example/x?b&a", "http://a.example/x?a&b"},
		{"default", "http://a.example", "http://a.example:80/x", "https://a.example/x"},
		{"default", "http://www.a.example", "http://a.example/x", "http://a.example/x"},
		{"ip-to-host", "", "http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"},
	} {
		u, err := site.Parse(c.url)
		console.Must(t, err)
		s, err := New(&site.Crawl{Former: c.former}, c.profile)
		console.Must(t, err)
		console.Equal(t, s.Key(u), c.want, c)
	}
}
