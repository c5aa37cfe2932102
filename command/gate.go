package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"sitegraph/results/gate"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

type gating struct {
	conditions []gate.Condition
	failed     bool
}

func (g *gating) addTo(cmd *cobra.Command) {
	cmd.Flags().Func("fail-on", "end with exit code 5 if one of these `conditions` holds or cannot be judged, such as "+
		"'new:broken-link,depth>6,pages<90%', and print Markdown", func(text string) (err error) {
		g.conditions, err = gate.Parse(text)
		return err
	})
}

func (g *gating) asked() bool { return len(g.conditions) > 0 }

// outcome turns the success of a comparison into an exit code if a condition failed.
func (g *gating) outcome(err error) error {
	if err == nil && g.failed {
		return exitCode(exitFails)
	}
	return err
}

// showChanges shows the changes between two crawls as tables, or the verdict of --fail-on.
func (a *app) showChanges(c gate.Changes, heading string) error {
	if !a.gate.asked() {
		fmt.Fprintf(a.text(), "%s, %s\n\n", site.Show(c.B.Site), heading)
		return compare.WriteTable(a.text(), c.Summary())
	}
	v, err := gate.Judge(a.gate.conditions, c)
	if err != nil {
		return err
	}
	return a.showVerdict(v)
}

// judgeAlone judges a site that only one folder has, if there are conditions.
func (a *app) judgeAlone(folder string) error {
	if !a.gate.asked() {
		return nil
	}
	fmt.Fprintln(a.text())
	return a.showVerdict(gate.WithoutCounterpart(a.gate.conditions, folder))
}

func (a *app) showVerdict(v gate.Verdict) error {
	a.gate.failed = a.gate.failed || !v.Passed
	if a.progress.json && !a.flags.quiet {
		writeObject(a.out, map[string]gate.Verdict{"gate": v})
	}
	return v.WriteMarkdown(a.text())
}
