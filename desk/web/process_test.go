//go:build unix

package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/command"
	"sitegraph/internal/headless"
)

// served is the program that serves a folder, in a process of its own.
type served struct {
	*exec.Cmd
	base string
	said bytes.Buffer // to be read when the process is over
}

// asProgram has the arguments of the program where the tests are it.
const asProgram = "SITEGRAPHTEST"

// TestProgram is the program in a process of its own.
func TestProgram(t *testing.T) {
	var args []string
	if json.Unmarshal([]byte(os.Getenv(asProgram)), &args) != nil {
		return // an ordinary run of the tests
	}
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, args, os.Environ()))
}

// program is the program, to be run in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(args)
	must(t, err)
	c := exec.Command(os.Args[0], "-test.run=^TestProgram$")
	c.Env = append(os.Environ(), asProgram+"="+string(text))
	return c
}

// startServe starts the program, which says where its desk is.
func startServe(t *testing.T, folder, address string) *served {
	t.Helper()
	s := &served{Cmd: program(t, "serve", folder, "--listen", address)}
	out, err := s.StdoutPipe()
	if err == nil {
		s.Stderr = &s.said
		err = s.Start()
	}
	must(t, err)
	t.Cleanup(func() { s.Process.Kill(); s.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if s.base = strings.TrimSuffix(regexp.MustCompile(`http://[^ ]*/`).FindString(line), "/"); s.base == "" {
		t.Fatalf("the program said %q, %v", line, err)
	}
	return s
}

// ends sends a signal and waits until the process is over, to which what it is fetching comes.
func (s *served) ends(t *testing.T, by syscall.Signal, g *gate) {
	t.Helper()
	must(t, s.Process.Signal(by))
	g.change(func() { g.left += underWay })
	s.Wait()
	g.shut()
	want := map[syscall.Signal]int{syscall.SIGKILL: -1, syscall.SIGTERM: 0}[by]
	if got := s.ProcessState.ExitCode(); got != want {
		t.Fatalf("after %v: %v\n%s", by, s.ProcessState, &s.said)
	}
}

// underWay is the greatest number of requests to two sites at a time, by the settings.
const underWay = 8

// away performs steps while the desk is away, of which a tab notices nothing else.
func away(t *testing.T, c *headless.Tab, steps ...headless.Step) {
	t.Helper()
	err := c.Try(steps...)
	for _, fault := range c.Faults() {
		if !strings.Contains(fault, "Failed to load resource: net::ERR_") {
			t.Errorf("while the desk is away: %s", fault)
		}
	}
	must(t, err)
}

// TestClicks: two sites are crawled with clicks and keys alone. Rows are looked at, struck out and excluded
// meanwhile; the crawl is stopped and continued, and the program killed and ended by SIGTERM, while the page stays
// open. The files are those of one run of the command line with the same settings and the same rows struck out.
func TestClicks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the program and drives a browser")
	}
	c := headless.New(t)
	folder := t.TempDir()
	one, two, g := newWebsite(t, 120), newWebsite(t, 60), newGate()
	one.gate, two.gate = g, g
	defer g.open()
	d := startServe(t, folder, "127.0.0.1:0")
	c.Only(d.base)
	address := strings.TrimPrefix(d.base, "http://")

	list := filepath.Join(t.TempDir(), "list.txt")
	must(t, os.WriteFile(list, []byte(two.URL+"\n"), 0o600))
	c.Run(t, chromedp.Navigate(d.base+"/"), keys("#name", "by clicks"), click("summary"), keys("#settings", settings),
		click("form[data-send=json] button"), seen("#hosts"))
	c.Run(t, keys("#hosts", one.URL), click("#import button"), seen("#list .state.new"))
	c.Run(t, chromedp.SetUploadFiles(chromedp.CSS("#upload"), []string{list}), click("#import button"),
		seen("#list tbody tr:nth-child(2) .state.new"))

	c.Run(t, click("#overview button[data-do=start]"))
	g.let(t, 60)
	c.Run(t, seen("#list .state.crawling"), seen("#running .crawling"))
	if toSite := []headless.Step{click("#list tbody th a"), seen("#rows tbody tr")}; c.Try(toSite...) != nil {
		c.Run(t, toSite...) // the list was refreshed under the click
	}
	rows := headless.Eval[int](t, c, `document.querySelectorAll("#rows tbody tr").length`)
	g.let(t, 60)
	c.Run(t, seen(fmt.Sprintf("#rows tbody tr:nth-child(%d)", rows+1))) // they come by themselves
	c.Run(t, keys("input[name=pattern]", "/p5$"), click("form.filter button"), seen("#rows tbody tr:only-child"),
		click("#rows input[type=checkbox]"), click("button[value=out]"), seen("#rows tr.struck"))
	c.Run(t, click(".tabs li:nth-child(2) a"), seen("#rows tbody tr"), click("#rows tbody tr:nth-child(3) input"),
		click("button[value=out]"), seen("#rows tr.struck"))
	c.Run(t, keys("#rule", "/p39$"), click("#exclude button[type=submit]"), seen("#apply"), click("#apply"),
		seen("#said:not(:empty)"))
	g.let(t, underWay) // so that the crawl stops, and begins again with the rule
	c.Run(t, click(".kind a:last-child"), click("#overview button[data-do=stop]"), seen("#list .state.stopping"))
	g.open() // to what is being fetched
	c.Run(t, seen("#overview .state.idle"), seen("#list .state.stopped"))
	g.shut()

	for _, by := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		c.Run(t, click("#overview button[data-do=continue]"), seen("#list .state.crawling"))
		g.let(t, 15)
		d.ends(t, by, g)
		away(t, c, seen("#said.loud"))
		d = startServe(t, folder, address)
		away(t, c, chromedp.WaitNotPresent(chromedp.CSS("#said.loud")), seen("#list .state.stopped"))
	}
	g.open()
	c.Run(t, click("#overview button[data-do=continue]"), seen("#overview .state.idle"),
		seen("#list tbody tr:nth-child(1) .state.done"), seen("#list tbody tr:nth-child(2) .state.done"))
	sameAsCommandLine(t, filepath.Join(folder, "by clicks"))
}

// sameAsCommandLine runs the program in a folder with the settings, the sites and the
// struck rows of a project, and compares the files.
func sameAsCommandLine(t *testing.T, project string) {
	t.Helper()
	folder := t.TempDir()
	for name, says := range map[string]string{"settings.ini": "/p39$", "hosts.txt": "http", "struck.txt": "/p5"} {
		text, err := os.ReadFile(filepath.Join(project, name))
		if err != nil || !strings.Contains(string(text), says) {
			t.Fatalf("%s of the desk: %q, %v; without %q", name, text, err, says)
		}
		must(t, os.WriteFile(filepath.Join(folder, name), text, 0o600))
	}
	run := program(t, "-q")
	run.Dir = folder
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("the command line: %v\n%s", err, out)
	}
	got, want := files(t, project), files(t, folder)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s has %d bytes, and %d by the command line", name, len(got[name]), len(text))
		}
	}
	if len(got) != len(want) || len(want) < 12 {
		t.Errorf("%d files, and %d by the command line", len(got), len(want))
	}
}
