package report

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	parser "golang.org/x/net/html"

	"sitegraph/internal/wcag"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
)

// element is a start tag with its surroundings.
type element struct {
	name  string
	attrs map[string]string
	// inside names the elements around it, outermost first.
	inside []string
	// text is the text directly in it, up to its first child.
	text string
}

// void lists the elements without an end tag.
var void = []string{"meta", "link", "img", "br", "input", "hr"}

// elements parses a page strictly: every element must be closed, in order.
func elements(t *testing.T, page string) (all []*element) {
	t.Helper()
	z := parser.NewTokenizer(strings.NewReader(page))
	var open []*element
	for {
		switch z.Next() {
		case parser.ErrorToken:
			if len(open) > 0 {
				t.Errorf("<%s> is not closed", open[len(open)-1].name)
			}
			return all
		case parser.TextToken:
			if len(open) > 0 {
				open[len(open)-1].text += string(z.Text())
			}
		case parser.StartTagToken, parser.SelfClosingTagToken:
			token := z.Token()
			e := &element{name: token.Data, attrs: map[string]string{}}
			for _, a := range token.Attr {
				if _, twice := e.attrs[a.Key]; twice {
					t.Errorf("<%s> has %s twice", e.name, a.Key)
				}
				e.attrs[a.Key] = a.Val
			}
			for _, o := range open {
				e.inside = append(e.inside, o.name)
			}
			all = append(all, e)
			if token.Type == parser.StartTagToken && !slices.Contains(void, e.name) {
				open = append(open, e)
			}
		case parser.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1].name != string(name) {
				t.Fatalf("</%s> closes nothing", name)
			}
			open = open[:len(open)-1]
		}
	}
}

// allPages returns the reports of all tests by name.
func allPages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, in := range sites() {
		all["site: "+name] = siteOf(t, in)
	}
	for n, name := range []string{"none", "one", "two", "three", "four", "five", "six", "seven"} {
		all["run: "+name] = runOf(t, compared(n))
	}
	all["run: budget"], all["run: budget alone"] = runOf(t, withBudget(compared(2))), runOf(t, alone())
	for name, s := range searches() {
		all["search: "+name] = searchOf(t, s)
	}
	for name, in := range comparisons() {
		all["comparison: "+name] = comparisonOf(t, in)
	}
	return all
}

// TestPages checks every report against the rules for all pages.
func TestPages(t *testing.T) {
	for name, page := range allPages(t) {
		t.Run(name, func(t *testing.T) {
			checkParts(t, whole(t, page))
			checkWords(t, page)
		})
	}
}

// whole reads a page and checks its ids and links.
func whole(t *testing.T, page string) []*element {
	t.Helper()
	all := elements(t, page)
	checkIDs(t, all)
	checkLinks(t, all)
	return all
}

// checkIDs checks that ids are unique, and that every reference to an id resolves.
func checkIDs(t *testing.T, all []*element) {
	ids := map[string]bool{}
	for _, e := range all {
		if id, has := e.attrs["id"]; has {
			if ids[id] || id == "" || strings.ContainsAny(id, " \t") {
				t.Errorf("id %q is not unique or no id", id)
			}
			ids[id] = true
		}
	}
	for _, e := range all {
		for _, id := range strings.Fields(e.attrs["aria-labelledby"]) {
			if !ids[id] {
				t.Errorf("<%s> is labelled by %s, which is not there", e.name, id)
			}
		}
		if target, is := strings.CutPrefix(e.attrs["href"], "#"); is && !ids[target] {
			t.Errorf("a link leads to #%s, which is not there", target)
		}
	}
}

// checkLinks checks that nothing is loaded, and that links lead to web pages or to files beside the report.
func checkLinks(t *testing.T, all []*element) {
	for _, e := range all {
		for name := range e.attrs {
			loads := []string{"src", "srcset", "action", "data", "poster", "style", "background", "xlink:href"}
			if slices.Contains(loads, name) || strings.HasPrefix(name, "on") {
				t.Errorf("<%s> has %s", e.name, name)
			}
		}
		if slices.Contains([]string{"link", "img", "iframe", "object", "embed", "base", "form"}, e.name) {
			t.Errorf("<%s> is there", e.name)
		}
		href, has := e.attrs["href"]
		if !has || strings.HasPrefix(href, "#") {
			continue
		}
		outside := strings.HasPrefix(href, "http://") || strings.HasPrefix(href, "https://")
		if e.name != "a" || e.attrs["rel"] != "noreferrer nofollow" || !outside && !beneath(href) {
			t.Errorf("<%s href=%q rel=%q>", e.name, href, e.attrs["rel"])
		}
	}
}

