// Package site holds the vocabulary of the program: URL and its normal form, Response and Document (the results of
// downloading and parsing), Page, Graph and Crawl (the results of crawling), State and Entry (the ledger). Its only
// logic judges and rewrites URLs. All other packages communicate through these types, so that none of them needs
// another's.
package site
