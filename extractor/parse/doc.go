// Package parse turns the body of a page into a site.Document: its links, base, title, canonical URL and so on.
//
// There are two parsers. "tokenizer", the default, reads the tags one by one and counts links as written. "goquery"
// builds the tree of a browser without scripts, with github.com/PuerkitoBio/goquery, and counts links as often as they
// are in the tree. Both find the same on valid HTML. They differ on pages with these mistakes:
//
//   - If an <a> is not closed, or closed in the wrong order, the tree repeats
//     it in every later block, and each copy is a link.
//   - An <a> inside another is possible only through a table or the like. The
//     tree counts the inner text as text of both. The tokenizer ends the first
//     link where the second begins.
//   - The tree moves content that must not be in a table before it, so the
//     links come in another order.
//   - In a frameset the tree has only frames, and elsewhere no frames. The
//     tokenizer counts all.
//   - <image> is <img> in the tree, so its alt is text. In the tree, <base>,
//     <link> and <meta> inside <svg> and <math> do not count.
//   - Elements that are not closed, or closed in the wrong order, may be in
//     other landmarks and headings, and have other words.
//
// Both read the pieces of a page from its source. If the tree's links differ from the source's, goquery puts them after
// all texts.
//
// The tokenizer always reads a page whose tree cannot be built or would be too big. Such a page has more than 512 open
// elements, may have a tree of more than about a million nodes (treesize.go), or has a tag with more than 512
// attributes.
//
// Decisions, each held by a test:
//
//   - Scripts do not run, so the content of <noscript> counts. The content of
//     <template> does not. The content of script, style, textarea, title, xmp,
//     iframe, noembed, noframes and plaintext is text without links.
//   - In <svg> and <math> an <a href> counts and xlink:href does not, and a
//     <title> is not the page's title.
//   - The pieces are the title, the texts of Document.Text, and the URLs or values
//     of img, input, iframe, frame, embed, video, audio and source. A comment
//     splits a text in two.
//   - A link's place is the innermost landmark of HTML or ARIA, out of at most 64
//     open ones. A role counts on elements that always have an end tag. Outside of
//     all landmarks is content, or navigation if the page has a main.
//   - An <h1> ends at the end tag of any heading, or at the start of another.
//   - A space separates text of different blocks, and replaces <br>.
//
// And only for the tokenizer:
//
//   - A start tag that a browser's tree would drop (an <a> inside <frameset>)
//     counts.
//   - In <svg> and <math>, <script/> is closed, and a CDATA section is a
//     comment that ends at the first ">".
//   - An <a> ends at the next <a> start tag, link or not.
package parse
