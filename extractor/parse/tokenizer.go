package parse

import (
	"golang.org/x/net/html"

	"sitegraph/site"
)

// tokenizer is the parser that reads a page tag by tag.
type tokenizer struct{ settings }

// Parse reads one page.
func (t tokenizer) Parse(r site.Response) (site.Document, error) {
	body, charset := decode(r.Body, r.ContentType)
	doc := t.read(body)
	doc.Charset = charset
	return doc, nil
}

// read finds everything in a page that is in UTF-8.
func (t tokenizer) read(body []byte) site.Document {
	f := findings{settings: t.settings}
	f.read(body)
	return f.document()
}

// read adds the elements of a page that is in UTF-8.
func (f *findings) read(body []byte) {
	f.room = min(len(body)/200, 512) // one link in 200 bytes is usual
	p := pass{tokens: newTokens(body), findings: f, label: text{limit: textLimit}, link: -1}
	p.run()
}

// pass is one reading of a page.
type pass struct {
	tokens   *tokens
	findings *findings
	link     int  // number of the link whose text is being read, or -1
	label    text // of that link
	text     text // of the page
}

func (p *pass) run() {
	for {
		switch p.tokens.next() {
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start()
		case html.EndTagToken:
			p.part()
			if p.tokens.tag == tagA {
				p.closeLink()
			}
		case html.TextToken:
			p.content()
		case html.ErrorToken:
			p.closeLink()
			p.findings.doc.Text = p.text.String()
			return
		}
	}
}

// start handles a start tag.
func (p *pass) start() {
	t := p.tokens.tag
	p.part()
	switch {
	case t == tagTitle:
		p.findings.titles++
	case t == tagImg && p.link >= 0:
		a := p.tokens.attributes()
		p.label.addString(a.value[attrAlt])
	case p.findings.counts(t):
		a := p.tokens.attributes()
		link := p.findings.element(t, &a)
		if t == tagA {
			p.closeLink()
			p.openLink(link)
		}
	}
}

// openLink begins the text of a link, if it is one and its text is wanted.
func (p *pass) openLink(link int) {
	if p.findings.anchorText {
		p.link = link
	}
}

// part keeps apart the texts before and after the current tag.
func (p *pass) part() {
	if p.tokens.tag.parts() {
		p.label.part()
		p.text.part()
	}
}

// content handles a text.
func (p *pass) content() {
	switch p.tokens.container {
	case tagTitle:
		p.findings.title(p.tokens.text())
	case tagOther, tagShown:
		if p.link >= 0 || p.findings.pageText {
			s := p.tokens.text()
			if p.link >= 0 {
				p.label.add(s)
			}
			if p.findings.pageText {
				p.text.add(s)
			}
		}
	}
}

// closeLink ends the text of the open link, if any.
func (p *pass) closeLink() {
	if p.link >= 0 {
		p.findings.doc.Links[p.link].Text = p.label.String()
		p.link = -1
	}
	p.label = text{buf: p.label.buf[:0], limit: textLimit}
}
