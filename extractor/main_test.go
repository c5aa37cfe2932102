package extractor_test

import (
	"os"
	"runtime/debug"
	"testing"

	"sitegraph/internal/tempdir"
)

// TestMain keeps the folders of the tests in memory, and collects garbage less often than a crawl does.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
