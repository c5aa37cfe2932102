package export

import (
	"strings"
	"testing"

	"sitegraph/site"
)

// The times of the iterations of the watched crawl; they are given in another time zone.
const (
	first  = "2026-03-01T06:00:00Z"
	second = "2026-03-01T18:00:00Z"
	third  = "2026-03-08T06:00:00Z"
)

// TestWatched: the files of a watched crawl are those of tiny with columns and
// attributes more. What never was has no time.
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

// TestWatchedTables: the tables that only a watched crawl has, and its arcs.
func TestWatchedTables(t *testing.T) {
	for name, want := range map[string]string{
		"arcs.csv": "Source,Target,Type,Weight,first_seen,last_seen,last_checked,last_changed,visits,changes\n" +
			"1,1,Directed,2," + first + "," + third + "," + third + "," + first + ",3,0\n" +
			"1,2,Directed,1," + first + "," + third + "," + third + "," + second + ",3,1\n" +
			"1,3,Directed,3," + second + "," + third + "," + third + "," + second + ",2,0\n" +
			"3,1,Directed,1,,,,,0,0\n",
		"iterations.csv": "iteration,at,policy,planned,checked,changed,unchanged,gone,failed,forbidden,added,removed," +
			"outage,complete\n" +
			"1," + first + ",,0,0,0,0,0,0,0,3,0,false,true\n" +
			"2," + second + ",scent,2,1,1,0,0,1,0,0,0,false,true\n" +
			"3," + third + ",learned,5,3,0,1,2,0,2,4,6,true,false\n",
		"next_checks.csv": "rank,Id,url,reason,chance,age,index\n" +
			"1,2,http://example.com/a?x=1\\\\2,gone,0.333333333,0.5,1234.5\n" +
			"2,1,http://example.com/,worth,0.25,2,0.666666667\n",
	} {
		if got := string(render(t, name, watched(), Options{SelfLoops: true})); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestWatchedLoops: without self-loops the other arcs keep their times.
func TestWatchedLoops(t *testing.T) {
	whole := render(t, "arcs.csv", watched(), Options{SelfLoops: true})
	want := cutLine(string(whole), "1,1,")
	if got := string(render(t, "arcs.csv", watched(), Options{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNotWatched: the tables of a watched crawl go when a crawl is written that
// was not watched, or whose policy was not asked.
func TestNotWatched(t *testing.T) {
	d, unasked := newDir(t), watched()
	unasked.Watched.Belief = nil
	for _, c := range []struct {
		crawl            *site.Crawl
		iterations, next bool
	}{{watched(), true, true}, {unasked, true, false}, {watched(), true, true}, {tiny(), false, false}} {
		if err := Write(t.Context(), d, "csv", c.crawl, Options{}); err != nil {
			t.Fatal(err)
		}
		files := contents(t, d.Path())
		_, iterations := files["example.com.iterations.csv"]
		if _, next := files["example.com.next_checks.csv"]; iterations != c.iterations || next != c.next {
			t.Errorf("iterations.csv %v, next_checks.csv %v", iterations, next)
		}
	}
}

// cutLine returns a text without the line that begins so.
func cutLine(text, begin string) string {
	var left []string
	for _, line := range strings.SplitAfter(text, "\n") {
		if !strings.HasPrefix(line, begin) {
			left = append(left, line)
		}
	}
	return strings.Join(left, "")
}
