// Package queue divides a crawl among workers, on one machine or on many. It knows nothing of crawling: a job is a
// number of groups of sites, and a group becomes a folder of files.
//
// Two services do the work. NATS JetStream hands groups to workers and keeps who has which; a store (package objects)
// keeps jobs, saved states and results. No worker knows another one.
//
// The truth about a group is one entry of a key-value bucket, which is written only at the revision that the writer
// knows: as soon as another worker has claimed the group, all writes of the earlier one fail. Messages of the queue
// only wake workers: they are lost without harm, since idle workers queue again what is not done. A result counts when
// its manifest is created, which the store lets one writer do.
//
//	job.go         jobs, and how they are submitted
//	connect.go     the connection to the server
//	queue.go       the queue, the entries
//	entry.go       what is known of a group
//	servers.go     groups whose sites have moved to the server of another one
//	lease.go       how long a worker may believe that a group is its own
//	worker.go      a worker
//	group.go       one group, from its claim to its result
//	checkpoint.go  saved states
//	result.go      results: written, and collected
//	status.go      how far jobs are
//	report.go      what workers do at the moment
//	server.go      a server in this program
package queue
