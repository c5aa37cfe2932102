package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRules: a row for each rule, mask and deferred shape. Another shape has none.
func TestRules(t *testing.T) {
	const want = `kind,shape,name,value,trials,agreed,held_out,urls,state,first,second,page,exclude,of
parameter,/?a&b,b,,12,11,2,5,accepted,http://example.com/?a=1&b=2,http://example.com/?a=1&b=3,,,
digits,,,,4,3,0,0,accepted,"0.1, s",'-1,http://example.com/,,
shape,/cal/#/,,,250,3,0,77,deferred,http://example.com/cal/1/x,,,^http://example\\.com/cal/[0-9]+/[^/?]*$,1000
`
	if got := string(render(t, "rules.csv", learnt(), Options{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStable: the files of a crawl whose arcs were seen twice are those of tiny with one column, one attribute more.
func TestStable(t *testing.T) {
	cells := []string{"true", "true", "false", "false"}
	for _, name := range []string{"arcs.csv", "graph.gexf", "graph.graphml", "nodes.csv", "graph.net"} {
		text, err := os.ReadFile(filepath.Join("testdata", "tiny."+name))
		must(t, err)
		want, arcs := "", 0
		for line := range strings.SplitAfterSeq(string(text), "\n") {
			isArc := strings.Contains(line, ",Directed,") || strings.Contains(line, "<edge ")
			if isArc {
				arcs++
			}
			want += withStable(line, cells[max(arcs-1, 0)], isArc)
		}
		if got := string(render(t, name, learnt(), Options{SelfLoops: true})); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// withStable adds the column to a line of one of tiny's files.
func withStable(line, cell string, isArc bool) string {
	switch {
	case strings.HasPrefix(line, "Source,"):
		return strings.TrimSuffix(line, "\n") + ",stable\n"
	case isArc && strings.Contains(line, ",Directed,"):
		return strings.TrimSuffix(line, "\n") + "," + cell + "\n"
	case isArc && strings.HasSuffix(line, "/>\n"):
		return strings.TrimSuffix(line, "/>\n") + `><attvalues><attvalue for="stable" value="` + cell +
			"\"/></attvalues></edge>\n"
	case isArc:
		return strings.Replace(line, "</edge>", `<data key="stable">`+cell+"</data></edge>", 1)
	case strings.Contains(line, "</attributes>"):
		return line + `    <attributes class="edge" mode="static">` + "\n" +
			`      <attribute id="stable" title="stable" type="boolean"/>` + "\n    </attributes>\n"
	case strings.Contains(line, `<key id="weight"`):
		return line + `  <key id="stable" for="edge" attr.name="stable" attr.type="boolean"/>` + "\n"
	}
	return line
}
