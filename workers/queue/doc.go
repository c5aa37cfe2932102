// Package queue divides a crawl among workers on one or many machines. It knows nothing about crawling: a job consists
// of groups of sites, and a group becomes a folder of files.
//
// NATS JetStream gives groups to workers and records who has which; a store (package objects) keeps jobs, saved states
// and results. Workers do not know each other.
//
// The authority on a group is its entry in a key-value bucket. An entry is only replaced at the revision known to the
// writer, so once another worker has claimed the group, all writes of the earlier one fail. Queue messages only wake
// workers, and losing one does no harm: idle workers queue unfinished groups again. A result counts once its manifest
// exists, which the store lets only one writer create.
//
//	job.go         jobs: submitted, read and removed
//	connect.go     the connection to the server
//	queue.go       the queue and the entries of all groups
//	entry.go       the entry of a group
//	servers.go     groups whose sites have moved to another group's server
//	lease.go       how long a worker may rely on having a group
//	worker.go      a worker
//	group.go       a group, from its claim to its result
//	checkpoint.go  saved states
//	result.go      results: written and collected
//	status.go      the progress of jobs
//	report.go      the progress of workers
//	server.go      a NATS server in this program
package queue
