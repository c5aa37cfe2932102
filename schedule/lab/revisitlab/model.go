package revisitlab

import (
	"math"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/revisit"
	"sitegraph/site"
)

// model describes sites with a static and a dynamic part, and a crawler with
// less time than a site takes.
type model struct {
	// Pages is the number of pages.
	Pages int
	// Dynamic is the share of the pages that change; the others never do.
	Dynamic float64
	// Checked is the budget of an iteration, as a share of the time that all
	// pages take.
	Checked float64
	// Slowest and Fastest bound the rates of the dynamic pages, in changes an
	// iteration; rates are log-uniform between them.
	Slowest, Fastest float64
	// Least and Most bound the mean share of a page's words that a change
	// replaces, log-uniform too; the share itself is exponential.
	Least, Most float64
	// Same says that all changes of a page replace the same words, the given
	// share of them, as where the news is in one box of the page.
	Same bool
	// Words is the median of the page sizes in words; their logarithm is normal
	// with deviation Spread.
	Words, Spread float64
	// A page takes A*words + B to check.
	A, B float64
	// Churn is the share of the pages that vanish in an iteration, each for a
	// new page; Drift the share of the pages that turn into others (another
	// rate, perhaps static or dynamic now).
	Churn, Drift float64
	// Form is the form of formula (1).
	Form revisit.Form
	// Iterations are run, of which the first BurnIn are not measured.
	Iterations, BurnIn int
}

// standard is the model of the tables: 1000 pages of about 300 words, dynamic
// pages that change from once in 100 iterations to once in each, 2 to 50 % of
// the words, and connections that cost as much as 1000 words. The burn-in is 500
// iterations, or as many as the budget takes to check the site twelve times; the
// 200 after it are measured.
func standard(dynamic, checked float64) model {
	burnIn := 500
	if checked > 0 {
		burnIn = max(burnIn, int(math.Round(min(12/checked, 1e5))))
	}
	return model{
		Pages: 1000, Dynamic: dynamic, Checked: checked,
		Slowest: 0.01, Fastest: 1, Least: 0.02, Most: 0.5,
		Words: 300, Spread: 1, A: 0.001, B: 1,
		Form: revisit.FormLog, Iterations: burnIn + 200, BurnIn: burnIn,
	}
}

// configurations returns the models of the tables: a dynamic share of 0.1, 0.3
// or 0.6, and 1, 2, 5, 10 or 20 % of the site checked per iteration.
func configurations() []model {
	var models []model
	for _, dynamic := range []float64{0.1, 0.3, 0.6} {
		for _, checked := range []float64{0.01, 0.02, 0.05, 0.1, 0.2} {
			models = append(models, standard(dynamic, checked))
		}
	}
	return models
}

// variants are the ways in which the sites can differ from the standard; it is
// never written to.
var variants = map[string]func(m *model){
	"standard": func(*model) {},
	"churn":    func(m *model) { m.Churn = 0.002 },
	"drift":    func(m *model) { m.Drift = 0.001 },
	"same":     func(m *model) { m.Same = true },
	"ratio":    func(m *model) { m.Form = revisit.FormRatio },
	"clip":     func(m *model) { m.Form = revisit.FormClip },
}

// Variants returns the names of the variants, sorted.
func Variants() []string { return site.Names(variants) }

// variant returns the configurations with one thing different: standard
// (nothing), churn (0.2 % of the pages vanish in an iteration, and as many are new), drift
// (0.1 % of the pages begin to change at another rate), same (see model.Same),
// ratio or clip (the form of formula (1)).
func variant(name string) ([]model, error) {
	change, err := lab.Pick("variant of the revisit model", name, variants)
	if err != nil {
		return nil, err
	}
	models := configurations()
	for i := range models {
		change(&models[i])
	}
	return models, nil
}
