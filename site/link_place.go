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
