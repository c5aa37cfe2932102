package command

import (
	"context"

	"github.com/spf13/cobra"

	"sitegraph/mcp"
	"sitegraph/run"
)

func newMCP(a *app) *cobra.Command {
	return a.command(runMCP, cobra.Command{Use: "mcp [folder...]",
		Short: "Answer programs about result folders, over the Model Context Protocol",
		Long: "mcp speaks the Model Context Protocol over standard input and output. Its tools read result\n" +
			"folders, or folders of result folders (default: the result folder of the settings). They\n" +
			"start no crawl and change nothing.",
		Example: "  sitegraph mcp\n  sitegraph mcp old/result new/result"})
}

// runMCP answers until the input ends or a signal comes.
func runMCP(ctx context.Context, a *app, args []string) error {
	if len(args) == 0 {
		args = []string{a.config.Path(a.config.Export.ResultFolder)}
	}
	ctx, release := stopBySignal(ctx, func() {})
	defer release()
	return mcp.New(mcp.Options{Folders: args, Version: run.Version}).Serve(ctx, a.in, a.out)
}