// checkParts checks what people who do not see the page need.
func checkParts(t *testing.T, all []*element) {
	count := map[string]int{}
	for i, e := range all {
		count[e.name]++
		next := func(k int) *element {
			if i+k < len(all) {
				return all[i+k]
			}
			return &element{}
		}
		switch e.name {
		case "svg":
			tree := e.attrs["role"] == "group" && strings.HasPrefix(e.attrs["class"], "tree ") // a tree has links
			named := next(1).name == "title" && next(1).text != "" && next(2).name == "desc"
			if e.attrs["role"] != "img" && !tree || !named {
				t.Errorf("a picture without title or description: %v", e.attrs)
			}
		case "table":
			if next(1).name != "caption" || next(1).text == "" {
				t.Error("a table without a caption")
			}
		case "th":
			if s := e.attrs["scope"]; s != "col" && s != "row" {
				t.Errorf("a heading of scope %q", s)
			}
		case "figure":
			if next(1).name != "figcaption" || next(1).text == "" {
				t.Error("a figure without a caption")
			}
		case "details":
			if next(1).name != "summary" || strings.TrimSpace(next(1).text) == "" {
				t.Error("details without a summary")
			}
		case "section":
			if next(1).name != "h2" || len(next(1).text) == 0 || !slices.Contains(next(2).inside, "section") {
				t.Error("a section without a heading or content")
			}
		case "h1":
			inHeader := strings.Contains(strings.Join(e.inside, " "), "header")
			if next(1).name != "bdi" || strings.TrimSpace(next(1).text) == "" && !inHeader {
				t.Error("an empty heading")
			}
		case "html":
			if e.attrs["lang"] != "en" {
				t.Error("no language")
			}
		}
	}
	for name, want := range map[string]int{
		"html": 1, "title": -1, "h1": 1, "main": 1, "nav": 1, "header": 1, "footer": 1, "style": 1} {
		if want > 0 && count[name] != want {
			t.Errorf("%d <%s>, want %d", count[name], name, want)
		}
	}
}

// oneOfMany finds "1" before a plural. Beginning with a constant makes it several times as fast.
var oneOfMany = regexp.MustCompile(`1 (?:pages|clicks|URLs|links |topics|agents|markets|sales)`)

// checkWords checks that no sentence has a gap or an invalid number.
func checkWords(t *testing.T, page string) {
	if at := strings.LastIndex(page, "<script>"); at >= 0 {
		page = page[:at] // it precedes only the end of the page
	}
	for _, at := range oneOfMany.FindAllStringIndex(page, -1) {
		if at[0] == 0 || !strings.Contains("0123456789.,", page[at[0]-1:at[0]]) {
			t.Errorf("%q", page[at[0]:at[1]])
		}
	}
	for _, bad := range []string{"NaN", "Inf ", "+Inf", "%!", "<p></p>", "<p> ", " .</p>", "()", "ZgotmplZ", "<nil>",
		"  of"} {
		if at := strings.Index(page, bad); at >= 0 {
			t.Errorf("%q in …%s…", bad, page[max(0, at-80):min(len(page), at+80)])
		}
	}
}

// The page may load nothing, and only its own style and script apply.
func TestPolicy(t *testing.T) {
	page := siteOf(t, museum())
	hashOf := func(tag string) string {
		_, rest, _ := strings.Cut(page, "<"+tag+">")
		content, _, found := strings.Cut(rest, "</"+tag+">")
		if !found {
			t.Fatalf("no <%s>", tag)
		}
		sum := sha256.Sum256([]byte(content))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; " +
		"style-src " + hashOf("style") + "; script-src " + hashOf("script")
	for _, e := range elements(t, page) {
		if e.attrs["http-equiv"] == "Content-Security-Policy" && e.attrs["content"] != want {
			t.Errorf("policy %s\nwant %s", e.attrs["content"], want)
		}
	}
	if !strings.Contains(page, `let a = 1 < 2 && "<b>";`) || !strings.Contains(page, "#the-map{color:red}") {
		t.Error("script or style of the map are not as given")
	}
	page = siteWith(t, museum(), nil, nil)
	if strings.Contains(page, `id="map"`) {
		t.Error("a map without a picture")
	}
	page = siteWith(t, empty(), nil, nil)
	silent(t, "", page, "script-src", "<script")
}

// A style or script that would end its own element is refused.
func TestPictureEnds(t *testing.T) {
	for _, p := range []Picture{{Style: "a{}</STYLE>"}, {Script: "'</script>'"}} {
		err := New(museum()).Write(&strings.Builder{}, &p, nil)
		if err == nil || !strings.Contains(err.Error(), "Page 0") {
			t.Errorf("error %v", err)
		}
	}
}

// Texts have a contrast of 4.5:1 with their grounds.
func TestStyleContrast(t *testing.T) {
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllSubmatch([]byte(pageStyle), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d sets of colours", len(blocks))
	}
	for _, block := range blocks {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([\w-]+): #([0-9a-f]{3,6})`).FindAllSubmatch(block[1], -1) {
			colours[string(m[1])] = string(m[2])
		}
		for _, pair := range [][2]string{
			{"text", "ground"}, {"muted", "ground"}, {"accent", "ground"},
			{"text", "loud-ground"}, {"loud", "loud-ground"},
			{"text", "calm-ground"}, {"calm", "calm-ground"}} {
			if c := wcag.Contrast(t, colours[pair[0]], colours[pair[1]]); c < 4.5 {
				t.Errorf("%s on %s has %.2f", pair[0], pair[1], c)
			}
		}
	}
}

