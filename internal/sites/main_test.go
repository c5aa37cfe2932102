package sites

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"sitegraph/internal/tempdir"
)

// crawlsAtOnce exceeds the processors, since crawls mostly wait for the pause before second requests.
const crawlsAtOnce = "24"

// hostileCommand is a variable with arguments and environment, as JSON, for TestHostileCommand.
const hostileCommand = "SITEGRAPH_HOSTILE_COMMAND"

func TestMain(m *testing.M) {
	tempdir.InMemory()
	if os.Getenv(hostileCommand) == "" { // TestHostileCommand measures memory
		debug.SetGCPercent(400)
	}
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		if err := flag.Set("test.parallel", crawlsAtOnce); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
