package command

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"sitegraph/config"
	"sitegraph/internal/console"
)

// usualExporters has the default exporters.
const usualExporters = "exporters = csv,gexf,graphml,pajek,aliases,external,bad,ledger,stats,report,charts"

// TestOffer checks the choice in an empty folder: an address, the desk, or the sample, which can be crawled again.
func TestOffer(t *testing.T) {
	t.Chdir(t.TempDir())
	sample := fstest.MapFS{"index.html": {Data: []byte("<title>Museum</title>")}}
	for _, c := range []struct{ typed, args, says string }{
		{"https://a.example b.example", "[https://a.example b.example]", ""},
		{"desk", "[]", ""}, {"foo", "[foo]", "not an address"}, {"", "[]", ""}, {"", "[]", "exist"}} {
		a := &app{in: strings.NewReader(c.typed + "\n"), err: io.Discard, sample: sample}
		a.config.Sites.Hosts = hostsName
		args, err := a.offer()
		console.Equal(t, fmt.Sprint(args), c.args, c.typed)
		if err == nil && c.says != "" || err != nil && (c.says == "" || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%q: %v, want %q", c.typed, err, c.says)
		}
		console.Equal(t, args == nil, c.typed == "desk", c.typed)
		console.Equal(t, a.isEmpty(), c.typed != "", c.typed)
	}
	crawl("--export", "csv").MustEnd(t, exitDone).MustShow(t, "http://museum.example      1")
}

// TestInit checks for each purpose that the new files load without warnings and that the suggested commands work.
func TestInit(t *testing.T) {
	home := serve(t, map[string]string{"/": links("Home of coins", "/coin", "/gone"), "/coin": links("A coin")}).URL
	other := serve(t, map[string]string{"/": links("Home", home)}).URL
	for name, c := range map[string]struct {
		answers string
		set     string   // settings.ini, without comments
		written []string // written by the commands, in addition to the files of any crawl
	}{
		"study": {home + "\n", "[walk]\nmax_pages = 1000\n[export]\n" + usualExporters + ",links,content\n",
			[]string{"result/*/*.links.csv", "result/*/*.content.gexf", "result/*/*.report.html"}},
		"compare": {home + " " + other + "\n\n2000\n", "[walk]\nmax_pages = 2000\n[export]\nlinked_hosts = true\n",
			[]string{"sites/*.gexf"}},
		"watch": {home + "\n 3 \n0\n\nfound\n", "[sites]\nsitemaps = check\n[export]\nresult_folder = found\n",
			[]string{"found/*/*.iterations.csv"}},
		"topics": {home + ", " + home + "/\nTopics\n40\nme@example.org\r\ncoin penny\n",
			"[order]\nbudget = 40\n[download]\ncontact = me@example.org\n", []string{"topics/topic/*.csv"}},
		"audit": {home + "/\n5\n", "[sites]\nsitemaps = check\n[walk]\nmax_pages = 1000\n" +
			"[linked]\ncheck = documents,external,fonts,images,scripts,styles\n[export]\n" + usualExporters +
			",links,xlsx\n",
			[]string{"result/*/*.xlsx", "result/*/*.problems.csv"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			o := invocation{in: c.answers}.run("init").MustEnd(t, exitDone)
			console.Equal(t, assignments(read(t, settingsName)), c.set)
			mustLoad(t, ".")
			commands := regexp.MustCompile(`(?m)^  sitegraph(.*?)(?:   |$)`).FindAllStringSubmatch(o.Out, -1)
			if len(commands) != 2 {
				t.Fatalf("init names %d commands:\n%s", len(commands), o.Out)
			}
			for _, command := range commands {
				mustGoOn(t, strings.Fields(strings.TrimSuffix(command[1], " --every 24h"))) // one iteration
			}
			for _, pattern := range c.written {
				if found, err := filepath.Glob(pattern); err != nil || len(found) == 0 {
					t.Errorf("no %s (%v)", pattern, err)
				}
			}
		})
	}
}

// assignments returns the lines of a settings file that are neither blank nor comments.
func assignments(text string) string {
	return regexp.MustCompile(`(?m)^(#.*)?\n`).ReplaceAllString(text, "")
}

// mustLoad fails the test if the files that init wrote cause a warning.
func mustLoad(t *testing.T, dir string) {
	t.Helper()
	s, err := config.Load(config.Sources{File: filepath.Join(dir, settingsName)})
	if err != nil || len(s.Notes) > 0 {
		t.Fatal(err, s)
	}
	_, warnings, err := config.ReadHosts(strings.NewReader(read(t, filepath.Join(dir, hostsName))), hostsName, *s)
	if err != nil || len(warnings) > 0 {
		t.Error(err, warnings)
	}
}

