package extractor

// textSize is how large a page is: the characters of its text if they were
// counted, and its bytes. A plain crawl counts no characters.
type textSize struct {
	characters, bytes int64
	counted           bool
}

// usualText is the number of characters of text in a byte of HTML where no page of
// the site has been counted.
const usualText = 0.1

func (a *answer) textSize() textSize {
	if a == nil {
		return textSize{}
	}
	t := textSize{bytes: a.bytes}
	if a.version != nil {
		t.characters, t.counted = a.version.size, true
	}
	return t
}

// characters returns the sizes of pages in characters: those that were not counted
// as their bytes let expect, by the pages that were.
func characters(sizes []textSize) []int64 {
	var all textSize
	for _, s := range sizes {
		if s.counted {
			all.characters += s.characters
			all.bytes += s.bytes
		}
	}
	share := usualText
	if all.bytes > 0 {
		share = float64(all.characters) / float64(all.bytes)
	}
	texts := make([]int64, len(sizes))
	for page, s := range sizes {
		if texts[page] = s.characters; !s.counted {
			texts[page] = int64(share * float64(s.bytes))
		}
	}
	return texts
}
