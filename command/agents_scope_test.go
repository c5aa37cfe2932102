package command

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// topicSite is a site about coins, of which a part can fail.
type topicSite struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	down  bool
}

func newTopicSite(t *testing.T) *topicSite {
	const coin = "<title>coin penny coin penny</title>coin "
	pages := map[string]string{
		"/a/": coin + links("a", "/a/1", "/a/2", "/b/"), "/a/1": coin + links("a1", "/a/deep"), "/a/2": coin + "2",
		"/b/": coin + links("b", "/a/1", "/b/1"), "/b/1": coin + "b1", "/a/deep": coin + "deep",
	}
	s := &topicSite{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		s.asked = append(s.asked, r.URL.Path)
		text, ok := pages[r.URL.Path]
		switch {
		case s.down && r.URL.Path == "/a/1":
			w.WriteHeader(http.StatusInternalServerError)
		case !ok:
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(text))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// since are the paths that were asked for since the last call, sorted.
func (s *topicSite) since() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Sorted(slices.Values(s.asked))
	s.asked = nil
	return strings.Join(all, " ")
}

// TestAgentsWithin: agents keep to sections, lists, depths, numbers of pages and exclude rules, as a crawl does. Where
// what decides has changed, they decide anew and ask for nothing that is known.
func TestAgentsWithin(t *testing.T) {
	s := newTopicSite(t)
	dir, out := t.TempDir(), t.TempDir()
	file := write(t, filepath.Join(dir, "topics.ini"), "[coins]\nkeywords = coin penny\nlanguage = en\nenergy = 50\n")
	list := write(t, filepath.Join(dir, "list.txt"), s.URL+"/a/2\n"+s.URL+"/b/\n")
	for _, c := range []struct {
		args  string
		asked string // by a search that begins from scratch
		more  string // by one that goes on from those before
	}{
		{"--max-depth 1 URL", "/a/ /a/1 /a/2 /b/", "/a/ /a/1 /a/2 /b/"},
		{"--scope section URL", "/a/ /a/1 /a/2 /a/deep", "/a/deep"},
		{"--max-pages 2 URL", "/a/ /a/1", ""},
		{"-e /a/1 URL", "/a/ /a/2 /b/ /b/1", "/b/1"},
		{"--list LIST", "/a/2 /b/", ""},
		{"--max-depth 0 URL", "/a/", ""},
		{"URL", "/a/ /a/1 /a/2 /a/deep /b/ /b/1", ""},
	} {
		args := strings.Fields(strings.NewReplacer("URL", s.URL+"/a/", "LIST", list).Replace(c.args))
		search := func(out string) outcome {
			return crawl(append([]string{"agents", "--topics", file, "-O", out}, args...)...).mustEnd(t, exitDone)
		}
		fresh := t.TempDir()
		search(fresh)
		if got := s.since(); got != c.asked {
			t.Errorf("%s: asked for %s, want %s", c.args, got, c.asked)
		}
		search(out)
		if got := s.since(); got != c.more {
			t.Errorf("%s: going on it asked for %s, want %s", c.args, got, c.more)
		}
		visits := filepath.Join("topics", "topics.visits.csv")
		if got, want := read(t, filepath.Join(out, visits)), read(t, filepath.Join(fresh, visits)); got != want {
			t.Errorf("%s: decided anew\n%s\nwant\n%s", c.args, got, want)
		}
		before := read(t, filepath.Join(out, visits))
		sitegraph("export", "-O", out).mustEnd(t, exitDone)
		if got := read(t, filepath.Join(out, visits)); got != before {
			t.Errorf("%s: exported\n%s\nwant\n%s", c.args, got, before)
		}
	}
}

// TestAgentsRetry: what failed is tried again, and what it leads to is visited.
func TestAgentsRetry(t *testing.T) {
	s := newTopicSite(t)
	out := t.TempDir()
	file := write(t, filepath.Join(t.TempDir(), "topics.ini"), "[coins]\nkeywords = coin penny\nlanguage = en\n"+
		"energy = 50\nseeds = "+s.URL+"/a/\n")
	search := func(flags ...string) {
		crawl(append([]string{"agents", "--topics", file, "-O", out}, flags...)...).mustEnd(t, exitDone)
	}
	s.down = true
	search()
	s.since()
	s.down = false
	search()
	if got := s.since(); got != "" {
		t.Errorf("asked for %s", got)
	}
	search("--retry-failed")
	if got := s.since(); got != "/a/1 /a/deep" {
		t.Errorf("tried again, asked for %s", got)
	}
}

// TestAgentsEntity: an agent visits the hosts of the entity of its seed; an address is in none.
func TestAgentsEntity(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "topics.ini"), "[coins]\nkeywords = coin penny\n")
	sitegraph("agents", "--topics", file, "--scope", "entity", "-O", t.TempDir(), "http://127.0.0.1:9/").
		mustEnd(t, exitUsage).mustSay(t, "no registered domain", "scope = entity")
}

