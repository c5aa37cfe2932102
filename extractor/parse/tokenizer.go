package parse

import (
	"cmp"

	"golang.org/x/net/html"

	"sitegraph/site"
)

type tokenizer struct{ settings }

// Parse reads one page.
func (t tokenizer) Parse(r site.Response) (site.Document, error) {
	t.url, t.Pieces = r.URL, t.Pieces && !r.Whole
	doc, charset := inCharset(r, t.read)
	doc.Charset = charset
	return doc, nil
}

// read finds everything in a page in UTF-8. If the page is not declared, late is the character set in its <meta>.
func (t tokenizer) read(body []byte, declared bool) (doc site.Document, late string) {
	f := findings{settings: t.settings, said: t.rooms.Get().(*said)}
	p := pass{tokens: newTokens(body), findings: &f, label: text{limit: textLimit}, link: -1,
		heading: text{limit: textLimit}, marks: marks{link: -1, gap: site.GapApart}, undeclared: !declared}
	if t.Pieces {
		p.pieces = t.lists.Get().(*pieceList)
		p.pieces.begin(body, fieldsOf(t.url))
	}
	if t.Prose {
		p.prose = new(prose)
	}
	p.run()
	doc = f.document()
	doc.Recycle = func() { t.recycle(f.said, doc.Links) }
	if t.Prose {
		doc.Prose = p.prose.passages(&f.landmarks)
	}
	if t.Pieces {
		doc.Pieces, doc.Skipped, doc.Source = p.pieces.end(), p.pieces.skipped, body
		doc.RecyclePieces = p.pieces.recycle
	}
	return doc, p.charset
}

type pass struct {
	tokens   *tokens
	findings *findings
	link     int        // number of the link whose text is being read, or -1
	label    text       // text of that link
	text     text       // text of the page
	words    wordCount  // words of the page
	marks    marks      // marks of its links
	heading  text       // text of the first <h1>
	headed   bool       // the first <h1> is open
	pieces   *pieceList // nil unless wanted
	prose    *prose     // nil unless wanted
	declared declared   // the page's data for programs

	undeclared bool   // the character set is unknown
	charset    string // from a <meta>, if undeclared
}

func (p *pass) run() {
	for {
		switch p.tokens.next() {
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start()
		case html.EndTagToken:
			p.part()
			p.end()
			if p.prose != nil {
				p.prose.end(p.tokens.tag, p.tokens.name)
			}
		case html.TextToken:
			p.content()
		case html.CommentToken:
			if p.pieces != nil {
				p.pieces.skip(p.tokens.at-len(p.tokens.raw), p.tokens.at)
			}
		case html.ErrorToken:
			p.tokens.before.from = p.tokens.at
			p.closeLink()
			p.findings.doc.Text = p.text.String()
			p.findings.doc.H1, p.findings.doc.Words = p.heading.String(), p.words.words
			p.findings.doc.Breadcrumbs, p.findings.doc.Payload = p.declared.crumbs, p.declared.payload
			p.findings.doc.EmptyRoot = p.declared.app && p.declared.root.found
			return
		}
	}
}

func (p *pass) start() {
	t := p.tokens.tag
	p.part()
	switch {
	case t == tagImg && p.tokens.has&(1<<attrAlt) == 0:
		p.findings.doc.WithoutAlt++
	case t == tagInput && equalFold(p.tokens.written(attrType), "password"):
		p.findings.doc.Password = true
	case t == tagRaw && equalFold(p.tokens.name, "script"):
		p.declared.script(p.tokens)
	case t == tagMeta && p.undeclared:
		p.charset = cmp.Or(p.charset, metaCharset(&p.tokens.scanner))
	}
	switch {
	case t == tagTitle:
		p.findings.titles++
	case t == tagImg && (p.headed || p.link >= 0 && p.findings.AnchorText):
		p.image()
	case p.findings.counts(t):
		a := p.tokens.attributes()
		link := p.findings.element(t, &a)
		if t == tagA {
			p.closeLink()
			if p.findings.AnchorText || p.findings.Around {
				p.link = link
			}
		}
		if link >= 0 {
			p.mark(link, t)
		}
		if link >= 0 && p.findings.Around {
			p.findings.spans[link] = span{len(p.text.buf), len(p.text.buf)}
		}
	}
	if p.tokens.foreign.depth == 0 {
		p.open(t)
	}
	if p.tokens.foreign.depth == 0 && (t == tagBlock || t == tagOther) {
		p.declared.root.start(p.tokens, p.shownSoFar())
	}
	if p.prose != nil {
		p.prose.start(t, p.tokens.name)
	}
	if p.pieces != nil {
		p.pieces.start(&p.tokens.scanner, len(p.findings.doc.Links))
	}
}

