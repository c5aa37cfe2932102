package command

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

func (a *app) listed(args []string) ([]config.Host, error) {
	if len(args) > 0 {
		return nil, run.Usage("--list %s already says what to fetch: remove %s", a.flags.list, strings.Join(args, " "))
	}
	r := a.in
	if a.flags.list != "-" {
		f, err := os.Open(a.flags.list)
		if err != nil {
			return nil, run.Usage("--list: %w", err)
		}
		defer f.Close()
		r = f
	}
	hosts, remarks, err := config.ReadList(r, a.flags.list, a.config.Settings)
	if err != nil {
		return nil, usage(err)
	}
	a.progress.Notice(remarks...)
	return a.overridden(hosts), nil
}

// settleScope decides whether start pages with a path mean a section or the whole site: by the flag or setting, by the
// state, or by asking the user. If it cannot ask, it chooses the whole site and says so.
func (a *app) settleScope(hosts []config.Host) error {
	_, given := a.overrides["sites.scope"]
	if given || a.config.Sites.Scope != site.ScopeHost || len(partial(hosts, true)) == 0 {
		return nil
	}
	if scope := a.knownScope(hosts); scope != "" {
		a.config.Sites.Scope = scope
		return nil
	}
	pages := partial(hosts, false)
	if len(pages) == 0 {
		return nil
	}
	if a.asks() {
		scope, err := askScope(a.in, a.err, pages)
		a.config.Sites.Scope = scope
		return err
	}
	a.progress.Noticef("%s: crawling all of %s, starting there; --scope section crawls only what is below %s",
		pageNames(pages), pages[0].Origin(), pages[0].Origin()+site.Section(pages[0].Path))
	return nil
}

// partial returns start pages that may mean a part of a site. others includes lists and sites of several hosts.
func partial(hosts []config.Host, others bool) (pages []site.URL) {
	for _, h := range hosts {
		for _, u := range append([]site.URL{h.URL}, h.Further...) {
			if (others || !h.List && h.Members == nil) && site.Section(u.Path) != "/" {
				pages = append(pages, u)
			}
		}
	}
	return pages
}

func pageNames(pages []site.URL) string {
	if len(pages) == 1 {
		return pages[0].String()
	}
	return fmt.Sprintf("%s and %d more", pages[0], len(pages)-1)
}

// knownScope returns the scope of the state, or "" if that has none of the sites or will be discarded.
func (a *app) knownScope(hosts []config.Host) string {
	if a.flags.fresh || a.config.Store.Store == "memory" {
		return ""
	}
	var lines []string
	for _, h := range hosts {
		lines = append(lines, h.URL.Origin())
	}
	known, err := run.ReadStatus(a.config.StateDir(), lines...)
	if err != nil {
		return "" // the run reports it
	}
	for _, line := range lines {
		switch scope := known[line].Scope; {
		case scope == site.ScopeHost:
			return scope
		case strings.HasSuffix(scope, site.ScopeSection): // combined with a list or several hosts
			return site.ScopeSection
		}
	}
	return ""
}

func (a *app) asks() bool {
	return interactive(a.in, a.err) && a.config.Sites.Hosts != "-" && !a.flags.quiet
}

// askScope asks whether pages mean a section or the whole site until the user answers.
func askScope(in io.Reader, out io.Writer, pages []site.URL) (string, error) {
	u := pages[0]
	fmt.Fprintf(out, "%s is part of a site. What should be crawled?\n"+
		"  s  the section: what lies below %s\n  h  the whole host %s, beginning at that page\n",
		pageNames(pages), u.Origin()+site.Section(u.Path), u.Origin())
	answers := bufio.NewScanner(in)
	for {
		fmt.Fprint(out, "s or h? ")
		if !answers.Scan() {
			return "", run.Usage("no answer: use --scope section or --scope host")
		}
		switch strings.ToLower(strings.TrimSpace(answers.Text())) {
		case "s", "section":
			return site.ScopeSection, nil
		case "h", "host":
			return site.ScopeHost, nil
		}
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func interactive(in, err any) bool { return isTerminal(in) && isTerminal(err) }
