package pairs

import (
	"slices"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/site"
)

func load(t *testing.T, env []string, flags map[string]string) config.Settings {
	t.Helper()
	s, err := config.Load(config.Sources{Env: env, Overrides: flags})
	console.Must(t, err)
	return *s
}

func page(t *testing.T, text string) site.URL {
	t.Helper()
	u, err := site.Parse(text)
	console.Must(t, err)
	return u
}

// A refusal shows what the user wrote, wherever it was written.
func TestRefusals(t *testing.T) {
	budget := map[string]string{"order.budget": "5"}
	one := config.Host{URL: page(t, "https://a.example/x/")}
	two := one
	two.Further = []site.URL{page(t, "https://a.example/y/")}
	const stable = "SITEGRAPH_DUPLICATES_KEY=stable"
	for _, c := range []struct {
		name string
		use  Use
		want []string // how the lines begin
	}{
		{"nothing", Use{Settings: load(t, nil, nil), Hosts: []config.Host{one}}, nil},
		{"flags", Use{Settings: load(t, nil, map[string]string{"order.pages": "auto"}), Command: OfAgents},
			[]string{"--order-pages auto and sitegraph agents do not go together: "}},
		{"environment", Use{Settings: load(t, []string{"SITEGRAPH_ORDER_SITES=r3"}, budget), Command: OfAgents},
			[]string{"SITEGRAPH_ORDER_SITES=r3 and sitegraph agents do not go together: "}},
		{"a flag without a value", Use{Settings: load(t, nil, map[string]string{"download.warc": "true",
			"download.archive": "a.warc"})}, []string{"--warc and --archive a.warc do not go together: "}},
		{"arguments", Use{Settings: load(t, []string{"SITEGRAPH_SITES_SCOPE=section"}, budget),
			Hosts: []config.Host{one, two}}, nil},
		{"a budget of two", Use{Settings: load(t, []string{stable}, budget), Hosts: []config.Host{two}}, nil},
		{"a list with a depth", Use{Settings: load(t, nil, map[string]string{"sites.max_depth": "2"}), List: true},
			[]string{"--list and --max-depth 2 do not go together: "}},
		{"several", Use{Settings: load(t, []string{"SITEGRAPH_STORE_STORE=memory"},
			map[string]string{"download.archive": "a.warc", "download.warc": "true"}), Command: OfWatch,
			Hosts: []config.Host{one}},
			[]string{"sitegraph watch and SITEGRAPH_STORE_STORE=memory do", "--warc and --archive a.warc do"}},
		{"moment", Use{Settings: load(t, []string{"SITEGRAPH_STORE_STORE=memory"}, nil), AsOf: "7"},
			[]string{"SITEGRAPH_STORE_STORE=memory and --as-of 7 do not go together: "}},
		{"checks of agents", Use{Settings: load(t, nil, map[string]string{"revisit.checks": "9"}),
			Command: OfAgents}, []string{"--checks 9: sitegraph agents continues a search"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			if err := c.use.Check(); err != nil {
				got = strings.Split(err.Error(), "\n")
			}
			if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
				t.Errorf("got %q, want lines that begin with %q", got, c.want)
			}
		})
	}
}

// Each row names two listed features, occurs once, and says what a user needs to know.
func TestPairs(t *testing.T) {
	known, seen := map[Feature]bool{}, map[string]bool{}
	for _, k := range Kinds() {
		if known[k.Feature] || k.Name == "" || k.Asked == "" {
			t.Errorf("%s: is there twice, or says nothing", k.Feature)
		}
		known[k.Feature] = true
	}
	for _, p := range Pairs() {
		name := string(min(p.A, p.B) + " " + max(p.A, p.B))
		switch {
		case !known[p.A] || !known[p.B] || p.A == p.B || seen[name]:
			t.Errorf("%s: no pair of features, or there twice", name)
		case p.Why == "" || (p.Fate == Refused) != (p.Out != ""):
			t.Errorf("%s: no reason, or no way out", name)
		}
		seen[name] = true
	}
}

// Formats that a search cannot write are named if a user chose them or a flag added them to the defaults.
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
		console.Equal(t, (Use{Settings: load(t, env, flags)}).LeftOut(), c.want, c.env, c.flag)
	}
}

// Each setting has the refusals of its feature, and every feature that a setting can ask for is found.
func TestConflicts(t *testing.T) {
	found := map[string]bool{}
	for _, s := range config.Table(new(config.Settings)) {
		for _, c := range Conflicts(s) {
			found[c.Asked] = true
			if c.With == "" || c.Why == "" {
				t.Errorf("%s: %+v", s.Name(), c)
			}
		}
		if s.Name() == "order.budget" && !slices.ContainsFunc(Conflicts(s), func(c Conflict) bool {
			return c.Asked == "--budget" && c.With == "one shard of several"
		}) {
			t.Errorf("a budget: %+v", Conflicts(s))
		}
		if s.Name() == "sites.hosts" && len(Conflicts(s)) > 0 {
			t.Errorf("%+v", Conflicts(s))
		}
	}
	for _, asked := range []string{"--scope entity", "--order-sites",
		"--theme", "--archive", "--warc", "[download] downloader = folder", "[store] store = memory", "--hits"} {
		if !found[asked] {
			t.Errorf("no setting asks for %s", asked)
		}
	}
}
