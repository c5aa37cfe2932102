package console

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asProgram is the environment variable that makes the test TestProgram the program: its arguments as JSON.
const asProgram = "SITEGRAPHTEST"

// Arguments returns those with which Start began this process; ok is false in an ordinary run of the tests.
func Arguments() (args []string, ok bool) {
	return args, json.Unmarshal([]byte(os.Getenv(asProgram)), &args) == nil
}

// Process is a running program; its error output is read line by line.
type Process struct {
	*exec.Cmd
	err *bufio.Reader
}

// Start begins the program in a process of its own, which is the test TestProgram of the package. It is killed at the
// end of the test if it has not ended.
func Start(t testing.TB, env []string, args ...string) *Process {
	t.Helper()
	text, err := json.Marshal(args)
	Must(t, err)
	p := &Process{Cmd: exec.Command(os.Args[0], "-test.run=^TestProgram$")}
	p.Env = append(append(os.Environ(), asProgram+"="+string(text)), env...)
	pipe, err := p.StderrPipe()
	Must(t, err)
	p.err = bufio.NewReader(pipe)
	Must(t, p.Start())
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// Says reads until a line holds a text.
func (p *Process) Says(t testing.TB, text string) {
	t.Helper()
	for {
		line, err := p.err.ReadString('\n')
		if strings.Contains(line, text) {
			return
		}
		if err != nil {
			t.Fatalf("the program ended without %q", text)
		}
	}
}

// Rest waits for the end and returns what was still said.
func (p *Process) Rest() string {
	rest, _ := io.ReadAll(p.err)
	p.Wait()
	return string(rest)
}

// Ends waits and compares the exit code, which is -1 after a kill; it returns what was still said.
func (p *Process) Ends(t testing.TB, code int) string {
	t.Helper()
	rest := p.Rest()
	if got := p.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d (%v), want %d\n%s", got, p.ProcessState, code, rest)
	}
	return rest
}

// Signal sends the process a signal.
func (p *Process) Signal(t testing.TB, s os.Signal) {
	t.Helper()
	Must(t, p.Process.Signal(s))
}
