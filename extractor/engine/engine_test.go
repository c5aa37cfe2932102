package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"sitegraph/extractor/engine"
	"sitegraph/site"
)

// countdown is an order of left requests. Field most limits the requests under way at once.
type countdown struct {
	left, most, underway, greatest int
	taken                          []int
	settled                        int
	request                        func(ctx context.Context, n int) error
}

func (c *countdown) Next() (engine.Request, error) {
	if c.left == 0 || c.underway == c.most {
		return nil, nil
	}
	n := c.left
	c.left--
	c.underway++
	c.greatest = max(c.greatest, c.underway)
	return func(ctx context.Context) func() error {
		var err error
		if c.request != nil {
			err = c.request(ctx, n)
		}
		return func() error {
			c.underway--
			c.taken = append(c.taken, n)
			return err
		}
	}, nil
}

func (c *countdown) Settle() error {
	c.settled = len(c.taken)
	return nil
}

// TestRun checks that requests are sent, taken and settled once, and that no more run at a time than the order wants.
func TestRun(t *testing.T) {
	for _, most := range []int{1, 7, 1000} {
		c := &countdown{left: 500, most: most}
		e := engine.New(engine.Hooks{})
		if err := e.Run(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		slices.Sort(c.taken)
		if len(slices.Compact(c.taken)) != 500 || c.settled != 500 || c.greatest > most || e.Underway() != 0 {
			t.Errorf("most %d: %d taken, %d settled, %d under way at once", most, len(c.taken), c.settled, c.greatest)
		}
		e.End()
	}
}

// TestStop checks that the end of the context is reported once, with its cause, and that Cut cancels the requests.
func TestStop(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	var why []site.Ending
	var e *engine.Engine
	e = engine.New(engine.Hooks{Stopped: func(ending site.Ending) {
		why = append(why, ending)
		e.Cut()
	}})
	defer e.End()
	c := &countdown{left: 3, most: 3, request: func(ctx context.Context, n int) error {
		stop(site.EndedSignal)
		<-ctx.Done()
		return nil
	}}
	if err := e.Run(ctx, c); err != nil || len(c.taken) != 3 || !e.Over() {
		t.Error(err, c.taken)
	}
	if !slices.Equal(why, []site.Ending{site.EndedSignal}) {
		t.Errorf("stopped by %v", why)
	}
}

// TestErrors checks that a failed reply and a panicking request end the order, and that End waits for the others.
func TestErrors(t *testing.T) {
	broken := errors.New("the disk is full")
	for name, request := range map[string]func(context.Context, int) error{
		"error": func(context.Context, int) error { return broken },
		"fault": func(context.Context, int) error { panic("a fault") },
	} {
		e := engine.New(engine.Hooks{})
		err := e.Run(t.Context(), &countdown{left: 9, most: 9, request: request})
		fault := new(site.Fault)
		if name == "error" && !errors.Is(err, broken) || name == "fault" && !errors.As(err, &fault) {
			t.Errorf("%s: %v", name, err)
		}
		if e.End(); e.Underway() != 0 {
			t.Errorf("%s: %d under way after the end", name, e.Underway())
		}
	}
}

// TestOnce sends a single request whose reply needs no processing.
func TestOnce(t *testing.T) {
	asked := 0
	e := engine.New(engine.Hooks{})
	defer e.End()
	err := e.Run(t.Context(), engine.Once(func(context.Context) func() error { asked++; return nil }))
	if err != nil || asked != 1 {
		t.Error(asked, err)
	}
}
