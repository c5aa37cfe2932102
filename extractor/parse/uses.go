package parse

import (
	"bytes"
	"cmp"
	"iter"
	"strings"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// maxUses limits the uses read from one page.
const maxUses = 10000

// Uses returns what a page uses, in source order and for either parser: images (the src and srcset of <img>, the srcset
// of <source>, the src of <input type=image>, the poster of <video>, <link rel=icon>, the url() and image-set() of
// styles), fonts and imported style sheets of styles, the src of <script>, the href of <link rel=stylesheet>, and any
// of these in <link rel=preload>. It leaves out what the page itself contains (data:).
func Uses(r site.Response) []site.Use {
	found, _ := inCharset(r, usesOf)
	return found
}

// usesOf returns the uses of a page in UTF-8, and the character set in a <meta> if the page is not declared.
func usesOf(page []byte, declared bool) (found []site.Use, late string) {
	t := newTokens(page)
	u := uses{}
	for len(u.found) < maxUses {
		switch t.next() {
		case html.ErrorToken:
			return u.found, late
		case html.StartTagToken, html.SelfClosingTagToken:
			if u.tag(t); t.tag == tagMeta && !declared {
				late = cmp.Or(late, metaCharset(&t.scanner))
			}
		case html.TextToken:
			if t.container == tagRaw && equalFold(t.name, "style") {
				u.style(string(t.raw))
			}
		}
	}
	return u.found[:maxUses], late
}

type uses struct{ found []site.Use }

func (u *uses) tag(t *tokens) {
	switch {
	case t.tag == tagImg:
		u.add(site.LinkedImage, writtenAs(t, "src"))
		u.srcset(writtenAs(t, "srcset"))
	case t.tag == tagMedia && equalFold(t.name, "source"):
		u.srcset(writtenAs(t, "srcset"))
	case t.tag == tagMedia && equalFold(t.name, "video"):
		u.add(site.LinkedImage, writtenAs(t, "poster"))
	case t.tag == tagInput && equalFold([]byte(writtenAs(t, "type")), "image"):
		u.add(site.LinkedImage, writtenAs(t, "src"))
	case t.tag == tagRaw && equalFold(t.name, "script"):
		u.add(site.LinkedScript, writtenAs(t, "src"))
	case t.tag == tagLink:
		u.link(writtenAs(t, "rel"), strings.ToLower(writtenAs(t, "as")), writtenAs(t, "href"))
		u.srcset(writtenAs(t, "imagesrcset"))
	}
	if bytes.IndexByte(t.raw, '(') >= 0 {
		u.style(writtenAs(t, "style"))
	}
}

func (u *uses) link(rel, as, href string) {
	switch preload := hasWord(rel, "preload"); {
	case hasWord(rel, "stylesheet") || preload && as == "style":
		u.add(site.LinkedStyle, href)
	case hasWord(rel, "icon") || preload && as == "image":
		u.add(site.LinkedImage, href)
	case preload && as == "font":
		u.add(site.LinkedFont, href)
	case preload && as == "script" || hasWord(rel, "modulepreload"):
		u.add(site.LinkedScript, href)
	}
}

// srcset adds the images in a srcset.
func (u *uses) srcset(value string) {
	for href := range candidates(value) {
		u.add(site.LinkedImage, href)
	}
}

func (u *uses) style(text string) {
	c := css{rest: text, found: u.add}
	c.read()
}

// add adds a use, unless its URL is empty or a data: URL.
func (u *uses) add(kind site.LinkedKind, href string) {
	start := bytes.TrimSpace([]byte(href[:min(len(href), 100)]))
	if len(start) > 0 && !hasFold(start, "data:") {
		u.found = append(u.found, site.Use{Kind: kind, Href: href})
	}
}

// writtenAs returns the decoded value of an attribute of the current start tag, "" without it.
func writtenAs(t *tokens, attribute string) string {
	for name, value := range t.allAttributes() {
		if equalFold(name, attribute) {
			return html.UnescapeString(string(value))
		}
	}
	return ""
}

// htmlBlanks is the ASCII white space of the HTML standard.
const htmlBlanks = " \t\n\f\r"

// candidates yields the URLs of a srcset attribute:
// https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
func candidates(srcset string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			srcset = strings.TrimLeft(srcset, htmlBlanks+",")
			if srcset == "" {
				return
			}
			end := strings.IndexAny(srcset, htmlBlanks)
			if end < 0 {
				end = len(srcset)
			}
			url := srcset[:end]
			srcset = srcset[end:]
			if trimmed := strings.TrimRight(url, ","); len(trimmed) < len(url) {
				url = trimmed
			} else {
				srcset = srcset[descriptors(srcset):]
			}
			if !yield(url) {
				return
			}
		}
	}
}

// descriptors returns the length of a URL's descriptors, up to a comma outside of parentheses.
func descriptors(s string) int {
	inside := false
	for i := range len(s) {
		switch s[i] {
		case '(':
			inside = true
		case ')':
			inside = false
		case ',':
			if !inside {
				return i
			}
		}
	}
	return len(s)
}
