package refusal

import (
	_ "embed"
	"iter"
	"strings"

	"sitegraph/site"
)

// signature describes a service's page; signatures.txt explains the parts.
type signature struct {
	service site.Refusal
	marks   []mark
	titles  []string
	words   []string
	text    int // in bytes; 0: some
	alone   bool
	bare    bool
	sure    string
}

// mark is something in the markup: an element ("" for any) with a value in one attribute, or a script with a text in
// its code ("code").
type mark struct {
	element, attribute string
	is, has            string // the whole value or a part of it, in lower case
}

// Lengths of visible text. A challenge explains itself in a few sentences. The code of some services is also in
// ordinary pages.
const (
	none = 60
	some = 4000
	few  = 700
)

//go:embed signatures.txt
var signatureLines string

// signatures comes from signatures.txt, which explains the format and names the sources.
var signatures = readSignatures(signatureLines)

func readSignatures(text string) (all []signature) {
	for line := range linesOf(text) {
		service, parts, _ := strings.Cut(line, ": ")
		s := signature{service: site.Refusal(service)}
		for part := range strings.SplitSeq(parts, " & ") {
			s.add(part)
		}
		all = append(all, s)
	}
	return all
}

func (s *signature) add(part string) {
	switch word, value, _ := strings.Cut(part, " "); word {
	case "titled":
		s.titles = strings.Split(value, " | ")
		if name, named := strings.CutPrefix(value, "in "); named {
			s.titles = titleLists[name]
		}
	case "says":
		s.words = append(s.words, phrase(value))
	case "text":
		s.text = map[string]int{"none": none, "few": few, "some": some}[value]
	case "alone":
		s.alone = true
	case "bare":
		s.bare = true
	case "sure":
		s.sure = value
	default:
		s.marks = append(s.marks, readMark(part))
	}
}

// readMark reads element[attribute=value] or element[attribute*=part].
func readMark(text string) (m mark) {
	element, inside, _ := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	attribute, value, _ := strings.Cut(inside, "=")
	m.element = element
	if part, found := strings.CutSuffix(attribute, "*"); found {
		m.attribute, m.has = part, value
	} else {
		m.attribute, m.is = attribute, value
	}
	return m
}

//go:embed phrases.txt
var phraseLines string

// The lists of phrases.txt, which explains them: four of titles and words, then the texts of walls.
var (
	phrases                        = readPhrases(phraseLines)
	walls, moments, denials, usual = phrases[0].says, phrases[1].says, phrases[2].says, phrases[3].says
	saying                         = phrases[4:]
	titleLists                     = map[string][]string{"walls": walls, "moments": moments, "denials": denials}
)

func readPhrases(text string) (all []wall) {
	var list *[]string
	for line := range linesOf(text) {
		last := len(all) - 1
		switch {
		case line[0] == '[':
			all = append(all, wall{who: site.Refusal(strings.Trim(line, "[]"))})
			list = &all[last+1].says
		case line == "scripted":
			all[last].scripted = true
		case line == "with":
			list = &all[last].with
		default:
			*list = append(*list, phrase(line))
		}
	}
	return all
}

// linesOf yields the lines that are neither empty nor comments.
func linesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// phrase replaces each _ at the beginning or end of a text by a space.
func phrase(text string) string {
	inside := strings.Trim(text, "_")
	before, after, _ := strings.Cut(text, inside)
	return strings.ReplaceAll(before, "_", " ") + inside + strings.ReplaceAll(after, "_", " ")
}
