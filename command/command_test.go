package command

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/config"
	"sitegraph/extractor/store"
	"sitegraph/internal/console"
	"sitegraph/run"
)

// quick has settings that let a crawl of loopback waste no time.
var quick = []string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1"}

// crawl runs a quick crawl.
func crawl(args ...string) outcome { return invocation{env: quick}.run(args...) }

// TestUsage checks that a user's mistake exits with code 2 and a message that names the place and the remedy.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string { return write(t, filepath.Join(dir, name), text) }
	none := filepath.Join(dir, "none")
	for _, c := range []struct {
		name string
		env  []string
		args []string
		says []string
	}{
		{"flag unknown", nil, []string{"--nope"}, []string{"--nope", "see sitegraph help options"}},
		{"flag misspelled", nil, []string{"--maxpages", "3"}, []string{"--maxpages; did you mean --max-pages? (see"}},
		{"flag of other programs", nil, []string{"--depth=2"}, []string{"--depth; did you mean --max-depth? (see"}},
		{"that no crawl has", nil, []string{"--render"}, []string{"--render; scripts are not run"}},
		{"that the command has not", nil, []string{"status", "--depth=2"}, []string{"--depth (see sitegraph status"}},
		{"that means others here", nil, []string{"why", "--format=json"}, []string{"did you mean --json? (see"}},
		{"an address behind a flag", nil, []string{"stats", "--url=a"}, []string{"; write the address without a flag"}},
		{"flag unknown to a command", nil, []string{"why", "--nope"}, []string{"--nope", "see sitegraph why --help"}},
		{"help on no command", nil, []string{"help", "hosts", "ad"}, []string{`no command "hosts ad"`}},
		{"help with a flag", nil, []string{"help", "options", "--fresh"}, []string{"help options takes no --fresh"}},
		{"flag without value", nil, []string{"-d"}, []string{"needs an argument", "-d"}},
		{"flag of the wrong kind", nil, []string{"--max-pages", "many"},
			[]string{`flag --max-pages = "many"`, "must be a whole number from 0"}},
		{"progress", nil, []string{"--progress", "loud"},
			[]string{`--progress "loud"`, "must be one of auto, bar, json, none, plain"}},
		{"command", nil, []string{"stat"},
			[]string{`unknown command "stat": did you mean stats or status?`, "http://stat/"}},
		{"no command", nil, []string{"nosuchcommand"},
			[]string{`unknown command "nosuchcommand"`, "see sitegraph --help", "http://nosuchcommand/"}},
		{"command twice", nil, []string{"crawl", "crawl"}, []string{`"crawl" is not a site`, "http://crawl/"}},
		{"shell", nil, []string{"completion", "csh"}, []string{"completion takes a shell alone"}},
		{"shells", nil, []string{"completion", "bash", "x"}, []string{`bash takes no arguments; got ["x"]`}},
		{"a moment to come", nil, []string{"compare", "--from", "9999-01-01"}, []string{`01" is still to come`}},
		{"a duration", nil, []string{"--max-time", "5y"}, []string{"behind --max-time seconds)"}},
		{"an interval", nil, []string{"watch", "--every", "5y"}, []string{`"5y" for "--every" flag (see`}},
		{"a folder for hosts", nil, []string{"--hosts", dir}, []string{"[sites] hosts = " + dir + " is a folder"}},
		{"a folder for a list", nil, []string{"--list", dir}, []string{"--list = " + dir + " is a folder"}},
		{"a file of other kinds", nil, []string{"report.html"}, []string{`"report.html" is not a site`}},
		{"arguments", nil, []string{"config", "x"}, []string{`sitegraph config takes no arguments; got ["x"]`}},
		{"mcp of no folder", nil, []string{"mcp", "nope"}, []string{"nope: no such file", "name result folders"}},
		{"why without URL", nil, []string{"why"}, []string{"takes one URL, or two to compare; got []"}},
		{"why with a space", nil, []string{"why", "exam ple.com"},
			[]string{`"exam ple.com" is not a URL`, "include http:// or https://"}},
		{"why with a wrong port", nil, []string{"why", "http://a.example:99999/"},
			[]string{`"http://a.example:99999/"`, "a port is a number up to 65535"}},
		{"a host's port", nil, []string{"127.0.0.1:99999"}, []string{`"127.0.0.1:99999": the port must be a number`}},
		{"a seed's port", nil, []string{"agents", "http://a.example:99999"}, []string{"the port must be a number"}},
		{"host", nil, []string{"ftp://example.com"}, []string{`"ftp://example.com" is not a site`, "https://host"}},
		{"a file that is there", nil, []string{file("list", "a.example\n")}, []string{"list is a file: --hosts"}},
		{"a port for a folder", nil, []string{"serve", "8700"}, []string{"address write --listen 127.0.0.1:8700"}},
		{"an address for a folder", nil, []string{"serve", "[::1]:80"}, []string{"write --listen [::1]:80"}},
		{"no address", nil, []string{""}, []string{`"" is not a site`, "https://host"}},
		{"a typographer's dash", nil, []string{"\u2013depth"}, []string{"a word processor made: write --depth"}},
		{"one dash", nil, []string{"-max-depth", "3"}, []string{"did you mean --max-depth?"}},
		{"one slash", nil, []string{"https:/a.example"}, []string{`"https:/a.example" is not a site`, "https://"}},
		{"a path on Windows", nil, []string{`C:\sites\list`}, []string{`list" is not a site`, "https://host"}},
		{"command of other programs", nil, []string{"diff", "a", "b"}, []string{"did you mean compare?"}},
		{"settings, all errors", nil,
			[]string{"--settings", file("two.ini", "[walk]\nmax_redirects = 99\n[store]\nsync = maybe\n")},
			[]string{"sitegraph: " + filepath.Join(dir, "two.ini:2"), "sitegraph: " + filepath.Join(dir, "two.ini:4"),
				"from 0 to 50", "true or false"}},
		{"list and sites", nil, []string{"--list", none, "a.example"}, []string{"--list", "remove a.example"}},
		{"list and depth", nil, []string{"--list", none, "-d", "2"},
			[]string{"--list and --max-depth 2 do not go together", "are not followed"}},
		{"list missing", nil, []string{"--list", none}, []string{"--list", none}},
		{"hosts missing", nil, []string{"--hosts", none}, []string{"hosts file", none, "one site per line"}},
		{"stop file", []string{"SITEGRAPH_FINISH_STOP_FILE=hosts.txt"}, []string{"-O", ".", "a.example"},
			[]string{"[finish] stop_file = hosts.txt", "belongs to [sites] hosts"}},
		{"no state", nil, []string{"status"}, []string{"no saved crawl in", "crawl first"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			o := invocation{env: c.env}.run(append([]string{"-O", out}, c.args...)...)
			o.MustEnd(t, exitUsage).MustSay(t, c.says...)
			console.Equal(t, o.Out, "", "printed")
			if _, err := os.Stat(out); err == nil {
				t.Error("something was written")
			}
		})
	}
}

