package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A case of urltestdata.json of the web-platform-tests.
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
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	var cases []wptCase
	for _, r := range raw {
		if r[0] != '{' { // a string is a comment
			continue
		}
		var c wptCase
		if err := json.Unmarshal(r, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

func isWeb(href string) bool {
	return strings.HasPrefix(href, "http:") || strings.HasPrefix(href, "https:")
}

// resolveCase resolves a case. A base of another scheme counts as none: no
// relative reference has a result of ours then.
func resolveCase(c wptCase) (URL, error) {
	var base URL
	if c.Base != nil {
		if b, err := Parse(*c.Base); err == nil {
			base = b
		}
	}
	return base.Resolve(c.Input, nil)
}

// bare drops fragment and user from an href of the standard.
func bare(href string) string {
	href, _, _ = strings.Cut(href, "#")
	scheme, rest, _ := strings.Cut(href, "://")
	end := strings.IndexByte(rest, '/')
	return scheme + "://" + rest[strings.LastIndexByte(rest[:end], '@')+1:]
}

// TestConformance runs the web-platform-tests whose result is http(s), and
// those that must fail. Cases with a result of another scheme must be refused.
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
