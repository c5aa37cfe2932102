package command

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/config/pairs"
)

var update = flag.Bool("update", false, "write testdata/pairs.txt anew")

// pairSites lists changes to the sample site, each with a file of digests of all pairs that work.
var pairSites = []struct {
	name, digests string
	make          func(t *testing.T, folder string)
	every         int // unless all pairs run, one in this number does
}{
	{"sample", "command/testdata/pairs.txt", func(*testing.T, string) {}, 30},
	{"hostile", "command/testdata/pairs_hostile.txt", makeHostile, 90},
}

// sitePairs names the folder of a real site, on which every fourth pair runs. It has no digests, as versions differ.
const sitePairs = "SITEGRAPH_PAIRS_FOLDER"

// makeReal adds the real site to the sample site.
func makeReal(t *testing.T, folder string) {
	must(t, os.CopyFS(filepath.Join(folder, "collection", "real"), os.DirFS(os.Getenv(sitePairs))))
	home := filepath.Join(folder, "collection", "index.html")
	write(t, home, read(t, home)+"<a href=real/>real</a>")
}

// mustAgree fails if pairs with equal files on the sample site differ here, except with a budget or key stable.
func mustAgree(t *testing.T, got, sample map[string]string) {
	t.Helper()
	if len(got) < 10 {
		t.Errorf("only %d pairs", len(got))
	}
	for a, digest := range got {
		for b, other := range got {
			budget := strings.Contains(a+b, string(pairs.Budget))
			key := strings.Contains(a, string(pairs.Stable)) == strings.Contains(b, string(pairs.Stable))
			if a < b && !budget && key && sample[a] == sample[b] && digest != other {
				t.Errorf("%s gives %s, %s gives %s, and on the sample site they are equal", a, digest, b, other)
			}
		}
	}
}

// pairRun describes the runs that combine two features.
type pairRun struct {
	sites, args, env []string
	second           []string // additional arguments of the second run
	again            bool     // there is a second run
	watch, asOf      bool
	whatIf           bool   // what-if is run afterwards
	stops            bool   // a page limit may end it
	watchFirst       bool   // the crawl is the first iteration
	agents           bool   // search by topical agents
	struck           string // text of struck.txt
	parts            []Part // parts of the program
	laws             []func(t *testing.T, pages, ledger []row)
}

// pairWorld is shared by all pairs: the sample site with a sitemap and an unlinked page, an archive, a list, topics.
type pairWorld struct{ folder, archive, twoDays, list, partOfList, topics, hits string }

func newPairWorld(t *testing.T, change func(t *testing.T, folder string)) pairWorld {
	w := pairWorld{folder: t.TempDir()}
	must(t, os.CopyFS(w.folder, os.DirFS("testdata/sites/museum")))
	write(t, filepath.Join(w.folder, "orphan.html"), "<title>Orphan</title>")
	write(t, filepath.Join(w.folder, "sitemap.xml"), "<urlset><url><loc>"+museum+"/orphan.html</loc></url><url><loc>"+
		museum+"/team.html</loc></url><url><loc>"+museum+"/gone.html</loc></url></urlset>")
	change(t, w.folder)
	w.list = write(t, filepath.Join(t.TempDir(), "list.txt"), museum+"/\n"+museum+"/team.html\n"+
		museum+"/collection/\n")
	w.partOfList = write(t, filepath.Join(t.TempDir(), "part.txt"), museum+"/collection/\n"+
		museum+"/collection/coins.html\n")
	w.topics = write(t, filepath.Join(t.TempDir(), "topics.ini"), "[coins]\nkeywords = coin collection\n"+
		"language = en\nenergy = 500\n[team]\nkeywords = team visit\nlanguage = en\nenergy = 500\n")
	w.hits = write(t, filepath.Join(t.TempDir(), "access.log"), strings.TrimPrefix(museum, "http://")+
		` 192.0.2.1 - - [02/Mar/2026:10:00:00 +0100] "GET /collection/ HTTP/1.1" 200 5 "`+museum+`/" "Firefox"`+"\n")
	out := t.TempDir()
	first := pairRun{sites: []string{museum}, args: []string{"--warc", "--sitemaps", "start"}}
	w.run(out, first, 0).MustEnd(t, exitDone)
	w.archive = filepath.Join(out, "warc")
	w.twoDays = onTwoDays(t, only(t, w.archive, "*.warc.gz"))
	return w
}

