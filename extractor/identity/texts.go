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
func (s *Identity) textsOf(place int32) ([]aText, error) {
	if known, ok := s.texts.of[place]; ok {
		return known, nil
	}
	pieces, err := s.pieces(s.known.Answers[place])
	if err != nil {
		return nil, err
	}
	found := make([]aText, 0, len(pieces.All))
	s.room.keys = s.Masks.AppendKeys(s.room.keys[:0], pieces.All)
	for i, key := range s.room.keys {
		if p := &pieces.All[i]; key != 0 && p.IsText() {
			found = append(found, aText{key, p.Text, p.Size()})
		}
	}
	if s.texts.kept += len(found); s.texts.kept > mostTexts || s.texts.of == nil {
		s.texts = readTexts{map[int32][]aText{}, len(found)}
	}
	s.texts.of[place] = found
	return found, nil
}
