package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/wording"
)

// standing is what a crawl found out about a URL.
type standing struct {
	url       string
	at        time.Time
	iteration int             // of a watched site
	facts     []string        // its state, and its kinds of problems
	content   string          // digest of the page, if it is one
	linking   map[string]bool // URLs of the pages that link to it
}

// since says since when facts about a URL hold, and what changed with them.
type since struct {
	At        time.Time `json:"since"`
	Iteration int       `json:"iteration,omitempty"`
	Facts     []string  `json:"facts"`
	// Before is the URL's state before. "" means that the facts held at the earliest known crawl.
	Before  string   `json:"before,omitempty"`
	Content bool     `json:"content_changed"`
	Lost    []string `json:"lost_links_from,omitempty"` // pages that no longer linked to it
	New     []string `json:"new_links_from,omitempty"`  // pages that linked to it from then on
}

func newBlame(a *app) *cobra.Command {
	asJSON := false
	cmd := a.command(func(_ context.Context, args []string) error { return runBlame(a, args[0], asJSON) },
		texts("blame"))
	cmd.Args = argCount("one URL", 1)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, a line for each site")
	return cmd
}

// runBlame says since when a URL is as it is on each site that knows it, or on each that once knew it.
func runBlame(a *app, text string, asJSON bool) error {
	in := a.inputs(run.Details{})
	in.NoBelief = true
	var known, others []string
	for c, err := range in.FromState(nil) {
		if err != nil {
			return err
		}
		s, err := standingIn(c, in.Walk.URLProfile, text)
		if err != nil {
			return err
		}
		if s.url != "" {
			known = append(known, c.Origin)
		} else {
			others = append(others, c.Origin)
		}
	}
	if len(known) > 0 {
		others = nil
	}
	found := false
	for _, name := range append(known, others...) {
		all, url, err := standings(in, name, text)
		if err != nil {
			return err
		}
		switch found = found || url != ""; {
		case url == "":
		case asJSON:
			writeObject(a.out, map[string]any{"site": name, "url": url, "history": history(all)})
		default:
			fmt.Fprintln(a.out, url)
			for _, s := range history(all) {
				s.show(a.out)
			}
		}
	}
	if !found {
		a.progress.Error(text + ": " + inspect.ErrUnknown.Error())
		return exitCode(exitNothing)
	}
	return nil
}

// standings goes back through the crawls of a site until no fact of the latest holds any more.
func standings(in results.Inputs, name, text string) (all []standing, url string, err error) {
	for c, err := range in.Back(name) {
		if err != nil {
			return nil, "", err
		}
		s, err := standingIn(c, in.Walk.URLProfile, text)
		if err != nil {
			return nil, "", err
		}
		if all = append(all, s); url == "" {
			url = s.url
		}
		if !slices.ContainsFunc(all[0].facts, func(fact string) bool { return held(all, fact) == len(all)-1 }) {
			break
		}
	}
	return all, url, nil
}

func standingIn(c results.Crawl, profile, text string) (s standing, err error) {
	s = standing{at: c.Finished, facts: []string{"unknown"}, linking: map[string]bool{}}
	if w := c.Watched; w != nil {
		last := w.Iterations[len(w.Iterations)-1]
		s.at, s.iteration = last.At, last.Number
	}
	asked, err := inspect.New(c.Crawl, profile)
	if err != nil {
		return s, usage(err)
	}
	e, err := asked.One(text)
	if errors.Is(err, inspect.ErrUnknown) {
		return s, nil
	}
	if err != nil {
		return s, usage(err)
	}
	p, err := asked.Page(e, inspect.Limits{Items: math.MaxInt})
	s.url, s.facts[0] = p.URL, string(p.State)
	if p.Reason != "" && p.Reason != s.facts[0] {
		s.facts[0] = strings.TrimPrefix(s.facts[0]+": "+p.Reason, string(site.StateStatus)+": ")
	}
	for _, problem := range p.Problems.Items {
		s.facts = append(s.facts, problem.Kind)
	}
	for _, l := range p.In.Items {
		s.linking[l.URL] = true
	}
	if p.ID > 0 {
		s.content = c.Graph.Pages[p.ID-1].Hash
	}
	return s, err
}

// held returns the index of the earliest crawl since which a fact holds. The latest crawl comes first.
func held(all []standing, fact string) int {
	at := slices.IndexFunc(all, func(s standing) bool { return !slices.Contains(s.facts, fact) })
	if at < 0 {
		at = len(all)
	}
	return at - 1
}

// history groups the facts of the latest crawl by the crawl since which they hold, the latest first.
func history(all []standing) (out []since) {
	for at, then := range all {
		s := since{At: then.at, Iteration: then.iteration, Facts: slices.DeleteFunc(slices.Clone(all[0].facts),
			func(fact string) bool { return held(all, fact) != at })}
		if len(s.Facts) == 0 {
			continue
		}
		if at+1 < len(all) {
			before := all[at+1]
			s.Before = before.facts[0]
			s.Content = then.content != "" && before.content != "" && then.content != before.content
			s.Lost, s.New = without(before.linking, then.linking), without(then.linking, before.linking)
		}
		out = append(out, s)
	}
	return out
}

// without returns the URLs that only some has, sorted.
func without(some, others map[string]bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(some)), func(url string) bool { return others[url] })
}

func (s since) show(w io.Writer) {
	when := s.At.UTC().Format(time.RFC3339)
	if s.Iteration > 0 {
		when += fmt.Sprintf(" (iteration %d)", s.Iteration)
	}
	if s.Before == "" {
		when += ", the earliest crawl that is known"
	}
	explainLine(w, "since", when)
	explainLine(w, "", strings.Join(s.Facts, ", "))
	if s.Before != "" {
		explainLine(w, "", "before: "+s.Before)
	}
	if s.Content {
		explainLine(w, "", "its content changed")
	}
	if len(s.Lost) > 0 {
		explainLine(w, "", "no longer linked from "+wording.ListFirst(s.Lost, maxChanged))
	}
	if len(s.New) > 0 {
		explainLine(w, "", "newly linked from "+wording.ListFirst(s.New, maxChanged))
	}
}
