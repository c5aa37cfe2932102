package revisitlab

// WorldOptions describe a replay's synthetic site for other packages. Package internal/sites serves it over HTTP.
// Checks of all pages take the same time.
type WorldOptions struct {
	// Pages is the number of pages, Checks the number of checks per iteration.
	Pages, Checks int
	// Dynamic is the share of pages that change, Churn the share that new pages replace per iteration.
	Dynamic, Churn float64
	// Iterations is the number of iterations.
	Iterations int
	// Seed tells sites with the same options apart.
	Seed uint64
}

func (o WorldOptions) model() model {
	m := standard(o.Dynamic, float64(o.Checks)/float64(o.Pages))
	m.Pages, m.Churn, m.A, m.B, m.Iterations, m.BurnIn = o.Pages, o.Churn, 0, 1, o.Iterations, 0
	return m
}

// NewWorld returns the site with these options and all pages in the index. It changes as in every replay with these
// options, regardless of checks.
func NewWorld(o WorldOptions) *World { return newWorld(o.model(), o.Seed) }

// WorldPage is the state of a page.
type WorldPage struct {
	// Alive is true while the page exists. Pages that vanished never return.
	Alive bool
	// Size is its length in words. Indexed is the length of the version in the index, 0 if there is none. Common is
	// the number of words in both.
	Size, Indexed, Common int
	// Changes counts the changes since the last check.
	Changes int
}

// Pages returns the pages by number, new ones last.
func (s *World) Pages() []WorldPage {
	pages := make([]WorldPage, len(s.docs))
	for i, d := range s.docs {
		pages[i] = d.WorldPage
	}
	return pages
}

// Replayed records a policy's replay.
type Replayed struct {
	// Checked has the numbers of the pages that each iteration checked, in order.
	Checked [][]int
	// Shares has Q as a share of its maximum after each iteration.
	Shares []float64
}

// Replay runs a policy of schedule/revisit on the site. deltaS is for scent.
func (o WorldOptions) Replay(policy string, deltaS float64) (Replayed, error) {
	return simulation{model: o.model(), name: policy, delta: deltaS, seed: o.Seed}.replay()
}
