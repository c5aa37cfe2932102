package command

import (
	"github.com/spf13/cobra"

	"sitegraph/run"
)

// withWorkers says where the commands and flags of workers are.
const withWorkers = "is in the program of the workers: (cd workers && go build -o sitegraph-workers .) builds it; " +
	"see docs/many-machines.md"

// flagsElsewhere are the flags that the program of the workers adds to commands of this one.
var flagsElsewhere = []string{"nats", "nats-credentials", "nats-ca", "store", "job", "force"}

// otherFlags are the flags of other programs, with what to write here instead.
var otherFlags = map[string]string{
	"depth":    "did you mean --max-depth?",
	"limit":    "did you mean --max-pages?",
	"url":      "name the site without a flag",
	"o":        "did you mean -O?",
	"output":   "did you mean --output-dir?",
	"json":     "did you mean --progress json?",
	"format":   "did you mean --export?",
	"threads":  "did you mean --per-host?",
	"config":   "did you mean --settings?",
	"render":   "scripts are not run: links that they make are not seen",
	"cookie":   "write it into a file that --credentials names",
	"auth":     "write it into a file that --credentials names",
	"port":     "a site has its port in its address; the desk has it in --listen ADDRESS:PORT",
	"no-color": "did you mean --color never?",
	"silent":   "did you mean --quiet?",
}

func newElsewhere(name string) *cobra.Command {
	return &cobra.Command{Use: name, Hidden: true, Args: cobra.ArbitraryArgs,
		Short: "In the program of the workers", Long: name + " " + withWorkers + ".",
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return run.Usage("%s %s", cmd.CommandPath(), withWorkers)
		}}
}
