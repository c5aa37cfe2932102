// Package wording writes numbers, shares, counted nouns and shortened texts as
// people read them, so that all tables, charts and reports write them alike.
// It knows nothing of the program. Files for other programs do not use it.
//
//	number.go  numbers, rounding, differences, shares
//	noun.go    counted nouns, lists
//	shorten.go texts from the web on one line, and shortened
package wording
