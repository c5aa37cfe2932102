// Package suggest finds links that a site lacks. It looks for a page's title, h1, or the text of links to it, unlinked
// in the text of another page. It reads each text once. Its findings do not depend on the order of the pages.
package suggest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// Anchor is a text of links to a page.
type Anchor struct {
	Page  int    // page that they lead to
	Text  string // text of the links
	Pages int    // number of pages with such links
}

// longestPhrase is the maximum length of a phrase in words, shortest the minimum in letters.
const (
	longestPhrase = 12
	shortest      = 4
)

const ambiguous = -1 // page of a phrase that several pages share

type phrase struct {
	page   int // or ambiguous
	words  int
	linked int         // number of pages that link to the page with it
	others map[int]int // the same for other pages
	own    bool        // it is the title or the h1 of the page
	shared bool        // it is also that of another page
	// written has the spellings of a phrase of one word, with a small first letter.
	written []string
}

// phrases are found by their words. Ambiguous ones are kept, so that no part of them counts as a phrase.
type phrases struct {
	at  map[string]int // index in all by words, as spelled writes them; or beginning, if these only begin a phrase
	all []phrase
}

const beginning = -1

// newPhrases collects the phrases for the pages of a site from titles, h1 and the texts of links.
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
	for i := range p.all {
		p.all[i].settle()
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
	if len(all) == 1 && !slices.Contains(f.written, more.written[0]) {
		f.written = append(f.written, more.written[0])
	}
	if f.page == more.page {
		f.linked, f.own = f.linked+more.linked, f.own || more.own
		return
	}
	if f.others == nil {
		f.others = map[int]int{}
	}
	f.others[more.page] += more.linked
	f.shared = f.shared || more.own
}

// settle gives a phrase to its own page if that has more than half of the links with it, else to the page that has nine
// in ten of them.
func (f *phrase) settle() {
	page, most, all := f.page, f.linked, f.linked
	for other, linked := range f.others {
		if all += linked; linked > most {
			page, most = other, linked
		}
	}
	if f.shared || f.own && page != f.page || 10*most < 9*all && !(f.own && 2*most > all) {
		page = ambiguous
	}
	f.page, f.linked = page, most
}

// token is a word of a text, or one character that belongs to no word.
type token struct {
	from, to int // byte offsets in the text
	end      int // end of the word in the result of spelled
}

// spelled returns a text in lower case with a line break after each word, and its words. In a script without spaces,
// each character is a word.
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

// same normalises a word to lower case, plain quotes and plain dashes.
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

// trimmed removes signs at both ends of a phrase, such as the mark of a permanent link.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("¶§#»«›‹→←|.,:;!?…–—-\"'“”’‘*•·", r)
	})
}

// uncapital makes the first letter small, as within a sentence. A name like INSTALLED_APPS stays distinct.
func uncapital(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[size:]
}

// letters counts the letters of a phrase. A character that is a word by itself counts twice.
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

// separators divide the parts of a title.
var separators = []string{" | ", " — ", " – ", " - ", " · ", " :: ", " » ", " « ", " / "}

// fewPages is the maximum number of pages that share a part of a title before it counts as a section's or site's name.
const fewPages = 2

// titles returns the pages' titles without parts at the ends that other pages share, such as the name of the site. Of
// "name — description — site" the name remains.
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
		whole := len(p)
		for len(p) > 1 && ends[p[len(p)-1]] > fewPages {
			p = p[:len(p)-1]
		}
		for len(p) > 1 && ends[p[0]] > fewPages {
			p = p[1:]
		}
		if len(p) > 1 && len(p) == whole {
			all[i] = pages[i].Title
		} else if len(p) > 0 {
			all[i] = p[0]
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
