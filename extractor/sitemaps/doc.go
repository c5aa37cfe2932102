// Package sitemaps reads the sitemaps of a site (https://www.sitemaps.org): the URLs that it says it has, and
// when it says their pages were modified. Both are claims, and nothing follows from them by itself.
//
// The sitemaps are those that lines "Sitemap:" of robots.txt name, else /sitemap.xml; redirects are followed.
// Read are lists and indexes in XML, and plain text, each as it is or as gzip, whatever the Content-Type
// says. RSS and Atom are not read. Sitemaps of another origin than the site's are fetched if robots.txt names
// one of that origin, and URLs of another origin are counted only, unless they are wanted.
//
// What is broken is read as far as it goes. Markup is read by a scanner of its own, since files are foreign
// and may have 50 MiB: encoding/xml keeps every attribute of an element and every open element in memory, and
// ends at the first "&" in a URL that should be "&amp;".
//
//	sitemaps.go  from robots.txt to the list of entries, within limits; what was read, and what was wrong with it
//	file.go      one file: gzip, plain text; dates of the W3C's profile of ISO 8601
//	markup.go    one file in XML
package sitemaps
