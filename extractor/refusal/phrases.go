package refusal

import (
	_ "embed"
	"iter"
	"strings"

	"sitegraph/site"
)

//go:embed phrases.txt
var phraseLines string

// The lists of phrases.txt, which says what they are: four of titles and words, then what walls say.
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

// linesOf yields the lines of a text that are neither blank nor a comment.
func linesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

// phrase is a text as it is meant: with a space for a _ at its beginning or end.
func phrase(text string) string {
	inside := strings.Trim(text, "_")
	before, after, _ := strings.Cut(text, inside)
	return strings.ReplaceAll(before, "_", " ") + inside + strings.ReplaceAll(after, "_", " ")
}
