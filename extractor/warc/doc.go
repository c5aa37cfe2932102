// Package warc writes and reads web archives: files of WARC 1.1 (ISO 28500:2017,
// https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
//
//	exchange.go  a request and its result, and the records that they become
//	writer.go    files: one record per gzip member, a new file at about 1 GB, repeated payloads only once
//	fields.go    the header of a record, when reading
//	files.go     archives on the disk: files, folders, WACZ
//	unpack.go    unpacking for archives that need it: zstd, several records in a gzip member
//	scan.go      all records of a file, skipping damage
//	index.go     finding the captures of a URL
//	capture.go   a capture: head, body, and the record that a revisit repeats
//
// This is our own code, since a record is a few named fields and a length, and Go's libraries need much else:
// internetarchive/gowarc a TLS stack and a DNS client, nlnwa/gowarc a part of Prometheus.
package warc
