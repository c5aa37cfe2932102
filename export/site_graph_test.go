package export

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// twoAndHost returns a graph of two sites that link to each other, and a host that the second links to.
func twoAndHost() *site.SiteGraph {
	return &site.SiteGraph{Sites: 2, Nodes: []site.SiteNode{
		{ID: 1, Label: "a.example", URL: "https://a.example", Kind: site.NodeSite, Complete: "true", Pages: 3,
			InDegree: 1, OutDegree: 1, InLinks: 4, InPages: 2, OutLinks: 5, SelfLinks: 9, ExternalImpact: 1.33333333,
			SelfImpact: 3, Reciprocity: 1},
		{ID: 2, Label: "b.example", URL: "http://b.example", Kind: site.NodeSite, Complete: "false", Pages: 1,
			InDegree: 1, OutDegree: 2, InLinks: 5, InPages: 1, OutLinks: 6, ExternalImpact: 5, Reciprocity: 1},
		{ID: 3, Label: `h,"<&`, Kind: site.NodeHost, InDegree: 1, InLinks: 2, InPages: 1, ExternalImpact: -1,
			SelfImpact: -1, Reciprocity: -1}},
		Arcs: []site.SiteArc{{Source: 1, Target: 2, Links: 5, Pages: 1, URLs: 2},
			{Source: 2, Target: 1, Links: 4, Pages: 2, URLs: 1}, {Source: 2, Target: 3, Links: 2, Pages: 1, URLs: 1}},
		CoLinks: []site.CoLink{{A: 1, B: 2, Sites: 0, Pages: 1}}}
}

// siteFiles returns the files of the graph, by name.
func siteFiles(t *testing.T, g *site.SiteGraph, options Options) map[string]string {
	t.Helper()
	d, err := NewDir(t.TempDir(), "sites")
	must(t, err)
	for _, name := range append(Known(), "report") {
		must(t, WriteSiteGraph(t.Context(), d, name, g, options))
	}
	return contents(t, d.Path())
}

func TestSiteGraphTables(t *testing.T) {
	files := siteFiles(t, twoAndHost(), Options{})
	for name, want := range map[string]string{
		"sites.nodes.csv": "Id,Label,url,kind,complete,pages,in_degree,out_degree,in_links,in_pages,out_links," +
			"self_links,external_impact,self_impact,reciprocity\n" +
			"1,a.example,https://a.example,site,true,3,1,1,4,2,5,9,1.33333333,3,1\n" +
			"2,b.example,http://b.example,site,false,1,1,2,5,1,6,0,5,0,1\n" +
			`3,"h,""<&",,host,,,1,0,2,1,0,0,,,` + "\n",
		"sites.arcs.csv": "Source,Target,Type,Weight,pages,urls\n" +
			"1,2,Directed,5,1,2\n2,1,Directed,4,2,1\n2,3,Directed,2,1,1\n",
		"sites.matrix.csv":  "site,a.example,b.example\na.example,9,5\nb.example,4,0\n",
		"sites.colinks.csv": "a,b,sites,pages\n1,2,0,1\n",
	} {
		console.Equal(t, files[name], want, name)
	}
	console.Equal(t, len(files), 10)
	many := &site.SiteGraph{Sites: site.MaxPaired + 1, Nodes: make([]site.SiteNode, site.MaxPaired+1)}
	console.Equal(t, len(siteFiles(t, many, Options{})), 8, "files of too many sites")
}

// No two columns have the same name.
func TestMatrixNames(t *testing.T) {
	g := twoAndHost()
	g.Nodes[0].Label, g.Nodes[1].Label, g.Nodes[2].Label = "h", "h", "site"
	g.Nodes[2].URL, g.Sites = "http://site", 3
	want := "site,https://a.example,http://b.example,http://site\nhttps://a.example,9,5,0\n" +
		"http://b.example,4,0,2\nhttp://site,0,0,0\n"
	console.Equal(t, siteFiles(t, g, Options{})["sites.matrix.csv"], want)
}

// networkx and igraph read the graph.
func TestSiteGraphRead(t *testing.T) {
	files := siteFiles(t, twoAndHost(), Options{GEXFVersion: GEXF12Draft})
	for _, c := range []struct{ module, kind string }{
		{"networkx", "gexf"}, {"networkx", "graphml"}, {"igraph", "graphml"}} {
		t.Run(c.module+" "+c.kind, func(t *testing.T) {
			needModule(t, c.module)
			var graphs []readGraph
			runPython(t, &graphs, c.module, c.kind, save(t, []byte(files["sites.graph."+c.kind])))
			g := graphs[0]
			if !g.Directed || len(g.Nodes) != 3 || g.Nodes[1].URL != "http://b.example" ||
				!slices.Equal(g.Edges, [][3]int{{1, 2, 5}, {2, 1, 4}, {2, 3, 2}}) {
				t.Errorf("read %+v", g)
			}
		})
	}
}

// gunzip returns the text of a file, whose header must have neither name nor time.
func gunzip(t *testing.T, file []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	must(t, err)
	if r.Name != "" || !r.ModTime.IsZero() {
		t.Errorf("name %q, time %v", r.Name, r.ModTime)
	}
	text, err := io.ReadAll(r)
	must(t, err)
	return string(text)
}

// severalHosts returns a crawl of pages on three hosts, one of them an IP address, that link to another host.
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

// The files agree with ones written by hand.
func TestWebGraph(t *testing.T) {
	c := severalHosts()
	for _, f := range []struct{ name, want string }{
		{"vertices.txt.gz", "0\thttp://10.0.0.7/\n1\thttp://a.z.example/b\n2\thttp://a.z.example/x?y\n" +
			"3\thttp://www.z.example:81/\n"},
		{"edges.txt.gz", "1\t3\n2\t0\n2\t3\n3\t1\n3\t2\n"},
		{"hosts.vertices.txt.gz", "0\t10.0.0.7\n1\texample.z\n2\texample.z.a\n3\torg.example.news\n"},
		{"hosts.edges.txt.gz", "0\t1\n0\t3\n1\t2\n2\t0\n2\t1\n"},
	} {
		console.Equal(t, gunzip(t, render(t, f.name, c, Options{})), f.want, f.name)
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
		console.Equal(t, site.ReversedHost(host), want, host)
	}
}

// The graph of sites has the same form.
func TestWebGraphOfSites(t *testing.T) {
	g := twoAndHost()
	g.Nodes[2].Label = "www.a.example:81" // the first node's host
	files := siteFiles(t, g, Options{})
	console.Equal(t, gunzip(t, []byte(files["sites.hosts.vertices.txt.gz"])), "0\texample.a\n1\texample.b\n")
	console.Equal(t, gunzip(t, []byte(files["sites.hosts.edges.txt.gz"])), "0\t1\n1\t0\n", "edges")
}
