package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sitegraph/site"
	"sitegraph/wording"
)

// mostLinking bounds how many linking pages why shows.
const mostLinking = 20

// runWhy tells what became of a URL: its key, its state and the rule behind
// it, the page that stands for it, and the pages that link to it.
func runWhy(cmd *cobra.Command, c console, f *flags, text string) error {
	s, err := newSetup(cmd, c, f)
	if err != nil {
		return err
	}
	u, err := site.Parse(text)
	if err != nil {
		return usage(fmt.Errorf("%q is no address (%w): name it whole, with http:// or https://", text, err))
	}
	n, err := site.NewNormaliser(s.Walk.URLProfile, nil)
	if err != nil {
		return usage(err)
	}
	key, found := n.Key(u), false
	err = eachCrawl(cmd, c, f, nil, func(r *recaller, origin string, crawl *site.Crawl) error {
		own, err := r.keyIn(cmd.Context(), origin, crawl, u)
		if err != nil {
			return err
		}
		for e, err := range crawl.Ledger {
			if err != nil {
				return err
			}
			if e.Key == own {
				found = true
				explain(c.out, crawl, e)
			}
		}
		return nil
	})
	if err == nil && !found {
		fmt.Fprintf(c.out, "%s\n  key    %s\n  state  unknown: no page of the sites crawled here links to it\n", text, key)
	}
	return err
}

// keyIn returns the key that a crawl has for an address.
func (r *recaller) keyIn(ctx context.Context, origin string, c *site.Crawl, u site.URL) (string, error) {
	start, err := site.Parse(origin)
	if err != nil {
		return "", fmt.Errorf("state: %w", err)
	}
	n, err := r.newNormaliser(ctx, start)
	if err != nil {
		return "", err
	}
	if c.Former == u.Origin() {
		u.Scheme = "https"
	}
	return n.Key(u), nil
}

func explain(w io.Writer, c *site.Crawl, e site.Entry) {
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "  %-8s %s\n", name, value)
		}
	}
	fmt.Fprintln(w, e.URL)
	line("site", c.Site)
	line("key", e.Key)
	line("state", strings.TrimSpace(string(e.State)+" "+meaning(e.State)))
	line("reason", e.Why())
	if e.Status > 0 {
		line("status", fmt.Sprint(e.Status))
	}
	if e.Level >= 0 {
		line("level", fmt.Sprint(e.Level))
	}
	line("page", e.Page)
	from := c.Mentions(e.Key)
	line("linked", "from "+wording.Count(len(from), "page", "pages"))
	for i, id := range from {
		if i == mostLinking {
			fmt.Fprintf(w, "           and %d more\n", len(from)-i)
			break
		}
		fmt.Fprintf(w, "           %s\n", c.Graph.Pages[id-1].URL)
	}
}

// meanings say which rule gives a state.
var meanings = map[site.State]string{
	site.StatePage:              "(a node of the graph)",
	site.StateRedirect:          "(redirects to a page, which stands for it)",
	site.StateDuplicate:         "(has the content of a page, which stands for it)",
	site.StateBoth:              "(redirects to an address with the content of a page)",
	site.StateHop:               "(only redirects lead to it)",
	site.StateExternal:          "(another scheme, host or port: another site)",
	site.StateRobots:            "(robots.txt)",
	site.StateUnreachable:       "(the host gave no answer)",
	site.StateRobotsUnavailable: "(robots.txt was answered with an error: nothing may be fetched now)",
	site.StateExtension:         "([walk] extensions)",
	site.StateExcluded:          "([walk] include, exclude)",
	site.StateNotHTML:           "(its Content-Type is not HTML)",
	site.StateStatus:            "(its final status is not 200)",
	site.StateFailed:            "(no usable answer)",
	site.StateRedirectOut:       "(redirects off the site)",
	site.StateRedirectBad:       "(its redirects lead nowhere)",
	site.StateRedirectLost:      "(redirects to what is no page)",
	site.StateBeyondLevel:       "(max_level)",
	site.StateLimit:             "([walk] max_pages, or a limit of [limits])",
	site.StateStopped:           "(the run ended before its turn)",
}

func meaning(s site.State) string { return meanings[s] }
