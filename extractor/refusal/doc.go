// Package refusal recognizes answers that only look like pages: the challenge or the denial of a service that protects
// a site.
//
//	page.go     a page prepared for comparison with the signatures; content beside a refusal; pages without a mark
//	            that turn everybody away; start tags and their attributes
//	refusal.go  the verdict; pages that ask for a password; headers that admit a refusal; the services in
//	            signatures.txt, which names the sources, and the phrases of refusals in phrases.txt
//
// Markup decides. An article about such a service shows its markup escaped, has text, and has links into its own site.
// Words count only if a page has nothing else: little text, no link into its site, no field. The package never tries to
// pass a challenge.
package refusal
