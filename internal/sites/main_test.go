package sites

import (
	"flag"
	"os"
	"testing"
)

// crawlsAtOnce is how many crawls run at the same time if the command line does not say it. Most of its time a crawl
// waits for the pause before second requests, so there are more than processors.
const crawlsAtOnce = "24"

func TestMain(m *testing.M) {
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
