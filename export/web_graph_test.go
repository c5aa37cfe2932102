package export

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"sitegraph/site"
)

// gunzip returns the text of a file, which must have neither name nor time.
func gunzip(t *testing.T, file []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "" || !r.ModTime.IsZero() {
		t.Errorf("name %q, time %v", r.Name, r.ModTime)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// severalHosts is a crawl of pages on three hosts, one of them an address, that link to another.
func severalHosts() *site.Crawl {
	page := func(url string) site.Page { return site.Page{URL: url, Key: url} }
	return &site.Crawl{
		Graph: &site.Graph{
			Pages: []site.Page{page("http://www.z.example:81/"), page("http://a.z.example/x?y"),
				page("http://10.0.0.7/"), page("http://a.z.example/b")},
			Offsets: []int{0, 3, 5, 5, 6}, Targets: []uint32{0, 1, 3, 0, 2, 0},
			Weights: site.NumbersOf(1, 1, 1, 1, 1, 1),
		},
		External: good(site.ExternalLink{Source: 3, Key: "https://news.example.org/"},
			site.ExternalLink{Source: 3, Key: "https://www.z.example/other"}),
	}
}

// TestWebGraph compares with files written by hand.
func TestWebGraph(t *testing.T) {
	c := severalHosts()
	for _, f := range []struct{ name, want string }{
		{"vertices.txt.gz", "0\thttp://10.0.0.7/\n1\thttp://a.z.example/b\n2\thttp://a.z.example/x?y\n" +
			"3\thttp://www.z.example:81/\n"},
		{"edges.txt.gz", "1\t3\n2\t0\n2\t3\n3\t1\n3\t2\n"},
		{"hosts.vertices.txt.gz", "0\t10.0.0.7\n1\texample.z\n2\texample.z.a\n3\torg.example.news\n"},
		{"hosts.edges.txt.gz", "0\t1\n0\t3\n1\t2\n2\t0\n2\t1\n"},
	} {
		if got := gunzip(t, render(t, f.name, c, Options{})); got != f.want {
			t.Errorf("%s\n%s\nwant\n%s", f.name, got, f.want)
		}
	}
	got := gunzip(t, render(t, "edges.txt.gz", c, Options{SelfLoops: true}))
	if !strings.HasSuffix(got, "3\t2\n3\t3\n") {
		t.Errorf("with self-loops\n%s", got)
	}
}

func TestReversedHost(t *testing.T) {
	for host, want := range map[string]string{"www.subdomain.example.com": "com.example.subdomain",
		"example.com.": "com.example", "www.com:8080": "com", "wwww.example.com": "com.example.wwww",
		"localhost": "localhost", "127.0.0.1:80": "127.0.0.1", "[::1]:8080": "[::1]"} {
		if got := site.ReversedHost(host); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
}

// TestWebGraphOfSites: the graph of the sites has the same form.
func TestWebGraphOfSites(t *testing.T) {
	g := twoAndHost()
	g.Nodes[2].Label = "www.a.example:81" // the first node's host
	files := siteFiles(t, g, Options{})
	if got := gunzip(t, []byte(files["sites.hosts.vertices.txt.gz"])); got != "0\texample.a\n1\texample.b\n" {
		t.Errorf("vertices\n%s", got)
	}
	if got := gunzip(t, []byte(files["sites.hosts.edges.txt.gz"])); got != "0\t1\n1\t0\n" {
		t.Errorf("edges\n%s", got)
	}
	if rows := readParquet(t, []byte(files["sites.nodes.parquet"])); len(rows) != 4 || rows[3][5] != "" ||
		rows[1][5] != "3" {
		t.Errorf("nodes %q", rows)
	}
	if rows := readParquet(t, []byte(files["sites.arcs.parquet"])); len(rows) != 4 || rows[1][2] != "5" {
		t.Errorf("arcs %q", rows)
	}
}
