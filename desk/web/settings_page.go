package web

import (
	"encoding/json"
	"slices"

	"sitegraph/desk"
)

// settingsBody is the page of the settings of a project: a form and the text that it changes.
type settingsBody struct {
	Project  string
	Sections []desk.Section
	Text     string
}

// settingsPage shows settings.ini as a form and as a text. A text that cannot be read has no form.
func settingsPage(c call) (p page, err error) {
	b, trouble := settingsBody{Project: c.Name}, ""
	if b.Text, err = c.Settings(); err != nil {
		return p, err
	}
	if b.Sections, err = desk.Form(b.Text); err != nil {
		trouble = err.Error()
	}
	return page{Title: "Settings of " + c.Name, Trouble: trouble, Body: b}, nil
}

// editSettings changes some settings in a text, and makes that the file of the project.
func editSettings(c call) (any, error) {
	var in struct {
		Text   *string
		Values map[string]string
	}
	err := read(c.r, &in)
	if err != nil {
		return nil, err
	}
	text := ""
	if in.Text != nil {
		text = *in.Text
	} else if text, err = c.Settings(); err != nil {
		return nil, err
	}
	if text, err = desk.Edited(text, in.Values); err == nil {
		err = c.SetSettings(text)
	}
	return map[string]string{"text": text}, err
}

func values(settings map[string]string) (string, error) {
	if settings == nil {
		settings = map[string]string{}
	}
	text, err := json.Marshal(settings)
	return string(text), err
}

type option struct {
	Value, Label string
	Chosen       bool
}

// options are the values of a setting that takes one of some: none first, which is the default.
func options(f desk.Field) []option {
	all := []option{{"", "default: " + f.Default, f.Value == ""}}
	values := f.Choices
	if f.Value != "" && !slices.Contains(values, f.Value) { // written in another way, such as yes for true
		values = append(slices.Clone(values), f.Value)
	}
	for _, v := range values {
		if v != "" {
			all = append(all, option{v, v, v == f.Value})
		}
	}
	return all
}
