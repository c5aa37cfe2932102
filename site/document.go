package site

import (
	"math"
	"slices"
)

// Document is the result of parsing one page. It is UTF-8 with decoded character references and collapsed white space.
type Document struct {
	Base        string // the first <base href>, as written
	HasBase     bool   // Base may be empty
	Title       string // the text of the first HTML <title>
	Lang        string // the lang attribute of <html>
	Canonical   string // the href of the first <link rel=canonical>, as written
	Robots      string // the content of the <meta name=robots> elements, joined by ", "
	Refresh     string // the content of the first <meta http-equiv=refresh>
	Description string // the content of the first <meta name=description>
	H1          string // the first <h1>, with the alt texts of images
	H1s         int    // number of <h1>
	Words       int    // number of words in the visible text, separated by white space; each ideograph counts
	WithoutAlt  int    // <img> without alt; an empty alt is deliberate
	Password    bool   // there is an <input> for a password
	// EmptyRoot means that the page loads a script and has an empty element for it to fill.
	EmptyRoot bool
	// Breadcrumbs are the URLs of the first BreadcrumbList in JSON-LD, as written; "" for an item without a URL.
	Breadcrumbs []string
	Payload     []string    // the links in the data of Next and Nuxt, as written, each once
	Alternates  []Alternate // the <link rel=alternate hreflang>
	Charset     string      // the WHATWG name of the encoding, which URL queries use too
	Links       []Anchor    // in the order of the source
	// Recycle lets another page reuse the memory of Links, except its strings. It may be nil, and need not be called.
	Recycle func()
	Text    string    // the visible text, if asked for
	Prose   []Passage // the content's running text, block by block, if asked for
	// Pieces are the parts of the visible page, Source is the page in UTF-8, and Skipped bounds the parts of Source
	// that are neither shown nor run. A parser only sets them on request.
	Pieces        []Piece
	Skipped       [][2]int
	Source        []byte
	RecyclePieces func() // like Recycle
}

// Passage is a block of running text with collapsed white space.
type Passage struct {
	Text   string // of the block
	Closed []Span // the parts in links and code, in order
}

// Span is a part of a passage.
type Span struct {
	From, To int  // in bytes
	Link     bool // in a link, otherwise in code
}

// Alternate is a version of a page in another language.
type Alternate struct {
	Lang string // the attribute hreflang, such as "de-CH" or "x-default"
	URL  string // the href, as written or resolved
}

// Anchor is an element that links somewhere. Equal anchors share their texts, because some pages have a million.
type Anchor struct {
	*AnchorText
	Place LinkPlace // its place on the page, by HTML and ARIA landmarks
	Mark  LinkMark  // serves to compare links of one template across pages
}

// AnchorText is the text of an Anchor. It is shared and never modified.
type AnchorText struct {
	Element string // "a"; "area", "frame" or "iframe" if the settings ask for them
	Href    string // href or src as written, character references decoded
	Rel     string // as written
	Text    string // the alt text of an area
	Around  string // the visible text around and in the link, if requested
}

// Equal reports whether two anchors have equal texts, places and marks.
func (a Anchor) Equal(b Anchor) bool {
	return *a.AnchorText == *b.AnchorText && a.Place == b.Place && a.Mark == b.Mark
}

// Piece is a part of a page: a text between two tags, a picture's address, the value of a visible field, a link, or a
// word of the markup with several digits. Markup is everything else that a page shows or runs: tags, scripts, styles.
// Pieces and the gaps between them cover the page except comments, the canonical URL, queries of links to feeds and the
// like, hidden fields that repeat a parameter of the page's URL, and the choice in a form that requests the page.
type Piece struct {
	// Text is a hash of the text as written. Rest is a hash without the words that have a digit. 0 means a link, or
	// that there are no such words.
	Text, Rest uint64
	// Place is a hash of the tag before a text, without words that have a digit. For a, img, input and the like it
	// covers only name and class. For a picture's address with a query it includes the part before the query.
	Place uint32
	Gap   uint32 // a hash of the markup and white space since the previous piece
	// From and To bound the piece in Document.Source, or the address in case of a link.
	From, To uint32
	// Link is the index in Document.Links plus 1; 0 for a text, InMarkup for a word of the markup.
	Link uint32
}

