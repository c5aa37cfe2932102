package suggest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// Anchor is the text of links to a page.
type Anchor struct {
	Page  int    // which they lead to
	Text  string // what they say
	Pages int    // that have such links
}

// longestPhrase bounds phrases, in words; shortest are the letters of one at least.
const (
	longestPhrase = 12
	shortest      = 4
)

const ambiguous = -1 // the page of a phrase that several have

type phrase struct {
	page   int // ambiguous: of several
	words  int
	linked int  // pages that link to the page with it
	own    bool // it is the title or the h1 of the page
	// written are the ways in which it is written, if it is one word, but for the case of the first letter.
	written []string
}

// phrases are found by their words. What is ambiguous is among them, too: part of that is no phrase.
type phrases struct {
	at  map[string]int // by the words of a phrase, as spelled writes them; beginning for the first words of one
	all []phrase
}

const beginning = -1

// newPhrases gathers what represents the pages of a site: titles, h1 and the texts of links.
func newPhrases(pages []site.Page, anchors []Anchor) *phrases {
	p := &phrases{at: map[string]int{}}
	for i, title := range titles(pages) {
		p.add(title, phrase{page: i, own: true})
		if f := pages[i].Facts; f != nil {
			p.add(f.H1, phrase{page: i, own: true})
		}
	}
	for _, a := range anchors {
		p.add(a.Text, phrase{page: a.Page, linked: a.Pages})
	}
	return p
}

func (p *phrases) add(text string, more phrase) {
	if text = trimmed(text); letters(text) < shortest {
		return
	}
	words, all := spelled(text)
	if more.words = len(all); more.words > longestPhrase {
		return
	}
	if len(all) == 1 {
		more.written = []string{uncapital(text)}
	}
	for _, t := range all {
		if _, known := p.at[words[:t.end]]; !known {
			p.at[words[:t.end]] = beginning
		}
	}
	i := p.at[words]
	if i == beginning {
		p.at[words] = len(p.all)
		p.all = append(p.all, more)
		return
	}
	f := &p.all[i]
	f.linked, f.own = f.linked+more.linked, f.own || more.own
	if len(all) == 1 && !slices.Contains(f.written, more.written[0]) {
		f.written = append(f.written, more.written[0])
	}
	if f.page != more.page {
		f.page = ambiguous
	}
}

// token is a word of a text, or one character that belongs to no word.
type token struct {
	from, to int // in the text, in bytes
	end      int // of the word in what spelled returns
}

// spelled is a text in lower case with a line break behind each word, and its words. A character of a script without
// spaces is a word.
func spelled(text string) (words string, all []token) {
	var b strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		from := at
		at += size
		if unicode.IsSpace(r) {
			continue
		}
		if inWord(r) {
			at = len(text) - len(strings.TrimLeftFunc(text[at:], inWord))
		}
		b.WriteString(same(text[from:at]) + "\n")
		all = append(all, token{from, at, b.Len()})
	}
	return b.String(), all
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) && !site.Unspaced(r)
}

// same writes alike what says the same: in lower case, with plain quotes and dashes.
func same(word string) string {
	switch word {
	case "’", "‘", "`":
		return "'"
	case "“", "”":
		return `"`
	case "–", "—", "‑":
		return "-"
	}
	return strings.ToLower(word)
}

// trimmed is a phrase without the signs at its ends, such as the mark of a permanent link.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("¶§#»«›‹→←|.,:;!?…–—-\"'“”’‘*•·", r)
	})
}

// uncapital is a word with a small first letter, as it may be in a sentence; a name like INSTALLED_APPS stays apart.
func uncapital(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[size:]
}

// letters counts those of a phrase, characters that are words by themselves twice.
func letters(text string) (n int) {
	for _, r := range text {
		switch {
		case site.Unspaced(r):
			n += 2
		case unicode.IsLetter(r):
			n++
		}
	}
	return n
}

// separators are between the parts of a title.
var separators = []string{" | ", " — ", " – ", " - ", " · ", " :: ", " » ", " « ", " / "}

// fewPages is how many pages may share a part of their titles without it being the name of a section or the site.
const fewPages = 2

// titles are the titles of pages without the parts at their ends that other pages have, too: the name of the site.
func titles(pages []site.Page) []string {
	parts := make([][]string, len(pages))
	ends := map[string]int{}
	for i := range pages {
		parts[i] = split(pages[i].Title)
		if n := len(parts[i]); n > 1 {
			ends[parts[i][0]]++
			ends[parts[i][n-1]]++
		}
	}
	all := make([]string, len(pages))
	for i, p := range parts {
		for len(p) > 1 && ends[p[len(p)-1]] > fewPages {
			p = p[:len(p)-1]
		}
		for len(p) > 1 && ends[p[0]] > fewPages {
			p = p[1:]
		}
		if len(p) == 1 {
			all[i] = p[0]
		} else if len(p) == len(split(pages[i].Title)) {
			all[i] = pages[i].Title
		}
	}
	return all
}

func split(title string) (parts []string) {
	for _, s := range separators {
		title = strings.ReplaceAll(title, s, "\x00")
	}
	for part := range strings.SplitSeq(title, "\x00") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
