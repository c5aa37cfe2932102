package command

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A stop file that appears while files are written ends the watch, even if the next iteration is already due.
func TestWaitStopFile(t *testing.T) {
	stopFile := filepath.Join(t.TempDir(), "stop")
	if !waitUntil(context.Background(), stopFile, time.Now()) {
		t.Error("ended without a stop file")
	}
	must(t, os.WriteFile(stopFile, nil, 0o644))
	if waitUntil(context.Background(), stopFile, time.Now()) {
		t.Error("went on with a stop file")
	}
}
