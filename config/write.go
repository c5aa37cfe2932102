package config

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// commentWidth is where comments of a written settings.ini are wrapped.
const commentWidth = 78

// WriteINI writes s as a settings.ini with a comment to every key. Load reads
// the same settings back from it.
func (s *Settings) WriteINI(w io.Writer) error {
	out := bufio.NewWriter(w)
	comment(out, "Settings of sitegraph. A comment is on a line of its own and begins with # or ;.")
	comment(out, "Flags override environment variables (SITEGRAPH_SECTION_KEY), which override this file, "+
		"which overrides the defaults.")
	rows := Table(s)
	for _, h := range sections() {
		fmt.Fprintln(out)
		comment(out, h.doc)
		fmt.Fprintf(out, "[%s]\n", h.name)
		for _, r := range rows {
			if r.Section == h.name {
				r.writeINI(out)
			}
		}
	}
	return out.Flush()
}

// writeINI writes one key.
func (r Setting) writeINI(out *bufio.Writer) {
	fmt.Fprintln(out)
	comment(out, r.Doc)
	comment(out, "Allowed: "+r.Allowed()+".")
	fmt.Fprintln(out, strings.TrimSpace(r.Key+" = "+r.Text()))
}

// comment writes text in lines that begin with #.
func comment(out *bufio.Writer, text string) {
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > commentWidth {
			fmt.Fprintln(out)
			column = 0
		}
		if column == 0 {
			out.WriteString("#")
			column = 1
		}
		fmt.Fprintf(out, " %s", word)
		column += 1 + len(word)
	}
	fmt.Fprintln(out)
}
