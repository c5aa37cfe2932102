// Package dedup says what "the same content" means. Two pages of one site
// with equal digests are one page: the one with the smaller (level, key)
// stands for both, only its links are followed, and links to the other count
// as links to it. Pages of different sites are never compared; redirects,
// errors and answers that are not HTML are never digested.
//
//	none   every key is a page of its own
//	exact  the bytes of the decoded body
//	text   the visible text, white space collapsed, and the keys of the
//	       internal links but those within the page; below 64 characters of
//	       text: exact
//
// (spec 1.7). A page that shows the time or a counter differs from itself
// under all three but none; text ignores what stands only in markup, scripts
// and comments.
package dedup