// InAddress is the bit of Place that marks a picture's address or a field's value.
const InAddress = 1 << 31

// Relative is the bit of Place that marks a link whose target depends on the folder of its page.
const Relative = InAddress

// InMarkup is the Link of a word of the markup in a Document. In stored pieces, Link and size are 0 instead.
const InMarkup = math.MaxUint32

// Size returns the length in bytes, as written.
func (p *Piece) Size() int { return int(p.To - p.From) }

// IsText reports whether the piece is a text.
func (p *Piece) IsText() bool { return p.Link == 0 && p.From != p.To }

// IsMarkup reports whether the piece is a word of the markup.
func (p *Piece) IsMarkup() bool { return p.Link == 0 && p.From == p.To }

// Word is a word of a page's visible text.
type Word struct {
	Text          string // shortened by a hash if it is very long
	Count, Length uint32 // occurrences, and characters
}

// LinkPlace is the place of a link on the page.
type LinkPlace uint8

// An arc has the first of these places that any of its links has.
const (
	PlaceUnknown    LinkPlace = iota // not determined
	PlaceMain                        // in the content of the page
	PlaceAside                       // in a side box
	PlaceNavigation                  // in a menu, or a block of links on most pages of a template
	PlaceHeader                      // in the header of the page
	PlaceFooter                      // in the footer of the page
	placeCount
)

var placeNames = [placeCount]string{"", "main", "aside", "navigation", "header", "footer"}

// String returns the name in files.
func (p LinkPlace) String() string {
	if p < placeCount {
		return placeNames[p]
	}
	return ""
}

// ParseLinkPlace reverses String.
func ParseLinkPlace(name string) (p LinkPlace, ok bool) {
	i := slices.Index(placeNames[:], name)
	return LinkPlace(max(0, i)), i >= 0
}

// LinkMark identifies a link in a template regardless of its target. It combines the gap before the link with a hash of
// its content, its class, and the tag before it unless a link has that tag. 0 marks no link.
type LinkMark uint16

// LinkGap describes the text between a link and the previous one, or the beginning of the page.
type LinkGap uint8

// Only letters outside links count for gaps.
const (
	GapNone  LinkGap = iota // neither letters nor a tag that begins or ends a block
	GapBlock                // such a tag, but no letters
	GapApart                // letters, then such a tag
	GapText                 // letters, but no such tag after them
)

const gapShift = 14

// MarkAnchor marks a link to its own page that follows text within a block, such as the ¶ of a heading.
const MarkAnchor = LinkMark(GapText) << gapShift

// NewLinkMark combines a gap with a hash of the rest.
func NewLinkMark(gap LinkGap, hash uint64) LinkMark {
	return LinkMark(gap)<<gapShift | max(1, LinkMark(hash>>(64-gapShift)))
}

// Gap returns the gap before the link.
func (m LinkMark) Gap() LinkGap { return LinkGap(m >> gapShift) }

// Behind returns the mark after removing the previous link, which had the mark gone.
func (m LinkMark) Behind(gone LinkMark) LinkMark {
	if m == 0 || m == MarkAnchor || gone == 0 {
		return m
	}
	gap := m.Gap()
	switch {
	case gap == GapNone:
		gap = gone.Gap()
	case gap == GapBlock && gone.Gap() >= GapApart:
		gap = GapApart
	}
	return LinkMark(gap)<<gapShift | LinkMark(m.Hash())
}

// Hash returns the part of the mark without the gap.
func (m LinkMark) Hash() uint16 { return uint16(m) & (1<<gapShift - 1) }
