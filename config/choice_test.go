package config

import (
	"strings"
	"testing"
)

// TestChoice: exporters are a list, all, or a change of what a weaker source says.
func TestChoice(t *testing.T) {
	const usual = "csv gexf graphml pajek aliases external bad ledger stats report charts" // docs/settings.md
	all := strings.ReplaceAll(usual, "pajek", "pajek parquet webgraph directories subdomains") +
		" xlsx links content pages"
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
