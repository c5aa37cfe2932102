package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"sitegraph/config"
	"sitegraph/run"
)

// newMan returns the command that writes the manual pages.
func newMan() *cobra.Command {
	return &cobra.Command{Use: "man FOLDER", Args: takes(1, "one folder"), ValidArgsFunction: completeFolders,
		Short:   "Write manual pages, one for each command, into a folder",
		Example: "  sitegraph help man ~/.local/share/man/man1\n  man sitegraph-watch",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuseOthers(cmd); err != nil {
				return err
			}
			return writeManuals(cmd.Root(), args[0])
		}}
}

// writeManuals writes the manual pages of a command and of those below it.
func writeManuals(cmd *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			if err := writeManuals(c, folder); err != nil {
				return err
			}
		}
	}
	text, err := manual(cmd)
	if err != nil {
		return fmt.Errorf("manual page of %s: %w", cmd.CommandPath(), err)
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	return config.ReplaceFile(filepath.Join(folder, name), text)
}

// manual is the manual page of a command, with the flags that it takes. It has no date: the same version writes the
// same pages.
func manual(cmd *cobra.Command) (string, error) {
	hideOthers(cmd)
	cmd.DisableAutoGenTag = true
	var page bytes.Buffer
	header := doc.GenManHeader{Section: "1", Source: "sitegraph " + run.Version, Manual: "sitegraph",
		Date: new(time.Time)}
	if err := doc.GenMan(cmd, &header, &page); err != nil {
		return "", err
	}
	return strings.Replace(page.String(), header.Date.Format("Jan 2006"), "", 1), nil
}
