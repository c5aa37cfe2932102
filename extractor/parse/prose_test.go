package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestProse checks the content of a page, block by block, by hand. Text in links is in [], code in {}.
func TestProse(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"nothing", "", ""},
		{"blocks", "<p>One  two\n three.<p>Four<br>five<ul><li> six <li>seven", "One two three.|Four|five|six|seven"},
		{"inline", "<p>a <b>b</b>c <i> d</i>&amp;e", "a bc d&e"},
		{"links", "<p>See <a href=x>the  page</a> and <a name=y>here</a>.", "See [the page] and here."},
		{"code", "<p>Call <code>f(x)</code>, <a href=x><code>g</code></a> or <TT>h</TT>.", "Call {f(x)}, [g] or {h}."},
		{"code ends with its block", "<p>a <code>b<p>c", "a {b}|c"},
		{"nested code", "<p>a <code>b <code>c</code> d</code> e", "a {b} {c} {d} e"},
		{"headings", "<h1>No</h1><p>a<h3>no <b>no</b></h3>b", "a|b"},
		{"preformatted", "<p>a<pre>no <code>no</code> no</pre>b", "a|b"},
		{"list of terms", "<dl><dt>no</dt><dd>c</dd></dl>d", "c|d"},
		{"terms without end tags", "<dl><dt>no<dt>no<dd>a<dt>no</dl>b", "a|b"},
		{"fields", "<p>a<button>no</button><select><option>no</select><textarea>no</textarea> b", "a|b"},
		{"not shown", "<title>no</title><p>a<script>no</script><style>no</style><template>no</template><!-- no -->b",
			"ab"},
		{"landmarks", "<nav>no</nav><header>no</header><p>a<aside>no</aside><footer>no</footer>b", "a|b"},
		{"beside a main", "<p>no<main><p>a</main><p>no", "a"},
		{"after a link that is open", "<p><a href=x>a<p>b", "[a]|[b]"},
	} {
		for _, parser := range parsers {
			doc := parse(t, parser, Options{Prose: true}, site.Response{Body: []byte(test.page)})
			var got []string
			for _, p := range doc.Prose {
				got = append(got, marked(p))
			}
			if strings.Join(got, "|") != test.want {
				t.Errorf("%s, %s: %q, want %q", test.name, parser, strings.Join(got, "|"), test.want)
			}
			if doc := parse(t, parser, Options{}, site.Response{Body: []byte(test.page)}); doc.Prose != nil {
				t.Errorf("%s, %s: prose that nobody asked for", test.name, parser)
			}
		}
	}
}

func marked(p site.Passage) string {
	text := p.Text
	for _, c := range slices.Backward(p.Closed) {
		marks := "{%s}"
		if c.Link {
			marks = "[%s]"
		}
		text = text[:c.From] + fmt.Sprintf(marks, text[c.From:c.To]) + text[c.To:]
	}
	return text
}
