package site

import (
	"slices"
	"strings"
)

// About is what hosts.txt says of a site: nothing of it comes from the site, and nothing of the crawl depends on it.
type About struct {
	// Name is what people call it, Tags are words to sort sites by, in the order in which they were written.
	Name string   `json:"name,omitempty"`
	Tags []string `json:"tags,omitempty"`
	Note string   `json:"note,omitempty"` // anything else
}

// None reports whether nothing was written.
func (a About) None() bool { return a.Name == "" && len(a.Tags) == 0 && a.Note == "" }

// TagText is all tags, with commas between them.
func (a About) TagText() string { return strings.Join(a.Tags, ", ") }

// Text is all that was written, name first, a part a line: "" if nothing was.
func (a About) Text() string {
	parts := []string{a.Name, a.TagText(), a.Note}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n")
}
