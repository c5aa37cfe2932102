package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func same(t *testing.T, got, want *Settings) {
	t.Helper()
	wanted := Table(want)
	for i, r := range Table(got) {
		if g, w := r.Text(), wanted[i].Text(); g != w {
			t.Errorf("%s = %q, want %q", r.Name(), g, w)
		}
	}
}

// TestTable checks that rows are unique and complete, and that those of defaults.ini are the same in the same order.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	var names, described []string
	for _, r := range Table(new(Settings)) {
		for _, name := range []string{r.Name(), r.Env(), "--" + r.Flag, "-" + r.Short} {
			if seen[name] && strings.Trim(name, "-") != "" {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
		}
		names = append(names, r.Name())
		if !strings.HasSuffix(r.Doc, ".") || strings.Contains(r.Doc, "\n") {
			t.Errorf("%s: doc: %q", r.Name(), r.Doc)
		}
	}
	_, keys := readDefaults(defaultsINI)
	for _, key := range keys {
		described = append(described, key.Name())
	}
	if !slices.Equal(names, described) {
		t.Errorf("the table has %q,\ndefaults.ini %q", names, described)
	}
	if n := countFields(reflect.TypeFor[Settings]()); n != len(names) {
		t.Errorf("Settings has %d fields, the table %d rows", n, len(names))
	}
}

// TestFields checks that each row has a field of its own: when it gets another value, no other row changes.
func TestFields(t *testing.T) {
	values := []string{"false", "true", "1", "2", "77", "7KiB", "paper", "goquery", "temoto", "folder", "text",
		"memory", "area",
		"1.3", "community", "csv", "timeout", "other", "r3", "stored", "none", "scent", "ratio", "section", "h1",
		"images", "check"}
	for i := range Table(new(Settings)) {
		s, before := Defaults(), Defaults()
		rows, unchanged := Table(&s), Table(&before)
		if !slices.ContainsFunc(values, func(value string) bool {
			return rows[i].set(value) == nil && rows[i].Text() != unchanged[i].Text()
		}) {
			t.Errorf("%s: none of the values changes it", rows[i].Name())
		}
		for k, r := range rows {
			if k != i && r.Text() != unchanged[k].Text() {
				t.Errorf("%s and %s share a field", rows[i].Name(), r.Name())
			}
		}
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
	for _, k := range oldKeys {
		r, ok := rows[k.to]
		if !ok && k.to != "" {
			t.Errorf("%s leads to %s, which is no setting", k.key, k.to)
		}
		for _, v := range k.values {
			if k.to == "" {
				continue
			}
			if err := r.set(v.now); err != nil {
				t.Errorf("%s = %s: %v", k.key, v.old, err)
			}
		}
	}
}
