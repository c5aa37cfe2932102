package queue

import (
	"os"
	"testing"

	"sitegraph/internal/tempdir"
)

// TestMain keeps the folders of the tests in memory.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	os.Exit(m.Run())
}
