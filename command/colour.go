package command

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"sitegraph/site"
)

// The colours of the summary (ECMA-48, select graphic rendition).
const (
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	red    = "\x1b[31m"
	plain  = "\x1b[0m"
)

// coloured reports whether the summary is to have colours. NO_COLOR, set to
// anything, says no (no-color.org); the flag is stronger.
func (a *app) coloured() bool {
	if a.flags.color != "auto" {
		return a.flags.color == "always"
	}
	refused := slices.ContainsFunc(a.env, func(v string) bool {
		value, found := strings.CutPrefix(v, "NO_COLOR=")
		return found && value != "" || v == "TERM=dumb"
	})
	f, ok := a.out.(*os.File)
	return ok && !refused && term.IsTerminal(int(f.Fd()))
}

// colour colours the last word of a line of the summary, which says how the
// site ended: green when it was finished, red when there was nothing to be
// had, yellow when it was stopped.
func colour(line string) string {
	text := strings.TrimRight(line, "\n")
	i := strings.LastIndexByte(text, ' ') + 1
	shade := yellow
	switch text[i:] {
	case "ended":
		return line
	case string(site.EndedWorkDone):
		shade = green
	case "error", string(site.EndedRobotsUnavailable), string(site.EndedUnreachable),
		string(site.EndedRobotsForbid), string(site.EndedNoPages):
		shade = red
	}
	return text[:i] + shade + text[i:] + plain + "\n"
}