// flagValues has a value for each flag of a setting, other than the default.
var flagValues = map[string]string{
	"archive": "a.warc.gz", "credentials": "mine.ini", "scope": "section", "sitemaps": "check",
	"check-linked": "external,images", "hits": "access.log",
	"max-depth": "3", "max-pages": "77", "max-time": "90s", "concurrency": "5", "per-host": "7", "delay": "250ms",
	"include": "a|b", "exclude": "c$", "hosts": "mine.txt", "export": "csv,links",
	"user-agent": "me/1", "contact": "me@example.org", "warc": "true",
	"policy": "scent", "checks": "5%", "seconds": "300",
	"order-sites": "r3", "order-pages": "stored", "budget": "2000", "theme": "institutes",
}

// TestSettingsFlags checks that each flag reaches its setting, and wins over the environment.
func TestSettingsFlags(t *testing.T) {
	t.Parallel()
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag == "" {
			continue
		}
		value, ok := flagValues[s.Flag]
		if !ok {
			t.Errorf("--%s has no value in this test", s.Flag)
			continue
		}
		settled := invocation{env: []string{s.Env() + "=" + s.Default}}.run("config", "--"+s.Flag+"="+value)
		settled.MustEnd(t, exitDone)
		lines := strings.Split(strings.ReplaceAll(settled.Out, "1m30s", "90s"), "\n")
		if !slices.Contains(lines, s.Key+" = "+value) {
			t.Errorf("--%s %s does not give [%s] %s = %s", s.Flag, value, s.Section, s.Key, value)
		}
	}
}

