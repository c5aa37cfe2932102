package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/mcp"
	"sitegraph/run"
)

func newMCP(a *app) *cobra.Command { return a.command(runMCP, texts("mcp")) }

// runMCP answers until the input ends or a signal comes.
func runMCP(ctx context.Context, a *app, args []string) error {
	if len(args) == 0 {
		args = []string{a.config.Path(a.config.Export.ResultFolder)}
	}
	ctx, release := stopBySignal(ctx, func() {})
	defer release()
	return mcp.New(mcp.Options{Folders: args, Version: run.Version}).Serve(ctx, a.in, a.out)
}
