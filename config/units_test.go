package config

import (
	"strings"
	"testing"
	"time"
)

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
		if back := durationText(got); back != c.back {
			t.Errorf("%s: written %s, want %s", c.text, back, c.back)
		}
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
		if back := sizeText(got); back != c.back {
			t.Errorf("%s: written %s, want %s", c.text, back, c.back)
		}
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
