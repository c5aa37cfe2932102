package site

import "testing"

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
