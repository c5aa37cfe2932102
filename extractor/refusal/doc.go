// Package refusal recognizes answers that look like pages and are none: the
// challenge or the denial of a service that protects a site.
//
//	header.go      headers that say so
//	signatures.go  the table of services, with sources
//	page.go        what of a page is held against the table
//	tag.go         tags and their attributes
//	refusal.go     the verdict
//
// What counts is markup, not words: an article about such a service shows its
// markup escaped, has text, and has links into its own site. Nothing here tries
// to pass a challenge.
package refusal
