package config

import (
	"slices"
	"strings"
)

// everyName represents all names of a choice.
const everyName = "all"

// choice is a list of names, all of them, or a change of what a weaker source says: "+links,-charts".
func choice(field *[]string, name string) Setting {
	parse := func(r Setting, text string) ([]string, error) { return r.chosen(*field, text) }
	return value(field, name, "list", "all, changes of the setting or default (+links,-charts), or a list of ",
		parse, func(list []string) string { return strings.Join(list, ",") })
}

// chosen applies a text to the names that were chosen before. A name without a sign begins a new list.
func (r Setting) chosen(before []string, text string) ([]string, error) {
	fields := strings.FieldsFunc(text, isSeparator)
	list := []string(nil)
	if len(fields) > 0 && !slices.ContainsFunc(fields, isUnsigned) {
		list = slices.Clone(before)
	}
	for _, word := range fields {
		name := strings.TrimLeft(word, "+-")
		switch {
		case word == everyName:
			list = slices.Clone(r.Names)
		case !slices.Contains(r.Names, name) || len(word) > len(name)+1:
			return nil, r.unknownName(word)
		case word[0] == '-':
			list = slices.DeleteFunc(list, func(other string) bool { return other == name })
		case !slices.Contains(list, name):
			list = append(list, name)
		}
	}
	return list, nil
}

func isUnsigned(word string) bool { return word[0] != '+' && word[0] != '-' }
