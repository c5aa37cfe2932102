package revisitlab

// WorldOptions describe a synthetic site of the replay that is watched by other means too: package
// internal/sites serves it over HTTP. A check of any page takes the same time.
type WorldOptions struct {
	// Pages is the number of pages, Checks how many of them an iteration checks.
	Pages, Checks int
	// Dynamic is the share of the pages that change, Churn the share that vanish
	// in an iteration, each for a new one.
	Dynamic, Churn float64
	// Iterations is the number of iterations.
	Iterations int
	// Seed distinguishes sites with the same options.
	Seed uint64
}

func (o WorldOptions) model() model {
	m := standard(o.Dynamic, float64(o.Checks)/float64(o.Pages))
	m.Pages, m.Churn, m.A, m.B, m.Iterations, m.BurnIn = o.Pages, o.Churn, 0, 1, o.Iterations, 0
	return m
}

// NewWorld returns the site with these options. All its pages are in the index. It changes as in every replay of these
// options, regardless of the checks.
func NewWorld(o WorldOptions) *World { return newWorld(o.model(), o.Seed) }

// WorldPage is the state of a page.
type WorldPage struct {
	// Alive says that the page exists; pages that vanished never return.
	Alive bool
	// Size is its length in words, Indexed that of the version in the index, 0 if
	// there is none, and Common the number of words in both.
	Size, Indexed, Common int
	// Changes counts the changes since the last check.
	Changes int
}

// Pages returns the pages by number; new ones come last.
func (s *World) Pages() []WorldPage {
	pages := make([]WorldPage, len(s.docs))
	for i, d := range s.docs {
		pages[i] = d.WorldPage
	}
	return pages
}

// Replayed records a policy's replay.
type Replayed struct {
	// Checked are the numbers of the pages that each iteration checked, in order.
	Checked [][]int
	// Shares are Q as a share of the greatest possible, after each iteration.
	Shares []float64
}

// Replay follows the site with a policy of schedule/revisit. deltaS is for the policy scent.
func (o WorldOptions) Replay(policy string, deltaS float64) (Replayed, error) {
	return simulation{model: o.model(), name: policy, delta: deltaS, seed: o.Seed}.replay()
}
