// Package refusal recognizes answers that look like pages and are not: the
// challenge or the denial of a service that protects a site.
//
//	signatures.go  the services of signatures.txt, which has the sources, and what refusals say, of phrases.txt
//	content.go     what a page shows beside a refusal; pages that turn everybody away and have no mark
//	page.go        a page as it is compared with the signatures
//	tag.go         start tags and their attributes
//	refusal.go     the verdict; pages that ask for a password; headers that say so
//
// What counts is markup: an article about such a service shows its markup escaped, has text, and has links
// into its own site. Words count only where a page has nothing else: little text, no link into its site, no
// field. Nothing here tries to pass a challenge.
package refusal
