package command

import (
	"context"
	"os"
	"testing"
	"time"
)

// A stop file that appeared while files were written ends the watch, even if the next iteration is due already.
func TestWaitStopFile(t *testing.T) {
	a := &app{}
	a.config.OutputDir = t.TempDir()
	a.config.Finish.StopFile = "stop"
	if !a.wait(context.Background(), time.Now()) {
		t.Error("ended without a stop file")
	}
	if err := os.WriteFile(a.config.Path("stop"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if a.wait(context.Background(), time.Now()) {
		t.Error("went on with a stop file")
	}
}
