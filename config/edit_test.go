package config

import (
	"maps"
	"strings"
	"testing"
)

// TestEditINI: a setting has another value at its place, none any more, or one where its section ends; all else stays.
func TestEditINI(t *testing.T) {
	const text = "# mine\n[walk]\n# why\nmax_pages = 10\n\n; more\n[sites]\nhosts = \"a\n  b\"\nmax_level = 3\n# end\n"
	for _, c := range []struct {
		name   string
		before string
		set    map[string]string
		want   string
	}{
		{"nothing", text, nil, text},
		{"another value", text, map[string]string{"walk.max_pages": "20"}, strings.Replace(text, "= 10", "= 20", 1)},
		{"the default", text, map[string]string{"walk.max_pages": ""},
			strings.Replace(text, "max_pages = 10\n", "", 1)},
		{"not written", text, map[string]string{"walk.include": ""}, text},
		{"over two lines", text, map[string]string{"sites.hosts": "c.txt"},
			strings.Replace(text, "hosts = \"a\n  b\"", "hosts = c.txt", 1)},
		{"a former name", text, map[string]string{"sites.max_depth": "4"},
			strings.Replace(text, "max_level = 3", "max_depth = 4", 1)},
		{"new in its section", text, map[string]string{"walk.exclude": "/a|b=c", "walk.include": "/d"},
			strings.Replace(text, "10\n", "10\ninclude = /d\nexclude = /a|b=c\n", 1)},
		{"a new section", text, map[string]string{"order.budget": "5", "store.sync": "true", "order.seed": "2"},
			text + "\n[order]\nbudget = 5\nseed = 2\n\n[store]\nsync = true\n"},
		{"an empty text", "", map[string]string{"walk.max_pages": "1"}, "[walk]\nmax_pages = 1\n"},
		{"no end of line", "[walk]\nmax_pages = 1", map[string]string{"walk.exclude": "x"},
			"[walk]\nmax_pages = 1\nexclude = x"},
		{"an empty section", "[walk]\n\n[sites]\n", map[string]string{"walk.exclude": "x"},
			"[walk]\nexclude = x\n\n[sites]\n"},
	} {
		got, err := EditINI(c.before, c.set)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v\nwant %q", c.name, got, err, c.want)
		}
	}
	for _, c := range [][3]string{{"walk.max_pages", "many", "[walk] max_pages"}, {"walk.none", "1", "unknown setting"},
		{"export.exporters", "none", "none"}, {"walk.exclude", "a\n[sites]", "control character"}} {
		if _, err := EditINI(text, map[string]string{c[0]: c[1]}); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%q: %v", c, err)
		}
	}
	if _, err := EditINI("[walk]\nmax_pages\n", nil); err == nil || !strings.Contains(err.Error(), "settings.ini:2") {
		t.Errorf("a damaged text: %v", err)
	}
}

// FuzzEditINI: a text that can be read has the new value afterwards, and all others as before.
func FuzzEditINI(f *testing.F) {
	f.Add("[walk]\nmax_pages = 1\n[sites]\nhosts = \"a\nb\"\n", "17")
	f.Add("", "/a|\"b\"")
	f.Fuzz(func(t *testing.T, text, value string) {
		before, err := WrittenIn(text)
		value = strings.TrimSpace(value)
		if err != nil || value == "" {
			return
		}
		edited, err := EditINI(text, map[string]string{"walk.exclude": value})
		if err != nil {
			return
		}
		after, err := WrittenIn(edited)
		if before["walk.exclude"] = value; err != nil || !maps.Equal(before, after) {
			t.Errorf("%q with %q is %q: %q, %v", text, value, edited, after, err)
		}
	})
}