// ask requests a feature. It returns false if this test does not run it.
func (w pairWorld) ask(r *pairRun, f pairs.Feature) bool {
	switch f {
	case pairs.Section:
		r.sites[0] = museum + "/collection/"
		r.args = append(r.args, "--scope", "section")
		r.law("/collection/ alone", func(page row) bool {
			return strings.Contains(page["url"], "/collection/") || strings.Contains(page["url"], "/exhibitions/")
		})
	case pairs.Starts:
		r.sites = append(r.sites, museum+"/exhibitions/")
	case pairs.List:
		list := w.list
		if slices.Contains(r.args, "section") {
			list = w.partOfList
		}
		r.args = append(r.args, "--list", list)
		r.sites = nil
		r.law("depth 0 alone", func(page row) bool { return page["level"] == "0" })
	case pairs.Entity:
		if len(r.sites) == 0 || r.agents {
			r.args = append(r.args, "--scope", "entity")
		} else {
			r.sites[0] += " = " + museum + ", http://127.0.0.1:9"
		}
	case pairs.Stable:
		r.env = append(r.env, "SITEGRAPH_DUPLICATES_KEY=stable")
	case pairs.Budget:
		r.args = append(r.args, "--budget", "12")
		r.laws = append(r.laws, func(t *testing.T, _, ledger []row) {
			spent := 0
			for _, e := range ledger {
				if e["status"] != "0" && e["status"] != "" && !strings.HasPrefix(e["status"], "3") {
					spent++
				}
			}
			if spent > 12 {
				t.Errorf("%d pages processed for a budget of 12", spent)
			}
		})
	case pairs.Rule:
		r.args = append(r.args, "--order-sites", "r3")
	case pairs.Policy:
		r.args = append(r.args, "--order-pages", "auto")
	case pairs.Agents:
		r.agents = true
		if len(r.sites) > 0 && strings.Contains(r.sites[0], " = ") { // several hosts as one site
			r.sites, r.args = []string{museum + "/"}, append(r.args, "--scope", "entity")
		}
		r.args = append(r.args, "--topics", w.topics)
	case pairs.Watch:
		r.watch = true
		r.laws = append(r.laws, func(t *testing.T, pages, _ []row) {
			again := func(page row) bool { return page["visits"] != "1" && page["visits"] != "" }
			if !slices.ContainsFunc(pages, again) {
				t.Error("no page was checked again")
			}
		})
	case pairs.AsOf:
		r.asOf = true
	case pairs.Check:
		r.args = append(r.args, "--sitemaps", "check")
	case pairs.Begin:
		r.args = append(r.args, "--sitemaps", "start")
	case pairs.Linked:
		r.args = append(r.args, "--check-linked", "documents")
	case pairs.Hits:
		r.args = append(r.args, "--hits", w.hits)
	case pairs.Folder:
		r.env = append(r.env, "SITEGRAPH_DOWNLOAD_DOWNLOADER=folder", "SITEGRAPH_DOWNLOAD_FOLDER="+w.folder)
	case pairs.Archive:
		archive := w.archive
		if r.watch {
			archive, r.watchFirst = w.twoDays, true
		}
		r.env = append(r.env, "SITEGRAPH_DOWNLOAD_ARCHIVE="+archive)
	case pairs.WARC:
		r.args = append(r.args, "--warc")
	case pairs.Shard:
		r.args = append(r.args, "--shard", "1/1")
	case pairs.Reach:
		r.env = append(r.env, "SITEGRAPH_REPORT_ROBOTS=*,GPTBot")
	case pairs.WhatIf:
		r.whatIf = true
	case pairs.Memory:
		r.env = append(r.env, "SITEGRAPH_STORE_STORE=memory")
	default:
		return w.askAgain(r, f)
	}
	return true
}

// askAgain requests the features of a second run.
func (w pairWorld) askAgain(r *pairRun, f pairs.Feature) bool {
	r.again = true
	switch f {
	case pairs.Exclude:
		r.second = append(r.second, "--exclude", "/coins")
		r.law("nothing that is excluded", func(page row) bool { return !strings.Contains(page["url"], "/coins") })
	case pairs.Limits:
		r.second, r.stops = append(r.second, "--max-pages", "5"), true
		r.laws = append(r.laws, func(t *testing.T, pages, _ []row) {
			if len(pages) > 5 {
				t.Errorf("%d pages, where 5 are the most", len(pages))
			}
		})
	case pairs.Depth:
		r.second = append(r.second, "--max-depth", "1")
		r.law("depth 1 at most", func(page row) bool { return page["level"] == "0" || page["level"] == "1" })
	case pairs.Retry:
		r.second = append(r.second, "--retry-failed")
	case pairs.Pause:
		r.env = append(r.env, "SITEGRAPH_LIMITS_REFUSED=0.9")
	case pairs.Struck:
		r.struck = fmt.Sprintf("[\"pages\",%q]\n", museum+"/team.html")
		r.law("no row that is struck", func(page row) bool { return page["url"] != museum+"/team.html" })
	default:
		return false
	}
	return true
}

