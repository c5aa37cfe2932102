package pairs

import "testing"

// TestLeftOut: exporters that a search has no files of are named if a user chose them, and those of the defaults if a
// flag names them.
func TestLeftOut(t *testing.T) {
	const file = "SITEGRAPH_EXPORT_EXPORTERS="
	for _, c := range []struct{ env, flag, want string }{
		{},
		{flag: "csv,gexf,report"},
		{flag: "-charts"},
		{flag: "csv,ledger",
			want: "--export csv,ledger: a search by agents has no files of ledger, which describe single sites"},
		{flag: "+links,+xlsx",
			want: "--export +links,+xlsx: a search by agents has no files of links and xlsx, which describe single " +
				"sites"},
		{env: file + "csv,ledger"},
		{env: file + "csv,ledger,links", want: file + "csv,ledger,links: a search by agents has no files of links, " +
			"which describe single sites"},
	} {
		var env []string
		if c.env != "" {
			env = []string{c.env}
		}
		flags := map[string]string{}
		if c.flag != "" {
			flags["export.exporters"] = c.flag
		}
		if got := (Use{Settings: load(t, env, flags)}).LeftOut(); got != c.want {
			t.Errorf("%q %q: %q, want %q", c.env, c.flag, got, c.want)
		}
	}
}
