// Package suggest finds links that a site lacks: a page's title, h1 or the text of links to it is unlinked in the
// text of another page. It reads each text once; what it finds follows from the pages alone, in whatever order they
// come.
//
//	phrases.go   what represents each page, by its words: titles without the name of the site, texts of links
//	read.go      where phrases are in the text of a page, and the sentence around one; which are suggested, in order
package suggest
