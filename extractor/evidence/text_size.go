package evidence

// TextSize is how large a page is: the characters of its text if they were
// counted, and its bytes. A plain crawl counts no characters.
type TextSize struct {
	Characters, Bytes int64 // of the text
	Counted           bool  // whether the text was counted
}

// usualText is the number of characters of text in a byte of HTML where no page of the site has been counted.
const usualText = 0.1

func (a *Answer) textSize() TextSize {
	if a == nil {
		return TextSize{}
	}
	t := TextSize{Bytes: a.Bytes}
	if a.Version != nil {
		t.Characters, t.Counted = a.Version.Size, true
	}
	return t
}

// Characters returns the sizes of pages in characters: those that were not counted
// as their bytes let expect, by the pages that were.
func Characters(sizes []TextSize) []int64 {
	var all TextSize
	for _, s := range sizes {
		if s.Counted {
			all.Characters += s.Characters
			all.Bytes += s.Bytes
		}
	}
	share := usualText
	if all.Bytes > 0 {
		share = float64(all.Characters) / float64(all.Bytes)
	}
	texts := make([]int64, len(sizes))
	for page, s := range sizes {
		if texts[page] = s.Characters; !s.Counted {
			texts[page] = int64(share * float64(s.Bytes))
		}
	}
	return texts
}
