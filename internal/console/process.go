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

// asProgram names the environment variable with the arguments, as JSON, that make TestProgram act as the program.
const asProgram = "SITEGRAPHTEST"

// Arguments returns the arguments that Start gave this process; ok is false in an ordinary test run.
func Arguments() (args []string, ok bool) {
	return args, json.Unmarshal([]byte(os.Getenv(asProgram)), &args) == nil
}

// Process is a running program. Tests read its standard error line by line.
type Process struct {
	*exec.Cmd
	err *bufio.Reader
}

// Start runs the program, by the package's TestProgram, in its own process. The end of the test kills it.
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

// Says reads lines until one contains a text.
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

// Rest waits for the end and returns the remaining messages.
func (p *Process) Rest() string {
	rest, _ := io.ReadAll(p.err)
	p.Wait()
	return string(rest)
}

// Ends waits for the end, checks the exit code (-1 after a kill), and returns the remaining messages.
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
