// Package parse turns the body of a page into a site.Document: its links, base, title, canonical URL and so on.
//
// There are two parsers. "tokenizer", the default, reads the tags one by one:
// a link counts as it is written. "goquery" builds the tree that a browser without scripts would build, with
// github.com/PuerkitoBio/goquery, and selects from it: a link counts as often as it is in the tree. On valid
// HTML they find the same. They differ on pages with these mistakes:
//
//   - An <a> that is not closed, or is closed in the wrong order, is repeated
//     by the tree in every block that follows: each copy is a link.
//   - An <a> inside another, which only a table or the like makes possible:
//     the tree counts the inner text as text of both, the tokenizer ends the
//     first link where the second begins.
//   - What must not be in a table is put before it by the tree, so the links
//     come in another order.
//   - In a frameset the tree has frames only, and no frames elsewhere; the
//     tokenizer counts all.
//   - <image> is <img> in the tree, so its alt is text. Of the head, <base>,
//     <link> and <meta> inside <svg> and <math> say nothing in the tree.
//   - What is not closed, or closed in the wrong order, can be in other landmarks
//     and headings, and have other words.
//
// Both read the pieces of a page from its source. Where the tree has other links
// than the source, the pieces of goquery have them after all texts.
//
// A page whose tree cannot be built, or would be too big, is read by the tokenizer whatever the parser: one
// with more than 512 elements open at once, one whose tree may have more than about a million nodes
// (treesize.go), and one with a tag of more than 512 attributes.
//
//	parse.go          the names of the parsers and their options
//	charset.go        which character set a page is in, its conversion, and URL queries in it
//	xhtml.go          pages in XML → HTML
//	element.go        the elements that matter
//	attributes.go     the attributes that matter
//	document.go       elements → Document, and its texts
//	said.go           what links say, kept once where there are very many, and the text around them
//	pieces.go         the pieces of what a page shows
//	prose.go          the running text of its content
//	scanner.go        a page → tokens: text, comments, declarations
//	scanner_tag.go    the bounds of a tag
//	scanner_raw.go    the content of script, style, title and the like
//	foreign.go        what is in <svg> and <math>
//	landmarks.go      where on a page a link is
//	uses.go           what a page uses: images, scripts, styles; the attribute srcset
//	uses_css.go       what a style uses
//	declared.go       what a page tells programs: breadcrumbs, data, an empty root
//	declared_json.go  the JSON of these
//	words.go          the words of a page, counted
//	tokenizer.go      the parser "tokenizer"; tokens.go the tokens that count
//	goquery.go        the parser "goquery"
//	treesize.go       which pages are too big for a tree
//	parts.go          start tags and texts for other packages
//
// Decisions, each held by a test:
//
//   - No script is run, so the content of <noscript> counts. The content of
//     <template> does not. The content of script, style, textarea, title, xmp,
//     iframe, noembed, noframes and plaintext is text and holds no links.
//   - In <svg> and <math> an <a href> counts and xlink:href does not, and a
//     <title> is not the page's title.
//   - The pieces are the texts of Document.Text and the title, and what img, input,
//     iframe, frame, embed, video, audio and source show. A comment divides a text
//     in two.
//   - Where a link stands is the innermost landmark of HTML or ARIA, of at most 64
//     open ones. A role counts on elements that always have an end tag. What is
//     outside of all landmarks is content, or navigation if the page has a main.
//   - An <h1> ends with the end tag of any heading, or where another begins.
//   - Text of different blocks is kept apart by a space, and so is <br>.
//
// And of the tokenizer alone:
//
//   - A start tag that a browser's tree would drop (an <a> inside <frameset>)
//     counts.
//   - In <svg> and <math>, <script/> is closed, and a CDATA section is a
//     comment that ends at the first ">".
//   - An <a> ends at the next <a> start tag, link or not.
package parse
