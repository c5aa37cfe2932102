package parse

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// swollen has pages whose tree would be many times larger or very slow to build. They play tricks with open elements,
// text and comments.
var swollen = map[string]string{
	"open b": "<p>" + manyB() + strings.Repeat("<p>x", 10000),
	"b closed in order": "<p>" + manyB() + "<table>" + strings.Repeat("</b>", 400) + "</table>" + strings.Repeat("<p>x",
		10000),
	"b in an svg title": "<svg><foreignObject><p></svg></p></foreignObject><title>" + manyB() + "</title></svg>" +
		strings.Repeat("<p>x", 10000),
	"b after a comment in a title": "<svg><p></p><title><!--</title><style>--></title></style></svg>" + manyB() +
		strings.Repeat("<p>x", 10000),
	"b after CDATA":     "<svg><![CDATA[ > <!-- ]]></svg>" + manyB() + strings.Repeat("<p>x", 10000) + "-->",
	"a with attributes": "<a href=x" + manyAttributeNames(400) + "><svg><a></a></svg>" + strings.Repeat("<p>x", 10000),
	"a around a cell": "<a href=x" + manyAttributeNames(400) + "><table><tr><td><a></a></td></tr></table>" +
		strings.Repeat("<p>x", 10000),
	"html tags":          manyHTML(3000),
	"attributes":         strings.Repeat("<p"+manyAttributeNames(40)+">", 60000),
	"a tag's attributes": "<p" + manyAttributeNames(600) + ">" + strings.Repeat("<b x>", 1000),
}

func manyHTML(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("<html")
		b.WriteString(strings.ReplaceAll(" x_=1", "_", strings.Repeat("y", i)))
		b.WriteString(">")
	}
	return b.String()
}

func TestFitsTree(t *testing.T) {
	for name, page := range swollen {
		if fitsTree([]byte(page)) {
			t.Errorf("%s: fits", name)
		}
	}
	for name, page := range map[string]string{
		"article":       string(articlePage()),
		"named anchors": strings.Repeat(`<h2><a name="x"/>head</h2><p>text`, 20000),
		"old markup":    strings.Repeat(`<p><font size=2>text<a href=x><b>bold</b></a><br></font><li>item`, 10000),
		"icons":         strings.Repeat(`<a href=x><svg><title>a</title><style>p{}</style><path /></svg></a>`, 10000),
		"cards":         strings.Repeat(`<table><tr><td><a href=x><div>card</div></a></td></tr></table>`, 10000),
	} {
		if !fitsTree([]byte(page)) {
			t.Errorf("%s: does not fit", name)
		}
	}
}

// pieces are the building blocks of random pages.
var pieces = []string{"<a href=x>", "</a>", "<b>", "</b>", "<i x=1>", "</i>", "<font a b c d>", "</font>", "<p>",
	"</p>", "<div>", "</div>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<caption>", "</caption>",
	"<li>", "</li>", "x", "<svg>", "</svg>", "<math>", "</math>", "<foreignObject>", "</foreignObject>", "<title>",
	"</title>", "<style>", "</style>", "<template>", "</template>", "<select>", "</select>", "<option>", "<object>",
	"</object>", "<button>", "</button>", "<h1>", "</h2>", "<form>", "</form>", "<!--", "-->", "<noscript>",
	"</noscript>", "<mi>", "</mi>", "<svg/>", "<br>", "<nobr>",
	"</body>", "<html a=1>", "<frameset>", "<![CDATA[", "]]>", "<textarea>", "</textarea>", "<col>", "<image>", "</p>"}

// TestEstimate compares the estimate of fitsTree with the trees of random pages.
func TestEstimate(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	built := 0
	for range 8000 {
		var page strings.Builder
		some := pieces[:2+random.IntN(len(pieces)-1)]
		for range 1 + random.IntN(120) {
			page.WriteString(some[random.IntN(len(some))])
		}
		page.WriteString(strings.Repeat("<p>x", 50)) // repeats open elements
		if checkEstimate(t, page.String()) {
			built++
		}
	}
	if built < 3000 {
		t.Errorf("only %d trees were built", built)
	}
}

// checkEstimate compares the nodes of a page's tree with the estimate, and returns false if no tree would be built. The
// tree may have a node for each implied token (html, head, body, tbody ...) and a few copies for each end tag.
func checkEstimate(t *testing.T, page string) bool {
	e := estimate{scanner: scanner{body: []byte(page)}}
	for kind := e.next(); kind != html.ErrorToken; kind = e.next() {
		if !e.take(kind) {
			return false
		}
		e.nodes += 1 + e.repeated
	}
	root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		return false
	}
	if n := size(root); n > 32+4*e.nodes {
		t.Errorf("%d nodes, estimated %d: %q", n, e.nodes, page)
	}
	return true
}

// size counts the nodes of a tree, and half the attributes of elements that a tree repeats.
func size(n *html.Node) int {
	total := 1
	if t := lookup(n.Data); t == tagA || t == tagFormat {
		total += len(n.Attr) / 2
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		total += size(c)
	}
	return total
}

// FuzzEstimate runs checkEstimate on pages that a fuzzer finds.
func FuzzEstimate(f *testing.F) {
	for _, page := range swollen {
		f.Add(page[:min(len(page), 2000)])
	}
	f.Fuzz(func(t *testing.T, page string) { checkEstimate(t, page) })
}
