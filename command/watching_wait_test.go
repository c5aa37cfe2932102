package command

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A stop file that appeared while files were written ends the watch, even if the next iteration is due already.
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
