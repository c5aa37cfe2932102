package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

const maxLinking = 20 // linking pages to show without --all

func newWhy(a *app) *cobra.Command {
	all, asJSON := false, false
	cmd := a.command(func(_ context.Context, args []string) error {
		if len(args) == 2 {
			return explainPair(a, args, asJSON)
		}
		return explainAll(a, args[0], all, asJSON)
	}, texts("why"))
	cmd.Args = argCount("one URL, or two to compare", 1, 2)
	cmd.Flags().BoolVar(&all, "all", false,
		"list all pages that link to it; with anchor texts and hrefs\n"+
			"if the crawl kept single links (exporter links)")
	cmd.Flags().BoolVar(&asJSON, "json", false,
		"write what is known of it as JSON: links, a shortest path, problems, measures;\n"+
			"lists are cut unless --all is given")
	return cmd
}

// explainAll explains a URL: its normalized form, its state and the deciding rule, its page, and the pages that link to
// it. The error is exitNothing if the URL is unknown.
func explainAll(a *app, text string, all, asJSON bool) error {
	urls, err := inspect.URLs(text)
	if err != nil {
		return usage(err)
	}
	n, err := site.NewNormaliser(a.config.Walk.URLProfile, nil)
	if err != nil {
		return usage(err)
	}
	in := a.inputs(run.Details{})
	in.NoBelief = true
	found := false
	var sites []string
	for c, err := range in.FromState(nil) {
		if err != nil {
			return err
		}
		if c.Search == nil {
			sites = append(sites, c.Origin)
		}
		s, err := inspect.New(c.Crawl, a.config.Walk.URLProfile)
		if err != nil {
			return usage(err)
		}
		var entries []site.Entry
		if entries, urls[0], err = s.Look(text); err != nil {
			return err
		}
		for _, e := range entries {
			if found = true; asJSON {
				err = urlAsJSON(a.out, s, e, all)
			} else {
				explain(a.out, s, e)
				if c.Search != nil {
					explainVisits(a.out, c.Search.Search, e.Key)
				}
				err = explainLinks(a.out, s.Crawl, e.Key, all)
			}
			if err != nil {
				return err
			}
		}
	}
	if found {
		return nil
	}
	if asJSON {
		writeObject(a.out, map[string]string{"url": text, "normalized_url": n.Key(urls[0]), "state": "unknown"})
		return exitCode(exitNothing)
	}
	fmt.Fprintf(a.out, "%s\n", text)
	explainLine(a.out, "normalized", n.Key(urls[0]))
	says := "unknown: no page of the sites crawled here links to it"
	for _, origin := range sites {
		pages, err := in.LeftOut(origin, n.Key(urls[0]))
		if err != nil {
			return err
		}
		if len(pages) > 0 {
			says = "unknown: only pages that the crawl leaves out link to it, such as " + pages[0]
		}
	}
	explainLine(a.out, "state", says)
	if rule := string(site.RuleIPToHost); strings.Contains(a.config.Walk.URLProfile, rule) {
		explainLine(a.out, "", "(with rule "+rule+" name the site by its host, not its IP address)")
	}
	return exitCode(exitNothing)
}

// urlAsJSON writes what a crawl knows about a URL as one line of JSON. Unless all is set, lists are cut.
func urlAsJSON(w io.Writer, s *inspect.Site, e site.Entry, all bool) error {
	limits := inspect.Limits{Items: maxLinking}
	if all {
		limits.Items = math.MaxInt
	}
	page, err := s.Page(e, limits)
	if err == nil {
		writeObject(w, page)
	}
	return err
}

func explainLine(w io.Writer, name, value string) { fmt.Fprintf(w, "  %-10s  %s\n", name, value) }

func explainVerdict(w io.Writer, v inspect.Verdict, level int) {
	fmt.Fprintln(w, v.URL)
	number := func(n, least int) string {
		if n < least {
			return ""
		}
		return strconv.Itoa(n)
	}
	for _, line := range [][2]string{{"site", v.Site}, {"normalized", v.Key},
		{"state", fmt.Sprintf("%s (%s)", v.State, v.Meaning)}, {"reason", v.Reason},
		{"status", number(v.Status, 1)}, {"depth", number(level, 0)}, {"page", v.Page}} {
		if line[1] != "" {
			explainLine(w, line[0], line[1])
		}
	}
}