func TestVersionAndHelp(t *testing.T) {
	for _, command := range []string{"version", "--version"} {
		console.Equal(t, sitegraph(command).MustEnd(t, exitDone).Out, "sitegraph "+run.Version+"\n", command)
	}
	help := unwrapped(sitegraph("help", "options").MustEnd(t, exitDone))
	help.MustShow(t, "--max-pages number ", "--delay duration ", "--output-dir folder ", "--export list ",
		": csv, gexf, graphml, pajek, parquet, webgraph, directories, subdomains, aliases, external, bad, "+
			"ledger, stats, report, charts, xlsx, tickets, links, content, pages.")
	sitegraph("compare", "--help").MustEnd(t, exitDone).
		MustShow(t, "the earlier one first", "comparison/", "sitegraph compare before/result/")
	watch := sitegraph("watch", "--help").MustEnd(t, exitDone)
	for _, s := range config.Table(new(config.Settings)) {
		if s.Flag != "" {
			watch.MustShow(t, "--"+s.Flag+" ")
		}
	}
}

// unwrapped joins the lines of a help text.
func unwrapped(o outcome) outcome {
	o.Out = strings.Join(strings.Fields(o.Out), " ")
	return o
}

// TestOwnFlags checks that the help of a command fits a terminal and lists its flags. Others are refused or harmless.
func TestOwnFlags(t *testing.T) {
	for command, flags := range map[string][3]string{ // shown, refused, ignored
		"crawl":                 {"--max-depth --archive --fresh --export", "--policy --checks", ""},
		"watch":                 {"--policy --checks --max-depth --every", "", ""},
		"agents":                {"--topics --budget --contact --max-pages", "--order-sites --policy", ""},
		"export":                {"--as-of --export --max-depth --exclude", "--contact --warc --delay", "--color"},
		"stats":                 {"--as-of --progress --include", "--export --user-agent", "--color"},
		"why http://a.example/": {"--all --hosts --archive", "--warc --per-host", "--progress"},
		"status":                {"--output-dir --settings", "--max-depth --hosts --contact", "--color --progress"},
		"compare a b":           {"--from --to --output-dir", "--contact --export", "--progress"},
		"config":                {"--max-depth --policy --contact", "", ""},
		"serve":                 {"--listen --quiet", "--output-dir --max-depth", "--color"},
	} {
		args := strings.Fields(command)
		help := sitegraph(append(args, "--help")...).MustEnd(t, exitDone)
		for line := range strings.Lines(help.Out) {
			if _, usage, _ := strings.Cut(help.Out, "Flags:"); len(line) > 81 && strings.Contains(usage, line) {
				t.Errorf("%s: a line of %d columns: %s", command, len(line), line)
			}
		}
		for _, flag := range strings.Fields(flags[0]) {
			help.MustShow(t, " "+flag+" ")
		}
		for _, flag := range strings.Fields(flags[1] + " " + flags[2]) {
			console.Lacks(t, help.Out, " "+flag+" ")
		}
		for _, flag := range strings.Fields(flags[1]) {
			if o := sitegraph(append(args, flag+"=1")...); o.Code != exitUsage || !strings.Contains(o.Err, flag) {
				t.Errorf("%s %s: exit %d, %s", command, flag, o.Code, o.Err)
			}
		}
	}
}

// visits serves a small site and records the requests with their user agents.
type visits struct {
	mu   sync.Mutex
	seen map[string]string // path → User-Agent
}

func (v *visits) serve(t *testing.T) string {
	t.Helper()
	v.seen = map[string]string{}
	pages := map[string]string{"/": links("Home", "/a", "/b", "/private/c"), "/a": links("A", "/a/deep"),
		"/b": links("B"), "/a/deep": links("Deep"), "/private/c": links("C"),
		"/robots.txt": "User-agent: sitegraph\nDisallow: /private/\n"}
	return serveBehind(t, pages, func(_ http.ResponseWriter, r *http.Request) bool {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.seen[r.URL.Path] = r.UserAgent()
		return false
	}).URL
}

