package command

import (
	"bufio"
	"fmt"
	"io"
	"os"
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
