package market

import (
	"fmt"

	"sitegraph/site"
)

// Topic is what an agent searches for.
type Topic struct {
	// Name is for messages alone.
	Name string
	// Keywords are words in any language, divided by anything.
	Keywords string
	// Language is that of the keywords, as HTML's lang has it. If it is empty,
	// they are taken to be in the language of each page.
	Language string
}

// check returns an error if the keywords say nothing.
func (t Topic) check() error {
	n := 0
	stops := make([]int, len(languages))
	site.Words(t.Keywords, func(word []byte, gram bool) {
		n++
		for i := range languages {
			if !gram && languages[i].stop(string(word)) {
				stops[i]++
			}
		}
	})
	if n == 0 {
		return fmt.Errorf("topic %s: its keywords %q have no word; give some words that pages on the topic have",
			t.Name, t.Keywords)
	}
	for i, count := range stops {
		if count == n && (t.Language == "" || languageOf(t.Language) == i) {
			return fmt.Errorf("topic %s: its keywords %q are on any page in the language %s; give words that only "+
				"pages on the topic have, or the language of the keywords if it is another",
				t.Name, t.Keywords, languages[i].code)
		}
	}
	return nil
}
