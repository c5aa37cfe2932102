package revisit

// rule is what the policies differ in.
type rule interface {
	// added prepares for one more page.
	added()
	// begin is called before the indices of an iteration are asked for.
	begin(p *Policy)
	// index says how much page i is worth checking now.
	index(p *Policy, i int) float64
	// learn is told of every check but a failed one.
	learn(p *Policy, i int, l lesson)
	// end is called when an iteration is over.
	end()
	// columns are the numbers kept per page and numbers the others, both to be
	// saved. Every column holds a fixed count of numbers per page.
	columns() []column
	numbers() []*float64
}

// column is a slice of each numbers per page.
type column struct {
	values *[]float64
	each   int
}

// lesson is what a check taught.
type lesson struct {
	// age is the time since the check before, 0 for a first version.
	age float64
	// first marks a page's first version, gone a page that is no more.
	first, gone bool
	// size is that of the larger version, common what both have, difference
	// the text that stands in one of them only.
	size, common, difference float64
}
