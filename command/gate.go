package command

import (
	"github.com/spf13/cobra"

	"sitegraph/results/gate"
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
