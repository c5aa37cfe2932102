package site

import (
	"fmt"
	"strings"
)

// Sentence says what a rule says, with the pages that agreed.
func (r *URLRule) Sentence() string {
	text := r.says()
	if r.Only {
		text += " at " + r.Shape
	} else {
		text += " under " + r.Shape
	}
	if r.Trials > 0 {
		text += fmt.Sprintf(" (%d of %d pages agreed)", r.Agreed, r.Trials)
	}
	return text
}

func (r *URLRule) says() string {
	switch r.Kind {
	case RuleDeclared:
		return "robots.txt (Clean-param) says that parameter " + r.Name + " means nothing"
	case RuleParam:
		return "parameter " + r.Name + " means nothing"
	case RuleDefault:
		return r.Name + "=" + r.Value + " is the same as without it"
	case RuleSegment:
		return "segment " + r.Value + " of the path means nothing"
	case RuleSession:
		return r.Name + " is another one at every request"
	}
	return string(r.Kind)
}

// State is accepted or retracted, and declared for a line of robots.txt that
// nothing contradicts.
func (r *URLRule) State() string {
	switch {
	case r.Retracted:
		return "retracted"
	case r.Kind == RuleDeclared:
		return "declared"
	}
	return "accepted"
}

// Sentence says what a mask hides.
func (m *Mask) Sentence() string {
	switch m.Kind {
	case MaskDigits:
		return "words with a digit in a text"
	case MaskText:
		return "a text"
	case MaskRegion:
		return "all between two texts"
	case MaskParam:
		return "the value of parameter " + m.Name + " in links to " + m.Shape
	}
	return string(m.Kind)
}

// Sentence says what of an alias differs from its page, and why it is the page's alias all the same; "" if the bytes of
// both are equal.
func (a *Alias) Sentence() string {
	why := map[string]string{
		HeldForSpelling:  "comments, how its links are written, or its own URL",
		HeldForNoise:     "only what the site was seen to vary on one and the same URL",
		HeldForOwnURL:    "only what repeats the URL by which it was found",
		HeldForCanonical: "only notes of its own URL, and it names that page as canonical",
	}[a.HeldFor]
	if why == "" || a.DiffersIn == "" {
		return why
	}
	return "in " + strings.ReplaceAll(a.DiffersIn, " ", " and ") + ": " + why
}
