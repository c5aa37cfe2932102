package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
)

// Sources says where settings come from, weakest first.
type Sources struct {
	// File is the settings file; "" means none.
	File string
	// MustExist makes a missing File an error, as it should be when the user
	// named it; else it is a note and defaults hold.
	MustExist bool
	// Env is the environment as os.Environ returns it.
	Env []string
	// Overrides are the flags given: "section.key" to text.
	Overrides map[string]string
	// Known are the names of parts the program has.
	Known Known
}

// given is a value from one source, on its way to its setting.
type given struct {
	name         string // "section.key"
	value        string
	where, shown string // for messages: where it stands, as it stands there
}

// loader gathers what the sources give, and what is wrong with it.
type loader struct {
	src   Sources
	rows  map[string]Setting
	out   Settings
	notes []string
	errs  []error
}

// Load reads all sources and checks every value. The error joins everything
// that is wrong, one line each.
func Load(src Sources) (*Settings, error) {
	text, note, err := settingsText(src)
	if err != nil {
		return nil, err
	}
	l := newLoader(src)
	if note != "" {
		l.notes = append(l.notes, note)
	}
	l.all(text)
	if len(l.errs) > 0 {
		return nil, errors.Join(bounded(l.errs)...)
	}
	l.out.Notes = l.notes
	return &l.out, nil
}

// mostErrors bounds what is told of a file that is no settings file.
const mostErrors = 50

// bounded cuts a list of errors at mostErrors and says how many it cut.
func bounded(errs []error) []error {
	if len(errs) <= mostErrors {
		return errs
	}
	return append(errs[:mostErrors:mostErrors], fmt.Errorf("and %d more errors", len(errs)-mostErrors))
}

// Defaults returns the settings that hold when no source says otherwise.
func Defaults() Settings {
	l := newLoader(Sources{})
	l.defaults()
	return l.out
}

// newLoader returns a loader with the table at hand.
func newLoader(src Sources) *loader {
	l := &loader{src: src, rows: map[string]Setting{}}
	for _, r := range Table() {
		l.rows[r.Name()] = r.with(src.Known)
	}
	return l
}

// settingsText reads the settings file, or says in a note that there is none.
func settingsText(src Sources) (text, note string, err error) {
	if src.File == "" {
		return "", "", nil
	}
	text, err = readSettings(src.File)
	if errors.Is(err, fs.ErrNotExist) && !src.MustExist {
		return "", src.File + " not found: the defaults hold", nil
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = fmt.Errorf("settings file %s: %w", src.File, path.Err)
	}
	return text, "", err
}

// all takes the sources in the order of their strength.
func (l *loader) all(text string) {
	l.defaults()
	entries, errs := scan(l.src.File, text)
	l.errs = append(l.errs, errs...)
	flat, sectioned := l.split(entries)
	l.flat(flat)
	for _, e := range sectioned {
		l.entry(e)
	}
	l.environment()
	l.overrides()
	if len(l.errs) == 0 {
		l.errs = append(l.errs, check(&l.out)...)
	}
}

// defaults sets every value to its default, which can only fail when a part
// the table counts on is missing from Known.
func (l *loader) defaults() {
	for _, r := range Table() {
		l.set(given{name: r.Name(), value: r.Default, where: "default of " + label(r.Section, r.Key), shown: r.Default})
	}
}

// set stores one value.
func (l *loader) set(g given) {
	if err := l.rows[g.name].set(&l.out, g.value); err != nil {
		l.errs = append(l.errs, fmt.Errorf("%s = %s: %w", g.where, quote(g.shown), err))
	}
}

// split parts the entries before the first heading from the others.
func (l *loader) split(entries []entry) (flat, sectioned []entry) {
	for _, e := range entries {
		if e.section == "" {
			flat = append(flat, e)
		} else {
			sectioned = append(sectioned, e)
		}
	}
	return flat, sectioned
}

// place shows where an entry of the settings file stands.
func (l *loader) place(e entry) string {
	return fmt.Sprintf("%s:%d: %s", l.src.File, e.line, label(e.section, e.key))
}

// entry stores an entry that stands in a section.
func (l *loader) entry(e entry) {
	name := e.section + "." + e.key
	if _, ok := l.rows[name]; !ok {
		l.errs = append(l.errs, fmt.Errorf("%s: unknown key%s", l.place(e), l.hint(e)))
		return
	}
	l.set(given{name: name, value: e.value, where: l.place(e), shown: e.value})
}

// hint helps with an unknown key: the section it belongs to, a key spelt like
// it, or all keys of its section.
func (l *loader) hint(e entry) string {
	var home, keys []string
	for _, r := range Table() {
		if r.Key == e.key {
			home = append(home, "["+r.Section+"]")
		}
		if r.Section == e.section {
			keys = append(keys, r.Key)
		}
	}
	if len(home) > 0 {
		return "; it belongs to " + strings.Join(home, " or ")
	}
	if _, old := findOld(e.key); old {
		return "; this key of RCCrawler must stand before the first section"
	}
	return didYouMean(e.key, keys) + " (known: " + strings.Join(keys, ", ") + ")"
}

// environment takes the variables SITEGRAPH_SECTION_KEY. One that names a
// section but no key of it is an error; another that only begins so may
// belong to someone else and is a note.
func (l *loader) environment() {
	names := map[string]string{}
	for _, r := range Table() {
		names[r.Env()] = r.Name()
	}
	for _, pair := range l.src.Env {
		variable, value, _ := strings.Cut(pair, "=")
		if name, ok := names[variable]; ok {
			l.set(given{name: name, value: value, where: "environment: " + variable, shown: value})
			continue
		}
		rest, ours := strings.CutPrefix(variable, envPrefix)
		if ours && strings.Contains(rest, "_") {
			l.strange(variable, rest, slices.Sorted(maps.Keys(names)))
		}
	}
}

// strange reports an environment variable that is no setting.
func (l *loader) strange(variable, rest string, known []string) {
	text := fmt.Sprintf("environment: %s: unknown setting%s", variable, didYouMean(variable, known))
	first, _, _ := strings.Cut(rest, "_")
	for _, s := range sections() {
		if first == strings.ToUpper(s.name) {
			l.errs = append(l.errs, errors.New(text))
			return
		}
	}
	l.notes = append(l.notes, text+" (ignored)")
}

// overrides takes the flags.
func (l *loader) overrides() {
	for _, name := range slices.Sorted(maps.Keys(l.src.Overrides)) {
		r, ok := l.rows[name]
		if !ok {
			l.errs = append(l.errs, fmt.Errorf("option %s: unknown setting%s", name, didYouMean(name, slices.Sorted(maps.Keys(l.rows)))))
			continue
		}
		where := "option " + name
		if r.Flag != "" {
			where = "flag --" + r.Flag
		}
		value := l.src.Overrides[name]
		l.set(given{name: name, value: value, where: where, shown: value})
	}
}
