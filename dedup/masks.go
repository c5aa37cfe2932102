package dedup

import (
	"maps"
	"slices"

	"sitegraph/site"
)

const (
	// bare is the Rest of a text in which all words have digits.
	bare      = site.NoText
	maxGap    = 8   // limits the bare numbers after a text that explains them
	maxRegion = 200 // limits the pieces of a region
	edge      = 1   // label before a page's first piece and after its last

	aLink       = 1                  // key of all links
	hiddenText  = 0x9ae16a3b2f90404f // key of all masked texts
	hiddenDigit = 0xc3a5c85c97cb3127 // tells a text with masked digits from the text without digits
)

// Masks hide the parts that a site varies on a single URL.
type Masks struct {
	spots   map[spot]bool
	regions map[uint64][]region
	loose   loose
	params  map[param]bool
	inPath  bool             // some params are segments of paths
	normal  *site.Normaliser // for addresses in links
	list    []site.Mask
	twins   site.Twins
	// volatile has, by URL, the sorted links that only one of two answers had.
	volatile map[string][]string
}

type spot struct {
	place uint32
	gap   uint32
	rest  uint64 // for a mask of digits; 0 if the whole text is masked
	// after is the label of the previous text, or for bare digits of the last text that is not only digits, with gap
	// texts between. 0 means any text.
	after uint64
}

// region is everything between two texts, provided that all its places are known. Its key in Masks is its first label.
type region struct {
	end    uint64
	at     uint32 // if end is 0, the place of the text that ends it
	places map[uint32]bool
	texts  map[uint64]bool // texts of a box that only some answers have; nil for other regions
}

// param is a part that varies in links of a shape, such as a parameter, ";jsessionid" or the segment "/(S(*))".
type param struct{ shape, name string }

// AppendKeys appends a key for each piece. Equal texts have equal keys. All links have the same key. Pieces hidden in a
// region have the key 0.
func (m *Masks) AppendKeys(keys []uint64, pieces []site.Piece) []uint64 {
	if m == nil || len(m.spots)+len(m.regions)+len(m.loose.texts) == 0 {
		for i := range pieces {
			keys = append(keys, asWritten(&pieces[i]))
		}
		return keys
	}
	context := start
	hidden := m.hiddenAfter(pieces, -1)
	for i := range pieces {
		p := &pieces[i]
		if i < hidden || m.loose.texts[p.Text] && p.IsText() {
			keys = append(keys, 0)
		} else {
			keys = append(keys, m.key(p, &context))
			hidden = m.hiddenAfter(pieces, i)
		}
		context.pass(p)
	}
	return keys
}

func asWritten(p *site.Piece) uint64 {
	if p.Link > 0 {
		return aLink
	}
	return p.Text
}

func (m *Masks) key(p *site.Piece, c *context) uint64 {
	if p.Link > 0 {
		return aLink
	}
	if wide, narrow := c.text(p); m.spots[wide] || m.spots[narrow] {
		return hiddenText
	}
	if p.Rest == 0 {
		return p.Text
	}
	if wide, narrow := c.digits(p); m.spots[wide] || m.spots[narrow] {
		return p.Rest * hiddenDigit
	}
	return p.Text
}

// hiddenAfter returns the end of the longest region that begins after a piece, or 0 if none does.
func (m *Masks) hiddenAfter(pieces []site.Piece, i int) int {
	label := labelAt(pieces, i)
	if label == 0 {
		return 0
	}
	end := 0
	for _, r := range m.regions[label] {
		end = max(end, r.endIn(pieces, i, label))
	}
	return end
}

// HidesGap reports whether the markup before a piece belongs to a region that ends there. keys are the keys of all
// pieces.
func (m *Masks) HidesGap(pieces []site.Piece, keys []uint64, i int) bool {
	switch {
	case m == nil || len(m.regions)+len(m.loose.texts) == 0 && !m.loose.markup:
		return false
	case m.loose.markup:
		return true
	}
	return i > 0 && keys[i-1] == 0 || m.hiddenAfter(pieces, i-1) == i
}

// endIn returns the region's end if the region begins after piece i, else 0.
func (r region) endIn(pieces []site.Piece, i int, begin uint64) int {
	for j := i + 1; j <= min(len(pieces), i+1+maxRegion); j++ {
		switch label := labelAt(pieces, j); {
		case label == r.end && label != 0,
			r.end == 0 && j < len(pieces) && pieces[j].IsText() && pieces[j].Place == r.at:
			return j
		case j == len(pieces) || label == begin:
			return 0
		case pieces[j].IsMarkup():
		case r.places != nil && !r.places[pieces[j].Place],
			r.texts != nil && pieces[j].Link == 0 && !r.texts[pieces[j].Text]:
			return 0
		}
	}
	return 0
}

// labelAt returns a piece's label, or 0 for a link.
func labelAt(pieces []site.Piece, i int) uint64 {
	if i < 0 || i == len(pieces) {
		return edge
	}
	return label(&pieces[i])
}

// label returns the label of a text, by which its neighbours are found. Digits count only if there is nothing else. It
// is 0 for links and words in markup.
func label(p *site.Piece) uint64 {
	switch {
	case !p.IsText():
		return 0
	case p.Rest != 0:
		return p.Rest
	}
	return p.Text
}

// context describes the texts before a piece.
type context struct {
	before uint64 // label of the last text
	named  uint64 // label of the last text that is not only digits
	gap    uint32 // texts since named
}

var start = context{before: edge, named: edge}

func (c *context) pass(p *site.Piece) {
	label := label(p)
	switch label {
	case 0:
		return
	case bare:
		c.gap = min(c.gap+1, maxGap)
	default:
		c.named, c.gap = label, 0
	}
	c.before = label
}

func (c *context) digits(p *site.Piece) (wide, narrow spot) {
	return spot{place: p.Place, rest: p.Rest}, spot{place: p.Place, rest: p.Rest, after: c.named, gap: c.gap}
}

func (c *context) text(p *site.Piece) (wide, narrow spot) {
	return spot{place: p.Place}, spot{place: p.Place, after: c.before}
}

// Equal reports whether two sets of masks hide the same on every page.
func (m *Masks) Equal(o *Masks) bool {
	same := func(a, b region) bool {
		return a.end == b.end && a.at == b.at && maps.Equal(a.places, b.places) && maps.Equal(a.texts, b.texts)
	}
	return maps.Equal(m.spots, o.spots) && maps.Equal(m.params, o.params) && m.loose.markup == o.loose.markup &&
		m.loose.order == o.loose.order && maps.Equal(m.loose.texts, o.loose.texts) &&
		maps.EqualFunc(m.regions, o.regions, func(a, b []region) bool { return slices.EqualFunc(a, b, same) })
}

// List returns the masks, strongest first.
func (m *Masks) List() []site.Mask {
	if m == nil {
		return nil
	}
	return slices.Clone(m.list)
}

// Twins counts the pages that the masks were learnt from.
func (m *Masks) Twins() site.Twins {
	if m == nil {
		return site.Twins{}
	}
	return m.twins
}

// Volatile returns the sorted normalized URLs of links that only one of two answers for a page had.
func (m *Masks) Volatile(url string) []string { return m.volatile[url] }
