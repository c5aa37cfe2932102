// Package lab is what the experiments with crawl policies share. Each package
// below it replays the policies of one package below schedule: on finished
// crawls, which serve as the oracle, and on synthetic sites made from seeds.
//
//	plan.go   how often an experiment runs; many runs at the same time
//	check.go  options that make no sense
//	table.go  tables of texts, whole numbers and rounded numbers
//	mean.go   means and their confidence intervals
//	result.go what an experiment returns: tables and charts
package lab
