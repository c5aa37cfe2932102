package stats

// The severities of problems.
const (
	// SeverityError is what a visitor stumbles over.
	SeverityError = "error"
	// SeverityWarning is what is probably not meant.
	SeverityWarning = "warning"
	// SeverityNotice is what may well be meant, and is good to know.
	SeverityNotice = "notice"
)

// Problem is a kind of fault or oddity, with how often it occurs. Occurrences
// are listed in problems.csv.
type Problem struct {
	// Kind is a short name, for instance "broken-link".
	Kind string `json:"kind"`
	// Severity is "error", "warning" or "notice".
	Severity string `json:"severity"`
	// Explanation is one sentence on the kind.
	Explanation string `json:"says"`
	// Count is the number of occurrences.
	Count int `json:"count"`
}

// Occurrence is one place of a problem, a row of problems.csv. Its texts come
// from the web as they are.
type Occurrence struct {
	// Kind is the [Problem]'s.
	Kind string
	// Page is the id of the page at fault, or of the one that
	// represents the URL at fault; 0 if there is none.
	Page int
	// URL is the page's URL, or the one at fault.
	URL string
	// Detail says more.
	Detail string
	// Sources are the ids of pages that link there, or that have the bad link
	// or the title, ascending, at most five of SourceCount. A SourceCount of 0
	// with a source means that only the first is known.
	Sources     []int
	SourceCount int
}
