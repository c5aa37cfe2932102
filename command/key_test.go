package command

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// twice makes a site whose pages have two URLs each, some with the same words in other markup.
func twice(t *testing.T) string {
	text := " a text that is long enough to be compared, since empty shells must not all be one page"
	page := func(on ...string) string { return links("Page"+text, on...) }
	return serve(t, map[string]string{"/": links("Home", "/a", "/b", "/c", "/old"), "/a": page("/a?x=1", "/"),
		"/b": page("/a?x=1", "/"), "/c": page("/a?x=1", "/") + "<!-- other bytes -->",
		"/a?x=1": links("Further", "/c")}).URL
}

// inTurn crawls one state with one key after the other, and checks each against a crawl from scratch.
func inTurn(t *testing.T, folder string, args ...string) {
	t.Helper()
	out, scratch := t.TempDir(), map[string]string{}
	for _, key := range []string{"exact", "text", "stable", "none", "exact"} {
		c := invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY="+key,
			"SITEGRAPH_EXPORT_EXPORTERS=csv,aliases,external,bad,ledger")}
		c.run(append(args, "-O", out)...).MustEnd(t, exitDone)
		if scratch[key] == "" {
			scratch[key] = t.TempDir()
			c.run(append(args, "-O", scratch[key])...).MustEnd(t, exitDone)
		}
		got, want := files(t, filepath.Join(out, folder)), files(t, filepath.Join(scratch[key], folder))
		maps.DeleteFunc(got, func(name, _ string) bool { return want[name] == "" })
		mustEqualFiles(t, got, want)
	}
}

// A search continues its state with another key, as a crawl does (TestRescoped in package extractor).
func TestKeysInTurn(t *testing.T) {
	t.Parallel()
	url := twice(t)
	topics := write(t, filepath.Join(t.TempDir(), "topics.ini"),
		"lifetime = 1000\nrun = 0\n[texts]\nkeywords = text page\nlanguage = en\nenergy = 500\nseeds = "+url+"/\n")
	inTurn(t, "topics/texts", "agents", "--topics", topics)
}

// Commands without requests need the key of the crawl, and a watched site keeps its key.
func TestKeyThatCannotChange(t *testing.T) {
	t.Parallel()
	url, out := twice(t), t.TempDir()
	text := invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY=text")}
	crawl("-O", out, url).MustEnd(t, exitDone)
	text.run("-O", out, "export", url).MustEnd(t, exitFailure).MustSay(t, "[duplicates] key", "crawl with that first")
	text.run("-O", out, "watch", url).MustEnd(t, exitFailure).MustSay(t, "was crawled with [duplicates] key",
		"crawl with that first")
	crawl("-O", out, "watch", url).MustEnd(t, exitDone)
	text.run("-O", out, "watch", url).MustEnd(t, exitFailure).MustSay(t, "[duplicates] key", "--fresh")
	text.run("-O", out, url).MustEnd(t, exitFailure).MustSay(t, "[duplicates] key", "--fresh")
}

// A notice says beforehand that another key needs requests, but not if the state has all answers.
func TestKeyNotice(t *testing.T) {
	t.Parallel()
	url, other, out := twice(t), twice(t), t.TempDir()
	for _, c := range []struct {
		key  string
		want bool
	}{{"exact", false}, {"none", false}, {"stable", true}, {"stable", false}, {"exact", false}, {"text", true}} {
		o := invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY="+c.key)}.run("-O", out, url, other)
		o.MustEnd(t, exitDone)
		if got := strings.Count(o.Err, "pages that lack what that needs are requested again") == 1 &&
			strings.Contains(o.Err, " and 1 other site: crawled with "); got != c.want {
			t.Errorf("%s: %s", c.key, o.Err)
		}
	}
}
