package site

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
)

var seeds = []string{
	"", "#", "?", "?a=1&b=2#c", "page.html", "./a/../b", "/a/b/", "//h/x", "../../..", "..", "...",
	"%2e%2E/.%2e/%2e.", "/a//b\\c", "http:x", "https:x", "http:/x", "hTTp:\\\\H\\x", "HTTPS://u:p@h:443/?'",
	"http://h:65535", "http://h:65536", "http://0x7f.1", "http://1.2.3", "http://0300.168.0xF0", "http://1e3",
	"http://[::1]:80/", "http://[1:2:3:4:5:6:7::]", "http://[::ffff:1.2.3.4]", "http://[::1.2.3]", "http://[::%1]",
	"http://bücher.example/ü?ü", "http://xn--bcher-kva.example", "http://ＧＯ.com", "http://1２7.1", "http://a%2eb",
	"http://faß.de", "http://\u200d", "http://a\u3002b", "http://א.com", "mailto:a@b", "javascript:1", " \t\na b\r\n",
	"%", "%zz", "%%41", "a|b[c]{d}`e\"f<g>", "?a|b[c]{d}`e\"f<g>\\", "\xff\xfe", "?\xff", "a\x00b", "?\x7f", "é?é#é",
	"1:2", ":x",
}

func FuzzResolve(f *testing.F) {
	for _, s := range seeds {
		f.Add("http://example.com/a/b?c", s)
		f.Add("https://h:8443", s)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := Parse(base)
		if err != nil {
			return
		}
		if u, err := b.Resolve(ref, nil); err == nil {
			checkSelf(t, u)
		}
	})
}

// Random references resolve as in Node.js, whose URL class follows the standard.
func TestOracle(t *testing.T) {
	if os.Getenv("SITEGRAPH_TOOLS") == "" {
		t.Skip("SITEGRAPH_TOOLS=1 runs it; it needs node")
	}
	random := rand.New(rand.NewPCG(1, 2))
	bases := []string{"http://example.com/a/b?c", "https://h:8443", "http://1.2.3.4/a/", "http://[::1]/"}
	cases := make([][2]string, 100000)
	for i := range cases {
		cases[i] = [2]string{strings.ToValidUTF8(mutated(random), "\ufffd"), bases[random.IntN(len(bases))]}
	}
	for i, want := range oracle(t, cases) {
		ref, base := cases[i][0], mustParse(t, cases[i][1])
		if isOracleAstray(ref) {
			continue
		}
		got, err := base.Resolve(ref, nil)
		switch web := isWeb(want); {
		case web != (err == nil):
			t.Errorf("%q on %s: got %s, %v, the oracle %q", ref, base, got, err, want)
		case web && got.String() != bare(want):
			t.Errorf("%q on %s: got %s, the oracle %s", ref, base, got, bare(want))
		}
	}
}

// isOracleAstray reports whether Node.js 20 is known to differ from the standard on a reference. It keeps dots behind a
// name that begins with one, accepts hosts that mix directions, and refuses hosts with invalid xn-- labels, which we
// leave to the name server.
func isOracleAstray(ref string) bool {
	seen := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.ToLower(ref))
	return strings.Contains(seen, "xn--") || strings.Contains(seen, "א") || dottedName.MatchString(seen)
}

var dottedName = regexp.MustCompile(`[/\\]\.[^./\\?#%]`)

// oracle returns the href for each pair of reference and base, or "" on failure.
func oracle(t *testing.T, cases [][2]string) (hrefs []string) {
	t.Helper()
	text, err := json.Marshal(cases)
	must(t, err)
	run := exec.Command("node", "-e", `const href = ([ref, base]) => { try { return new URL(ref, base).href } `+
		`catch { return "" } }
process.stdout.write(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(href)))`)
	run.Stdin, run.Stderr = bytes.NewReader(text), os.Stderr
	text, err = run.Output()
	if err == nil {
		err = json.Unmarshal(text, &hrefs)
	}
	must(t, err)
	console.Equal(t, len(hrefs), len(cases), "node")
	return hrefs
}

