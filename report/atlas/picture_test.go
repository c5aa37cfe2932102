package atlas

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/internal/wcag"
)

// readXML reads a whole document and counts its elements.
func readXML(t *testing.T, name, text string) map[string]int {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: not UTF-8", name)
	}
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

// The picture is well-formed, described and coloured, and has no NaN, no scripts and nothing to load.
func TestSVG(t *testing.T) {
	for name, in := range sites() {
		svg := string(New(in).SVG())
		count := readXML(t, name, svg)
		if count["title"] != 1 || count["desc"] != 1 || count["script"]+count["image"]+count["img"] > 0 {
			t.Errorf("%s: elements %v", name, count)
		}
		for _, no := range []string{"var(", "NaN", "Inf", "onload=", "url(", "@import"} {
			if strings.Contains(strings.ReplaceAll(svg, "&#34;", `"`), no) && name != "hostile" ||
				no != "onload=" && strings.Contains(svg, no) {
				t.Errorf("%s: the picture contains %q", name, no)
			}
		}
		if in.Graph != nil && len(in.Graph.Pages) > 0 {
			if got := strings.Count(svg, "<circle") + strings.Count(svg, "h0"); got < len(in.Graph.Pages) {
				t.Errorf("%s: %d dots for %d pages", name, got, len(in.Graph.Pages))
			}
		}
	}
}

// The element is well-formed, its ids are unique, texts stay texts, and nothing uses the network.
func TestFragment(t *testing.T) {
	id := regexp.MustCompile(`\bid="([^"]*)"`)
	for name, in := range sites() {
		html, style, script := New(in).Fragment()
		if again, _, _ := New(in).Fragment(); again != html {
			t.Errorf("%s: two fragments differ", name)
		}
		body, data, found := strings.Cut(html, `<script type="application/json" id="sm-data">`)
		if found {
			data, rest, _ := strings.Cut(data, "</script>")
			if strings.ContainsAny(data, "<>&\u2028\u2029") || !utf8.ValidString(data) {
				t.Errorf("%s: the data hold what ends them", name)
			}
			body += "<script>" + "</script>" + rest
		}
		// Only attributes without values and <input> make the HTML invalid as XML.
		body = regexp.MustCompile(`(<(?:div|ul)[^>]*) hidden>`).ReplaceAllString(body, `$1>`)
		body = regexp.MustCompile(`(<input[^>]*)>`).ReplaceAllString(body, `$1/>`)
		count := readXML(t, name, body)
		if count["img"]+count["image"]+count["iframe"]+count["link"]+count["a"] > 0 || count["script"] > 1 {
			t.Errorf("%s: elements %v", name, count)
		}
		seen := map[string]bool{}
		for _, m := range id.FindAllStringSubmatch(body, -1) {
			if seen[m[1]] || !strings.HasPrefix(m[1], "sm") {
				t.Errorf("%s: id %q", name, m[1])
			}
			seen[m[1]] = true
		}
		if strings.Contains(body, "style=") || strings.Contains(style, "url(") || strings.Contains(style, "@import") {
			t.Errorf("%s: a style attribute or something to load", name)
		}
		for _, no := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
			"fetch(", "XMLHttpRequest", "import("} {
			if strings.Contains(script, no) {
				t.Errorf("the script has %s", no)
			}
		}
		if strings.Contains(script, "</script") || strings.Contains(style, "</style") {
			t.Errorf("%s: script or style end too early", name)
		}
	}
}

// Each colour of a part has 3:1 contrast with its paper, and text has 4.5:1 (WCAG 2.2, 1.4.11 and 1.4.3).
func TestContrast(t *testing.T) {
	named := map[string]colour{}
	for _, c := range palette {
		named[c.name] = c
	}
	for name, want := range map[string]float64{
		"0": 3, "1": 3, "2": 3, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "8": 3, "9": 3, "10": 3,
		"ink": 7, "soft": 4.5, "focus": 4.5, "out": 3, "in": 3,
	} {
		c, paper := named[name], named["paper"]
		if got := wcag.Contrast(t, c.light, paper.light); got < want {
			t.Errorf("%s %s on white: %.2f", name, c.light, got)
		}
		if got := wcag.Contrast(t, c.dark, paper.dark); got < want {
			t.Errorf("%s %s on dark: %.2f", name, c.dark, got)
		}
	}
}

// TestChosenViews checks which pictures a map has.
func TestChosenViews(t *testing.T) {
	for name, c := range map[string]struct {
		in   Input
		want string
	}{
		"nothing":           {Input{}, "Pages"},
		"small":             {randomSite(1, 100, 3, 4, 5), "Pages Folders"},
		"small, no groups":  {randomSite(1, 100, 3, 4, 1), "Pages"},
		"large":             {randomSite(1, 2000, 3, 4, 5), "Folders"},
		"large, no groups":  {randomSite(1, 2000, 3, 4, 1), "Pages"},
		"larger, no groups": {randomSite(1, 4000, 3, 4, 1), "Pages"},
	} {
		var tabs []string
		for _, v := range New(c.in).views {
			tabs = append(tabs, v.Tab())
		}
		console.Equal(t, strings.Join(tabs, " "), c.want, name)
	}
}

// TestWords checks that the description says what is drawn.
func TestWords(t *testing.T) {
	in := Input{
		Graph:  graphOf(nil, [][]uint32{{1, 2}, {3}, {}, {}}),
		Groups: []Grouping{{Name: "community", Of: []int32{0, 1, 1, 1}, Labels: []string{"home", "rooms"}}},
	}
	m := New(in)
	want := "4 pages and 3 arcs. Depth 0 has 1 page. Depth 1 has 2 pages. Depth 2 has 1 page. The communities are " +
		"rooms (3), home (1)."
	console.Equal(t, m.views[0].Description(), want)
	console.Equal(t, m.views[0].Title(), "The pages of museum.example by depth")
	in.Name = "the search"
	console.Equal(t, New(in).views[0].Title(), "The pages of the search by depth")
	if got, want := m.views[0].Explanation(), "The start page is in the middle, "; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	in.Graph.Pages[1].Level = 0
	want = "The pages that the crawl began with are in the middle, "
	if got := New(in).views[0].Explanation(); !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	m = New(Input{})
	console.Equal(t, m.views[0].Description(), "There are no pages to draw.")
}
