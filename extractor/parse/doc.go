// Package parse turns the body of a page into a site.Document: its links in
// the order of the source, its base, title, canonical address and so on.
//
// There are two parsers. "tokenizer" reads the tags one by one as they are
// written. "goquery" builds the tree a browser would build and walks it once;
// where a tree cannot be had, or would be too big, it does what "tokenizer"
// does. What counts as a link is decided by the source, not by the tree, so
// both give the same links and the same head of the document on every input.
// They differ in one thing: which text belongs to a link when the tags are
// wrongly nested (goquery moves it as a browser does).
//
//	parse.go       the names of the parsers and their options
//	charset.go     which character set a page is in, and its conversion
//	prescan.go     the character set a page declares about itself
//	query.go       text of a URL query in the page's character set
//	tag.go         the elements that matter
//	source.go      the tokens of a page that count
//	attributes.go  the attributes that matter
//	findings.go    elements in the order of the source → Document
//	text.go        text with its white space collapsed
//	tokenizer.go   the parser "tokenizer"
//	skeleton.go    a page reduced to what a tree needs
//	goquery.go     the parser "goquery"
//
// Decisions, each held by a test:
//
//   - No script is run, so the content of <noscript> counts. The content of
//     <template> does not. The content of script, style, textarea, title, xmp,
//     iframe, noembed, noframes and plaintext is text and holds no links.
//   - A start tag that a browser's tree would drop (an <a> inside <frameset>)
//     counts; the copies a tree makes of wrongly nested elements do not.
//   - In <svg> and <math> an <a href> counts and xlink:href does not, a <title>
//     is not the page's title, <script/> is closed, and a CDATA section is a
//     comment that ends at the first ">".
//   - An <a> ends at the next <a> start tag, link or not.
//   - Text of different blocks is kept apart by a space, and so is <br>.
package parse