func mutated(random *rand.Rand) string {
	const signs = "/\\:?#@[].%&=+- \tabxX019é。"
	r := []rune(seeds[random.IntN(len(seeds))])
	other := []rune(seeds[random.IntN(len(seeds))])
	r = append(r[:random.IntN(len(r)+1)], other[random.IntN(len(other)+1):]...)
	for range random.IntN(4) {
		at := random.IntN(len(r) + 1)
		if random.IntN(3) > 0 || at == len(r) {
			r = slices.Insert(r, at, []rune(signs)[random.IntN(utf8.RuneCountInString(signs))])
		} else {
			r = slices.Delete(r, at, at+1)
		}
	}
	return string(r)
}

func checkSelf(t *testing.T, u URL) {
	again, err := Parse(u.String())
	if err != nil {
		t.Fatalf("%+v: %v", u, err)
	}
	u.Query = wireQuery(u.Query)
	if again != u {
		t.Fatalf("got %+v from the text of %+v", again, u)
	}
	if other, err := (URL{Scheme: "http", Host: "h", Path: "/x"}).Resolve(u.String(), nil); other != u {
		t.Fatalf("got %+v, %v on a base from the text of %+v", other, err, u)
	}
}

// wptCase is a case of urltestdata.json from the web-platform-tests.
type wptCase struct {
	Input   string  `json:"input"`
	Base    *string `json:"base"`
	Href    string  `json:"href"`
	Failure bool    `json:"failure"`
}

func readCases(t *testing.T) []wptCase {
	folder := os.Getenv("SITEGRAPH_CONFORMANCE")
	if folder == "" {
		t.Skip("SITEGRAPH_CONFORMANCE, the folder of urltestdata.json, is not set")
	}
	text, err := os.ReadFile(filepath.Join(folder, "urltestdata.json"))
	must(t, err)
	var raw []json.RawMessage
	must(t, json.Unmarshal(text, &raw))
	var cases []wptCase
	for _, r := range raw {
		if r[0] != '{' { // strings are comments
			continue
		}
		var c wptCase
		must(t, json.Unmarshal(r, &c))
		cases = append(cases, c)
	}
	return cases
}

func isWeb(href string) bool {
	return strings.HasPrefix(href, "http:") || strings.HasPrefix(href, "https:")
}

// resolveCase resolves a case. A base with another scheme is ignored, since no relative reference gives an http(s) URL
// then.
func resolveCase(c wptCase) (URL, error) {
	var base URL
	if c.Base != nil {
		if b, err := Parse(*c.Base); err == nil {
			base = b
		}
	}
	return base.Resolve(c.Input, nil)
}

// bare removes the fragment and the user from an href of the standard.
func bare(href string) string {
	href, _, _ = strings.Cut(href, "#")
	scheme, rest, _ := strings.Cut(href, "://")
	end := strings.IndexByte(rest, '/')
	return scheme + "://" + rest[strings.LastIndexByte(rest[:end], '@')+1:]
}

// The web-platform-tests pass if their result is http(s) or they must fail. Results with another scheme must be
// refused.
func TestConformance(t *testing.T) {
	var valid, validOK, failing, failingOK, web, foreign, foreignOK int
	for _, c := range readCases(t) {
		u, err := resolveCase(c)
		switch {
		case c.Failure:
			failing++
			if isWeb(strings.ToLower(c.Input)) || c.Base != nil && isWeb(*c.Base) {
				web++
			}
			if err == nil {
				t.Errorf("%+q on %v: got %s, want a failure", c.Input, c.Base, u)
				continue
			}
			failingOK++
		case isWeb(c.Href):
			valid++
			if err != nil || u.String() != bare(c.Href) {
				t.Errorf("%+q on %v: got %s, %v, want %s", c.Input, c.Base, u, err, bare(c.Href))
				continue
			}
			validOK++
		default:
			foreign++
			if err == nil {
				t.Errorf("%+q on %v: got %s, want an error", c.Input, c.Base, u)
				continue
			}
			foreignOK++
		}
	}
	t.Logf("result http(s): %d of %d; must fail: %d of %d (%d of them http(s) by reference or base); "+
		"other schemes refused: %d of %d", validOK, valid, failingOK, failing, web, foreignOK, foreign)
	if valid < 240 || failing < 190 {
		t.Errorf("only %d and %d cases: is the file whole?", valid, failing)
	}
}

var must = console.Must
