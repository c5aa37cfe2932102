package robots

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type verdict struct {
	ID, Agent, Robots, URL string
	Robots64               string `json:"robots_base64"`
	Allowed                bool
	GoogleOnly             bool `json:"google_only"`
}

func suite(t *testing.T) []verdict {
	folder := os.Getenv("SITEGRAPH_CONFORMANCE")
	if folder == "" {
		t.Skip("SITEGRAPH_CONFORMANCE is not set")
	}
	data, err := os.ReadFile(filepath.Join(folder, "robots_cases.json"))
	must(t, err)
	var cases []verdict
	must(t, json.Unmarshal(data, &cases))
	return cases
}

func (v verdict) text(t *testing.T) []byte {
	if v.Robots64 == "" {
		return []byte(v.Robots)
	}
	b, err := base64.StdEncoding.DecodeString(v.Robots64)
	if err != nil {
		t.Fatal(v.ID, err)
	}
	return b
}

// target returns what the suite's matcher compares: path and query as written, without a fragment.
func (v verdict) target() string {
	_, rest, _ := strings.Cut(v.URL, "://")
	_, path, found := strings.Cut(rest, "/")
	if !found {
		return "/"
	}
	path, _, _ = strings.Cut(path, "#")
	return "/" + path
}

func failing(t *testing.T, cases []verdict, class string, bare bool) []string {
	var ids []string
	for _, c := range cases {
		rules := parsed(class, string(c.text(t)), c.Agent).Rules
		if bare {
			rules = rules.(exceptItself).Rules
		}
		if rules.Allowed(c.target()) != c.Allowed {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// These cases forbid /robots.txt itself, which RFC 9309 section 2.2.2 allows.
var aboutItself = []string{"stress/327748#6", "stress/369883#6", "stress/369883#10", "stress/860237#10"}

// Here "Allow: /x/index.html" does not allow /x/.
var indexPage = []string{"GoogleOnly_IndexHTMLisDirectory#1", "correctness/index-page#1"}

// temoto/robotstxt prefers the first of equally long rules, measures the regular expression instead of the rule, and
// compares escapes as written.
var temotos = []string{
	"ID_LongestMatch#5", "ID_LongestMatch#8", "ID_LongestMatch#11", "ID_Encoding#2", "ID_Encoding#3",
	"correctness/most-specific-match#5", "correctness/most-specific-match#8", "correctness/most-specific-match#11",
	"correctness/non-ascii-paths#2", "correctness/non-ascii-paths#3", "stress/308278#6",
}

func TestConformance(t *testing.T) {
	cases := suite(t)
	byRFC := slices.DeleteFunc(slices.Clone(cases), func(v verdict) bool { return v.GoogleOnly })
	googles := slices.DeleteFunc(slices.Clone(cases), func(v verdict) bool { return !v.GoogleOnly })
	if len(byRFC) != 460 || len(googles) != 95 {
		t.Fatalf("%d and %d cases, not 460 and 95", len(byRFC), len(googles))
	}
	for _, c := range []struct {
		name  string
		cases []verdict
		class string
		bare  bool
		want  []string
	}{
		{"RFC 9309, the matcher", byRFC, ClassRFC9309, true, nil},
		{"RFC 9309, as used", byRFC, ClassRFC9309, false, aboutItself},
		{"Google's own", googles, ClassRFC9309, false, indexPage},
		{"temoto, RFC 9309", byRFC, ClassTemoto, true, temotos},
		{"temoto, Google's own", googles, ClassTemoto, false, indexPage},
	} {
		if got := failing(t, c.cases, c.class, c.bare); !slices.Equal(got, c.want) {
			t.Errorf("%s: fails %q, want %q", c.name, got, c.want)
		}
	}
}
