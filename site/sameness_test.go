package site

import "testing"

func TestRuleSentence(t *testing.T) {
	for want, r := range map[string]URLRule{
		"parameter returnto means nothing under /?returnto&title (48 of 49 pages agreed)": {Kind: RuleParam,
			Shape: "/?returnto&title", Name: "returnto", Trials: 49, Agreed: 48},
		"parameter x means nothing at http://h/a (10 of 10 pages agreed)": {Kind: RuleParam, Only: true,
			Shape: "http://h/a", Name: "x", Trials: 10, Agreed: 10},
		"robots.txt (Clean-param) says that parameter sid means nothing under /forum/": {Kind: RuleDeclared,
			Shape: "/forum/", Name: "sid"},
		"do=show is the same as without it under /?do&id (12 of 12 pages agreed)": {Kind: RuleDefault,
			Shape: "/?do&id", Name: "do", Value: "show", Trials: 12, Agreed: 12},
		"segment 2 of the path means nothing under /s/@/ (10 of 10 pages agreed)": {Kind: RuleSegment,
			Shape: "/s/@/", Value: "2", Trials: 10, Agreed: 10},
	} {
		if got := r.Sentence(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestRuleState(t *testing.T) {
	for want, r := range map[string]URLRule{"accepted": {Kind: RuleParam}, "declared": {Kind: RuleDeclared},
		"retracted": {Kind: RuleDeclared, Retracted: true}} {
		if got := r.State(); got != want {
			t.Errorf("%+v is %s", r, got)
		}
	}
}

func TestMaskSentence(t *testing.T) {
	for want, m := range map[string]Mask{
		"words with a digit in a text": {Kind: MaskDigits},
		"a text":                       {Kind: MaskText},
		"all between two texts":        {Kind: MaskRegion},
		"the value of parameter sectok in links to /lib/?id&x": {Kind: MaskParam, Shape: "/lib/?id&x", Name: "sectok"},
	} {
		if got := m.Sentence(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestShapeOf(t *testing.T) {
	for url, want := range map[string]string{
		"http://h":                      "/",
		"http://h/":                     "/",
		"http://h/a":                    "/",
		"http://h/a/":                   "/a/",
		"http://h/wiki/Cat?b=1&a=2&b=3": "/wiki/?a&b",
		"http://h?x":                    "/?x",
		"http://h/2024/05/12/post":      "/#/#/#/",
		"http://h/info/0a1b2c3d/x":      "/info/@/",
		"http://h/info/abcdefab/x":      "/info/abcdefab/", // no digit: it may be a word
		"http://h/a/b/c.html?u=/q/r":    "/a/b/?u",
		"http://h/?p=a.git;a=tree;h=1":  "/?a&h&p",
		"http://h/?text=this;that":      "/?text",
		"http://h/?a=1&amp;b=2":         "/?a&amp;b",
	} {
		if got := ShapeOf(url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}
