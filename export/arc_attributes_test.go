package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
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
		console.Has(t, got, parts...)
		if edges := strings.Count(got, "<edge "); name == "content.gexf" && edges != 1 {
			t.Errorf("%s has %d edges", name, edges)
		}
	}
	for _, name := range []string{"nodes.csv", "graph.net"} { // have no attributes of arcs
		console.Equal(t, string(render(t, name, c, Options{})), string(render(t, name, tiny(), Options{})), name)
	}
}

// Measures become attributes of nodes, declared with their types, and communities become colours.
func TestMeasures(t *testing.T) {
	c := tiny()
	communities := make([]int32, len(c.Graph.Pages))
	communities[1] = int32(len(owners))
	options := Options{Communities: communities, Measures: []Measure{
		{Name: "rank", Of: func(page int) float64 { return 1 / float64(page+3) }},
		{Name: "core", Whole: true, Of: func(page int) float64 { return float64(page + 7) }},
	}}
	for file, wants := range map[string][]string{
		"graph.gexf": {`title="rank" type="double"`, `title="core" type="integer"`,
			`for="rank" value="0.333333333"/><attvalue for="core" value="7"/>`, `for="core" value="8"`,
			`r="96" g="144" b="231"`, `r="150" g="150" b="150"`},
		"graph.graphml": {`attr.name="rank" attr.type="double"`, `attr.name="core" attr.type="int"`,
			`<data key="rank">0.25</data><data key="core">8</data>`, `<data key="r">150</data>`},
	} {
		got := string(render(t, file, c, options))
		console.Has(t, got, wants...)
	}
}

// Any text gives valid XML, and titles are read back.
func FuzzXML(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "http://example.com/"+s)
	}
	f.Fuzz(func(t *testing.T, title, url string) {
		c := &site.Crawl{Site: url, Graph: &site.Graph{
			Pages: []site.Page{{URL: url, Key: url, Title: title, Lang: title}}, Offsets: []int{0, 0},
		}}
		for _, name := range []string{"graph.gexf", "graph.graphml"} {
			texts := xmlTexts(t, render(t, name, c, Options{}))
			if want := expected(title); want != "" && !slices.Contains(texts, want) {
				t.Errorf("%s: no text is %q", name, want)
			}
		}
	})
}

// xmlTexts returns the values of all attributes and the texts of all elements.
func xmlTexts(t *testing.T, file []byte) (texts []string) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(file)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		must(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				texts = append(texts, a.Value)
			}
		case xml.CharData:
			texts = append(texts, string(token))
		}
	}
}

func TestSelfLoops(t *testing.T) {
	for name, line := range map[string]string{"arcs.csv": "1,1,Directed,2", "graph.gexf": `source="1" target="1"`,
		"graph.graphml": `source="1" target="1"`, "graph.net": "\n1 1 2\n"} {
		for _, loops := range []bool{false, true} {
			console.Equal(t, strings.Contains(string(render(t, name, tiny(), Options{SelfLoops: loops})), line), loops,
				name)
		}
	}
}

func TestLabel(t *testing.T) {
	for _, c := range []struct{ url, title, want string }{
		{"http://e.example/a?b=/c", "T", "T"},
		{"http://e.example/a?b=/c", "\x00 \u00a0\n", "/a?b=/c"},
		{"http://e.example/", "", "/"},
		{"odd", "", "odd"},
	} {
		console.Equal(t, label(&site.Page{URL: c.url, Title: c.title}), c.want, c)
	}
}