// open notes the start of a heading or of a landmark.
func (p *pass) open(t tag) {
	switch {
	case t == tagH1:
		p.findings.doc.H1s++
		p.headed = p.findings.doc.H1s == 1
	case t == tagHeading:
		p.headed = false
	case t == tagBlock && (p.tokens.has != 0 || p.findings.landmarks.byRole > 0) || t.sections():
		p.findings.landmarks.start(t, p.tokens.name, p.tokens.role())
		p.noteLandmark()
	}
}

func (p *pass) end() {
	switch t := p.tokens.tag; {
	case t == tagA:
		p.closeLink()
	case p.tokens.foreign.depth > 0:
	case t == tagH1 || t == tagHeading:
		p.headed = false
	case t == tagBlock || t.sections():
		if p.pieces != nil && equalFold(p.tokens.name, "form") {
			p.pieces.inForm = false
		}
		p.findings.landmarks.end(t, p.tokens.name)
		p.noteLandmark()
		p.declared.root.end(p.tokens.name, p.shownSoFar())
	case t == tagOther:
		p.declared.root.end(p.tokens.name, p.shownSoFar())
	}
}

func (p *pass) noteLandmark() {
	if p.pieces != nil {
		p.pieces.around = uint32(p.findings.landmarks.here().place) * 0x9e3779b1
	}
}

func (p *pass) shownSoFar() int { return p.words.words + len(p.findings.doc.Links) }

// mark begins the mark of a link, and ends it at once if the link has no content. A frame in a link gets none.
func (p *pass) mark(link int, t tag) {
	if p.marks.link >= 0 {
		return
	}
	p.marks.begin(link, p.findings.doc.Links[link].Href, &p.tokens.scanner)
	if t != tagA {
		p.findings.doc.Links[link].Mark = p.marks.end(&p.tokens.scanner, p.marks.content)
	}
}

func (p *pass) image() {
	alt := []byte(p.tokens.attributes().value[attrAlt])
	if p.headed {
		p.heading.add(alt)
	}
	if p.link >= 0 && p.findings.AnchorText {
		p.label.add(alt)
	}
}

// part separates the text before the current tag from the text after it.
func (p *pass) part() {
	if p.tokens.tag.parts() {
		p.label.part()
		p.text.part()
		p.heading.part()
		p.words.part()
		p.marks.part()
	}
}

func (p *pass) content() {
	switch p.tokens.container {
	case tagTitle:
		if p.pieces != nil && p.findings.titles == 1 {
			p.pieces.content(&p.tokens.scanner)
		}
		p.findings.title(p.tokens.text())
	case tagRaw:
		if p.pieces != nil {
			p.pieces.script(&p.tokens.scanner)
		}
		p.declared.content(p.tokens.raw)
	case tagOther, tagShown:
		if p.pieces != nil {
			p.pieces.content(&p.tokens.scanner)
		}
		p.shown()
	}
}

func (p *pass) shown() {
	p.words.add(p.tokens.raw, p.tokens.content != contentRaw)
	p.marks.text(p.tokens.raw)
	labelled := p.link >= 0 && p.findings.AnchorText
	if !labelled && !p.headed && !p.findings.Text && p.prose == nil {
		return
	}
	s := p.tokens.text()
	if p.prose != nil {
		p.prose.add(s, p.findings.landmarks.here().place, p.marks.link >= 0)
	}
	if labelled {
		p.label.add(s)
	}
	if p.headed {
		p.heading.add(s)
	}
	if p.findings.Text {
		p.text.add(s)
	}
}

// closeLink ends the text of the open link, if any.
func (p *pass) closeLink() {
	if link := p.marks.link; link >= 0 {
		p.findings.doc.Links[link].Mark = p.marks.end(&p.tokens.scanner, p.tokens.before.from)
	}
	if p.link >= 0 {
		p.findings.label(p.link, p.label.String())
		if p.findings.Around {
			p.findings.spans[p.link].to = len(p.text.buf)
		}
		p.link = -1
	}
	p.label = text{buf: p.label.buf[:0], limit: textLimit}
}
