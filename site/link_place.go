package site

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
	for i, n := range placeNames {
		if n == name {
			return LinkPlace(i), true
		}
	}
	return PlaceUnknown, false
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

// After is the gap before a link once the link before it is gone, which had a gap of its own.
func (g LinkGap) After(gone LinkGap) LinkGap {
	switch {
	case g == GapNone:
		return gone
	case g == GapBlock && gone >= GapApart:
		return GapApart
	}
	return g
}

// Behind is the mark of the link once the link before it is gone, which had a mark of its own.
func (m LinkMark) Behind(gone LinkMark) LinkMark {
	if m == 0 || m == MarkAnchor || gone == 0 {
		return m
	}
	return LinkMark(m.Gap().After(gone.Gap()))<<gapShift | LinkMark(m.Hash())
}

// Hash is that of the link itself, and of the tag before it that is not a link's.
func (m LinkMark) Hash() uint16 { return uint16(m) & (1<<gapShift - 1) }
