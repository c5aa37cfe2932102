package config

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Setting is a row of the table: one key of settings.ini.
type Setting struct {
	Section, Key string
	// Default is the value as it would stand in settings.ini.
	Default string
	// Doc says what it means, in one sentence.
	Doc string
	// Names are the values allowed when nothing is said in Known; nil when
	// the value is not a name.
	Names []string
	// Min and Max bound numbers, durations (ns) and sizes (bytes).
	Min, Max int64
	// Allowed replaces the description made from the other fields.
	Allowed string
	// Empty tells whether the value may be empty.
	Empty bool
	// Flag and Short name the command line flag, "" when there is none.
	Flag, Short string
	// check judges a text beyond its type; nil: any will do.
	check func(r Setting, text string) error
	// field returns a pointer to where the value goes.
	field func(*Settings) any
}

// Known lists the names that are allowed where the program, not the table,
// knows them: "section.key" to names, for instance "parse.parser" to the keys
// of the map of parsers. A key left out keeps the names of the table.
type Known map[string][]string

// Name returns "section.key", the setting's name in Known and Overrides.
func (r Setting) Name() string { return r.Section + "." + r.Key }

// Env returns the name of the setting's environment variable, for instance
// SITEGRAPH_WALK_MAX_PAGES.
func (r Setting) Env() string {
	return envPrefix + strings.ToUpper(r.Section+"_"+r.Key)
}

// with returns the row with the names of known, if it has some.
func (r Setting) with(known Known) Setting {
	if names, ok := known[r.Name()]; ok {
		r.Names = names
	}
	return r
}

// allowed describes the values that are accepted, to follow "must be".
func (r Setting) allowed() string {
	if r.Allowed != "" {
		return r.Allowed
	}
	text := r.kind()
	if r.Empty {
		text += ", or empty"
	}
	return text
}

// Placeholder is the word that stands for the value behind its flag.
func (r Setting) Placeholder() string {
	switch r.field(new(Settings)).(type) {
	case *int:
		return "number"
	case *time.Duration:
		return "duration"
	case *[]string:
		return "list"
	case **regexp.Regexp:
		return "regexp"
	}
	return "text"
}

// kind describes the type and its range.
func (r Setting) kind() string {
	switch r.field(new(Settings)).(type) {
	case *int:
		return fmt.Sprintf("a whole number from %d to %d", r.Min, r.Max)
	case *int64:
		return fmt.Sprintf("a size from %s to %s (such as 256KiB or 32MiB; a plain number is bytes)", sizeText(r.Min), sizeText(r.Max))
	case *time.Duration:
		return fmt.Sprintf("a duration from %s to %s (such as 500ms, 10s or 5m; a plain number is milliseconds)",
			durationText(time.Duration(r.Min)), durationText(time.Duration(r.Max)))
	case *bool:
		return "true or false (also yes, no, on, off, 1, 0)"
	case *[]string:
		if r.Names == nil {
			return "a list of words"
		}
		return "a list of " + strings.Join(r.Names, ", ")
	case **regexp.Regexp:
		return "a regular expression in Go's syntax (RE2)"
	}
	if r.Names != nil {
		return "one of " + strings.Join(r.Names, ", ")
	}
	return "text"
}
