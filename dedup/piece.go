package dedup

// Piece is a piece of a page, as masks see it: a text or a link.
type Piece struct {
	Place uint32 // where it stands, as in site.Piece
	// Text and Rest are the hashes of a text, as in site.Piece; Text of a link is
	// a hash of its normalized URL.
	Text, Rest uint64
	Size       int    // bytes of a text as written
	URL        string // the normalized URL of a link, "" for a text
	Shown      string // the text itself, cut; only in pages that were fetched a second time
}

// IsNumber reports whether every word of a text holds a digit: it is a number, a
// date, the id of something.
func (p *Piece) IsNumber() bool { return p.Rest == bare }

// TwinPages are the pages of two requests for one URL.
type TwinPages struct {
	URL    string  // the one requested twice, normalized
	First  []Piece // of the first request
	Second []Piece // of the second
}
