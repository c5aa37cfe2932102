package site

import (
	"errors"
	"strings"
)

// The two ways in which a reference is no usable URL. The text of the error
// is the reason for the list of bad links: "scheme mailto", "bad host",
// "bad port", "no host" or "no scheme".
var (
	// ErrScheme: a reference to something other than http and https.
	ErrScheme = errors.New("neither http nor https")
	// ErrInvalid: what the standard calls a failure.
	ErrInvalid = errors.New("invalid URL")
)

var (
	errNoScheme = &badURL{reason: "no scheme", kind: ErrInvalid}
	errNoHost   = &badURL{reason: "no host", kind: ErrInvalid}
	errBadHost  = &badURL{reason: "bad host", kind: ErrInvalid}
	errBadPort  = &badURL{reason: "bad port", kind: ErrInvalid}
)

// badURL is a reason that belongs to ErrScheme or ErrInvalid. The reference is
// not in it: the caller has it, and reasons are to be counted.
type badURL struct {
	reason string
	kind   error
}

func (e *badURL) Error() string { return e.reason }

func (e *badURL) Unwrap() error { return e.kind }

func badScheme(scheme string) error {
	return &badURL{reason: "scheme " + strings.ToLower(scheme), kind: ErrScheme}
}
