package dedup

import (
	"strings"
	"testing"
)

func TestCleanParams(t *testing.T) {
	long := strings.Repeat("a&", 250)
	for robots, want := range map[string]string{
		"":                                       "",
		"User-agent: *\nAllow:":                  "",
		"Clean-param: ref /some_dir/get_book.pl": "ref /some_dir/get_book.pl",
		"Clean-param: utm":                       "utm /",
		"clean-PARAM :  a&b&&c\t/x/*.php  # why\r\n":         "a /x/*.php, b /x/*.php, c /x/*.php",
		"Clean-param: a /x\nClean-param: a /x":               "a /x",
		"Clean-param: a b":                                   "",
		"Clean-param: a /x /y":                               "",
		"Clean-param: a /x?y":                                "",
		"Clean-param:":                                       "",
		"# Clean-param: a":                                   "",
		"\ufeffClean-param: a":                               "a /",
		"Clean-param: " + long + "\nClean-param: b":          "a /, b /",
		"Clean-param: " + long + "long\nClean-param: b":      "b /",
		"User-agent: Yandex\nDisallow: /a\nClean-param: s *": "s *",
	} {
		var got []string
		for _, rule := range CleanParams(robots) {
			got = append(got, rule.Name+" "+rule.Shape)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%.40q: %s, want %s", robots, text, want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"/", "/a", true}, {"/a", "/a", true}, {"/a", "/ab/c", true}, {"/a/", "/a", false}, {"/A", "/a", false},
		{"*", "/", true}, {"*/b", "/a/b/c", true}, {"/a*c", "/abbc", true}, {"/a*c*d", "/abdc", false},
		{"/*.php", "/x/y.php5", true}, {"/*.php", "/x.html", false}, {"/a**", "/a", true},
	} {
		if got := matches(test.pattern, test.path); got != test.want {
			t.Errorf("%s on %s: %t", test.pattern, test.path, got)
		}
	}
}
