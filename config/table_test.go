package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
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

// Rows are unique and complete, and defaults.ini has the same ones in the same order.
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
	console.Equal(t, described, names, "the table")
	console.Equal(t, countFields(reflect.TypeFor[Settings]()), len(names), "Settings")
}

// Each row has its own field, so changing it changes no other row.
func TestFields(t *testing.T) {
	values := []string{"false", "true", "1", "2", "77", "7KiB", "paper", "goquery", "temoto", "folder", "text",
		"memory", "area",
		"1.3", "community", "csv", "timeout", "other", "r3", "stored", "none", "scent", "ratio", "section", "h1",
		"images", "check"}
	for i := range Table(new(Settings)) {
		s, before := Defaults(), Defaults()
		rows, unchanged := Table(&s), Table(&before)
		if !slices.ContainsFunc(values, func(value string) bool {
			return rows[i].Set(value) == nil && rows[i].Text() != unchanged[i].Text()
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

// countFields counts the fields in all sections of Settings.
func countFields(t reflect.Type) (n int) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Kind() == reflect.Struct {
			n += f.Type.NumField()
		}
	}
	return n
}

// RCCrawler's keys lead to settings that exist.
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
			if err := r.Set(v.now); err != nil {
				t.Errorf("%s = %s: %v", k.key, v.old, err)
			}
		}
	}
}

// A setting is changed in place, removed, or added at the end of its section, and everything else stays.
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
		must(t, err)
		console.Equal(t, got, c.want, c.name)
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

// An edited text has the new value, and all other values stay.
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

func TestDurations(t *testing.T) {
	for _, c := range []struct {
		text string
		want time.Duration
		back string
	}{
		{"0", 0, "0"}, {"500", 500 * time.Millisecond, "500ms"}, {"500ms", 500 * time.Millisecond, "500ms"},
		{"1.5s", 1500 * time.Millisecond, "1.5s"}, {"60s", time.Minute, "1m"}, {"1h", time.Hour, "1h"},
		{"90m", 90 * time.Minute, "1h30m"}, {"240000s", 240000 * time.Second, "66h40m"},
		{"1h10s", time.Hour + 10*time.Second, "1h0m10s"}, {"10m", 10 * time.Minute, "10m"}, {"20s", 20 * time.Second,
			"20s"},
		{"10h", 10 * time.Hour, "10h"}, {"-1s", -time.Second, "-1s"},
	} {
		got, err := parseDuration(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, %v", c.text, got, err)
		}
		console.Equal(t, durationText(got), c.back, c.text)
	}
	for _, text := range []string{"", "1", "9223372036854775807", "-9223372036854775807", "99999999999999999999",
		"5 s", "s", "1d", "1,5s"} {
		if d, err := parseDuration(text); err == nil && text != "1" {
			t.Errorf("%q gives %v", text, d)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
		back string
	}{
		{"0", 0, "0"}, {"1023", 1023, "1023"}, {"1024", 1024, "1KiB"}, {"32MiB", 33554432, "32MiB"}, {"32 mib",
			33554432, "32MiB"},
		{"256KiB", 262144, "256KiB"}, {"1kB", 1000, "1000"}, {"1KB", 1000, "1000"}, {"2MB", 2000000, "2000000"},
		{"4GB", 4000000000, "3906250KiB"}, {"4GiB", 4294967296, "4GiB"}, {"12B", 12, "12"},
	} {
		got, err := parseSize(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, %v", c.text, got, err)
		}
		console.Equal(t, sizeText(got), c.back, c.text)
	}
	for _, text := range []string{"", "MiB", "B", "-1", "1.5MiB", "9223372036854775807KiB", "1TiB", "0x10", "1 2"} {
		if n, err := parseSize(text); err == nil {
			t.Errorf("%q gives %v", text, n)
		}
	}
}

// Exporters are a list, all, or changes to the value of a weaker source.
func TestChoice(t *testing.T) {
	const usual = "csv gexf graphml pajek aliases external bad ledger stats report charts" // as in docs/settings.md
	all := strings.ReplaceAll(usual, "pajek", "pajek parquet webgraph directories subdomains") +
		" xlsx tickets links content pages"
	for _, c := range []struct{ file, env, flag, want string }{
		{"", "", "all", all}, {"", "", "all, -charts", strings.Replace(all, " charts", "", 1)},
		{"", "", "+links", usual + " links"}, {"", "", "+csv", usual}, {"", "", "-charts -xlsx", usual[:len(usual)-7]},
		{"", "", "csv,+links,-csv", "links"}, {"", "", "+links,csv", "links csv"}, {"", "", "", ""},
		{"csv,stats", "", "+links,-stats", "csv links"}, {"csv,stats", "-stats", "+links", "csv links"},
		{"+xlsx", "+links", "-charts", usual[:len(usual)-7] + " xlsx links"}, {"csv", "all", "gexf", "gexf"},
	} {
		src := Sources{Overrides: map[string]string{"export.exporters": c.flag}}
		text := ""
		if c.file != "" {
			text = "[export]\nexporters = " + c.file
		}
		if c.env != "" {
			src.Env = []string{"SITEGRAPH_EXPORT_EXPORTERS=" + c.env}
		}
		s, msg := load(t, text, src)
		if msg != "" {
			t.Errorf("%+v: %s", c, msg)
		} else if got := strings.Join(s.Export.Exporters, " "); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for _, wrong := range []string{"+linkx", "csv,+-gexf", "-all", "+", "alll", "--csv"} {
		_, msg := load(t, "[export]\nexporters = "+wrong, Sources{})
		if !strings.Contains(msg, "is not known: must be all, changes") {
			t.Errorf("%s: %q", wrong, msg)
		}
	}
}
