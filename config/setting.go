package config

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Setting is one key of settings.ini, bound to the Settings that hold its value.
type Setting struct {
	// Section and Key name it.
	Section, Key string
	// Default is the value as it would stand in settings.ini.
	Default string
	// Doc describes it in a sentence or two.
	Doc string
	// Names are the values, or members of a list, that are allowed; nil if any.
	Names []string
	// Flag and Short are its command line flag without dashes, "" for none.
	Flag, Short string
	// Placeholder stands for the value behind its flag, such as "number".
	Placeholder string

	empty   bool                                 // whether the value may be empty
	allowed string                               // describes the values, to follow "must be"
	parse   func(row Setting, text string) error // stores a value
	format  func() string                        // writes the value so that parse reads it back
}

// Known lists the names that are allowed where the program, not the table,
// knows them: "section.key" to names, for instance "parse.parser" to the keys
// of the map of parsers. A key left out keeps the names of the table.
type Known map[string][]string

// Name returns "section.key", the setting's name in Known and Overrides.
func (r Setting) Name() string { return r.Section + "." + r.Key }

// Env returns the name of the setting's environment variable, for instance
// SITEGRAPH_WALK_MAX_PAGES.
func (r Setting) Env() string { return envName(r.Name()) }

// envPrefix begins the name of every environment variable of the program.
const envPrefix = "SITEGRAPH_"

func envName(name string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

// Text returns the value as it would stand in settings.ini.
func (r Setting) Text() string { return r.format() }

// Allowed describes the values that are accepted.
func (r Setting) Allowed() string {
	text := r.allowed
	if strings.HasSuffix(text, " of ") {
		text += strings.Join(r.Names, ", ")
	}
	if r.empty {
		text += ", or empty"
	}
	return text
}

// errValue stands for "not one of the allowed values"; set knows them.
var errValue = errors.New("not allowed")

// set reads a value and stores it. The error says what the value must be.
func (r Setting) set(text string) error {
	text = strings.TrimSpace(text)
	if err := plainText(text); err != nil {
		return err
	}
	if text == "" && !r.empty {
		return errors.New("must not be empty: must be " + r.Allowed())
	}
	err := r.parse(r, text)
	if errors.Is(err, errValue) {
		return errors.New("must be " + r.Allowed())
	}
	return err
}

// plainText refuses what could not be written into settings.ini and read
// back, and what has no place in a header or a file name.
func plainText(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("is not UTF-8 text")
	}
	for _, c := range text {
		if unicode.IsControl(c) && c != '\t' {
			return fmt.Errorf("holds the control character %U", c)
		}
	}
	if text != "" && strings.ContainsRune("\"'`", rune(text[0])) {
		return errors.New("must not begin with a quotation mark that is not closed at its end " +
			`(in a regular expression write \x22, \x27 or \x60)`)
	}
	return nil
}

// unknownName lists the names that are known and the one that may be meant.
func (r Setting) unknownName(name string) error {
	return fmt.Errorf("%s is not known: must be %s%s", quote(name), r.Allowed(), didYouMean(name, r.Names))
}

// orEmpty lets the value be empty.
func (r Setting) orEmpty() Setting { r.empty = true; return r }

// allow describes the values that are accepted better than their type does.
func (r Setting) allow(description string) Setting { r.allowed = description; return r }

// flag gives the setting a command line flag; short is "" or one letter.
func (r Setting) flag(name, short string) Setting { r.Flag, r.Short = name, short; return r }

// of restricts a text or the members of a list to names.
func (r Setting) of(names ...string) Setting {
	if r.Names = names; r.allowed == anyText {
		r.allowed = "one of "
	}
	return r
}
