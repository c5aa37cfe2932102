package sites

import (
	"io"
	"net/http"
	"regexp"
	"runtime"
	"testing"
	"time"
)

// TestCases wants every case to say what it does and what its URLs get.
func TestCases(t *testing.T) {
	name := regexp.MustCompile(`^[0-9A-Za-z_.-]+$`)
	for _, f := range Families() {
		for n, c := range f.Cases {
			if !name.MatchString(n) || c.Doc == "" || len(c.Gets) == 0 {
				t.Errorf("%s/%s: a name, a doc and what it gets are wanted", f.Name, n)
			}
			if c.handler == nil && c.prepare == nil && c.open == nil && !c.Alone {
				t.Errorf("%s/%s: nobody answers /case", f.Name, n)
			}
			if _, hasPage := urlPages[n]; f.Name == "urls" && !hasPage {
				t.Errorf("%s/%s: no page in urlPages", f.Name, n)
			}
		}
	}
}

// TestClose wants no goroutine left, also not of answers without end.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := New(map[string]Case{"endless-body": network["endless-body"], "silent": network["silent"]})
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	answer, err := client.Get(s.Sites["endless-body"].Origin + "/case")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, answer.Body, 1<<20); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	answer.Body.Close()
	client.CloseIdleConnections()
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}
