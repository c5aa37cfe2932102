// Package suggest finds links that a site lacks. It looks for a page's title, h1, or the text of links to it, unlinked
// in the text of another page. It reads each text once. Its findings do not depend on the order of the pages.
//
//	phrases.go   phrases for each page, by their words: titles without the name of the site, texts of links
//	read.go      finds phrases in the text of a page, with the sentence around them; chooses and orders suggestions
package suggest
