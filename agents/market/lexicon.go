package market

import "sitegraph/site"

// Lexicon numbers the terms of texts. It is not safe for concurrent use.
type Lexicon struct {
	ids map[string]int32
	// stems remembers the terms of words, for each language; -1 is a stop word's.
	stems []map[string]int32
}

// NewLexicon returns an empty lexicon.
func NewLexicon() *Lexicon {
	l := &Lexicon{ids: map[string]int32{}}
	for range languages {
		l.stems = append(l.stems, map[string]int32{})
	}
	return l
}

// Terms tells the terms of a text, by number: word stems without stop words in a language that has them,
// character n-grams where words are not divided. tag is the text's language as HTML's lang has it.
func (l *Lexicon) Terms(text, tag string, tell func(term int32)) { l.each(text, languageOf(tag), tell) }

func (l *Lexicon) each(text string, speech int, tell func(term int32)) {
	site.Words(text, func(word []byte, gram bool) {
		if id := l.term(word, speech, gram); id >= 0 {
			tell(id)
		}
	})
}

// term is the number of a word's term, -1 for a stop word.
func (l *Lexicon) term(word []byte, speech int, gram bool) int32 {
	known := l.ids
	if !gram && speech != unknown {
		known = l.stems[speech]
	}
	id, ok := known[string(word)]
	if ok {
		return id
	}
	id = -1
	if stem := stemOf(string(word), speech, gram); stem != "" {
		id = l.id(stem)
	}
	known[string(word)] = id
	return id
}

// id is the number of a term, a new one if need be.
func (l *Lexicon) id(term string) int32 {
	id, ok := l.ids[term]
	if !ok {
		id = int32(len(l.ids))
		l.ids[term] = id
	}
	return id
}
