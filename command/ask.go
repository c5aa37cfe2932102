package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (a *app) interactive() bool { return isTerminal(a.in) && isTerminal(a.err) }

// ask asks a question and returns the answer without white space around it.
func ask(in io.Reader, out io.Writer, question string) string {
	fmt.Fprint(out, question+" ")
	line, _ := bufio.NewReader(in).ReadString('\n') // the end of the input is no answer
	return strings.TrimSpace(line)
}

// agrees asks a question whose answer is yes or no.
func (a *app) agrees(question string) bool {
	answer := strings.ToLower(ask(a.in, a.err, question+" [y/N]"))
	return answer == "y" || answer == "yes"
}

// mistyped is the error of a word that is no command. None is crawled as a host.
type mistyped struct {
	error
	word string
	near []string // the commands that may be meant
}

// Unwrap returns the error of usage.
func (m *mistyped) Unwrap() error { return m.error }

// meant asks which command a mistyped word means, and returns the arguments with it; false if none.
func meant(in io.Reader, out io.Writer, failure error, args []string) ([]string, bool) {
	wrong, ok := errors.AsType[*mistyped](failure)
	if !ok || len(wrong.near) == 0 {
		return nil, false
	}
	answer, choice := "", wrong.near[0]
	if len(wrong.near) == 1 {
		answer = ask(in, out, fmt.Sprintf("There is no command %q. Run sitegraph %s? [y/N]", wrong.word, choice))
	} else {
		answer = ask(in, out, fmt.Sprintf("There is no command %q. Which is meant: %s? [Enter: none]", wrong.word,
			strings.Join(wrong.near, " or ")))
	}
	at := slices.Index(wrong.near, answer)
	if yes := strings.ToLower(answer); len(wrong.near) == 1 && (yes == "y" || yes == "yes") {
		at = 0
	}
	word := slices.Index(args, wrong.word)
	if at < 0 || word < 0 {
		return nil, false
	}
	args = slices.Clone(args)
	args[word] = wrong.near[at]
	return args, true
}