// mustGoOn runs a command that init suggested, without delays and charts.
func mustGoOn(t *testing.T, args []string) {
	t.Helper()
	env := []string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_LINKED_DELAY=0", "SITEGRAPH_EXPORT_EXPORTERS=-charts"}
	o := invocation{env: env, shipped: true}.run(args...)
	if o.Code != exitDone || strings.Contains(o.Err, settingsName) || strings.Contains(o.Err, hostsName) {
		t.Errorf("%q: exit %d: %s", args, o.Code, o.Err)
	}
}

// TestInitKeeps checks that existing files stay as they are unless --force is given.
func TestInitKeeps(t *testing.T) {
	for _, name := range []string{settingsName, hostsName, topicsName} {
		dir := t.TempDir()
		file := write(t, filepath.Join(dir, name), "kept\n")
		in := invocation{in: "localhost\ntopics\n"}
		in.run("init", dir).MustEnd(t, exitUsage).MustSay(t, file+" exists", "--force")
		console.Equal(t, read(t, file), "kept\n", name)
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("%d files beside %s (%v)", len(entries)-1, name, err)
		}
		in.run("init", dir, "--force").MustEnd(t, exitDone).MustShow(t, "settings.ini, hosts.txt and topics.ini")
		if read(t, file) == "kept\n" {
			t.Errorf("%s was not replaced", name)
		}
	}
}

// TestInitRefuses checks that a wrong answer ends init if it cannot ask again, with nothing written.
func TestInitRefuses(t *testing.T) {
	for answers, says := range map[string]string{
		"study\n":                         `"study" is not an address such as`,
		"http://\n":                       `"http://" is not a site`,
		"https://me:secret@a.example/\n":  "https://a.example/: user name and password are ignored",
		"a.example;many\n":                `field 2, connections_per_host = "many": must be`,
		",\n":                             "hosts.txt: no usable host",
		"a.example\n6\n":                  `"6": answer with a number from 1 to 5`,
		"a.example\n\nmany\n":             `"many" must be a whole number from 0 to 1000000000`,
		"a.example\n\n\n\x01\n":           `holds the control character U+0001`,
		"a.example\n\n\n\nstate\n":        "result_folder = state: the folder belongs to the state",
		"a.example\ntopics\n\n\n; : ,\n":  "topics.ini:",
		strings.Repeat("a.example ", 2e5): "cannot read an answer",
	} {
		dir := filepath.Join(t.TempDir(), "new")
		invocation{in: answers}.run("init", dir).MustEnd(t, exitUsage).MustSay(t, says)
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%q: %s was made (%v)", answers, dir, err)
		}
	}
}

// TestInitAsksAgain explains wrong answers and repeats the question. The end of the input accepts the defaults.
func TestInitAsksAgain(t *testing.T) {
	var asked strings.Builder
	n := &answers{folder: t.TempDir(), set: map[string]string{}}
	const lines = "nonsense\na.example\n0\n1\nmany\n7\n\nstate\n\n"
	must(t, n.askAll(newQuestions(strings.NewReader(lines), &asked, true)))
	for _, text := range []string{`"nonsense" is no`, `"0": answer`, `"many" must`, "belongs to the state"} {
		console.Equal(t, strings.Count(asked.String(), text), 1, text, asked.String())
	}
	_, texts, err := n.files()
	must(t, err)
	want := "[walk]\nmax_pages = 7\n[export]\n" + usualExporters + ",links,content\n"
	if got := assignments(texts[0]); got != want || !strings.HasSuffix(texts[1], "\n\na.example\n") {
		t.Errorf("the settings are\n%sand the hosts\n%s", got, texts[1])
	}
}

// TestInitDefaults checks that without answers the files are those for a small crawl.
func TestInitDefaults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's new")
	o := invocation{}.run("init", dir).MustEnd(t, exitDone)
	o.MustShow(t, `it'\''s new'`, "Written: settings.ini and hosts.txt.")
	if !strings.HasSuffix(read(t, filepath.Join(dir, hostsName)), "\n\nhttps://example.com\n") {
		t.Error("hosts.txt has another site than the default")
	}
	info, err := os.Stat(filepath.Join(dir, settingsName))
	must(t, err)
	console.Equal(t, info.Mode()&fs.ModeType, 0, info)
}

// FuzzInit checks that init refuses any answers or writes files that load without warnings.
func FuzzInit(f *testing.F) {
	f.Add("a.example b.example/x;2\ncompare\n10\nme@example.org\nout\n")
	f.Add("http://[::1]:8080/\n4\n0\n\n\"coin\" ; penny # x\n")
	f.Add("a.example\n\n\n`\n# x\n")
	f.Fuzz(func(t *testing.T, answers string) {
		dir := t.TempDir()
		if o := (invocation{in: answers}).run("init", dir); o.Code != exitDone {
			return
		}
		mustLoad(t, dir)
		if text, err := os.ReadFile(filepath.Join(dir, topicsName)); err == nil {
			if _, err := config.ReadTopics(strings.NewReader(string(text)), topicsName); err != nil {
				t.Error(err)
			}
		}
	})
}
