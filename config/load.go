package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"sitegraph/site"
)

// Sources says where settings come from, weakest source first.
type Sources struct {
	File      string            // the settings file; "" means none
	Text      string            // the text of File; "" reads it
	Env       []string          // as os.Environ returns it
	Overrides map[string]string // the flags given: "section.key" to text
}

type loader struct {
	src   Sources
	out   Settings
	table []Setting          // bound to out
	rows  map[string]Setting // by name
	errs  []error
}

// Load reads all sources and checks every value. The error joins all errors, one per line.
func Load(src Sources) (*Settings, error) {
	text, err := src.Text, error(nil)
	if text != "" {
		text, err = readClean(strings.NewReader(text), src.File, settingsLimit)
	} else if src.File != "" {
		text, err = readSettings(src.File)
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = fmt.Errorf("settings file %s: %w", src.File, path.Err)
	}
	if err != nil {
		return nil, err
	}
	l := newLoader(src)
	l.all(text)
	if len(l.errs) > 0 {
		return nil, joined(l.errs)
	}
	return &l.out, nil
}

const maxErrors = 50 // maximum number of errors reported for a file

// joined joins several errors, one per line.
func joined(errs []error) error {
	if more := len(errs) - maxErrors; more > 0 {
		errs = append(errs[:maxErrors], fmt.Errorf("and %d more errors", more))
	}
	return errors.Join(errs...)
}

func newLoader(src Sources) *loader {
	l := &loader{src: src, rows: map[string]Setting{}}
	l.table = Table(&l.out)
	for _, r := range l.table {
		l.rows[r.Name()] = r
	}
	return l
}

// all reads the sources from weak to strong. RCCrawler's flat keys are weaker than sections.
func (l *loader) all(text string) {
	for _, r := range l.table {
		l.set(r.Name(), r.Default, "default of "+r.Name(), r.Default)
	}
	read := readSettingLines(l.src.File, text)
	l.errs = append(l.errs, read.errs...)
	flat := 0 // those before the first section
	for flat < len(read.entries) && read.entries[flat].section == "" {
		flat++
	}
	l.flat(read.entries[:flat])
	for _, e := range read.entries[flat:] {
		l.entry(e)
	}
	l.environment()
	l.overrides()
	if len(l.errs) == 0 {
		l.errs = check(&l.out)
	}
}

func (l *loader) set(name, value, where, shown string) {
	if err := l.rows[name].Set(value); err != nil {
		l.fail("%s = %s: %w", where, quote(shown), err)
	}
}

func (l *loader) wrote(name, text string, flag bool) {
	if l.out.origins == nil {
		l.out.origins = map[string]origin{}
	}
	l.out.origins[name] = origin{text: text, value: l.rows[name].Text(), flag: flag}
}

func (l *loader) fail(format string, values ...any) {
	l.errs = append(l.errs, fmt.Errorf(format, values...))
}

func (l *loader) note(format string, values ...any) {
	l.out.Notes = append(l.out.Notes, fmt.Sprintf(format, values...))
}

func (l *loader) place(e entry) string {
	return fmt.Sprintf("%s:%d: %s", l.src.File, e.line, label(e.section, e.key))
}

func (l *loader) entry(e entry) {
	name := currentName(e.section, e.key)
	if _, ok := l.rows[name]; !ok {
		l.fail("%s: unknown key%s", l.place(e), l.hint(e))
		return
	}
	l.set(name, e.value, l.place(e), e.value)
	l.wrote(name, label(e.section, e.key)+" = "+e.value, false)
}

// hint helps with an unknown key: the section that has it, a similar key, or all keys of its section.
func (l *loader) hint(e entry) string {
	if home := l.home(e.key); home != "" {
		return home
	}
	if _, old := findOld(e.key); old {
		return "; this key of RCCrawler must come before the first section"
	}
	var keys []string
	for _, r := range l.table {
		if r.Section == e.section {
			keys = append(keys, r.Key)
		}
	}
	return didYouMean(e.key, keys) + " (known: " + strings.Join(keys, ", ") + ")"
}

func (l *loader) home(key string) string {
	var home []string
	for _, r := range l.table {
		if r.Key == key {
			home = append(home, "["+r.Section+"]")
		}
	}
	if home == nil {
		return ""
	}
	return "; it belongs to " + strings.Join(home, " or ")
}

// environment reads SITEGRAPH_SECTION_KEY. An unknown key is an error, an unknown section a note: it may be another's.
func (l *loader) environment() {
	variables := map[string]string{}
	for _, pair := range l.src.Env {
		if name, value, _ := strings.Cut(pair, "="); strings.HasPrefix(name, envPrefix) {
			variables[name] = value
		}
	}
	for _, r := range l.table {
		for _, name := range append(formerNames(r.Name()), r.Name()) {
			variable := envName(name)
			if value, ok := variables[variable]; ok {
				l.set(r.Name(), value, "environment: "+variable, value)
				l.wrote(r.Name(), variable+"="+value, false)
			}
			delete(variables, variable)
		}
	}
	for _, variable := range slices.Sorted(maps.Keys(variables)) {
		l.unknownVariable(variable)
	}
}

func (l *loader) unknownVariable(variable string) {
	first, _, ok := strings.Cut(strings.TrimPrefix(variable, envPrefix), "_")
	if !ok {
		return
	}
	known := site.Each(l.table, Setting.Env)
	slices.Sort(known)
	message := fmt.Sprintf("environment: %s: unknown setting%s", variable, didYouMean(variable, known))
	if slices.ContainsFunc(l.table, func(r Setting) bool { return strings.ToUpper(r.Section) == first }) {
		l.fail("%s", message)
		return
	}
	l.note("%s (ignored)", message)
}

func (l *loader) overrides() {
	for _, name := range slices.Sorted(maps.Keys(l.src.Overrides)) {
		r, ok := l.rows[name]
		if !ok {
			l.fail("option %s: unknown setting%s", name, didYouMean(name, slices.Sorted(maps.Keys(l.rows))))
			continue
		}
		where := "option " + name
		if r.Flag != "" {
			where = "flag --" + r.Flag
		}
		value := l.src.Overrides[name]
		l.set(name, value, where, value)
		l.wrote(name, r.asFlag(value), true)
	}
}
