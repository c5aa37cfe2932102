package parse

import (
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// TestUses lists by hand the URLs that a browser would fetch with a page.
func TestUses(t *testing.T) {
	page := `<!DOCTYPE html><html><head><LINK REL="alternate StyleSheet" href='a.css?x=1&amp;y=2'>` +
		`<link rel=icon href=i.ico><link rel=stylesheet><script SRC=a.js></script><script>"<img src=no.png>"</script>` +
		`<style><img src=no2.png></style></head><body><img alt=x src="b.png" src="no3.png"><IMG SRC = " c d.png ">` +
		`<img src=data:image/png;base64,AAAA><img src=" DATA:x"><img src=""><img><!-- <img src=no4.png> -->` +
		`<template><img src=no5.png></template><noscript><img src=n.png></noscript><a href=no6>x</a>` +
		`<textarea><img src=no7.png></textarea><svg><image href=no8.png></svg><img src=é.png/><img src=last`
	want := []site.Use{{Kind: site.LinkedStyle, Href: "a.css?x=1&y=2"}, {Kind: site.LinkedImage, Href: "i.ico"},
		{Kind: site.LinkedScript, Href: "a.js"}, {Kind: site.LinkedImage, Href: "b.png"}, {Kind: site.LinkedImage,
			Href: " c d.png "}, {Kind: site.LinkedImage, Href: "n.png"}, {Kind: site.LinkedImage, Href: "é.png/"}}
	got := Uses(site.Response{Body: []byte(page), ContentType: "text/html; charset=utf-8"})
	console.Equal(t, got, want)
}

// TestUsesOfAttributes reads the other attributes, besides src and style sheets, that name files of a page.
func TestUsesOfAttributes(t *testing.T) {
	const image, script, style = site.LinkedImage, site.LinkedScript, site.LinkedStyle
	for page, want := range map[string][]site.Use{
		`<img src=a srcset="b 1x, c 2x">`: {{Kind: image, Href: "a"}, {Kind: image, Href: "b"},
			{Kind: image, Href: "c"}},
		`<picture><source srcset="a,b 2w"><source src=no>`: {{Kind: image, Href: "a,b"}},
		`<video poster=a src=no>`:                          {{Kind: image, Href: "a"}},
		`<input type=Image src=a><input src=no>`:           {{Kind: image, Href: "a"}},
		`<link rel="shortcut icon" href=a>`:                {{Kind: image, Href: "a"}},
		`<link rel=preload as=script href=a><link rel=preload as=style href=b><link rel=preload href=no>`: {
			{Kind: script, Href: "a"}, {Kind: style, Href: "b"}},
		`<p style="x: url(a) , url('b&amp;c')">`: {
			{Kind: image, Href: "a"}, {Kind: image, Href: "b&c"}},
		`<style>@import url(a.css); p { background: url( "a" ) }</style><p>url(no)`: {
			{Kind: style, Href: "a.css"}, {Kind: image, Href: "a"}},
		`<p STYLE="background:image-set('a' 1x)"><link rel=preload as=image imagesrcset="b 1x, c 2x">`: {
			{Kind: image, Href: "a"}, {Kind: image, Href: "b"}, {Kind: image, Href: "c"}},
		`<link rel=preload as=Font href=a>`:            {{Kind: site.LinkedFont, Href: "a"}},
		`<script>url(no)</script><p title="url(no)">`:  nil,
		`<img srcset="data:image/png;base64,AAAA 1x">`: nil,
	} {
		got := Uses(site.Response{Body: []byte(page), ContentType: "text/html; charset=utf-8"})
		console.Equal(t, got, want, page)
	}
}

func TestCandidates(t *testing.T) {
	for srcset, want := range map[string][]string{
		"": nil, " , ,": nil, "a": {"a"}, "a,": {"a"}, "a, b": {"a", "b"}, "a,b": {"a,b"},
		" a 1x,b\t2x ,c": {"a", "b", "c"}, "a f(1, 2), b": {"a", "b"}, "a f(, b": {"a"},
		"data:x,y 1x, b": {"data:x,y", "b"},
	} {
		console.Equal(t, slices.Collect(candidates(srcset)), want, srcset)
	}
}

// The expected values follow from CSS Syntax 3, Images 4, Fonts 4, Cascade 5 and Namespaces 3.
func TestStyles(t *testing.T) {
	for style, want := range map[string]string{
		"": "", "url(": "", "url(a": "", "url('a)": "", "url()": "", "url(a)url(b)": "image a image b",
		"x: url( a ) no-repeat, url(\"c)\")": "image a image c)", "/* url(no) */ url(a) /* url(no)": "image a",
		"url(a b) url(c'd) url(e)": "image e", "url(/* no */)": "", `url(a\)b) url("c\"d")`: `image a)b image c"d`,
		"url(f.WOFF2?x) url(#id)": "image f.WOFF2?x", "url(a.png#x)": "image a.png#x",
		"URL(a) uRl('b') u\\72l(c) curl(no)":                                             "image a image b image c",
		`x::before{content:"url(no)" 'url(no)'}`:                                         "",
		"x{content:'url(no)\n;y:url(a)}":                                                 "image a",
		`@namespace svg url(no); @namespace "no"; @charset "no"; x{y:url(a)}`:            "image a",
		`@import "a.css"; @IMPORT url(b) supports(y: url(no)); @import url("c") screen;`: "style a.css style b style c",
		`@font-face{src:local("no"),url(a.svg#x) format("no")} @font-face{src:url(b)} p{x:url(c)}`: "font a.svg#x " +
			"font b image c",
		`x{y:image-set("a" 1x, url(b) 2x, "c" type("no")) "no"; z:-webkit-image-set(url(d) 1x)}`: "image a " +
			"image b image c image d",
		`@media print{x{y:url(a)}} @-moz-document url(no) {x{y:url(b)}}`: "image a image b",
		`url(\2f a\20 b\000063) url('d\
e')`: "image /a bc image de",
	} {
		var got []string
		c := css{rest: style, found: func(kind site.LinkedKind, url string) { got = append(got, string(kind)+" "+url) }}
		if c.read(); strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", style, got, want)
		}
	}
}

// FuzzUseValues checks that URLs in srcset and CSS are parts of the value, and that reading ends.
func FuzzUseValues(f *testing.F) {
	f.Add("a 1x, b(,) 2x,c")
	f.Add(`/* x */ url('a') url( b ) url("c`)
	f.Fuzz(func(t *testing.T, value string) {
		length := 0
		for url := range candidates(value) {
			if length += len(url); url == "" || strings.ContainsAny(url, htmlBlanks) || !strings.Contains(value, url) {
				t.Errorf("%q", url)
			}
		}
		c := css{rest: value, found: func(_ site.LinkedKind, url string) {
			if length += len(url); url == "" {
				t.Errorf("%q: an empty URL", value)
			}
		}}
		c.read()
		if length > 4*len(value) { // an escape of one byte may give a character of three
			t.Errorf("%d characters of %d", length, len(value))
		}
	})
}

// FuzzUses checks that any bytes are read to their end.
func FuzzUses(f *testing.F) {
	f.Add([]byte("<img src='a&amp;b'><script src=x></script><link rel=stylesheet href=y><svg><script src=z/>"))
	f.Add([]byte("<img srcset='a 1x,b'><p style='x:url(a)'><style>x{b:url(c)}</style><video poster=d>"))
	f.Add([]byte("<img src<img =src='<template><script src=\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, u := range Uses(site.Response{Body: body, ContentType: "text/html"}) {
			if u.Href == "" || u.Kind == "" {
				t.Fatalf("%+v", u)
			}
		}
	})
}
