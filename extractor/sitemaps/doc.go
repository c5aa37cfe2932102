// Package sitemaps reads the sitemaps of a site (https://www.sitemaps.org): the URLs that the site claims to have, and
// when it claims that their pages were modified. These claims prove nothing by themselves.
//
// The sitemaps are those in the lines "Sitemap:" of robots.txt, else /sitemap.xml. Redirects are followed. The package
// reads lists and indexes in XML, and plain text, each also as gzip, and ignores the Content-Type. It does not read RSS
// and Atom. It fetches sitemaps of another origin if robots.txt names one there, and only counts URLs of another origin
// unless the caller wants them.
//
// It reads broken files as far as possible. It has its own scanner, since files are foreign and may have 50 MiB.
// encoding/xml keeps all attributes of an element and all open elements in memory, and stops at the first "&" in a URL
// that should be "&amp;".
//
//	sitemaps.go  from robots.txt to the list of entries, within limits; the report on files and faults
//	file.go      one file: gzip, plain text; dates of the W3C's profile of ISO 8601; one file in XML
package sitemaps
