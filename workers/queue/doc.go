// Package queue divides a crawl among workers on one or many machines. It knows nothing about crawling. A job consists
// of groups of sites, and workers turn each group into a folder of files.
//
// NATS JetStream gives groups to workers and records who has which. A store (package objects) keeps jobs, saved states
// and results. Workers do not know each other.
//
// The authority on a group is its entry in a key-value bucket. A worker can replace an entry only at the revision that
// it knows, so its writes fail once another worker has claimed the group. Messages in the queue only wake workers.
// Losing one does no harm, because workers queue unfinished groups again. A result counts once its manifest exists,
// which the store lets only one writer create.
//
//	job.go         submitting, reading and removing jobs
//	connect.go     the connection to the server
//	queue.go       the queue and the entries of all groups
//	entry.go       the entry of a group
//	servers.go     groups whose sites have moved to another group's server
//	lease.go       the time for which a worker may rely on having a group
//	worker.go      a worker
//	group.go       a group from its claim to its result
//	checkpoint.go  saved states
//	result.go      writing and collecting results
//	status.go      the progress of jobs
//	report.go      the progress of workers
//	server.go      a NATS server in this program
package queue
