package command

import (
	"html"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// linkedSites serves three sites. Two link to each other, also through an address that redirects.
func linkedSites(t *testing.T) (lines []string, b string) {
	t.Helper()
	pages := [3]map[string]string{{}, {}, {}}
	var at [3]string
	for i := range pages {
		at[i] = serve(t, pages[i]).URL
	}
	other := serve(t, map[string]string{"/": "->" + at[1] + "/"}).URL
	maps.Copy(pages[0], map[string]string{
		"/":  links("A", "/1", "/2", other+"/", at[1]+"/x"),
		"/1": links("A1", "/", at[1]+"/x"),
		"/2": links("A2", "/1", "http://hub.example/")})
	maps.Copy(pages[1], map[string]string{"/": links("B", "/x"), "/x": links("X", at[0]+"/2")})
	maps.Copy(pages[2], map[string]string{"/": links("C", at[0]+"/", at[1]+"/", "http://hub.example/a")})
	return []string{at[0], other, at[2]}, at[1]
}

// TestSiteGraph checks that the site graph counts links by any address, with the same bytes from run and state.
func TestSiteGraph(t *testing.T) {
	t.Parallel()
	lines, b := linkedSites(t)
	out := t.TempDir()
	reporting(append([]string{"-O", out}, lines...)...).MustEnd(t, exitDone)
	before := files(t, filepath.Join(out, "sites"))
	host := func(origin string) string { return strings.TrimPrefix(origin, "http://") }
	a, c := host(lines[0]), host(lines[2])
	for name, want := range map[string]string{
		"sites.arcs.csv": "Source,Target,Type,Weight,pages,urls\n1,2,Directed,3,2,2\n2,1,Directed,1,1,1\n" +
			"3,1,Directed,1,1,1\n3,2,Directed,1,1,1\n",
		"sites.matrix.csv": "site," + a + "," + host(b) + "," + c + "\n" +
			a + ",4,3,0\n" + host(b) + ",1,1,0\n" + c + ",1,1,0\n",
		"sites.colinks.csv": "a,b,sites,pages\n1,2,1,1\n",
	} {
		console.Equal(t, before[name], want, name)
	}
	page := html.UnescapeString(before["sites.report.html"])
	if !strings.Contains(page, "6 links lead between 4 ordered pairs of sites that are linked; 50.0% of these") ||
		!strings.Contains(page, `class="sm-pic"`) {
		t.Error("the report of the run does not show the links between the sites")
	}

	resumed := t.TempDir()
	reporting(append([]string{"-O", resumed, "-c", "1", "--max-pages", "1"}, lines...)...).MustEnd(t, exitDone)
	reporting(append([]string{"-O", resumed, "-c", "1"}, lines...)...).MustEnd(t, exitDone)
	reporting(append([]string{"report", "-O", out}, lines...)...).MustEnd(t, exitDone)
	for when, dir := range map[string]string{"resumed": resumed, "from the state": out} {
		now := files(t, filepath.Join(dir, "sites"))
		console.Equal(t, len(now), len(before), when)
		for name, text := range before {
			if now[name] != text && (when == "resumed" || !strings.HasSuffix(name, ".html")) {
				t.Errorf("%s: %s differs", when, name)
			}
		}
	}

	linked := invocation{env: append([]string{"SITEGRAPH_EXPORT_LINKED_HOSTS=true", withReport}, quick...)}
	linked.run(append([]string{"-O", resumed}, lines...)...).MustEnd(t, exitDone)
	if table := read(t, filepath.Join(resumed, "sites", "sites.nodes.csv")); !strings.Contains(table,
		"\n4,hub.example,,host,,,2,0,2,2,0,0,,,\n") {
		t.Errorf("no host among the nodes:\n%s", table)
	}
}
