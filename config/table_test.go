package config

import (
	"reflect"
	"strings"
	"testing"
)

// same compares settings key by key.
func same(t *testing.T, got, want *Settings) {
	t.Helper()
	for _, r := range Table() {
		if g, w := r.Text(got), r.Text(want); g != w {
			t.Errorf("%s = %q, want %q", r.Name(), g, w)
		}
	}
}

// TestTable checks that rows are unique and complete, and that each has a
// field of its own.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	var s Settings
	fields := map[any]string{}
	known := map[string]bool{}
	for _, h := range sections() {
		known[h.name] = true
	}
	for _, r := range Table() {
		for _, name := range []string{r.Name(), r.Env(), "--" + r.Flag, "-" + r.Short} {
			if seen[name] && strings.Trim(name, "-") != "" {
				t.Errorf("%s stands twice", name)
			}
			seen[name] = true
		}
		if other, twice := fields[r.field(&s)]; twice {
			t.Errorf("%s and %s share a field", r.Name(), other)
		}
		fields[r.field(&s)] = r.Name()
		if !known[r.Section] || r.Doc == "" || !strings.HasSuffix(r.Doc, ".") || strings.Contains(r.Doc, "\n") {
			t.Errorf("%s: section or doc: %q", r.Name(), r.Doc)
		}
		if err := r.set(&s, r.Default); err != nil {
			t.Errorf("default of %s: %v", r.Name(), err)
		}
	}
	if n := countFields(reflect.TypeFor[Settings]()); n != len(fields) {
		t.Errorf("Settings has %d fields, the table %d rows", n, len(fields))
	}
}

// countFields counts the fields of the sections of Settings.
func countFields(t reflect.Type) (n int) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Kind() == reflect.Struct {
			n += f.Type.NumField()
		}
	}
	return n
}

// TestOldKeys checks that RCCrawler's keys lead to settings that exist.
func TestOldKeys(t *testing.T) {
	rows := newLoader(Sources{}).rows
	for _, k := range oldKeys() {
		r, ok := rows[k.to]
		if !ok && k.to != "" {
			t.Errorf("%s leads to %s, which is no setting", k.key, k.to)
		}
		for _, v := range k.values {
			if k.to == "" {
				continue
			}
			if err := r.set(&Settings{}, v.now); err != nil {
				t.Errorf("%s = %s: %v", k.key, v.old, err)
			}
		}
	}
}
