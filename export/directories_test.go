package export

import (
	"math/rand/v2"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// randomTree returns a crawl of three hosts with pages in random folders, random arcs and self-loops.
func randomTree(random *rand.Rand) *site.Crawl {
	n := 1 + random.IntN(60)
	g := &site.Graph{Offsets: []int{0}}
	for i := range n {
		key := []string{"http://a.example", "https://b.a.example", "http://a.example:81"}[random.IntN(3)] + "/"
		for range random.IntN(5) {
			key += string(rune('x'+random.IntN(2))) + "/"
		}
		key += []string{"", "p", "p?q=/r/s", "p%2Fq.html"}[random.IntN(4)]
		g.Pages = append(g.Pages, site.Page{URL: key, Key: key, Level: i, ExternalLinks: random.IntN(3)})
		for t := range n {
			if random.IntN(4) == 0 {
				g.Targets = append(g.Targets, uint32(t))
				g.Weights.Append(1 + uint32(random.IntN(5)))
			}
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return &site.Crawl{Site: "http://a.example", Name: "a.example", Graph: g}
}

// directoryByHand finds the directory of a URL with net/url and path.
func directoryByHand(t *testing.T, key string, depth int) string {
	t.Helper()
	u, err := url.Parse(key)
	must(t, err)
	dir := path.Dir(u.EscapedPath())
	if strings.HasSuffix(u.EscapedPath(), "/") {
		dir = strings.TrimSuffix(u.EscapedPath(), "/")
	}
	segments := strings.FieldsFunc(dir, func(r rune) bool { return r == '/' })
	segments = segments[:min(depth, len(segments))]
	return strings.TrimSuffix(u.Host+"/"+strings.Join(segments, "/"), "/") + "/"
}

// Every arc between directories agrees with a count of pairs that net/url and path find.
func TestDirectoriesByHand(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		c, depth := randomTree(random), random.IntN(4)
		want := map[[2]string][2]int{}
		for a := range arcs(c.Graph, true) {
			ends := [2]string{directoryByHand(t, c.Graph.Pages[a.source-1].Key, depth),
				directoryByHand(t, c.Graph.Pages[a.target-1].Key, depth)}
			want[ends] = [2]int{want[ends][0] + 1, want[ends][1] + int(a.weight)}
		}
		groups, members := groupPages(c.Graph, func(key string) string {
			return directoryIn(key, Options{DirectoryDepth: depth})
		})
		between := groupArcs(c.Graph, groups, members, true)
		names := func(id int) string { return groups[id-1].host + groups[id-1].directory }
		for _, a := range between {
			ends := [2]string{names(a.source), names(a.target)}
			if want[ends] != [2]int{a.arcs, a.links} {
				t.Fatalf("depth %d, %v: %d arcs, %d links; want %v", depth, ends, a.arcs, a.links, want[ends])
			}
			delete(want, ends)
		}
		if len(want) > 0 {
			t.Fatalf("depth %d: missing %v", depth, want)
		}
		if !slices.IsSortedFunc(between, func(x, y groupArc) int {
			return (x.source-y.source)*len(groups) + x.target - y.target
		}) {
			t.Fatal("the arcs are not sorted")
		}
	}
}

// The tables of subdomains agree with ones made by hand.
func TestSubdomains(t *testing.T) {
	c := severalHosts()
	for name, want := range map[string]string{
		"subdomains.nodes.csv": "Id,Label,url,host,directory,depth,pages,level,in_degree,out_degree," +
			"inner_arcs,in_arcs,out_arcs,external_links\n" +
			"1,10.0.0.7/,http://10.0.0.7/,10.0.0.7,/,0,1,0,1,0,0,1,0,0\n" +
			"2,a.z.example/,http://a.z.example/,a.z.example,/,0,2,0,1,2,0,2,3,0\n" +
			"3,www.z.example:81/,http://www.z.example:81/,www.z.example:81,/,0,1,0,1,1,1,2,2,0\n",
		"subdomains.arcs.csv": "Source,Target,Type,Weight,links\n2,1,Directed,1,1\n2,3,Directed,2,2\n" +
			"3,2,Directed,2,2\n3,3,Directed,1,1\n",
	} {
		console.Equal(t, string(render(t, name, c, Options{SelfLoops: true})), want, name)
	}
}