// TestAgentsFolder: agents search a saved site, which is that of the first seed.
func TestAgentsFolder(t *testing.T) {
	dir, saved := t.TempDir(), t.TempDir()
	write(t, filepath.Join(saved, "index.html"), "<title>coin penny</title>coin "+
		links("home", "/coin.html", "http://elsewhere.example/coin.html"))
	write(t, filepath.Join(saved, "coin.html"), "<title>coin penny</title>penny coin")
	file := write(t, filepath.Join(dir, "topics.ini"), "[coins]\nkeywords = coin penny\nlanguage = en\nhosts = *\n"+
		"seeds = http://saved.example/\n")
	settings := write(t, filepath.Join(dir, "settings.ini"), "[download]\ndownloader = folder\nfolder = "+saved+"\n")
	out := t.TempDir()
	sitegraph("agents", "--settings", settings, "--topics", file, "-O", out).mustEnd(t, exitDone).
		mustShow(t, "work-done")
	visits := read(t, filepath.Join(out, "topics", "topics.visits.csv"))
	if strings.Count(visits, ",page,,200,") != 2 || strings.Contains(visits, "elsewhere") {
		t.Errorf("visits\n%s", visits)
	}
}

// TestAgentsStable: pages that are other at each request, and under two URLs each, are pages once; the saved state
// gives the same files.
func TestAgentsStable(t *testing.T) {
	t.Parallel()
	const pages = 60
	var times atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, next := 0, ""
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &id); err != nil || id >= pages {
			http.NotFound(w, r)
			return
		}
		if id+1 < pages {
			next = fmt.Sprintf("/%d", id+1)
		}
		w.Header().Set("Content-Type", "text/html")
		on := links("on", fmt.Sprintf("/%d?look=red", id), next)
		fmt.Fprintf(w, "<title>coin</title>%s<p>%s<p>made in 0.%d s", on,
			strings.Repeat(fmt.Sprintf("penny %c%c coin ", 'a'+id%26, 'a'+id/26), 20), times.Add(1))
	}))
	t.Cleanup(s.Close)
	out, file := t.TempDir(), write(t, filepath.Join(t.TempDir(), "topics.ini"), "lifetime = 1000\nrun = 0\n[coins]\n"+
		"keywords = coin penny\nlanguage = en\nenergy = 500\nseeds = "+s.URL+"/0\n")
	run := func(args ...string) {
		invocation{env: append(slices.Clone(quick), "SITEGRAPH_DUPLICATES_KEY=stable")}.
			run(append(args, "-O", out)...).mustEnd(t, exitDone)
	}
	run("agents", "--topics", file)
	visits := filepath.Join(out, "topics", "topics.visits.csv")
	states := map[string]int{}
	for _, v := range readTable(t, visits, false) {
		states[v["state"]]++
	}
	if states["page"] != pages || states["alias-duplicate"]+states["alias-rule"] != pages {
		t.Errorf("%v, want %d pages, and as many aliases", states, pages)
	}
	nodes := filepath.Join(out, "topics", "coins", "coins.nodes.csv")
	if got := readTable(t, nodes, true); len(got) != pages {
		t.Errorf("%d pages of the topic", len(got))
	}
	before := files(t, filepath.Join(out, "topics", "coins"))
	before["visits"] = read(t, visits)
	run("export")
	after := files(t, filepath.Join(out, "topics", "coins"))
	if after["visits"] = read(t, visits); !maps.Equal(after, before) {
		t.Error("exported, other files")
	}
	read(t, filepath.Join(out, "topics", "topics.rules.csv"))
}
