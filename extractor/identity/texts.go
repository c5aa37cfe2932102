package identity

// aText is a text that counts, as the masks leave it and as written, and its length.
type aText struct {
	key, written uint64
	size         int
}

// readTexts are those of pages, by place, so that a page is read once for many comparisons.
type readTexts struct {
	of   map[int32][]aText
	kept int
}

// mostTexts is how many texts are kept, 24 bytes each. With more, pages are read again.
const mostTexts = 1 << 18

// textsOf returns the texts of a page that count.
func (f *frames) textsOf(place int32) ([]aText, error) {
	if known, ok := f.texts.of[place]; ok {
		return known, nil
	}
	pieces, err := f.masked.pages.pieces(f.masked.pages.known.Answers[place])
	if err != nil {
		return nil, err
	}
	found := make([]aText, 0, len(pieces.All))
	for i, key := range f.masked.keys(pieces.All) {
		if p := &pieces.All[i]; key != 0 && p.IsText() {
			found = append(found, aText{key, p.Text, p.Size()})
		}
	}
	if f.texts.kept += len(found); f.texts.kept > mostTexts || f.texts.of == nil {
		f.texts = readTexts{map[int32][]aText{}, len(found)}
	}
	f.texts.of[place] = found
	return found, nil
}
