package dedup

import (
	"math"

	"sitegraph/site"
)

// minAgreement is what the lower bound of the share of agreeing trials must exceed for a rule to be accepted.
const minAgreement = 0.8

// leastAgreed is how many trials must agree for any rule: Wilson's bound of that many, all
// agreed, is above minAgreement.
const leastAgreed = 16

// need is how much must speak for a rule: trials, and the classes of pages among them.
type need struct{ trials, classes int }

// What a rule needs depends on how a page could come to ignore a parameter by accident. A list of three items
// is the same for every order and every number of items to show, so options that many pages share need many
// pages; a month without entries is the same as the next one, so what counts (isOrdinal) is never believed
// where pages share it. A session's number cannot mean anything on some pages only. A rule that is missed
// costs requests; a wrong one costs pages.
var (
	needToken   = need{16, 10}
	needUnequal = need{60, 30}  // values that belong to one page each
	needShared  = need{100, 50} // options
	needDefault = need{16, 10}  // where another value is seen to matter
	needSegment = need{60, 30}
	// One URL has one class. Where it is known without the parameter, and is the same page, that says that no
	// value is as any value; else other URLs must speak for the name.
	needOnly = need{16, 1}
	needName = need{30, 1}
)

// minTokens is how many of the trials of a session's parameter must be a shape's own.
const minTokens = 4

// minVaried is how often two values of a parameter must have given the same page. That
// one value is as none says little of others: the difference of a commit to its parent
// is shown without that parameter, too, but a merge has two parents.
const minVaried = 4

// minShapes is how many shapes must speak for a rule about all directories.
const minShapes = 10

func (n need) accepts(trials, agreed, classes int) bool {
	return trials >= n.trials && classes >= n.classes && Wilson(agreed, trials) > minAgreement
}

// Wilson is the lower bound of Wilson's interval (95 %) for the share of agreed among trials.
func Wilson(agreed, trials int) float64 {
	if trials == 0 {
		return 0
	}
	const z = 1.96
	n := float64(trials)
	p := float64(agreed) / n
	return (p + z*z/(2*n) - z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))) / (1 + z*z/n)
}

// count adds to a rule the trial of two pages that it makes one. Two pages that
// differ contradict it, unless one of them is thin.
func count(rule *site.URLRule, first, second Sample) {
	if first.Thin && second.Thin {
		return
	}
	rule.Trials++
	if HeldOut(second.URL) {
		rule.HeldOut++
	}
	switch {
	case first.Thin || second.Thin:
	case first.Class == second.Class:
		if rule.Agreed++; !rule.Retracted && rule.First == "" {
			rule.First, rule.Second = first.URL, second.URL
		}
	case !rule.Retracted:
		rule.Retracted, rule.First, rule.Second = true, first.URL, second.URL
	}
}
