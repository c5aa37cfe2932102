package desk

import (
	"slices"

	"sitegraph/config"
	"sitegraph/config/pairs"
)

// Section is a section of settings.ini as a form has it.
type Section struct {
	config.Section
	// Fields are its settings, Set counts those that the file has.
	Fields []Field
	Set    int
}

// Field is a setting as a form has it.
type Field struct {
	config.Setting
	// Value is what the file has, "" if it has none: then the default holds.
	Value string
	// Choices are the values, if there are few; nil if any other may be written.
	Choices []string
	// Conflicts are what it does not go with.
	Conflicts []pairs.Conflict
}

// Form returns a text of settings.ini as a form. The error says what is wrong with the text.
func Form(text string) ([]Section, error) {
	written, err := config.WrittenIn(text)
	if err != nil {
		return nil, &InputError{err}
	}
	var all []Section
	for _, s := range config.Sections() {
		all = append(all, Section{Section: s})
	}
	for _, row := range config.Table(new(config.Settings)) {
		f := Field{Setting: row, Value: written[row.Name()], Choices: choices(row), Conflicts: pairs.Conflicts(row)}
		at := slices.IndexFunc(all, func(s Section) bool { return s.Name == row.Section })
		all[at].Fields = append(all[at].Fields, f)
		if f.Value != "" {
			all[at].Set++
		}
	}
	return all, nil
}

// choices are the values of a setting that takes one of some; nil if it takes others.
func choices(row config.Setting) []string {
	switch {
	case row.Placeholder == "bool":
		return []string{"true", "false"}
	case row.OneOf():
		return row.Names
	}
	return nil
}

// Edited is a text of settings.ini in which some settings, by name, have other values; "" is the default. The error is
// an *InputError.
func Edited(text string, values map[string]string) (string, error) {
	edited, err := config.EditINI(text, values)
	if err != nil {
		return "", &InputError{err}
	}
	return edited, nil
}

// Purposes are what users come for.
func Purposes() []config.Purpose { return config.Purposes() }

// PurposeSettings returns a settings.ini that serves what users come for, by the name of a purpose. The error is an
// *InputError.
func PurposeSettings(name string) (text string, err error) {
	for _, p := range config.Purposes() {
		if p.Name == name {
			text, err = config.EditINI("# To "+p.Doc+".\n", p.Settings)
			return text, err
		}
	}
	return "", input("purpose %q: must be one of %s", name, purposeNames())
}

func purposeNames() (names string) {
	for _, p := range config.Purposes() {
		names += ", " + p.Name
	}
	return names[2:]
}
