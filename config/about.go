package config

import (
	"slices"
	"strings"
	"unicode"

	"sitegraph/site"
)

const maxAbout = 1000 // bytes of a name, tags or a note

// readAbout reads the comment of a line. It has parts "name: ...", "tags: ..., ..." and "note: ...", separated by
// semicolons, in any order, perhaps after [FromLinks]. A note comes last and may contain semicolons. Other comments
// have no parts. The remarks are about ignored parts.
func readAbout(comment string) (about site.About, remarks []string) {
	rest, first := printable(comment), true
	for rest != "" {
		part, more, _ := strings.Cut(rest, ";")
		key, value, _ := strings.Cut(part, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "name":
			about.Name = value
		case "tags":
			about.Tags = readTags(value)
		case "note":
			_, note, _ := strings.Cut(rest, ":")
			about.Note, more = strings.TrimSpace(note), ""
		case "", FromLinks:
		default:
			if first {
				return site.About{}, nil
			}
			part = quote(strings.TrimSpace(part))
			remarks = append(remarks, part+" in the comment is neither name, tags nor note; ignored")
		}
		rest, first = more, false
	}
	if len(about.Name) > maxAbout || len(about.TagText()) > maxAbout || len(about.Note) > maxAbout {
		return site.About{}, append(remarks, "the name, tags or note has more than 1000 bytes; ignored")
	}
	return about, remarks
}

// printable replaces control characters by spaces and invalid bytes by U+FFFD.
func printable(text string) string {
	clean := func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}
	return strings.TrimSpace(strings.Map(clean, strings.ToValidUTF8(text, "\ufffd")))
}

func readTags(text string) (tags []string) {
	for tag := range strings.SplitSeq(text, ",") {
		if tag = strings.TrimSpace(tag); tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// about describes the site of a line by its comment. The first line of a site with a description wins.
func (h *hostReader) about(text, comment string) {
	about, remarks := readAbout(comment)
	if about.None() && len(remarks) == 0 || text == "" {
		return
	}
	host, _, err := ParseHost(text, h.settings)
	at, known := h.places[host.URL.Origin()]
	if err != nil || !known {
		return
	}
	for _, r := range remarks {
		h.warn("%s", r)
	}
	if h.hosts[at].About.None() {
		h.hosts[at].About = about
	}
}
