package lab

import "fmt"

// Ranges bound the parameters of an experiment.
type Ranges = []struct {
	Name               string
	Value, Least, Most float64
}

// Check returns an error for the first parameter out of its range, NaN
// included; of says whose they are.
func Check(of string, ranges Ranges) error {
	for _, r := range ranges {
		if !(r.Value >= r.Least && r.Value <= r.Most) {
			return fmt.Errorf("%s: %s is %v; it must be from %v to %v", of, r.Name, r.Value, r.Least, r.Most)
		}
	}
	return nil
}
