// Package warc writes and reads web archives: files of WARC 1.1 (ISO 28500:2017,
// https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
//
//	exchange.go  a request and what came of it, as the records that are written
//	writer.go    files: a record in one gzip member, a new file at about 1 GB, what is repeated only once
//	fields.go    the header of a record, as it is read
//	files.go     archives on the disk: files, folders, WACZ
//	unpack.go    what cannot be read from its middle, unpacked: zstd, several records in a gzip member
//	scan.go      all records of a file; what is damaged is left out
//	index.go     where the captures of a URL are
//	capture.go   a capture: head, body, and what a revisit record repeats
//
// It is our own code, since a record is a few named fields and a length, and Go's libraries bring much else:
// internetarchive/gowarc a TLS stack and a DNS client, nlnwa/gowarc a part of Prometheus.
package warc
