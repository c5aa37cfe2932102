package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// terminal is the standard error, wherever it leads: lines of text, and below
// them one that is overwritten. Several goroutines may use it.
type terminal struct {
	mu    sync.Mutex
	out   io.Writer
	width int  // 0: no terminal
	quiet bool // only errors are written
	json  bool // every line is a JSON object
	drawn bool // there is a line to overwrite
}

func newTerminal(out io.Writer, quiet, json bool) *terminal {
	t := &terminal{out: out, quiet: quiet, json: json}
	if f, ok := out.(*os.File); ok {
		t.width, _, _ = term.GetSize(int(f.Fd()))
	}
	return t
}

// Notice writes remarks for the user, unless quiet.
func (t *terminal) Notice(texts ...string) {
	if !t.quiet {
		t.say("notice", texts)
	}
}

// Noticef is Notice with a format.
func (t *terminal) Noticef(format string, args ...any) { t.Notice(fmt.Sprintf(format, args...)) }

// Error writes errors, each line of them for itself.
func (t *terminal) Error(texts ...string) { t.say("error", texts) }

func (t *terminal) say(kind string, texts []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, text := range strings.FieldsFunc(strings.Join(texts, "\n"), func(r rune) bool { return r == '\n' }) {
		t.remove()
		if t.json {
			t.object(map[string]string{kind: text})
		} else {
			fmt.Fprintf(t.out, "sitegraph: %s\n", text)
		}
	}
}

// Write writes lines of logs.
func (t *terminal) Write(lines []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remove()
	if !t.json {
		return t.out.Write(lines)
	}
	for line := range strings.Lines(string(lines)) {
		t.object(map[string]string{"log": strings.TrimSuffix(line, "\n")})
	}
	return len(lines), nil
}

// object writes a JSON object on a line of its own.
func (t *terminal) object(o any) {
	e := json.NewEncoder(t.out)
	e.SetEscapeHTML(false)
	_ = e.Encode(o) // as with other remarks, nobody is left to report an error to
}

// overwrite replaces the line below the text.
func (t *terminal) overwrite(line string) {
	fmt.Fprintf(t.out, "\r\x1b[K%s", line)
	t.drawn = true
}

// remove takes that line away.
func (t *terminal) remove() {
	if t.drawn {
		fmt.Fprint(t.out, "\r\x1b[K")
		t.drawn = false
	}
}

// clear removes the line before something else writes to the terminal.
func (t *terminal) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remove()
}
