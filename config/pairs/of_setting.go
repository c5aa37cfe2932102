package pairs

import (
	"strings"

	"sitegraph/config"
)

// Conflict is something that a setting does not go with.
type Conflict struct {
	// Asked is how the setting asks for its feature, such as "--budget"; With is the other feature, Why the reason.
	Asked, With, Why string
}

// Conflicts returns what a setting does not go with, in the order of the table.
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

// askedBy is how a setting asks for the feature, "" if it does not.
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
