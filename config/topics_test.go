package config

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// readTopics reads a text as the file t.ini.
func readTopics(text string) (Topics, string) {
	t, err := ReadTopics(strings.NewReader(text), "t.ini")
	if err != nil {
		return t, err.Error()
	}
	return t, ""
}

func seed(t *testing.T, text string) site.URL {
	t.Helper()
	u, err := site.Parse(text)
	must(t, err)
	return u
}

// The defaults agree with Liu Jia and Du Yajun (2016), by hand.
func TestTopicsDefaults(t *testing.T) {
	got, msg := readTopics("[coins]\nkeywords = coin")
	want := Topics{Scheme: "market", Matching: "exact", Clock: "seconds", Lifetime: 600, Run: 300, Interval: 120,
		WonTime: 10, Understanding: 0.2, PageEnergy: 0.5, Step: 0.1, WonSpace: 50 * 1024, Lots: 1,
		Agents: []Agent{{Name: "coins", Line: 1, Keywords: "coin", Energy: 5, Target: 5}}}
	console.Equal(t, msg, "")
	console.Equal(t, got, want)
}

// Every key can be read, in the spellings that people use.
func TestTopics(t *testing.T) {
	got, msg := readTopics("\uFEFF# topics\r\nscheme = pool\r\nmatching=auction\r\nclock = 'pages'\r\nrun = 0\r\n" +
		"interval = 0.5\r\nlifetime = 1e3\r\nunderstanding = .3\r\npage_energy = 1\r\nstep = 0.05\r\n" +
		"won_time = 0\r\nspace = 2 MB\r\nwon_space = 10\r\nlots = 20\r\nwhole = yes\r\nforeign = on\r\n" +
		"language = en-GB\r\n" +
		"hosts = *.A.example, [::1]:8080,\r\n   b.example:443\r\nenergy = 7\r\ntarget = 2\r\n\r\n" +
		"[ Монеты  и марки ]\r\n  keywords = \"пенни, талер\" # ; = не комментарий\r\n\tещё слова\r\n" +
		"  language = ru\r\n" +
		"  seeds = http://h.example/a?x=1,y, HTTPS://пример.рф,https://h.example\r\n  ; a comment\r\n" +
		"    http://h.example/a?x=1,y\r\n  energy = 0\r\n" +
		"hosts = *\r\n[b]\r\nkeywords = ''\r\ntarget = 0\r\nlabel = /coins/|^x=y\r\n")
	shared := []string{"*.a.example", "[::1]:8080", "b.example:443"}
	want := Topics{Scheme: "pool", Matching: "auction", Clock: "pages", Interval: 0.5, Lifetime: 1000,
		Understanding: 0.3, PageEnergy: 1, Step: 0.05, Space: 2000000, WonSpace: 10, Lots: 20, Whole: true,
		Foreign: true,
		Agents: []Agent{
			{Name: "Монеты и марки", Line: 23, Language: "ru", Hosts: []string{"*"}, Target: 2,
				Keywords: "\"пенни, талер\" # ; = не комментарий ещё слова",
				Seeds: []site.URL{seed(t, "http://h.example/a?x=1,y"), seed(t, "https://xn--e1afmkfd.xn--p1ai/"),
					seed(t, "https://h.example/")}},
			{Name: "b", Line: 32, Language: "en-GB", Keywords: "''", Hosts: shared, Energy: 7,
				Label: regexp.MustCompile("/coins/|^x=y")},
		}}
	console.Equal(t, msg, "")
	console.Equal(t, got, want)
}

