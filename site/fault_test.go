package site_test

import (
	"errors"
	"strings"
	"testing"

	"sitegraph/site"
)

func broken() { panic("a bead is missing") }

// A panic becomes an error that names its cause and keeps the stack of its origin, through any number of goroutines.
func TestFault(t *testing.T) {
	group := func() error {
		var g site.Group
		g.Go(func() {})
		g.Go(broken)
		g.Wait()
		return nil
	}
	for name, work := range map[string]func() error{
		"here":       func() error { broken(); return nil },
		"in a group": group,
		"passed on":  func() error { panic(site.Safely(func() error { broken(); return nil })) },
		"wrapped":    func() error { return errors.Join(site.Safely(group)) },
	} {
		err := site.Safely(work)
		fault := new(site.Fault)
		if !errors.As(err, &fault) || fault.Cause != "a bead is missing" ||
			!strings.Contains(string(fault.Stack), "site_test.broken") || strings.Contains(err.Error(), "fault_test") {
			t.Errorf("%s: %v\n%s", name, err, fault.Stack)
		}
	}
	want := errors.New("no fault")
	if err := site.Safely(func() error { return want }); err != want {
		t.Error(err)
	}
}
