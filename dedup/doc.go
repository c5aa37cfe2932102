// Package dedup defines what "the same content" means. Two pages of one site
// with equal digests are one page: the one at the smaller depth represents both
// (at equal depth, the one with the smaller normalized URL), only its links are
// followed, and links to the other count as links to it. Pages of different
// sites are never compared; redirects, errors and answers that are not HTML
// have no digest.
//
//	none   every normalized URL is a page of its own
//	exact  the bytes of the decoded body
//	text   the visible text, white space collapsed, and the normalized URLs
//	       of the internal links except those within the page; below 64
//	       characters of text: exact
//
// (spec 1.7). A page that shows the time or a counter has another digest at
// every visit, except under none; text ignores what is only in markup, scripts
// and comments.
//
//	digest.go  the digesters by name
package dedup
