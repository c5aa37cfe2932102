package dedup

import "sitegraph/site"

// Piece is a piece of a page that was fetched twice, with what masks are learnt from.
// Text of a link is a hash of its normalized URL.
type Piece struct {
	site.Piece
	URL   string // the normalized URL of a link, "" for a text
	Shown string // the text itself, cut; only of the second request
}

func (p *Piece) isText() bool { return p.URL == "" && p.IsText() }

// IsNumber reports whether every word of a text holds a digit: it is a number, a date, the id of something.
func IsNumber(p *site.Piece) bool { return p.Rest == bare }

// TwinPages are the pages of two requests for one URL.
type TwinPages struct {
	URL    string  // the one requested twice, normalized
	First  []Piece // of the first request
	Second []Piece // of the second
	// Visits says that these are two URLs instead, which differ in their sessions alone. They teach what varies in
	// texts, and are not counted.
	Visits bool
}