// Texts from the web stay texts, and only web addresses become links.
func TestEscapes(t *testing.T) {
	evil := "</title></script></style><img src=x onerror=alert(1)>\"'`{{.}}\x00\u202e\xff"
	in := watched()
	in.Crawl.Watched.Iterations[2].Policy, in.Crawl.Watched.Belief.Policy = evil, evil
	in.Crawl.Watched.Belief.Next[0].Why = site.CheckReason(evil)
	in.Analysis.Summary.Watched.Folders = []stats.FolderChecks{{Path: evil}, {Path: evil}}
	in.Analysis.Summary.Watched.Templates = []stats.TemplateChecks{{Template: evil}, {Template: evil}}
	for i := range in.Crawl.Graph.Pages {
		p := &in.Crawl.Graph.Pages[i]
		p.Title, p.URL = evil, "javascript:alert('"+evil+"')"
	}
	s := &in.Analysis.Summary
	for _, top := range [][]stats.TopPage{s.PageRank.Top, s.InDegree.Top, s.Dominators.Top} {
		for i := range top {
			top[i].Title, top[i].URL = evil, "data:text/html,"+evil
		}
	}
	s.Ended, s.Complete, s.Site = evil, false, "javascript:"+evil
	s.Communities.List[0].Words, s.Communities.List[0].Prefix = []string{evil}, evil
	s.Directories.List[0].Path, s.Parameters[0].Name = evil, evil
	s.Templates[0].Template, s.Templates[0].Example = evil, "http://"+evil
	s.Problems[1].Kind, s.Problems[1].Explanation, s.Problems[1].Severity = evil, evil, evil
	s.Betweenness.Method.ErrorIs = evil
	in.Problems[0].Kind, in.Problems[0].URL, in.Problems[0].Detail = evil, "vbscript:x", evil
	in.Crawl.Notes, in.Crawl.Robots.Words = []string{evil}, evil
	in.Settings, in.Version = []Setting{{evil, evil}}, evil
	page := siteWith(t, in, museumMap, []string{evil})
	all := whole(t, page)
	checkParts(t, all)
	for _, e := range all {
		data := e.attrs["id"] == "url-data" && json.Valid([]byte(e.text))
		if e.name == "img" || e.name == "script" && !strings.Contains(e.text, "let a") && !data {
			t.Errorf("<%s> out of a text", e.name)
		}
	}
	if !strings.Contains(html.UnescapeString(page), "<img src=x onerror=alert(1)>") {
		t.Error("the text is not there at all")
	}
	run := compared(4)
	for i := range run.Members {
		run.Members[i].Summary.Site, run.Members[i].Report = "http://"+evil, "javascript:"+evil
	}
	run.Across.Columns[0], run.Across.Groups[0].Name, run.Across.Groups[0].Description = evil, evil, evil
	whole(t, runOf(t, run))
	a, b := versions()
	for _, c := range []*site.Crawl{a, b} {
		for i := range c.Graph.Pages {
			p := &c.Graph.Pages[i]
			p.Title, p.URL, p.Key = evil, "javascript:alert('"+evil+"')", p.Key+evil
		}
	}
	changes := comparedVersions(a, b, compare.Options{Notes: []string{evil}})
	changes.Summary.A.Site, changes.Summary.B.Site, changes.Files = evil, evil, []string{evil}
	for _, e := range whole(t, comparisonOf(t, changes)) {
		if e.name == "img" || e.name == "script" {
			t.Errorf("<%s> out of a text", e.name)
		}
	}
}

// beneath tells whether an address leads to a file beside the page.
func beneath(href string) bool {
	u, err := url.Parse(href)
	return err == nil && u.Scheme == "" && u.Host == ""
}
