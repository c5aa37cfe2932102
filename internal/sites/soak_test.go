//go:build linux

package sites

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/command"
)

// TestSoak checks that repeated crawls of hostile sites leak no goroutines or files. SITEGRAPH_ROUNDS sets how often.
func TestSoak(t *testing.T) {
	rounds := 3
	if n, err := strconv.Atoi(os.Getenv("SITEGRAPH_ROUNDS")); err == nil {
		rounds = max(rounds, n/10)
	}
	server, err := New(redirects)
	must(t, err)
	defer server.Close()
	args := []string{"-q", "--fresh", "-O", t.TempDir(), "--progress", "none"}
	for _, s := range server.Sites {
		args = append(args, s.Origin)
	}
	env := append(hostileSettings(Family{}), "SITEGRAPH_STORE_STORE=badger")
	var most [2]int
	for round := range rounds {
		var said bytes.Buffer
		if code := command.Main(strings.NewReader(""), &said, &said, args, env); code != 0 {
			t.Fatalf("the crawls ended with %d\n%s", code, tail(said.String()))
		}
		if round == 0 {
			most = held(t)
			continue
		}
		for deadline := time.Now().Add(time.Minute); ; runtime.Gosched() { // some connections end after the crawl
			now := held(t)
			if now[0] <= most[0] && now[1] <= most[1] {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("goroutines and files: %v after the first round, %v after round %d", most, now, round+1)
			}
		}
	}
}

func held(t *testing.T) [2]int {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	return [2]int{runtime.NumGoroutine(), len(files)}
}