// law adds a rule that all pages must keep.
func (r *pairRun) law(name string, kept func(page row) bool) {
	r.laws = append(r.laws, func(t *testing.T, pages, _ []row) {
		for _, p := range pages {
			if !kept(p) {
				t.Errorf("%s: %s at level %s", name, p["url"], p["level"])
			}
		}
	})
}

// run runs the program once. The number of the pair decides how many connections it uses.
func (w pairWorld) run(out string, r pairRun, pair int, more ...string) outcome {
	env := append(slices.Clone(quick), "SITEGRAPH_SAMPLE_HOST="+museum, "SITEGRAPH_SAMPLE_FOLDER="+w.folder,
		"SITEGRAPH_EXPORT_EXPORTERS=csv,aliases,external,bad,ledger", "SITEGRAPH_DUPLICATES_KEY=exact",
		fmt.Sprint("SITEGRAPH_SITES_CONNECTIONS_PER_HOST=", 1+7*(pair%2)))
	c := invocation{env: append(env, r.env...), parts: r.parts}
	return c.run(slices.Concat(more, r.args, r.sites, []string{"-O", out})...)
}

// all makes the runs of a pair and returns a digest of their files. If a run was refused, it returns its message.
func (w pairWorld) all(t *testing.T, r pairRun, pair int) (digest, said string) {
	out := t.TempDir()
	if r.struck != "" {
		write(t, filepath.Join(out, "struck.txt"), r.struck)
	}
	runs := [][]string{nil}
	if r.agents {
		runs[0] = []string{"agents"}
	}
	if r.watch {
		runs = append(runs, []string{"watch"})
	}
	if r.watchFirst {
		runs[0] = runs[1]
	}
	if r.again {
		runs = append(runs, append(slices.Clone(runs[len(runs)-1]), r.second...))
	}
	for i, more := range runs {
		o := w.run(out, r, pair, more...)
		if o.Code == exitUsage || o.Code == exitFailure && strings.Contains(o.Err, "--fresh") {
			return "", o.Err
		}
		if o.Code != exitDone && !(r.stops && o.Code == exitStopped) {
			t.Fatalf("run %d: exit code %d\n%s%s", i, o.Code, o.Out, o.Err)
		}
	}
	if r.whatIf {
		if said := w.foresee(t, out, r, pair); said != "" {
			return "", said
		}
	}
	if r.asOf {
		asked := pairRun{sites: []string{museum}, env: r.env}
		if r.agents {
			asked.sites = nil
		}
		o := w.run(out, asked, pair, "export", "--as-of", time.Now().UTC().Format(time.DateOnly))
		if o.Code == exitUsage {
			return "", o.Err
		}
		o.MustEnd(t, exitDone)
	}
	folder, inLedger, all := filepath.Join(out, "topics"), "visits.csv", searchFiles
	if !r.agents {
		folder, inLedger, all = resultFolder(t, out), "ledger.csv", files
	}
	base := filepath.Join(folder, filepath.Base(folder)) + "."
	pages, ledger := readTable(t, base+"nodes.csv", true), readTable(t, base+inLedger, r.agents)
	if len(pages) == 0 {
		t.Error("no pages")
	}
	for _, law := range r.laws {
		law(t, pages, ledger)
	}
	if r.watch {
		return "", "" // the files have the times of checks
	}
	sum := sha256.New()
	written := all(t, folder)
	for _, name := range slices.Sorted(maps.Keys(written)) {
		fmt.Fprintf(sum, "%s\n%s\n", name, written[name])
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), ""
}

// foresee forecasts changes that touch nothing, which must keep the graph. It returns the text of a refusal.
func (w pairWorld) foresee(t *testing.T, out string, r pairRun, pair int) (said string) {
	changes := write(t, filepath.Join(t.TempDir(), "changes.txt"), "noindex /nowhere\n")
	asked := pairRun{env: r.env, args: []string{"--allow-empty", changes}}
	o := w.run(out, asked, pair, "what-if")
	if o.Code == exitUsage {
		return o.Err
	}
	o.MustEnd(t, exitDone)
	then := only(t, filepath.Join(out, "what-if", "changes"), "*/*.nodes.csv")
	pages := readTable(t, then, true)
	if len(pages) == 0 {
		t.Error("no pages after the changes")
	}
	if r.again || r.watch || slices.Contains(r.args, "--budget") {
		return "" // the last run's settings, or the order by depth, may give another graph
	}
	if now := readTable(t, only(t, resultFolder(t, out), "*.nodes.csv"), true); len(pages) != len(now) {
		t.Errorf("%d pages after the changes, %d before", len(pages), len(now))
	}
	return ""
}

