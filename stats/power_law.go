package stats

import "sync/atomic"

const (
	// syntheticSets is the number of random sets that give P, whose standard
	// error is then at most 0.035 (0.02 near the bound of 0.1).
	syntheticSets = 200
	// rejectedBelow is the least P of a law that is plausible.
	rejectedBelow = 0.1
)

// PowerLaw is the discrete power law p(k) ~ k^-alpha, k >= xmin, that fits the
// degrees best (Clauset, Shalizi and Newman, SIAM Review 51(4), 2009).
type PowerLaw struct {
	// Verdict is "plausible", "rejected" or "too few" (pages to decide).
	Verdict string `json:"verdict"`
	// Alpha is the exponent and AlphaError its standard error, XMin the least
	// degree of the tail and Tail the pages in it. All 0 if too few.
	Alpha      float64 `json:"alpha"`
	AlphaError float64 `json:"alpha_error"`
	XMin       int     `json:"xmin"`
	Tail       int     `json:"tail"`
	// KS is the greatest distance between the distributions, P the share of
	// Samples synthetic sets that fit worse; below 0.1 the law is rejected.
	KS      float64 `json:"ks"`
	P       float64 `json:"p"`
	Samples int     `json:"samples"`
	Seed    uint64  `json:"seed"`
}

// fitPowerLaw fits a discrete power law to the degrees above 0 of a [degree,
// pages] distribution, ascending, as Clauset, Shalizi and Newman do (SIAM
// Review 51(4), 2009): for each degree that may be the least of the tail, the
// exponent is the one of maximum likelihood (their B.3); of all, the tail
// whose distribution is nearest to the law is taken (3.3). How good the fit is
// is shown by synthetic sets, of the law in the tail and of the given degrees below
// it, that are fitted in the same way (4.1).
//
// Other than theirs a tail has at least a tenth of the pages, in the synthetic
// sets too. Two bounds make it fast. When there are more than 100 different degrees, those
// tried as the least grow by a fixed factor, so that they are no more than
// about 100; and an exponent is at most 20.
func fitPowerLaw(distribution [][2]int) PowerLaw {
	given := newTails(distribution)
	best, found := given.fit()
	if !found {
		return PowerLaw{Verdict: "too few"}
	}
	p := PowerLaw{
		Verdict:    "plausible",
		Alpha:      Round(best.law.alpha),
		AlphaError: Round(best.law.standardError(best.tail)),
		XMin:       int(best.law.least),
		Tail:       best.tail,
		KS:         Round(best.ks),
		P:          share(worse(given, best), syntheticSets),
		Samples:    syntheticSets,
		Seed:       powerLawSeed,
	}
	if p.P < rejectedBelow {
		p.Verdict = "rejected"
	}
	return p
}

// worse counts the synthetic sets that are farther from their law than the
// given degrees are from theirs. Each set has a random generator of its own.
func worse(given tails, best tailFit) int {
	var count atomic.Int64
	inParallel(syntheticSets, func() func(int) {
		return func(set int) {
			synthetic := given.synthetic(best, newSampler(set))
			if fit, found := synthetic.fit(); found && fit.ks >= best.ks {
				count.Add(1)
			}
		}
	})
	return int(count.Load())
}
