package sites

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"sitegraph/internal/tempdir"
)

// crawlsAtOnce is how many crawls run at the same time if the command line does not say it. Most of its time a crawl
// waits for the pause before second requests, so there are more than processors.
const crawlsAtOnce = "24"

// hostileCommand is the environment variable that makes TestHostileCommand run the program: its arguments and
// environment as JSON.
const hostileCommand = "SITEGRAPH_HOSTILE_COMMAND"

func TestMain(m *testing.M) {
	tempdir.InMemory()
	if os.Getenv(hostileCommand) == "" { // whose memory is measured
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
