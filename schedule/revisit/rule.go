package revisit

// rule is what the policies differ in.
type rule interface {
	// added prepares for one more page.
	added()
	// begin is called before the indices of an iteration are asked for.
	begin(p *Policy)
	// index says how much page i is worth checking now.
	index(p *Policy, i int) float64
	// learn takes every check but a failed one.
	learn(p *Policy, i int, l lesson)
	// end is called when an iteration is over.
	end()
}

// memoryless is a rule that remembers nothing of pages and iterations; rules
// embed it for the methods that they do not need.
type memoryless struct{}

func (memoryless) added()                     {}
func (memoryless) begin(*Policy)              {}
func (memoryless) learn(*Policy, int, lesson) {}
func (memoryless) end()                       {}

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
