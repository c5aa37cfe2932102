// Package pairs knows which features of a crawl go together. Its table has every pair that does not simply work. A run
// is checked against it before anything is fetched, and docs/combinations.md is made from it.
package pairs

import (
	_ "embed"
	"strings"
	"sync"

	"sitegraph/config"
)

// Fate is what happens to two features that a run asks for.
type Fate int

// These are the fates of pairs in the table.
const (
	Refused Fate = iota // Check refuses the pair
	Noted               // the pair works but needs an explanation
	Apart               // nobody can ask for both, since they are values of one setting, or commands
)

// Pair is a row of the table: two features that do not simply work together.
type Pair struct {
	A, B Feature // the features
	Fate Fate    // what happens to them
	Why  string  // the reason, or what to expect
	Out  string  // what to do about a refusal
}

//go:embed pairs.txt
var pairLines string

// Pairs returns the table in pairs.txt. Pairs that it lacks simply work.
var Pairs = sync.OnceValue(func() (all []Pair) {
	fates := map[string]Fate{"refused": Refused, "noted": Noted, "apart": Apart}
	for line := range strings.Lines(pairLines) {
		columns := strings.Split(strings.TrimSpace(line), " | ")
		key := strings.Fields(columns[0])
		if len(key) < 3 || key[0] == "#" {
			continue
		}
		pair := Pair{A: Feature(key[0]), B: Feature(key[1]), Fate: fates[key[2]], Why: columns[1]}
		if len(columns) > 2 {
			pair.Out = columns[2]
		}
		all = append(all, pair)
	}
	return all
})

// Conflict is a feature that excludes a setting.
type Conflict struct {
	Asked string // how the setting asks for its feature, such as "--budget"
	With  string // the other feature
	Why   string // the reason
}

// Conflicts returns the conflicts of a setting in the order of the table.
func Conflicts(s config.Setting) (all []Conflict) {
	names := map[Feature]string{}
	for _, k := range Kinds() {
		names[k.Feature] = k.Name
	}
	for _, k := range Kinds() {
		asked := k.askedBy(s)
		if asked == "" {
			continue
		}
		for _, p := range Pairs() {
			other := p.B
			if p.A != k.Feature {
				other = p.A
			}
			if p.Fate == Refused && (p.A == k.Feature || p.B == k.Feature) {
				all = append(all, Conflict{asked, names[other], p.Why})
			}
		}
	}
	return all
}

// askedBy returns how a setting asks for the feature, "" if it does not.
func (k Kind) askedBy(s config.Setting) string {
	for _, asked := range strings.Split(k.Asked, ", ") {
		asked = strings.Trim(asked, "`")
		word, _, _ := strings.Cut(asked, " ")
		if s.Flag != "" && word == "--"+s.Flag {
			return asked
		}
		if key := "[" + s.Section + "] " + s.Key; asked == key || strings.HasPrefix(asked, key+" ") {
			return asked
		}
	}
	return ""
}
