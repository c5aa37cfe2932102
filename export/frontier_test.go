package export

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// extra is a column of nodes.csv and the attribute for it, which tiny does not have.
type extra struct {
	name, kind string // kind is the attribute's type in GEXF
	cells      [3]string
}

// The files of a ranked crawl are those of tiny with one more column or attribute.
func TestImportance(t *testing.T) {
	checkExtended(t, ranked(), []extra{{"importance", "double", [3]string{"1", "0.333333333", "1.23456789e-08"}}})
}

// checkExtended checks that the files of a crawl are those of tiny with extra columns.
func checkExtended(t *testing.T, c *site.Crawl, extras []extra) {
	t.Helper()
	for _, name := range []string{"nodes.csv", "graph.gexf", "graph.graphml"} {
		text, err := os.ReadFile(filepath.Join("testdata", "tiny."+name))
		must(t, err)
		want, page := "", 0
		for _, line := range strings.SplitAfter(string(text), "\n") {
			for _, e := range extras {
				line = e.extend(name, line, page)
			}
			if name == "nodes.csv" && page < 3 && !strings.HasPrefix(line, "Id,") || strings.Contains(line, "<node ") {
				page++
			}
			want += line
		}
		if got := string(render(t, name, c, Options{SelfLoops: true})); got != want || page != 3 {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// extend adds the column to a line of a file of tiny. page counts the pages before it.
func (e extra) extend(name, line string, page int) string {
	cell := ""
	if page < 3 {
		cell = e.cells[page]
	}
	if name == "nodes.csv" {
		if strings.HasPrefix(line, "Id,") {
			cell = e.name
		}
		return strings.Replace(line, "\n", ","+cell+"\n", 1)
	}
	declared := fmt.Sprintf("      <attribute id=%q title=%q type=%q/>\n    </attributes>", e.name, e.name, e.kind)
	line = strings.Replace(line, "    </attributes>", declared, 1)
	declared = fmt.Sprintf(`  <key id=%q for="node" attr.name=%q attr.type=%q/>`, e.name, e.name,
		strings.Replace(e.kind, "integer", "int", 1))
	line = strings.Replace(line, `  <key id="x"`, declared+"\n"+`  <key id="x"`, 1)
	if !strings.Contains(line, "<node ") || cell == "" {
		return line
	}
	value := fmt.Sprintf("<attvalue for=%q value=%q/></attvalues>", e.name, cell)
	line = strings.Replace(line, "</attvalues>", value, 1)
	value = fmt.Sprintf(`<data key=%q>%s</data><data key="x">`, e.name, cell)
	return strings.Replace(line, `<data key="x">`, value, 1)
}

// 10,000 URLs are written, and few more are requested.
func TestLongFrontier(t *testing.T) {
	c, asked := ranked(), 0
	c.Frontier = func(yield func(site.Candidate) bool) {
		for asked = 1; yield(site.Candidate{Key: fmt.Sprintf("http://example.com/%06d", asked)}); asked++ {
		}
	}
	lines := strings.Count(string(render(t, "frontier.csv", c, Options{})), "\n")
	console.Equal(t, lines, 1+10_000)
	console.Equal(t, asked, 10_001)
}

// These are the times of the watched crawl's iterations, which are given in another time zone.
const (
	first  = "2026-03-01T06:00:00Z"
	second = "2026-03-01T18:00:00Z"
	third  = "2026-03-08T06:00:00Z"
)

// The files are those of tiny with more columns and attributes. Events that never happened have no time.
func TestWatched(t *testing.T) {
	checkExtended(t, watched(), []extra{
		{"first_seen", "string", [3]string{first, first, ""}},
		{"last_seen", "string", [3]string{third, first, ""}},
		{"last_checked", "string", [3]string{third, third, ""}},
		{"last_changed", "string", [3]string{second, first, ""}},
		{"visits", "integer", [3]string{"3", "2", "0"}},
		{"changes", "integer", [3]string{"1", "0", "0"}},
		{"chance", "double", [3]string{"0.25", "0.333333333", "1"}},
	})
}

// The tables that only some crawls have, and the arcs of a watched one, agree with ones written by hand. In the
// frontier, equal URLs are sorted by normalized URL. Each rule, mask and deferred shape has a row; other shapes have
// none.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		crawl      *site.Crawl
		name, want string
	}{
		{ranked(), "frontier.csv", "url,normalized_url,level,importance\n" +
			"http://example.com/x,http://example.com/x,2,0.123456789\n" +
			"http://example.com/y?,http://example.com/y,1,0.123456789\n" +
			`"http://example.com/a,b","http://example.com/a,b",2,2e-07` + "\n" +
			"http://example.com/0,http://example.com/0,2,0\n"},
		{learnt(), "rules.csv", "" +
			"kind,shape,name,value,trials,agreed,held_out,urls,state,first,second,page,exclude,of\n" +
			"parameter,/?a&b,b,,12,11,2,5,accepted,http://example.com/?a=1&b=2,http://example.com/?a=1&b=3,,,\n" +
			`digits,,,,4,3,0,0,accepted,"0.1, s",'-1,http://example.com/,,` + "\n" +
			"shape,/cal/#/,,,250,3,0,77,deferred,http://example.com/cal/1/x,,," +
			`^http://example\\.com/cal/[0-9]+/[^/?]*$,1000` + "\n"},
		{watched(), "arcs.csv", "" +
			"Source,Target,Type,Weight,first_seen,last_seen,last_checked,last_changed,visits,changes\n" +
			"1,1,Directed,2," + first + "," + third + "," + third + "," + first + ",3,0\n" +
			"1,2,Directed,1," + first + "," + third + "," + third + "," + second + ",3,1\n" +
			"1,3,Directed,3," + second + "," + third + "," + third + "," + second + ",2,0\n" +
			"3,1,Directed,1,,,,,0,0\n"},
		{watched(), "iterations.csv", "iteration,at,policy,planned,checked,changed,unchanged,gone,failed," +
			"forbidden,added,removed,outage,complete\n" +
			"1," + first + ",,0,0,0,0,0,0,0,3,0,false,true\n" +
			"2," + second + ",scent,2,1,1,0,0,1,0,0,0,false,true\n" +
			"3," + third + ",learned,5,3,0,1,2,0,2,4,6,true,false\n"},
		{watched(), "next_checks.csv", "rank,Id,url,reason,chance,age,index\n" +
			"1,2,http://example.com/a?x=1\\\\2,gone,0.333333333,0.5,1234.5\n" +
			"2,1,http://example.com/,worth,0.25,2,0.666666667\n"},
	} {
		console.Equal(t, string(render(t, c.name, c.crawl, Options{SelfLoops: true})), c.want, c.name)
	}
}
