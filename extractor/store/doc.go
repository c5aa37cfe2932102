// Package store keeps the journals of crawls in badger, on disk or in memory, and a short summary of each site beside
// them. Only this package imports badger.
//
//	store.go         opening a store for a crawl, closing it; a nearly full disk
//	copy.go          opening a store for reading while a crawl writes to it
//	check.go         finding damage, or another format, in a folder
//	sites.go         the sites of a store, forgetting them; notes; summaries that need no open store
//	journal.go       the journal of one site: append, replay, read; taking the sites of another store
//	system_unix.go   locks and free space; system_other.go for systems without them
//
// Layout (big-endian): "M" names the format. "S"+site holds the site's number. "N"+site+0+name holds a note.
// "J"+number+sequence+part holds one part of one record. A record is cut into parts of at most 128 KiB, so no value is
// too large for a transaction, even in memory. The first byte of a part is 1 in the last one. Records are only
// appended. All values are too small for badger's value log (.vlog), which stays empty.
//
// After a crash: one transaction holds up to 256 KiB of records in order, so a journal is always a prefix of the
// appended records. A record without its last part does not exist, and the next one overwrites it. Without Sync a
// killed process loses no acknowledged transaction, since badger's log is a shared memory map. A power cut may lose the
// last ones, and some without their successors, since the system writes maps in any order. So Replay cuts a journal at
// its first gap. With Sync each transaction is synced to the disk.
//
// While a crawl writes, a reader sees a copy of the files, in which each journal is a prefix of the appended records.
// The reader locks, changes and holds nothing of the crawl.
//
// When a disk fills up: before each transaction the store checks the free space, and stops with ErrFull while there is
// still enough to close properly.
//
// badger v4.9.6 refuses to open a folder with an empty .mem file (badger issue 2207) or an empty .vlog file, which a
// kill between two system calls leaves behind; Open removes such files first, under a lock of its own.
package store