// paths returns the requested paths, sorted.
func (v *visits) paths() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var all []string
	for path := range v.seen {
		all = append(all, path)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestFlagsAtWork checks that flags change what is requested, and how.
func TestFlagsAtWork(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args  []string
		paths string
		agent string
		says  string
	}{
		{nil, "/ /a /a/deep /b /robots.txt", "sitegraph/" + run.Version, ""},
		{[]string{"--contact", "me@example.org"}, "/ /a /a/deep /b /robots.txt",
			"sitegraph/" + run.Version + " (+me@example.org)", ""},
		{[]string{"--user-agent", "me/1"}, "/ /a /a/deep /b /robots.txt", "me/1", ""},
		{[]string{"--ignore-robots"}, "/ /a /a/deep /b /private/c", "", "warning: robots.txt is not obeyed"},
		{[]string{"-d", "1"}, "/ /a /b /robots.txt", "", ""},
		{[]string{"--max-depth", "0"}, "/ /robots.txt", "", ""},
		{[]string{"-e", "deep|/b$"}, "/ /a /robots.txt", "", ""},
		{[]string{"-i", "/b$"}, "/ /b /robots.txt", "", ""},
		{[]string{"--max-pages", "1"}, "/ /robots.txt", "",
			"stopped at the limit of 1 page per site; run the same command with a larger --max-pages to continue"},
		{[]string{"--max-time", "0", "-c", "1", "--per-host", "1", "--delay", "0"},
			"/ /a /a/deep /b /robots.txt", "", ""},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			var v visits
			out := t.TempDir()
			crawl(append(c.args, "-O", out, v.serve(t))...).MustEnd(t, exitDone).MustSay(t, c.says)
			whole := files(t, resultFolder(t, out))
			crawl("-O", out, "export").MustEnd(t, exitDone) // uses the flags of the last run
			mustEqualFiles(t, files(t, resultFolder(t, out)), whole)
			console.Equal(t, v.paths(), c.paths, "asked for")
			if got := v.seen["/"]; c.agent != "" && got != c.agent {
				t.Errorf("User-Agent %q, want %q", got, c.agent)
			}
		})
	}
}

// TestHostsInput reads hosts from the input, from arguments, and from a file, whose bad lines are reported and skipped.
func TestHostsInput(t *testing.T) {
	a, b := serve(t, map[string]string{"/": links("A")}), serve(t, map[string]string{"/": links("B")})
	list := "\ufeff# two sites\r\n" + a.URL + ";1;-1;0 # first\r\nnot a host\r\n" + b.URL + "/\r\n" + a.URL + "\r\n"
	for _, c := range []struct {
		name string
		in   string
		args []string
	}{
		{"input", list, []string{"--hosts", "-"}},
		{"arguments", "", []string{a.URL, b.URL, a.URL}},
		{"crawl arguments", "", []string{"crawl", a.URL + ";1", b.URL}},
		{"file", "", []string{"--hosts", write(t, filepath.Join(t.TempDir(), "hosts.txt"), list)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := t.TempDir()
			o := invocation{env: quick, in: c.in}.run(append(c.args, "-O", out)...)
			o.MustEnd(t, exitDone).MustShow(t, a.URL+" ", b.URL+" ")
			if found, _ := filepath.Glob(filepath.Join(out, "result", "*")); len(found) != 2 {
				t.Errorf("result folders %q, want two", found)
			}
			if c.in != "" {
				o.MustSay(t, `-:3: "not a host" is not a site`, "-:5: "+a.URL+" is already in line 2")
			}
		})
	}
}

// TestManifestOfLine checks that the manifest has the settings of the site's line, also if written from the state.
func TestManifestOfLine(t *testing.T) {
	s := serve(t, map[string]string{"/": links("Home", "/a"), "/a": links("A", "/b"), "/b": links("B")})
	hosts, out := write(t, filepath.Join(t.TempDir(), "hosts.txt"), s.URL+";3;1;7\n"), t.TempDir()
	for _, c := range []struct {
		args                    []string
		downloads, level, delay string
	}{
		{[]string{"crawl"}, "3", "1", "7ms"},
		{[]string{"export"}, "3", "1", "7ms"},
		{[]string{"crawl", "-d", "0", "--per-host", "1"}, "1", "0", "7ms"},
	} {
		sitegraph(append(c.args, "--hosts", hosts, "-O", out)...).MustEnd(t, exitDone)
		got := readManifest(t, resultFolder(t, out)).Settings
		for name, want := range map[string]string{
			"connections_per_host": c.downloads, "max_depth": c.level, "crawl_delay": c.delay} {
			console.Equal(t, got["sites."+name], want, c.args, name)
		}
	}
}

// TestStateInUse checks that two programs never write to one state.
func TestStateInUse(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s, err := store.Open(store.Options{Dir: filepath.Join(out, "state")})
	must(t, err)
	stop := write(t, filepath.Join(out, "stop.txt"), "")
	sitegraph("-O", out).MustEnd(t, exitFailure).MustSay(t, filepath.Join(out, "state"),
		"in use by another sitegraph", "wait until it ends, or choose another folder with -O")
	sitegraph("-O", out, "--fresh").MustEnd(t, exitFailure).MustSay(t, "in use by another sitegraph")
	if _, err := os.Stat(stop); err != nil {
		t.Error("the stop file that was meant for the other program is gone")
	}
	must(t, s.Close())
	sitegraph("-O", out).MustEnd(t, exitDone)
}
