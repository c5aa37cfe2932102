package desk

import (
	"context"
	"errors"
	"testing"
)

// TestForesee: what-ifs keep no tables waiting, and one that waits ends with its request, and says why.
func TestForesee(t *testing.T) {
	var v views
	v.open(t.TempDir())
	var over []func()
	for range foresights {
		done, err := v.foresee(t.Context())
		must(t, err)
		over = append(over, done)
	}
	tables, err := v.alone(t.Context())
	must(t, err)
	tables()
	why := errors.New("the user left")
	ctx, leave := context.WithCancelCause(t.Context())
	leave(why)
	if _, err := v.foresee(ctx); !errors.Is(err, why) {
		t.Errorf("one more: %v", err)
	}
	over[0]()
	if _, err := v.foresee(t.Context()); err != nil {
		t.Error(err)
	}
}
