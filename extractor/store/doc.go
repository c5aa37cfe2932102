// Package store keeps the journals of crawls in badger, on disk or in memory, and a short summary of each
// site beside them. It is the only package that imports badger.
//
//	store.go         opening a store for a crawl, closing it; a disk almost full
//	copy.go          opening a store for reading while a crawl writes to it
//	check.go         what is wrong with a folder: damage, another format
//	sites.go         the sites of a store, forgetting them; notes, and a summary that needs no opened store
//	journal.go       the journal of one site: append, replay, read; those of another store put into this one
//	system_unix.go   locks and free space; system_other.go where there are none
//
// Layout (big-endian): "M" names the format; "S"+site gives the site its number; "N"+site+0+name has a note
// of it; "J"+number+sequence+part holds one part of one record. A record is cut into parts of at most half a
// mebibyte, so that no value is too large for a transaction, in memory too; the first byte of a part is 1 for
// the last one. Records are only ever appended. No value is so large that badger would put it into its value
// log (.vlog), which stays empty.
//
// What a crash can do: one transaction holds up to a mebibyte of records in order, so a journal is always a prefix
// of what was appended. A record whose last part is missing does not exist and is overwritten by the next one.
// Without Sync a killed process loses no acknowledged transaction, since badger's log is a shared memory map; a
// power cut may lose the last ones, and some of them without those that follow, since the system writes maps in any
// order: Replay cuts a journal at its first gap. With Sync each transaction is synced to the disk.
//
// What a reader sees while a crawl writes: a copy of the files, in which each journal is a prefix of what was
// appended. Nothing of the crawl's is locked, changed or held.
//
// A disk that fills up: before each transaction the store looks at the free
// space and stops with ErrFull while there is still enough to close in order.
//
// badger v4.9.6 refuses to open a folder with an empty .mem file (badger issue
// 2207) or an empty .vlog file, which a kill between two system calls leaves
// behind; Open removes such files first, under a lock of its own.
package store
