package site

import (
	"math"
	"slices"
)

// Document is what a parser finds in one page. All strings are UTF-8 with character references decoded; white space
// at the ends of titles and texts is trimmed and runs of it are one space.
type Document struct {
	// Base is the href of the first <base href>, as written; HasBase tells an empty one from none.
	Base        string
	HasBase     bool
	Title       string // the text of the first HTML <title>
	Lang        string // the lang attribute of <html>
	Canonical   string // the href of the first <link rel=canonical>, as written
	Robots      string // the content of the <meta name=robots> elements, joined by ", "
	Refresh     string // the content of the first <meta http-equiv=refresh>
	Description string // the content of the first <meta name=description>
	// H1 is the text of the first <h1>, an image replaced by its alternative text; H1s counts them.
	H1    string
	H1s   int
	Words int // of the visible text: what white space divides, and every ideograph
	// WithoutAlt counts the <img> that have no attribute alt; an empty one says that there is nothing to say.
	WithoutAlt int
	Password   bool // there is an <input> for a password
	// EmptyRoot says that the page loads a script and has an element for what that makes, in which nothing is shown.
	EmptyRoot bool
	// Breadcrumbs are the URLs of the first BreadcrumbList in JSON-LD, as written, from the start page on; "" for an
	// item without one.
	Breadcrumbs []string
	// Payload are the links in the data that Next and Nuxt put into a page, as written, each once.
	Payload    []string
	Alternates []Alternate // the <link rel=alternate hreflang>, in the order of the source
	// Charset is the WHATWG name of the encoding the page was read in, lower case; URL queries are encoded in it.
	Charset string
	Links   []Anchor // the links in the order of the source
	// Recycle takes the room of Links for another page; of them only strings may be needed then. It may be nil, and
	// need not be called.
	Recycle func()
	// Text is the visible text (no script, style, template, comment), white
	// space collapsed; empty unless the parser was asked for it.
	Text string
	// Prose is the running text of the page's content, block by block, without headings and what is preformatted;
	// empty unless the parser was asked for it.
	Prose []Passage
	// Pieces are the parts of what the page shows, Source is the page in UTF-8 in which they lie, and Skipped is where
	// parts of it begin and end that are neither shown nor run; empty unless the parser was asked for them.
	Pieces        []Piece
	Skipped       [][2]int
	Source        []byte
	RecyclePieces func() // Recycle for the room of Pieces
}

// Passage is a block of running text, white space collapsed.
type Passage struct {
	Text   string // of the block
	Closed []Span // what of it is in links and code, in order
}

// Span is a part of a passage.
type Span struct {
	From, To int  // in bytes
	Link     bool // it is in a link, else it is code
}

// Alternate is a version of a page in another language.
type Alternate struct {
	Lang string // the attribute hreflang, for instance "de-CH" or "x-default"
	URL  string // the href, as written or resolved
}

// Anchor is one element of a page's source that links somewhere. Equal ones share
// what they say, so that a page of a million equal links needs little memory.
type Anchor struct {
	*AnchorText
	Place LinkPlace // where it is, by the landmarks of HTML and ARIA
	Mark  LinkMark  // what it has in common with links of its template on other pages
}

// AnchorText is what an element that links somewhere says. It is shared, and never changed.
type AnchorText struct {
	Element string // the element's name: "a", or "area", "frame", "iframe" where the settings ask for them
	Href    string // the attribute as written (href, or src for frames), character references decoded, not trimmed
	Rel     string // the rel attribute as written
	Text    string // the anchor text; for area the alt text
	Around  string // the visible text around the link, with its own; only if the parser was asked for it
}

// Equal reports whether two anchors say the same and are at the same kind of place.
func (a Anchor) Equal(b Anchor) bool {
	return *a.AnchorText == *b.AnchorText && a.Place == b.Place && a.Mark == b.Mark
}

