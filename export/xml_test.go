package export

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"sitegraph/site"
)

type gexfFile struct {
	XMLName xml.Name
	Version string `xml:"version,attr"`
	Graph   struct {
		Default    string `xml:"defaultedgetype,attr"`
		Attributes []struct {
			ID    string `xml:"id,attr"`
			Title string `xml:"title,attr"`
			Type  string `xml:"type,attr"`
		} `xml:"attributes>attribute"`
		Nodes []struct {
			ID     string `xml:"id,attr"`
			Label  string `xml:"label,attr"`
			Values []struct {
				For   string `xml:"for,attr"`
				Value string `xml:"value,attr"`
			} `xml:"attvalues>attvalue"`
		} `xml:"nodes>node"`
		Edges []struct {
			ID     string `xml:"id,attr"`
			Source int    `xml:"source,attr"`
			Target int    `xml:"target,attr"`
			Weight int    `xml:"weight,attr"`
		} `xml:"edges>edge"`
	} `xml:"graph"`
}

type graphMLFile struct {
	Nodes []struct {
		Data []struct {
			Key   string `xml:"key,attr"`
			Value string `xml:",chardata"`
		} `xml:"data"`
	} `xml:"graph>node"`
	Edges []struct{} `xml:"graph>edge"`
}

// TestXMLRoundTrip decodes a graph whose titles and URLs are hostile.
func TestXMLRoundTrip(t *testing.T) {
	c := big(len(hostile), 3)
	for i, s := range hostile {
		c.Graph.Pages[i].Title = s
		c.Graph.Pages[i].Canonical = "x" + s
	}
	for _, version := range []string{GEXF13, GEXF12Draft} {
		checkGEXF(t, c, version)
	}
	var g graphMLFile
	decode(t, render(t, "graph.graphml", c, Options{}), &g)
	for i, s := range hostile {
		values := map[string]string{}
		for _, d := range g.Nodes[i].Data {
			values[d.Key] = d.Value
		}
		if values["title"] != expected(s) || values["canonical"] != expected("x"+s) || values["label"] == "" {
			t.Errorf("GraphML, %q: %q", s, values)
		}
	}
}

// TestMeasures: measures are attributes of nodes, declared with their types, and communities their colours.
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
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %s in\n%s", file, want, got)
			}
		}
	}
}

func checkGEXF(t *testing.T, c *site.Crawl, version string) {
	var g gexfFile
	decode(t, render(t, "graph.gexf", c, Options{GEXFVersion: version, SelfLoops: true}), &g)
	if g.Graph.Default != "directed" || len(g.Graph.Nodes) != len(hostile) || len(g.Graph.Edges) != c.Graph.Arcs() {
		t.Fatalf("GEXF %s: %s, %d nodes, %d edges", version, g.Graph.Default, len(g.Graph.Nodes), len(g.Graph.Edges))
	}
	declared := map[string]bool{}
	for _, a := range g.Graph.Attributes {
		declared[a.ID] = true
	}
	for i, s := range hostile {
		values := map[string]string{}
		for _, v := range g.Graph.Nodes[i].Values {
			values[v.For] = v.Value
			if !declared[v.For] || v.Value == "" {
				t.Errorf("value %q of %q", v.Value, v.For)
			}
		}
		if values["title"] != expected(s) || values["canonical"] != expected("x"+s) || g.Graph.Nodes[i].Label == "" {
			t.Errorf("GEXF %s, %q: %q", version, s, values)
		}
	}
	k := 0
	for i := range c.Graph.Pages {
		targets, weights := c.Graph.Out(i)
		for j := range targets {
			if e := g.Graph.Edges[k]; e.Source != i+1 || e.Target != int(targets[j])+1 ||
				e.Weight != int(weights.At(j)) {
				t.Errorf("edge %d: %v", k, e)
			}
			k++
		}
	}
}

func decode(t *testing.T, file []byte, into any) {
	t.Helper()
	must(t, xml.Unmarshal(file, into))
}

// FuzzXML checks that no text makes a file that is not XML.
func FuzzXML(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "http://example.com/"+s)
	}
	f.Fuzz(func(t *testing.T, title, url string) {
		c := &site.Crawl{Site: url, Graph: &site.Graph{
			Pages: []site.Page{{URL: url, Key: url, Title: title, Lang: title}}, Offsets: []int{0, 0},
		}}
		for _, name := range []string{"graph.gexf", "graph.graphml"} {
			d := xml.NewDecoder(bytes.NewReader(render(t, name, c, Options{})))
			for {
				_, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	})
}

func TestSelfLoops(t *testing.T) {
	for name, line := range map[string]string{"arcs.csv": "1,1,Directed,2", "graph.gexf": `source="1" target="1"`,
		"graph.graphml": `source="1" target="1"`, "graph.net": "\n1 1 2\n"} {
		for _, loops := range []bool{false, true} {
			if got := strings.Contains(string(render(t, name, tiny(), Options{SelfLoops: loops})), line); got != loops {
				t.Errorf("%s with SelfLoops %v: %v", name, loops, got)
			}
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
		if got := label(&site.Page{URL: c.url, Title: c.title}); got != c.want {
			t.Errorf("%v: got %q", c, got)
		}
	}
}
