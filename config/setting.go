package config

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/wording"
)

// Setting is one key of settings.ini, bound to the Settings that hold its value.
type Setting struct {
	Section, Key string   // its name in two parts
	Default      string   // as in settings.ini
	Doc          string   // a description in a sentence or two
	Names        []string // the allowed values, or members of a list; nil allows any
	Flag, Short  string   // its command line flags without dashes, "" for none
	Placeholder  string   // the value in the help of its flag, such as "number"

	empty   bool                                 // the value may be empty
	quoted  bool                                 // quotation marks are part of the value
	allowed string                               // describes allowed values, after "must be"
	parse   func(row Setting, text string) error // stores a value

	Text func() string // writes the value as in settings.ini, so that parse reads it back
}

// Name returns "section.key".
func (r Setting) Name() string { return r.Section + "." + r.Key }

// Env returns the setting's environment variable, such as SITEGRAPH_WALK_MAX_PAGES.
func (r Setting) Env() string { return envName(r.Name()) }

const envPrefix = "SITEGRAPH_"

func envName(name string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

// Allowed describes the accepted values.
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

// errValue means that a value is not allowed. Set replaces it with a description of the allowed values.
var errValue = errors.New("not allowed")

// OneOf reports whether the value is one of Names rather than a list.
func (r Setting) OneOf() bool { return len(r.Names) > 0 && r.allowed == "one of " }

// Set stores a value, or returns an error that says what the value must be.
func (r Setting) Set(text string) error {
	text = strings.TrimSpace(text)
	if err := plainText(text); err != nil {
		return err
	}
	if !r.quoted && text != "" && strings.ContainsRune("\"'`", rune(text[0])) {
		return errors.New("must not begin with a quotation mark that is not closed at its end " +
			`(in a regular expression write \x22, \x27 or \x60)`)
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

// plainText refuses text that settings.ini could not keep, or that does not belong in a header or file name.
func plainText(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("is not UTF-8 text")
	}
	for _, c := range text {
		if unicode.IsControl(c) && c != '\t' {
			return fmt.Errorf("holds the control character %U", c)
		}
	}
	return nil
}

// unknownName returns an error that lists the known names and suggests one.
func (r Setting) unknownName(name string) error {
	return fmt.Errorf("%s is not known: must be %s%s", quote(name), r.Allowed(), didYouMean(name, r.Names))
}

func (r Setting) orEmpty() Setting { r.empty = true; return r }

// asWritten keeps quotation marks, even around the whole value.
func (r Setting) asWritten() Setting { r.quoted = true; return r }

// allow replaces the description of the accepted values.
func (r Setting) allow(description string) Setting { r.allowed = description; return r }

// file marks a setting whose value is the name of a file.
func (r Setting) file(description string) Setting {
	r.Placeholder, r.allowed = "file", description
	return r
}

// flag adds a command line flag; short is "" or one letter.
func (r Setting) flag(name, short string) Setting { r.Flag, r.Short = name, short; return r }

// of restricts a text, or the members of a list, to names.
func (r Setting) of(names ...string) Setting {
	if r.Names = names; r.allowed == anyText {
		r.Placeholder, r.allowed = "word", "one of "
	}
	return r
}

const commentWidth = 78 // columns of comments in a written settings.ini

// WriteINI writes s as a settings.ini with comments. Load reads the same settings back.
func (s *Settings) WriteINI(w io.Writer) error {
	return writeRows(w, "Settings of sitegraph. A comment is on a line of its own and begins with # or ;.", Table(s))
}

// WriteChanged does what WriteINI does, for the settings that differ from the defaults.
func (s *Settings) WriteChanged(w io.Writer) error {
	defaults, err := Load(Sources{})
	if err != nil {
		return err
	}
	all, rows := Table(s), []Setting(nil)
	for i, usual := range Table(defaults) {
		if all[i].Text() != usual.Text() {
			rows = append(rows, all[i])
		}
	}
	const about = "Settings of sitegraph that differ from the defaults; sitegraph config prints all of them."
	return writeRows(w, about, rows)
}

const sourcesDoc = "Flags override environment variables (SITEGRAPH_SECTION_KEY), which override this file, " +
	"which overrides the defaults."

func writeRows(w io.Writer, about string, rows []Setting) error {
	out := bufio.NewWriter(w)
	comment(out, about)
	comment(out, sourcesDoc)
	for _, s := range Sections() {
		within := func(r Setting) bool { return r.Section == s.Name }
		if !slices.ContainsFunc(rows, within) {
			continue
		}
		fmt.Fprintln(out)
		comment(out, s.Doc)
		fmt.Fprintf(out, "[%s]\n", s.Name)
		for _, r := range rows {
			if within(r) {
				fmt.Fprintln(out)
				comment(out, r.Doc)
				comment(out, "Allowed: "+r.Allowed()+".")
				fmt.Fprintln(out, strings.TrimSpace(r.Key+" = "+r.Text()))
			}
		}
	}
	return out.Flush()
}

func comment(out *bufio.Writer, text string) {
	line := "#"
	for _, word := range strings.Fields(text) {
		if len(line) > 1 && len(line)+1+len(word) > commentWidth {
			fmt.Fprintln(out, line)
			line = "#"
		}
		line += " " + word
	}
	fmt.Fprintln(out, line)
}

// didYouMean returns `; did you mean "x"?` for the most similar candidate, or "" if none is similar.
func didYouMean(word string, candidates []string) string {
	best := wording.Nearest(word, candidates)
	if best == "" {
		return ""
	}
	return "; did you mean " + quote(best) + "?"
}

// origin says how the user wrote a setting.
type origin struct {
	text  string // as written
	value string // the resulting value
	flag  bool   // written as a flag
}

// Written returns how the user wrote a setting: "--budget 5", "[order] budget = 5" or "SITEGRAPH_ORDER_BUDGET=5". A
// setting that the program set, or a default, is shown as in settings.ini.
func (s Settings) Written(name string) string {
	row := s.Setting(name)
	if o, ok := s.origins[name]; ok && o.value == row.Text() {
		return o.text
	}
	return label(row.Section, row.Key) + " = " + row.Text()
}

// Flagged reports whether a setting was given by a flag.
func (s Settings) Flagged(name string) bool { return s.origins[name].flag }

// Inherit takes settings from the flags of an earlier run, unless a flag sets them now.
func (s *Settings) Inherit(flags map[string]string) error {
	flags = maps.Clone(flags)
	maps.DeleteFunc(flags, func(name, _ string) bool { return s.Flagged(name) })
	return s.Take(flags)
}

// Take sets some settings by name.
func (s *Settings) Take(values map[string]string) (err error) {
	for _, r := range Table(s) {
		if text, ok := values[r.Name()]; ok {
			err = errors.Join(err, r.Set(text))
		}
	}
	return err
}

func (r Setting) asFlag(value string) string {
	switch {
	case r.Flag == "":
		return label(r.Section, r.Key) + " = " + value
	case r.Placeholder == "bool" && value == "true":
		return "--" + r.Flag
	}
	return "--" + r.Flag + " " + value
}
