package marketlab

import (
	"math"
	"math/rand/v2"
	"sort"
	"strings"
)

// Sizes of the vocabularies.
const (
	topicWords   = 60
	keywordWords = 30
	otherWords   = 4000
)

// vocabulary is a list of words, the most frequent first (Zipf's law).
type vocabulary struct {
	words []string
	// until has the running sums of the frequencies.
	until []float64
}

func newVocabulary(words []string) vocabulary {
	v := vocabulary{words: words}
	sum := 0.0
	for i := range words {
		sum += 1 / float64(i+1)
		v.until = append(v.until, sum)
	}
	return v
}

// pick returns a random word by frequency.
func (v vocabulary) pick(rng *rand.Rand) string {
	at := rng.Float64() * v.until[len(v.until)-1]
	return v.words[min(sort.SearchFloat64s(v.until, at), len(v.words)-1)]
}

type languages struct {
	others vocabulary
	// topics has a vocabulary for each topic, keywords one for each keyword of each topic.
	topics   []vocabulary
	keywords [][keywords]vocabulary
	// stray is the share of content words that come from any topic.
	stray float64
}

// newLanguages makes up the words of a web. A topic's most frequent words are its name and keywords.
func newLanguages(rng *rand.Rand, n int, stray float64) languages {
	used := map[string]bool{}
	l := languages{others: newVocabulary(invent(rng, used, otherWords)), stray: stray}
	for _, t := range topics[:n] {
		own := append([]string{t.name}, t.keywords[:]...)
		l.topics = append(l.topics, newVocabulary(append(own, invent(rng, used, topicWords-len(own))...)))
		var each [keywords]vocabulary
		for k, word := range t.keywords {
			each[k] = newVocabulary(append([]string{word}, invent(rng, used, keywordWords-1)...))
		}
		l.keywords = append(l.keywords, each)
	}
	return l
}

// invent invents n unused words.
func invent(rng *rand.Rand, used map[string]bool, n int) []string {
	const consonants, vowels = "bdfgklmnprstvz", "aiou"
	var all []string
	for len(all) < n {
		var b strings.Builder
		for range 2 + rng.IntN(3) {
			b.WriteByte(consonants[rng.IntN(len(consonants))])
			b.WriteByte(vowels[rng.IntN(len(vowels))])
		}
		b.WriteByte(consonants[rng.IntN(len(consonants))])
		if word := b.String(); !used[word] {
			used[word] = true
			all = append(all, word)
		}
	}
	return all
}

// theme is the subject of a text. It has a topic (-1 for none), one of its keywords, and the share of content words
// that come from them.
type theme struct {
	topic, keyword int
	share          float64
}

// word returns a random content word on a theme.
func (l languages) word(rng *rand.Rand, t theme) string {
	on, keyword := rng.Float64() < t.share, rng.Float64() < 0.5
	if rng.Float64() < l.stray {
		t.topic, t.keyword, on = rng.IntN(len(l.topics)), rng.IntN(keywords), true
	}
	v := l.others
	switch {
	case t.topic < 0 || !on:
	case keyword:
		v = l.keywords[t.topic][t.keyword]
	default:
		v = l.topics[t.topic]
	}
	word := v.pick(rng)
	if rng.IntN(5) == 0 && !strings.HasSuffix(word, "s") {
		word += "s"
	}
	return word
}

// text writes n words on a theme. Two in five are function words.
func (l languages) text(rng *rand.Rand, n int, t theme) string {
	var b strings.Builder
	for range n {
		if rng.Float64() < 0.4 {
			b.WriteString(little[rng.IntN(len(little))])
		} else {
			b.WriteString(l.word(rng, t))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// logNormal returns a log-normal random number. Its logarithm has the standard deviation spread.
func logNormal(rng *rand.Rand, median, spread float64) float64 {
	return median * math.Exp(float64(spread*rng.NormFloat64()))
}

// keywords is the number of keywords per topic. Each has an agent.
const keywords = 5

// topic is a first-level topic with its keywords.
type topic struct {
	name     string
	keywords [keywords]string
}

// topics are twelve topics like those on Yahoo's first level. Of the document's list only the first, news, survives.
var topics = []topic{
	{"news", [keywords]string{"newspaper", "politics", "weather", "journalist", "broadcast"}},
	{"arts", [keywords]string{"painting", "sculpture", "theatre", "poetry", "museum"}},
	{"business", [keywords]string{"finance", "marketing", "investment", "industry", "employment"}},
	{"computers", [keywords]string{"software", "hardware", "internet", "programming", "database"}},
	{"education", [keywords]string{"university", "teacher", "school", "curriculum", "scholarship"}},
	{"entertainment", [keywords]string{"movie", "music", "television", "comics", "celebrity"}},
	{"government", [keywords]string{"parliament", "election", "military", "taxation", "embassy"}},
	{"health", [keywords]string{"medicine", "disease", "nutrition", "hospital", "fitness"}},
	{"recreation", [keywords]string{"football", "travel", "gardening", "fishing", "automobile"}},
	{"reference", [keywords]string{"dictionary", "encyclopedia", "library", "calendar", "statistics"}},
	{"science", [keywords]string{"biology", "astronomy", "chemistry", "physics", "geology"}},
	{"society", [keywords]string{"religion", "family", "holiday", "environment", "mythology"}},
}

// little has English function words.
var little = []string{
	"the", "of", "and", "to", "a", "in", "is", "it", "that", "for", "on", "was",
	"with", "as", "are", "at", "by", "this", "from", "be", "or", "not", "have",
}

// vague has anchors without information.
var vague = []string{"click here", "more", "home", "next", "read on", "link", "top of page", "details"}
