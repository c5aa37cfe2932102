package export

import (
	"bytes"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// placed adds places to the arcs of a crawl.
func placed(c *site.Crawl) *site.Crawl {
	c.Graph.Places = []site.LinkPlace{}
	for i := range c.Graph.Arcs() {
		p := []site.LinkPlace{site.PlaceNavigation, site.PlaceMain, site.PlaceFooter}[i%3]
		content := uint32(0)
		if p == site.PlaceMain {
			content = c.Graph.Weights.At(i)
		}
		c.Graph.Places = append(c.Graph.Places, p)
		c.Graph.Content.Append(content)
	}
	return c
}

// The files of arcs with places agree with ones written by hand.
func TestPlaces(t *testing.T) {
	c := placed(learnt())
	const want = "Source,Target,Type,Weight,stable,place,content_links\n1,1,Directed,2,true,navigation,0\n" +
		"1,2,Directed,1,true,main,1\n1,3,Directed,3,false,footer,0\n3,1,Directed,1,false,navigation,0\n"
	console.Equal(t, string(render(t, "arcs.csv", c, Options{SelfLoops: true})), want)
	for name, parts := range map[string][]string{
		"graph.gexf": {`<attributes class="edge" mode="static">` + "\n" +
			`      <attribute id="stable" title="stable" type="boolean"/>`,
			`<attvalues><attvalue for="stable" value="false"/><attvalue for="place" value="footer"/>`,
			`<attribute id="place" title="place" type="string"/>`,
			`<attribute id="content_links" title="content_links" type="integer"/>`,
			`<attvalue for="place" value="main"/><attvalue for="content_links" value="1"/></attvalues></edge>`},
		"graph.graphml": {`<key id="stable" for="edge" attr.name="stable" attr.type="boolean"/>`,
			`<data key="stable">true</data><data key="place">main</data>`,
			`<key id="content_links" for="edge" attr.name="content_links" attr.type="int"/>`,
			`<data key="place">footer</data><data key="content_links">0</data></edge>`},
		"content.gexf": {`source="1" target="2" weight="1"/>`},
	} {
		got := string(render(t, name, c, Options{SelfLoops: true}))
		for _, part := range parts {
			if !strings.Contains(got, part) {
				t.Errorf("%s has no %s:\n%s", name, part, got)
			}
		}
		if edges := strings.Count(got, "<edge "); name == "content.gexf" && edges != 1 {
			t.Errorf("%s has %d edges", name, edges)
		}
	}
	for _, name := range []string{"nodes.csv", "graph.net"} { // have no attributes of arcs
		if !bytes.Equal(render(t, name, c, Options{}), render(t, name, tiny(), Options{})) {
			t.Errorf("%s differs", name)
		}
	}
}
