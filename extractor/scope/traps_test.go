package scope

import (
	"regexp"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func TestTandem(t *testing.T) {
	for path, want := range map[string]bool{
		"/": false, "/a/a/": false, "/a/a/a/": true, "/a/a/a": true, "/a/a/aa": false, "/x/a/b/a/b/a/b/y": true,
		"/a/b/a/b/a/c": false, "/a/b/c/a/b/c/a/b/c": true, "/11/11/11/": false, "/1/2/1/2/1/2/": false,
		"/1/b/1/b/1/b/": true, "/a/b/a/a/b/a/": false, "/2/2/2/a/a/b/": false,
	} {
		console.Equal(t, IsTandem([]byte(path), 2), want, path)
	}
	if !IsTandem([]byte("/a/a/"), 1) || IsTandem([]byte("/a/b/"), 1) ||
		IsTandem([]byte("/a/a/a/"), 3) {
		t.Error("other limits")
	}
	long := strings.Repeat("/a", LongestTandem) + "b"
	if IsTandem([]byte(long+long+long), 20) {
		t.Error("a limit that is not reached")
	}
}

func TestMiswritten(t *testing.T) {
	for url, want := range map[string]bool{
		"http://www.example.com/www.example.com/":     true,
		"http://example.com:8080/a/WWW.Example.com/b": true,
		"http://www.example.com/example.com/b":        true,
		"http://www.example.com/site/example.com":     false, // a page about the site
		"http://www.example.com/www.other.com/b":      false,
		"http://localhost/localhost/b":                false,
		"http://example.com/?a=1&amp;amp;b=2":         true,
		"http://example.com/?amp;amp;b=2":             true,
		"http://example.com/?a=1&amp;b=2":             false,
		"http://example.com/?a=amp;amp;":              false,
		"http://example.com/x?u=/example.com/":        false,
		"http://example.com/":                         false,
	} {
		console.Equal(t, IsMiswritten([]byte(url)), want, url)
	}
}

// TestTrapMarks checks that the rules against traps apply when set, after all other exclusions.
func TestTrapMarks(t *testing.T) {
	on := Limits{PathTandems: 2, SkipMiswritten: true, PathDepth: 9, PathRepeats: 3,
		Extensions: map[string]bool{"pdf": true}, Exclude: regexp.MustCompile("never")}
	for url, want := range map[string]Mark{
		"http://h.example/a/a/a/": Tandem, "http://h.example/h.example/a": Miswritten,
		"http://h.example/a": InScope, "http://h.example/a/b/a/c/a/d/a": repeating,
		"http://h.example/a/a/a/b.pdf": FileEnding, "http://h.example/a/a/a/never": Excluded,
		"http://h.example" + strings.Repeat("/a", 10): TooDeep,
	} {
		console.Equal(t, on.JudgeURL(url, url), want, url, "mark")
		console.Equal(t, (&Limits{}).JudgeURL(url, url), InScope, url, "mark")
	}
	s := Scope{Limits: &on}
	for m, want := range map[Mark]string{
		repeating:  "max_path_repeats: a segment more than 3 times",
		Tandem:     "max_path_tandems: a sequence of segments more than 2 times in a row",
		Miswritten: "skip_miswritten: the link is written wrongly and leads ever deeper",
	} {
		state, reason := s.Reason(m)
		if got := (site.Entry{State: state, Reason: reason}).Why(); state != site.StateLimit || got != want {
			t.Errorf("%s: %s", state, got)
		}
	}
}
