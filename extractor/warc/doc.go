// Package warc writes and reads web archives: files of WARC 1.1 (ISO 28500:2017,
// https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
//
//	exchange.go  a request and what came of it, as the records that are written
//	writer.go    files: a record in one gzip member, a new file at about 1 GB, the same payload only once
//
// It is our own code, since a record is a few named fields and a length, and Go's
// libraries bring much else: internetarchive/gowarc a TLS stack and a DNS client,
// nlnwa/gowarc a part of Prometheus.
package warc
