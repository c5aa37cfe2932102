package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// stubborn is a site of which one address, /slow, is not answered for as long
// as it is mute; asked is called for each such request.
type stubborn struct {
	*httptest.Server
	mute atomic.Bool
}

func newStubborn(t *testing.T, mute string, asked func()) *stubborn {
	t.Helper()
	s := &stubborn{}
	s.mute.Store(true)
	pages := map[string]string{"/": links("Home", "/a", "/slow", "/b"), "/a": links("A", "/deep"), "/b": links("B"),
		"/slow": links("Slow", "/deep"), "/deep": links("Deep", "/")}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == mute && s.mute.Load() {
			asked()
			<-r.Context().Done()
			return
		}
		body, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s
}

// goesOn runs again, now that the site answers, and compares with a crawl that nothing stopped.
func (s *stubborn) goesOn(t *testing.T, out string) outcome {
	t.Helper()
	s.mute.Store(false)
	whole := t.TempDir()
	o := crawl("-O", out, s.URL).mustEnd(t, exitDone)
	crawl("-O", whole, s.URL).mustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), files(t, resultFolder(t, whole)))
	return o
}

// result is the one result folder of a run.
func resultFolder(t *testing.T, out string) string {
	t.Helper()
	return only(t, out, "result", "*")
}

// TestStopFile: a stop file that appears ends the run in order, one that is there at the start is removed.
func TestStopFile(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s := newStubborn(t, "/slow", func() { write(t, filepath.Join(out, "stop.txt"), "") })
	crawl("-O", out, s.URL).mustEnd(t, exitStopped).
		mustShow(t, "stop-file").mustSay(t, "run the same command again to resume")
	m := readManifest(t, resultFolder(t, out))
	if m.Complete || m.Ended != "stop-file" || m.Counts.Pages != 3 { // home, /a, /b
		t.Errorf("after the stop: %+v", m)
	}
	s.goesOn(t, out).mustSay(t, "removed the stop file "+filepath.Join(out, "stop.txt"))
	if _, err := os.Stat(filepath.Join(out, "stop.txt")); err == nil {
		t.Error("the stop file is still there")
	}
}

// TestMaxTime: the time ends a run even while a server keeps it waiting, be it for a page or for robots.txt.
func TestMaxTime(t *testing.T) {
	for _, c := range []struct {
		mute  string
		pages int
	}{{"/slow", 3}, {"/robots.txt", 0}} {
		t.Run(c.mute, func(t *testing.T) {
			t.Parallel()
			s, out := newStubborn(t, c.mute, func() {}), t.TempDir()
			crawl("-O", out, "--max-time", "500ms", s.URL).mustEnd(t, exitStopped).mustShow(t, "timeout")
			m := readManifest(t, resultFolder(t, out))
			if m.Complete || m.Ended != "timeout" || m.Counts.Pages != c.pages {
				t.Errorf("after the stop: %+v", m)
			}
			s.goesOn(t, out)
		})
	}
}

// TestSlowRobots: a run that goes on waits for a robots.txt that takes its time,
// although nothing else is left to do until it is there.
func TestSlowRobots(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(links("Home")))
		case asked.Add(1) == 1: // the first run is cut off here
			<-r.Context().Done()
		default:
			select {
			case <-r.Context().Done():
			case <-time.After(time.Second):
			}
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	out := t.TempDir()
	crawl("-O", out, "--max-time", "300ms", s.URL).mustEnd(t, exitStopped).mustShow(t, "timeout")
	crawl("-O", out, s.URL).mustEnd(t, exitDone)
	if m := readManifest(t, resultFolder(t, out)); m.Counts.Pages != 1 || !m.Complete {
		t.Errorf("the second run ended with %+v", m)
	}
}

// TestMaxPages: a crawl page by page ends where a crawl without limits does.
func TestMaxPages(t *testing.T) {
	t.Parallel()
	s, out := newStubborn(t, "", nil), t.TempDir()
	for pages := 1; pages < 5; pages++ {
		crawl("-O", out, "--max-pages", string(rune('0'+pages)), s.URL).mustEnd(t, exitStopped).mustShow(t, "max-pages")
		if m := readManifest(t, resultFolder(t, out)); m.Counts.Pages != pages || m.Complete {
			t.Errorf("--max-pages %d: %+v", pages, m)
		}
	}
	s.goesOn(t, out)
}

// TestMaxPagesOfSettings: the limit of settings.ini takes effect, whether its stop condition is in the list or not.
func TestMaxPagesOfSettings(t *testing.T) {
	s := newStubborn(t, "", nil)
	settings := write(t, filepath.Join(t.TempDir(), "settings.ini"),
		"[walk]\nmax_pages = 1\n[finish]\nfinishers = work-done\n")
	crawl("-O", t.TempDir(), "--settings", settings, s.URL).mustEnd(t, exitStopped).mustShow(t, "max-pages")
}

// TestStopWithoutState: what cannot go on is not promised.
func TestStopWithoutState(t *testing.T) {
	s := newStubborn(t, "", nil)
	c := invocation{env: append([]string{"SITEGRAPH_STORE_STORE=memory"}, quick...)}
	o := c.run("-O", t.TempDir(), "--max-pages", "1", s.URL).mustEnd(t, exitStopped).
		mustSay(t, "store = memory nothing is saved")
	if strings.Contains(o.err, "to resume") {
		t.Errorf("promised:\n%s", o.err)
	}
}
