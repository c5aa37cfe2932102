package parse

import (
	"fmt"
	"strings"
)

// articlePage builds a page like those of a content management system, with about 25 KB and 100 links.
func articlePage() []byte {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Article 17 - Example</title>
<link rel="canonical" href="https://example.com/article/17"><link rel="stylesheet" href="/site.css?v=3">
<meta name="viewport" content="width=device-width"><script>var a = "<a href=no>";` +
		strings.Repeat("f(1);", 200) + `</script></head><body class="page">
<nav id="menu"><ul class="menu">`)
	for i := range 40 {
		fmt.Fprintf(&b,
			`<li class="item item-%d"><a class="menu-link" href="/section/%d/">Section number %d</a></li>`+"\n", i, i,
			i)
	}
	b.WriteString(`</ul></nav><main id="content">`)
	for i := range 50 {
		fmt.Fprintf(&b, `<h2 id="p%d">Heading %d</h2><p class="text">Some words of a paragraph with `+
			`<em>emphasis</em> and <a href="/article/%d?from=17&amp;n=%d" title="A title">an anchor</a>, `+
			`then more words &mdash; and more, until the sentence of some length comes to its end.</p>`+"\n"+
			`<div class="box"><img src="/images/%d.png" alt="Picture %d" width="100" height="80">`+
			`<span class="note">A note below the picture</span></div>`+"\n", i, i, i, i, i, i)
	}
	b.WriteString(`</main><footer>`)
	for i := range 10 {
		fmt.Fprintf(&b, `<a rel="nofollow" href="https://other%d.example/">Other site %d</a> | `, i, i)
	}
	b.WriteString(`</footer></body></html>`)
	return []byte(b.String())
}