// mustFit compares the message of a run with a row of the table.
func mustFit(t *testing.T, row pairs.Pair, special bool, said string) {
	t.Helper()
	refused := special && row.Fate == pairs.Refused
	if fits := said == "" && !refused || refused && strings.Contains(said, "do not go together"); !fits {
		t.Errorf("the table has %v, it said %q", row.Fate, said)
	}
}

// TestPairs checks that each pair is refused or works as package pairs says. SITEGRAPH_PAIRS=1 runs all, not a sample.
func TestPairs(t *testing.T) {
	t.Parallel()
	all := os.Getenv("SITEGRAPH_PAIRS") != "" || *update
	t.Run("watched search", func(t *testing.T) { testTriples(t, all) })
	for _, s := range pairSites {
		t.Run(s.name, func(t *testing.T) {
			if all {
				s.every = 1
			}
			want := readDigests(t, s.digests)
			got := testPairs(t, newPairWorld(t, s.make), want, s.every)
			if *update {
				writeDigests(t, s.digests, got)
			}
		})
	}
	if os.Getenv(sitePairs) == "" {
		return
	}
	t.Run("real", func(t *testing.T) {
		mustAgree(t, testPairs(t, newPairWorld(t, makeReal), nil, 4), readDigests(t, pairSites[0].digests))
	})
}

// testTriples combines agents and watching with each feature that goes with both, or with one in three.
func testTriples(t *testing.T, all bool) {
	w := newPairWorld(t, func(*testing.T, string) {})
	for i, third := range []pairs.Feature{pairs.Section, pairs.Starts, pairs.List, pairs.Entity,
		pairs.Budget, pairs.AsOf, pairs.Folder, pairs.Archive, pairs.WARC, pairs.Exclude, pairs.Limits,
		pairs.Retry, pairs.Pause, pairs.Struck} {
		if !all && i%3 > 0 {
			continue
		}
		t.Run(string(third), func(t *testing.T) {
			r := pairRun{sites: []string{museum + "/"}}
			for _, k := range pairs.Kinds() { // some depend on earlier ones
				if k.Feature == third || k.Feature == pairs.Agents || k.Feature == pairs.Watch {
					w.ask(&r, k.Feature)
				}
			}
			if _, said := w.all(t, r, i); said != "" {
				t.Errorf("it said %q", said)
			}
		})
	}
}

func readDigests(t *testing.T, file string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(read(t, file)) {
		pair, digest, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[pair] = digest
	}
	return all
}

func writeDigests(t *testing.T, file string, all map[string]string) {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, strings.TrimSpace(name+" "+all[name]))
	}
	write(t, file, strings.Join(lines, "\n")+"\n")
}

// pairOf returns the row of two features, in either order.
func pairOf(a, b pairs.Feature) (p pairs.Pair, ok bool) {
	all := pairs.Pairs()
	i := slices.IndexFunc(all, func(p pairs.Pair) bool { return p.A == a && p.B == b || p.A == b && p.B == a })
	if i < 0 {
		return p, false
	}
	return all[i], true
}

// testPairs runs one in every n pairs and returns their files' digests, which must equal want unless it is nil.
func testPairs(t *testing.T, w pairWorld, want map[string]string, every int) map[string]string {
	kinds, number := pairs.Kinds(), 0
	got := map[string]string{}
	for i, a := range kinds {
		for _, b := range kinds[:i] {
			number++
			row, special := pairOf(a.Feature, b.Feature)
			if special && row.Fate == pairs.Apart || number%every > 0 {
				continue
			}
			name := string(b.Feature) + "-" + string(a.Feature)
			t.Run(name, func(t *testing.T) {
				r := pairRun{sites: []string{museum + "/"},
					agents: a.Feature == pairs.Agents || b.Feature == pairs.Agents}
				first, second := w.ask(&r, b.Feature), w.ask(&r, a.Feature)
				if !first || !second {
					own := []pairs.Feature{pairs.TheDesk, pairs.Workers} // have their own tests
					if !slices.Contains(own, a.Feature) && !slices.Contains(own, b.Feature) {
						t.Error("nothing says how the two are asked for")
					}
					t.SkipNow()
				}
				digest, said := w.all(t, r, number)
				mustFit(t, row, special, said)
				if got[name] = digest; !*update && want != nil && digest != want[name] {
					t.Errorf("files %s, want %s", digest, want[name])
				}
			})
		}
	}
	return got
}
