package config

import "slices"

// origin is how a user wrote a setting.
type origin struct {
	text  string // as it was written
	value string // what that came to
	flag  bool   // whether it was a flag
}

// Written returns how the user wrote a setting: "--budget 5", "[order] budget = 5" or
// "SITEGRAPH_ORDER_BUDGET=5". One that was set later, or is a default, is shown as it
// would be in settings.ini.
func (s Settings) Written(name string) string {
	rows := Table(&s)
	at := slices.IndexFunc(rows, func(r Setting) bool { return r.Name() == name })
	if at < 0 {
		return name
	}
	if o, ok := s.origins[name]; ok && o.value == rows[at].Text() {
		return o.text
	}
	return label(rows[at].Section, rows[at].Key) + " = " + rows[at].Text()
}

// Flagged reports whether a setting was given by a flag.
func (s Settings) Flagged(name string) bool { return s.origins[name].flag }

func (r Setting) asFlag(value string) string {
	switch {
	case r.Flag == "":
		return label(r.Section, r.Key) + " = " + value
	case r.Placeholder == "bool" && value == "true":
		return "--" + r.Flag
	}
	return "--" + r.Flag + " " + value
}
