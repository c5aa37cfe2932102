// Package revisitlab replays the policies of schedule/revisit on synthetic
// sites with a static and a dynamic part (S. L. Sotnik, "The crawling algorithm
// S.C.E.N.T."): what the index is worth by formulas (1) and (2) while there is
// time to check only a part of the pages, as a share of the greatest worth.
//
//	run.go         the experiment, its options and runs
//	model.go       what a synthetic site is like
//	synthetic.go   a site that changes
//	simulation.go  a policy that keeps up with a site
//	references.go  what the references known, visible and greedy see
//	table.go       comparisons, table and charts
package revisitlab