// Piece is a part of a page, in the order of its source: a text between two tags, what a tag itself shows (the picture
// of an img, the value of a field that is not hidden), a link, or a word of the markup that holds several digits.
// Markup is all else that a page shows or runs: tags, scripts, styles. Pieces and the gaps between them make up the
// whole page except for what is left out: comments, the canonical URL, the queries of links to feeds and the like,
// hidden fields that repeat a parameter of the page's URL, and which choice is made in a form that asks for the page
// itself.
type Piece struct {
	// Text is a hash of the text as written (xxHash64), Rest that of the text without its words that hold a digit,
	// 0 if there are none. Both are 0 for a link.
	Text, Rest uint64
	// Place is a hash of where it is: the tag before a text, as written but for its words that hold a digit, and of
	// a, img, input and the like the name and the class alone. To that of a picture's address with a query belongs
	// what is before the query.
	Place uint32
	Gap   uint32 // a hash of the markup, and of white space, between the piece before and this one
	// From and To bound the piece in Document.Source: of a link, the address as written.
	From, To uint32
	// Link is the place of a link in Document.Links, counted from 1; 0 for a text, InMarkup for a word of the markup.
	Link uint32
}

// InAddress is the bit of Place that says whether a text is the address of a picture, or a value, instead of words.
const InAddress = 1 << 31

// InMarkup is the Link of a word of the markup in a Document. Elsewhere such a word has neither a link nor a size.
const InMarkup = math.MaxUint32

// Size is the length of a text as written, in bytes.
func (p *Piece) Size() int { return int(p.To - p.From) }

// IsText reports whether a piece is neither a link nor a part of the markup.
func (p *Piece) IsText() bool { return p.Link == 0 && p.From != p.To }

// IsMarkup reports whether a piece is a word of the markup.
func (p *Piece) IsMarkup() bool { return p.Link == 0 && p.From == p.To }

// Word is a word of a page's visible text.
type Word struct {
	Text          string // the word, or a substitute for one that is very long
	Count, Length uint32 // how often it occurs, and its length in characters
}

// LinkPlace is where on a page a link is.
type LinkPlace uint8

// The places, the best first: an arc has the best place of its links.
const (
	PlaceUnknown    LinkPlace = iota // not looked for
	PlaceMain                        // in the content of the page
	PlaceAside                       // in a side box
	PlaceNavigation                  // in a menu, or in a block of links that most pages of a template have
	PlaceHeader                      // in the header of the page
	PlaceFooter                      // in its footer
	placeCount
)

var placeNames = [placeCount]string{"", "main", "aside", "navigation", "header", "footer"}

// String returns the name of a place in the files, "" for an unknown one.
func (p LinkPlace) String() string {
	if p < placeCount {
		return placeNames[p]
	}
	return ""
}

// ParseLinkPlace is the reverse; ok is false for a name that no place has.
func ParseLinkPlace(name string) (p LinkPlace, ok bool) {
	i := slices.Index(placeNames[:], name)
	return LinkPlace(max(0, i)), i >= 0
}

// LinkMark is what links of a template have in common, wherever they lead: what stands
// between the link before and this one, and a hash of the link's content, of its class
// and of the tag before it, but that of another link. 0 is that of no link.
type LinkMark uint16

// LinkGap is what is between the link before, or the beginning of the page, and a link.
type LinkGap uint8

// The gaps. Letters are those that are in no link.
const (
	GapNone  LinkGap = iota // no letters, and no tag that begins or ends a block
	GapBlock                // such a tag, but no letters
	GapApart                // letters, and such a tag after them
	GapText                 // letters, and no such tag after them
)

const gapShift = 14

// MarkAnchor is the mark of a link that names the text before it: it follows that in its
// block, and leads to a place of the page itself. It says nothing of other pages.
const MarkAnchor = LinkMark(GapText) << gapShift

// NewLinkMark is that of a link with a gap, and a hash of the rest.
func NewLinkMark(gap LinkGap, hash uint64) LinkMark {
	return LinkMark(gap)<<gapShift | max(1, LinkMark(hash>>(64-gapShift)))
}

// Gap is what is before the link.
func (m LinkMark) Gap() LinkGap { return LinkGap(m >> gapShift) }

// Behind is the mark of the link once the link before it is gone, which had a mark of its own.
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

// Hash is that of the link itself, and of the tag before it that is not a link's.
func (m LinkMark) Hash() uint16 { return uint16(m) & (1<<gapShift - 1) }
