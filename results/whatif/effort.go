package whatif

import "fmt"

// Effort bounds the work that a file of changes makes. nil is no bound.
type Effort struct {
	// Most is how often a pattern may be held against a URL.
	Most int
	// Stop reports why the work is to end, nil if it is not; it is asked often.
	Stop func() error

	spent int
	err   error // why there is no more
}

// askedEvery is the number of trials after which Stop is asked.
const askedEvery = 1024

// spend reports whether some more trials may be made. After the first refusal nothing matches any more.
func (e *Effort) spend(trials int) bool {
	if e == nil {
		return true
	}
	before := e.spent / askedEvery
	if e.spent += trials; e.err == nil && e.spent/askedEvery > before {
		e.err = e.Stop()
	}
	if e.err == nil && e.spent > e.Most {
		e.err = fmt.Errorf("patterns of the file fit too many URLs: they would be compared more than %d times; "+
			"name directories or whole URLs, or use sitegraph what-if on the command line", e.Most)
	}
	return e.err == nil
}

// failure is why the work ended, nil if it did not.
func (e *Effort) failure() error {
	if e == nil {
		return nil
	}
	return e.err
}
