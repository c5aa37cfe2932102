package command

import (
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

// threeDays makes an archive of three days. /b changes on the second day, and gives way to /c on the third.
func threeDays(t *testing.T) string {
	const url = "http://a.example"
	folder := t.TempDir()
	for day, text := range map[string]string{
		"2020-01-01": capture(url+"/", "2020-01-01T10:00:00Z", links("Home", "/a", "/b")) +
			capture(url+"/a", "2020-01-01T10:00:01Z", links("A", "/")) +
			capture(url+"/b", "2020-01-01T23:59:59.5Z", links("B as it was", "/")),
		"2020-02-01": capture(url+"/b", "2020-02-01", links("B as it is", "/", "/a")),
		"2020-02-15": capture("http://other.example/", "2020-02-15", links("Other", "/")),
		"2020-03-01": captured(url+"/b", "2020-03-01", "404 Not Found\r\n", "") +
			capture(url+"/", "2020-03-01T00:00:00Z", links("Home again", "/a", "/b", "/c")) +
			capture(url+"/c", "2020-03-01T12:00:00Z", links("C", "/")),
	} {
		write(t, filepath.Join(folder, day+".warc"), text)
	}
	return folder
}

// TestWatchAnArchive checks that each iteration sees the site on its next day of captures, until none is left.
func TestWatchAnArchive(t *testing.T) {
	t.Parallel()
	archive := threeDays(t)
	all := invocation{env: append([]string{"SITEGRAPH_REVISIT_CHECKS=100%"}, quick...)}
	for _, order := range []string{"--order-pages=levels", "--order-pages=auto"} {
		out := t.TempDir()
		watch := func(more ...string) outcome {
			return all.run(append([]string{"-O", out, "watch", "--archive", archive, order, "--export", "csv,ledger",
				"http://a.example"}, more...)...).MustEnd(t, exitDone)
		}
		pages := func() map[string]string {
			all := map[string]string{}
			for _, r := range readTable(t, only(t, resultFolder(t, out), "*.nodes.csv"), true) {
				all[strings.TrimPrefix(r["url"], "http://a.example")] = r["title"] + " " + r["first_seen"][:10] + " " +
					r["last_changed"][:min(len(r["last_changed"]), 10)]
			}
			return all
		}
		must := func(want map[string]string) {
			t.Helper()
			console.Equal(t, pages(), want, order, "pages")
		}
		watch()
		must(map[string]string{"/": "Home 2020-01-01 2020-01-01", "/a": "A 2020-01-01 2020-01-01",
			"/b": "B as it was 2020-01-01 2020-01-01"})
		watch().MustSay(t, "iteration 2: 3 pages checked, 1 changed", "; changed: http://a.example/b")
		must(map[string]string{"/": "Home 2020-01-01 2020-01-01", "/a": "A 2020-01-01 2020-01-01",
			"/b": "B as it is 2020-01-01 2020-02-01"})
		watch().MustSay(t, "iteration 3: 3 pages checked, 1 changed")
		third := pages()
		console.Equal(t, third["/"], "Home again 2020-01-01 2020-03-01", order, third)
		console.Equal(t, third["/c"], "C 2020-03-01 2020-03-01", order, third)
		before := files(t, resultFolder(t, out))
		watch().MustSay(t, "nothing to check again: the crawl has seen all of the archive",
			"whose last day is 2020-03-01")
		mustEqualFiles(t, files(t, resultFolder(t, out)), before)
		watch("--every", "1h") // comes to an end
		all.run("-O", out, "--archive", archive, order, "--export", "csv,ledger", "http://a.example").
			MustEnd(t, exitDone)
		mustEqualFiles(t, files(t, resultFolder(t, out)), before)

		later := capture("http://a.example/a", "2020-04-01", links("A later", "/"))
		write(t, filepath.Join(archive, "later.warc"), later)
		watch().MustSay(t, "iteration 4: ")
		console.Equal(t, pages()["/a"], "A later 2020-01-01 2020-04-01", order, "a day that came later")
		crawl("-O", out, "--archive", archive, order, "export", "--export", "csv", "--as-of", "2020-02-10",
			"http://a.example").MustEnd(t, exitDone)
		archive = threeDays(t)
	}
}

// TestWatchOneDay checks that an archive of one day leaves nothing to check again.
func TestWatchOneDay(t *testing.T) {
	archive := write(t, filepath.Join(t.TempDir(), "a.warc"), capture("http://a.example/", "2020-01-01", links("Home")))
	args := []string{"watch", "-O", t.TempDir(), "--archive", archive, "http://a.example"}
	crawl(args...).MustEnd(t, exitDone)
	crawl(args...).MustEnd(t, exitDone).
		MustSay(t, "there is nothing to check again: the archive has captures of one day, 2020-01-01")
}
