package command

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// stubborn is a site that does not answer /slow while it is mute. It calls asked for each such request.
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

// goesOn runs again, with the site answering now, and compares the files with an undisturbed crawl.
func (s *stubborn) goesOn(t *testing.T, out string) outcome {
	t.Helper()
	s.mute.Store(false)
	whole := t.TempDir()
	o := crawl("-O", out, s.URL).MustEnd(t, exitDone)
	crawl("-O", whole, s.URL).MustEnd(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), files(t, resultFolder(t, whole)))
	return o
}

// resultFolder returns the only result folder of a run.
func resultFolder(t *testing.T, out string) string {
	t.Helper()
	return only(t, out, "result", "*")
}

// TestStopWithoutState checks that a run without a state does not promise to resume.
func TestStopWithoutState(t *testing.T) {
	s := newStubborn(t, "", nil)
	c := invocation{env: append([]string{"SITEGRAPH_STORE_STORE=memory"}, quick...)}
	o := c.run("-O", t.TempDir(), "--max-pages", "1", s.URL).MustEnd(t, exitDone).
		MustSay(t, "store = memory nothing is saved")
	spent := c.run("-O", t.TempDir(), "--budget", "1", s.URL).MustEnd(t, exitDone).MustSay(t, "is used up")
	if said := o.Err + spent.Err; strings.Contains(said, "to resume") || strings.Contains(said, "larger --budget") {
		t.Errorf("promised:\n%s", said)
	}
}