// TestTopicsErrors checks every kind of error, word by word.
func TestTopicsErrors(t *testing.T) {
	const a = "[a]\nkeywords = x\n"
	long := strings.Repeat("я", 51)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "t.ini:1: no agent; write a section for each topic, such as [coins], and below it keywords = " +
			"coin penny thaler"},
		{"no agent", "# none\nrun = 0", "t.ini:1: no agent; write a section for each topic, such as [coins], " +
			"and below it keywords = coin penny thaler"},
		{"no keywords", a + "\n[b]\nenergy = 3",
			"t.ini:4: [b]: no keywords; add a line such as keywords = coin penny thaler"},
		{"empty keywords", "[a]\nkeywords =  ",
			`t.ini:2: [a] keywords = "": must not be empty: must be words of any language`},
		{"one name", a + a, "t.ini:3: [a]: line 1 names an agent [a] already; names must differ in more than upper " +
			"and lower case"},
		{"upper case", "[Éa b]\nkeywords = x\n[éA  B]\nkeywords = y", "t.ini:3: [éA B]: line 1 names an agent [Éa b] " +
			"already; names must differ in more than upper and lower case"},
		{"heading", "[a\nkeywords = x", `t.ini:1: "[a": a section is written [name], on a line of its own`},
		{"heading with more", "[a] # x\nkeywords = x",
			`t.ini:1: "[a] # x": a section is written [name], on a line of its own`},
		{"heading without a name", "[ ]", `t.ini:1: "[ ]": a section is written [name], on a line of its own`},
		{"long name", "[" + long + "]", "t.ini:1: [" + long + "]: the name of an agent has at most 50 characters; " +
			"describe its topic by keywords"},
		{"seed without scheme", a + "seeds = https://a.example/ b.example/x",
			`t.ini:3: [a] seeds = "https://a.example/ b.example/x": "b.example/x" is not a complete URL: it must ` +
				`begin with http:// or https://; did you mean "https://b.example/x"?`},
		{"seed of another scheme", a + "seeds = ftp://a.example", `t.ini:3: [a] seeds = "ftp://a.example": ` +
			`"ftp://a.example" is not a complete URL: it must begin with http:// or https://`},
		{"seed without host", a + "seeds = http://", `t.ini:3: [a] seeds = "http://": "http://" is not a complete ` +
			`URL: it must begin with http:// or https://`},
		{"host with scheme", a + "hosts = b.example https://a.example/", `t.ini:3: [a] hosts = "b.example ` +
			`https://a.example/": "https://a.example/" is not a pattern of hosts: write example.org, ` +
			`example.org:8080, *.example.org for all hosts below it, or * for all`},
		{"star inside", a + "hosts = a.*.example", `t.ini:3: [a] hosts = "a.*.example": "a.*.example" is not a ` +
			`pattern of hosts: write example.org, example.org:8080, *.example.org for all hosts below it, ` +
			`or * for all`},
		{"seed elsewhere", "hosts = a.example:443 *.b.example *.c.example:81\n" + a +
			"seeds = https://a.example http://x.b.example http://x.c.example:81 http://a.example/x http://b.example",
			"t.ini:2: [a]: its seed http://a.example/x is on none of its hosts, a.example:443 *.b.example " +
				"*.c.example:81; add a.example to them\nt.ini:2: [a]: its seed http://b.example/ is on none " +
				"of its hosts, a.example:443 *.b.example *.c.example:81; add b.example to them"},
		{"label", a + "label = (", `t.ini:3: [a] label = "(": must be a regular expression in Go's syntax (RE2): ` +
			"error parsing regexp: missing closing ): `(`"},
		{"energy", a + "energy = -1", `t.ini:3: [a] energy = "-1": must be a number from 0 to 1000000000`},
		{"target", a + "target = 1.5", `t.ini:3: [a] target = "1.5": must be a whole number from 0 to 1000000000`},
		{"language", a + "language = English please",
			`t.ini:3: [a] language = "English please": must be the tag of a language, such as en or pt-BR, or empty`},
		{"understanding", "understanding = 20%\n" + a, `t.ini:1: understanding = "20%": must be a number from 0 to 1`},
		{"not a number", "run = NaN\n" + a, `t.ini:1: run = "NaN": must be a number from 0 to 1000000000`},
		{"interval", "interval = 0\n" + a, `t.ini:1: interval = "0": must be a number from 0.001 to 1000000000`},
		{"step", "step = 2\n" + a, `t.ini:1: step = "2": must be a number from 0.001 to 1`},
		{"lots", "lots = 0\n" + a, `t.ini:1: lots = "0": must be a whole number from 1 to 1000000`},
		{"space", "won_space = 50K\n" + a, `t.ini:1: won_space = "50K": must be a size from 0 to 1024GiB (such as ` +
			`256KiB or 32MiB; a plain number is bytes)`},
		{"scheme", "scheme = markets\n" + a, `t.ini:1: scheme = "markets": "markets" is not known: must be one of ` +
			`market, random, separate, shared, pool; did you mean "market"?`},
		{"matching", "matching = best\n" + a,
			`t.ini:1: matching = "best": "best" is not known: must be one of exact, auction, literal`},
		{"clock", "clock = hours\n" + a,
			`t.ini:1: clock = "hours": "hours" is not known: must be one of seconds, pages`},
		{"unknown before the first section", "intervall = 3\n" + a, `t.ini:1: intervall: unknown key; did you mean ` +
			`"interval"? (known: scheme, matching, clock, run, interval, lifetime, understanding, strict, ` +
			`page_energy, step, won_time, space, won_space, lots, whole, foreign, language, hosts, energy, target)`},
		{"unknown in a section", a + "keyword = x", `t.ini:3: [a] keyword: unknown key; did you mean "keywords"? ` +
			`(known: keywords, seeds, label, language, hosts, energy, target)`},
		{"of all agents", a + "run = 5",
			"t.ini:3: [a] run: unknown key; it holds for all agents and belongs before the first section"},
		{"of one agent", "keywords = x\n" + a, "t.ini:1: keywords: unknown key; it belongs to one agent, below the " +
			"heading of a section, such as [coins]"},
		{"twice", a + "keywords = y", "t.ini:3: [a] keywords: already given in line 2"},
		{"no key", a + "more words", `t.ini:3: "more words": expected "key = value", "[topic]", a comment that ` +
			`begins with # or ;, or, indented, more of the value above`},
		{"key in a value", a + "  x = y", `t.ini:3: [a] x: unknown key (known: keywords, seeds, label, language, ` +
			`hosts, energy, target)`},
		{"all at once, by line", "run = x\n[a]\nseeds = x\nwords\n[b\n",
			`t.ini:1: run = "x": must be a number from 0 to 1000000000` + "\n" +
				"t.ini:2: [a]: no keywords; add a line such as keywords = coin penny thaler\n" +
				`t.ini:3: [a] seeds = "x": "x" is not a complete URL: it must begin with http:// or ` +
				"https://\n" + `t.ini:4: "words": expected "key = value", "[topic]", a comment that begins with # ` +
				"or ;, or, indented, more of the value above\n" +
				`t.ini:5: "[b": a section is written [name], on a line of its own`},
		{"binary", "[a]\nkeywords = \x00", "t.ini:2: holds the control character U+0000; this is not a text file"},
		{"not UTF-8", "[a]\nkeywords = \xE9t\xE9", "t.ini:2: not UTF-8; save the file as UTF-8 text"},
		{"UTF-16", "\xFF\xFE[\x00", "t.ini:1: written in UTF-16; save the file as UTF-8 text"},
		{"large", strings.Repeat("#", 1<<20+1), "t.ini: larger than 1MiB: this is not the right file"},
	} {
		if _, got := readTopics(c.text); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// 200 agents are allowed and no more. If there are many errors, the first are shown.
func TestManyTopics(t *testing.T) {
	var text strings.Builder
	for n := range 201 {
		fmt.Fprintf(&text, "[t%d]\nkeywords = x\n", n)
	}
	got, msg := readTopics(strings.TrimSuffix(text.String(), "[t200]\nkeywords = x\n"))
	if msg != "" || len(got.Agents) != 200 || got.Agents[199].Name != "t199" {
		t.Errorf("%d agents, %s", len(got.Agents), msg)
	}
	const want = "t.ini:401: [t200]: more than 200 agents; split the topics into several files"
	if _, msg = readTopics(text.String()); msg != want {
		t.Errorf("got  %s\nwant %s", msg, want)
	}
	_, msg = readTopics(strings.Repeat("x\n", 52))
	if lines := strings.Split(msg, "\n"); len(lines) != 51 || lines[50] != "and 3 more errors" {
		t.Errorf("got %d lines, the last is %s", len(lines), lines[len(lines)-1])
	}
}

// Every key has a field, a default and a sentence.
func TestTopicsTable(t *testing.T) {
	all, shared, own := topicsRows(new(Topics), new(Agent))
	_, keys := readDefaults(topicsINI)
	rows := slices.Concat(all, shared, own)
	console.Equal(t, reflect.TypeFor[Topics]().NumField()-1, len(all), "Topics")
	console.Equal(t, reflect.TypeFor[Agent]().NumField()-2, len(shared)+len(own), "Agent")
	console.Equal(t, len(rows), len(keys))
	for _, r := range rows {
		if !strings.HasSuffix(r.Doc, ".") || strings.Contains(r.Doc, "\n") {
			t.Errorf("%s: doc: %q", r.Name(), r.Doc)
		}
	}
}

// The tables of keys in docs/agents.md and the example agree with the code.
func TestShippedTopics(t *testing.T) {
	const file = "../docs/agents.md"
	text, err := os.ReadFile(file)
	must(t, err)
	example, msg := readTopics(between(string(text), "```ini\n", "```"))
	if msg != "" || len(example.Agents) != 2 || len(example.Agents[0].Seeds) != 2 {
		t.Errorf("the example: %+v, %s", example, msg)
	}
	all, shared, own := topicsRows(new(Topics), new(Agent))
	want := withTable(t, string(text), "## Keys of all agents\n", all)
	matches(t, file, []byte(withTable(t, want, "## Keys of an agent\n", append(own, shared...))))
}

// withTable replaces the rows of the first table below a heading with the rows of settings.
func withTable(t *testing.T, text, heading string, rows []Setting) string {
	t.Helper()
	before, after, found := strings.Cut(text, heading)
	prose, table, ok := strings.Cut(after, "\n---|---|---\n")
	if !found || !ok {
		t.Fatalf("no table below %s", heading)
	}
	_, table, _ = strings.Cut(table, "\n\n")
	var written strings.Builder
	for _, r := range rows {
		row(&written, r.cells()...)
	}
	return before + heading + prose + "\n---|---|---\n" + written.String() + "\n" + table
}
