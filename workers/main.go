// Command sitegraph-workers is sitegraph plus the commands worker and submit, and jobs in status, merge, forget, serve.
package main

import (
	"os"

	"sitegraph/command"
	"sitegraph/command/memory"
	"sitegraph/workers/commands"
)

func main() {
	memory.Pace()
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:], os.Environ(), commands.Add))
}
