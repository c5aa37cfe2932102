package lab

import "fmt"

// InputError is an error in what an experiment is given: options, or crawls
// that lack what it needs. All other errors are failures of the experiment.
type InputError struct {
	// Err says what is wrong.
	Err error
}

// Error implements error.
func (e InputError) Error() string { return e.Err.Error() }

// Unwrap returns the error within.
func (e InputError) Unwrap() error { return e.Err }

// Invalid returns an InputError; its arguments are those of [fmt.Errorf].
func Invalid(format string, a ...any) error { return InputError{fmt.Errorf(format, a...)} }

// Ranges bound the parameters of an experiment: Value must be from Least to
// Most.
type Ranges = []struct {
	Name               string
	Value, Least, Most float64
}

// Check returns an error for the first parameter out of its range, NaN
// included; of says whose parameters they are.
func Check(of string, ranges Ranges) error {
	for _, r := range ranges {
		if !(r.Value >= r.Least && r.Value <= r.Most) {
			return Invalid("%s: %s is %v; it must be from %v to %v", of, r.Name, r.Value, r.Least, r.Most)
		}
	}
	return nil
}
