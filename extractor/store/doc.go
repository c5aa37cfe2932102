// Package store keeps the journals of walks in badger, on disk or in memory.
// It is the only package that imports badger.
//
// Layout (big-endian): "M" names the format; "S"+site gives the site its
// number; "J"+number+sequence+part holds one part of one record. A record is
// cut into parts of at most half a mebibyte, so that no value is too large for
// a transaction, in memory too; the first byte of a part says whether it is
// the last. Records are only ever appended.
//
// What a crash can do: one transaction holds up to a mebibyte of records in
// order, so a journal is always a prefix of what was appended. A record whose
// last part is missing does not exist and is overwritten by the next one.
// Without Sync a killed process loses no acknowledged transaction, since
// badger's log is a shared memory map; a power cut may lose the last ones, and
// some of them without those that follow, since the system writes maps in any
// order: Replay cuts a journal at its first gap. With Sync each transaction is
// synced to the disk.
//
// A disk that fills up: before each transaction the store looks at the free
// space and stops with ErrFull while there is still enough to close in order.
//
// badger v4.9.6 refuses to open a folder with an empty .mem file (badger issue
// 2207) or an empty .vlog file, which a kill between two system calls leaves
// behind; Open removes such files first, under a lock of its own.
package store
