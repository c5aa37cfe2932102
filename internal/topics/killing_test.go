//go:build unix

package topics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sitegraph/command"
)

// asProgram is the environment variable that makes TestProgram the program: its
// arguments as JSON.
const asProgram = "SITEGRAPHTEST"

// TestProgram is the program in a process of its own, for kills.
func TestProgram(t *testing.T) {
	var args []string
	if json.Unmarshal([]byte(os.Getenv(asProgram)), &args) != nil {
		return // an ordinary run of the tests
	}
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, args, os.Environ()))
}

// process is a running program.
type process struct {
	*exec.Cmd
	said bytes.Buffer
}

// start starts the program on the search of a world.
func (w *world) start(t *testing.T, folder string) *process {
	t.Helper()
	file := filepath.Join(t.TempDir(), "topics.ini")
	if err := os.WriteFile(file, []byte(w.topics), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"agents", "--topics", file, "-q", "-O", folder, "--budget", fmt.Sprint(w.budget)}
	for _, u := range w.seeds {
		args = append(args, u.String())
	}
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(os.Args[0], "-test.run=^TestProgram$")}
	p.Env = append(os.Environ(), asProgram+"="+string(text), "SITEGRAPH_DOWNLOAD_TRIES=1",
		"SITEGRAPH_SITES_CONNECTIONS_PER_HOST=4")
	for name, value := range w.settings {
		p.Env = append(p.Env, "SITEGRAPH_"+strings.ToUpper(strings.ReplaceAll(name, ".", "_"))+"="+value)
	}
	p.Stderr = &p.said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// ends waits for the end and returns the exit code, -1 after a kill.
func (p *process) ends() int {
	p.Wait()
	return p.ProcessState.ExitCode()
}

// TestKill: the program, killed in the middle of a search and started again until
// it ends by itself, gives the files of one that nothing disturbed.
func TestKill(t *testing.T) {
	for seed := range uint64(max(2, *seedsFlag/10)) {
		w := newWorld(t, 1000+seed)
		w.lag()
		folder := t.TempDir()
		whole := w.start(t, folder)
		end := whole.ends()
		if end != 0 && end != 4 { // 4: there is no page
			t.Fatalf("seed %d: exit code %d\n%s", seed, end, whole.said.String())
		}
		want, rng := files(t, folder), rand.New(rand.NewPCG(seed, 3))
		requests := 1 + len(w.asked())/2
		folder = t.TempDir()
		kills := 0
		for code := -1; code != end; {
			p := w.start(t, folder)
			if kills < 5 {
				w.after(2+rng.IntN(requests), func() { p.Process.Kill() })
			} else {
				w.before(nil)
			}
			if code = p.ends(); code == -1 {
				kills++
			} else if code != end {
				t.Fatalf("seed %d, after %d kills: exit code %d\n%s", seed, kills, code, p.said.String())
			}
		}
		same(t, fmt.Sprintf("seed %d, after %d kills", seed, kills), files(t, folder), want)
		if kills == 0 && end == 0 {
			t.Errorf("seed %d: nothing was killed", seed)
		}
	}
}

// TestTwoPrograms: a search whose folder another one uses is refused, and leaves
// the other alone.
func TestTwoPrograms(t *testing.T) {
	w := newWorld(t, 1000)
	folder := t.TempDir()
	held, release := make(chan bool), make(chan bool)
	var once sync.Once
	w.before(func(string) {
		once.Do(func() {
			held <- true
			<-release
		})
	})
	first := w.start(t, folder)
	<-held
	second := w.start(t, folder)
	code := second.ends()
	for _, says := range []string{"in use by another sitegraph", filepath.Join(folder, "topics"), "-O"} {
		if said := second.said.String(); code != 1 || !strings.Contains(said, says) {
			t.Errorf("exit code %d, says %s", code, said)
		}
	}
	close(release)
	if code := first.ends(); code != 0 {
		t.Errorf("the first ends with %d: %s", code, first.said.String())
	}
}
