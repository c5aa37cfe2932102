package site

import (
	"fmt"
	"strings"
)

// LinkFault is why an href, or the Location of a redirect, is no usable link.
// It is the error of Parse and Resolve. The reference itself is not in it: the
// caller has it. The zero value means that there is no fault.
type LinkFault struct {
	// Kind is what is wrong.
	Kind LinkFaultKind
	// Scheme is that of FaultScheme and FaultNoSlashes, lower case.
	Scheme string
	// Bound is that of FaultTooLong, in bytes.
	Bound int
	// Text is the fault in words, of a link that was read back from a file;
	// the other fields are empty then.
	Text string
}

// LinkFaultKind is a kind of LinkFault.
type LinkFaultKind string

// The kinds of fault. The last two occur in redirects only.
const (
	FaultScheme     LinkFaultKind = "scheme"      // neither http nor https
	FaultNoScheme   LinkFaultKind = "no scheme"   // relative, without a base
	FaultNoHost     LinkFaultKind = "no host"     // http:///
	FaultBadHost    LinkFaultKind = "bad host"    // no domain and no IP address
	FaultBadPort    LinkFaultKind = "bad port"    // no number up to 65535
	FaultNoSlashes  LinkFaultKind = "no slashes"  // "https:/host", which browsers repair
	FaultTooLong    LinkFaultKind = "too long"    // longer than Bound
	FaultNoLocation LinkFaultKind = "no Location" // the header is missing
	FaultLoop       LinkFaultKind = "loop"        // leads back to an earlier hop
)

// longestScheme bounds the scheme that a fault shows, in bytes.
const longestScheme = 93

func schemeFault(scheme string) LinkFault {
	return LinkFault{Kind: FaultScheme, Scheme: strings.ToLower(scheme[:min(len(scheme), longestScheme)])}
}

// Failed reports whether there is a fault.
func (f LinkFault) Failed() bool { return f.Kind != "" || f.Text != "" }

// Error is the fault in words, as bad.csv has it.
func (f LinkFault) Error() string {
	switch {
	case f.Text != "":
		return f.Text
	case f.Kind == FaultScheme:
		return "scheme " + f.Scheme
	case f.Kind == FaultNoSlashes:
		return f.Scheme + ": without //"
	case f.Kind == FaultTooLong:
		return fmt.Sprintf("longer than %d bytes", f.Bound)
	}
	return string(f.Kind)
}

// SchemeOf returns the scheme with which a reference begins, lower case, "" if
// it has none.
func SchemeOf(ref string) string {
	scheme, _, _ := cutScheme(strip(ref))
	return strings.ToLower(scheme)
}