func explain(w io.Writer, s *inspect.Site, e site.Entry) {
	explainVerdict(w, s.Verdict(e), e.Level)
	if s.Sameness != nil {
		if at := slices.IndexFunc(s.Aliases, func(a site.Alias) bool { return a.Key == e.Key }); at >= 0 &&
			s.Aliases[at].HeldFor != "" {
			explainLine(w, "differs", s.Aliases[at].Sentence())
		}
		explainSameness(w, s.Sameness, e)
	}
	if seen := s.SeenOf(e.Key); seen != nil {
		explainSeen(w, seen)
	}
}

// explainLinks shows pages that link to a URL. With all it shows every page, and the links as written if kept.
func explainLinks(w io.Writer, c *site.Crawl, key string, all bool) error {
	from := c.Mentions(key)
	explainLine(w, "linked", "from "+wording.Count(len(from), "page", "pages"))
	for i, id := range from {
		if i == maxLinking && !all {
			explainLine(w, "", fmt.Sprintf("and %d more: see them with --all", len(from)-i))
			break
		}
		explainLine(w, "", c.Graph.Pages[id-1].URL)
		if !all {
			continue
		}
		for l, err := range c.LinksOn([]int{id}) {
			if err != nil {
				return err
			}
			if l.Key == key {
				explainLine(w, "", fmt.Sprintf("  <%s> href %q, text %q", l.Element, l.Href, l.Text))
			}
		}
	}
	return nil
}

const maxMasks = 10

// explainSameness shows why a URL counts as another page's. This is a rule with examples, or the parts not compared.
func explainSameness(w io.Writer, s *site.Sameness, e site.Entry) {
	if r := e.Reason.Rule; r != nil {
		explainLine(w, "rule", fmt.Sprintf("%s: %s compared, %d agreed, %d of them fetched to test it", r.State(),
			wording.Count(r.Trials, "pair of pages", "pairs of pages"), r.Agreed, r.HeldOut))
		if r.First != "" {
			explainLine(w, "", "for instance "+r.First)
			explainLine(w, "", "and          "+r.Second)
		}
	}
	if e.State != site.StateDuplicate && e.State != site.StateBoth || len(s.Masks) == 0 {
		return
	}
	explainLine(w, "masks", "pages are compared without the parts that change from request to request:")
	for i, m := range s.Masks {
		if i == maxMasks {
			explainLine(w, "", fmt.Sprintf("and %d more", len(s.Masks)-i))
			break
		}
		line := m.Sentence()
		if m.First != "" {
			line += fmt.Sprintf(", such as %q", m.First)
		}
		explainLine(w, "", line)
	}
}

func explainSeen(w io.Writer, s *inspect.Seen) {
	at := func(t time.Time) string { return t.Format(time.RFC3339) }
	explainLine(w, "seen", "first "+at(s.First)+", last "+at(s.Last)+", last checked "+at(s.Checked))
	if s.Last.Before(s.Checked) {
		explainLine(w, "", "gone at the last check; a page that is gone at three checks in a row leaves the graph")
	}
	changes := "no change was ever found"
	if s.Changes > 0 {
		changes = "found changed " + wording.Count(s.Changes, "time", "times") + ", last " + at(s.Changed)
	}
	explainLine(w, "checks", wording.Count(s.Visits, "visit", "visits")+"; "+changes)
}

// explainVisits shows which agents visited a URL, or knew it and did not visit it.
func explainVisits(w io.Writer, s *site.Search, key string) {
	name := func(agent int) string {
		if agent == site.Nobody {
			return "no agent"
		}
		return s.Agents[agent].Name
	}
	for _, v := range s.Visits {
		if v.Key != key {
			continue
		}
		text := fmt.Sprintf("number %d, by %s, which estimated %.3f", v.Number, name(v.Agent), v.Estimate)
		if v.Listed {
			text += ", listed in a sitemap"
		}
		if v.FoundBy != v.Agent {
			text += ", found by " + name(v.FoundBy)
		}
		if v.Agent != site.Nobody && v.Relevance != nil {
			text += fmt.Sprintf(", relevance %.3f", v.Relevance[v.Agent])
		}
		if v.Stored {
			text += ", stored"
		}
		explainLine(w, "visit", text)
	}
	for _, v := range s.Waiting {
		if v.Key == key {
			explainLine(w, "waiting", fmt.Sprintf("for %s, which estimates %.3f", name(v.Agent), v.Estimate))
		}
	}
}
