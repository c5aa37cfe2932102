package parse

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"sitegraph/site"
)

// scales has pages that make careless parsers slow or big. page writes one with about n bytes.
var scales = []struct {
	name string
	page func(n int) string
}{
	{"links", repeated(`<a href="/page/x.html">text</a> `)},
	{"open links", repeated(`<a href=x>`)},
	{"nested", repeated(`<div>`)},
	{"open b", func(n int) string { return "<p>" + manyB() + repeated(`<p>x`)(n/2-20000) }},
	{"open a", func(n int) string {
		return "<p><a href=x" + manyAttributeNames(23) + ">" + repeated(`<p>x`)(n/2-20000)
	}},
	{"open a, closed a", repeated(`<a href=x><p></a>`)},
	{"tables", repeated(`<table><a href=x>`)},
	{"cells", repeated(`<table><tr><td><b>x</table>`)},
	{"lone less", repeated(`<`)},
	{"open comments", repeated(`<!--`)},
	{"open CDATA", repeated(`<![CDATA[`)},
	{"open scripts", repeated(`<script>`)},
	{"script comments", repeated(`<script><!--`)},
	{"one attribute", func(n int) string { return `<a href="` + strings.Repeat("x", n) + `">` }},
	{"one open quote", func(n int) string { return `<a href="` + strings.Repeat("<a href=x>", n/10) }},
	{"references", repeated(`&amp`)},
	{"references in href", func(n int) string { return `<a href="` + strings.Repeat("&amp;", n/5) + `">` }},
	{"one text", repeated(`word `)},
	{"blanks", repeated(` `)},
	{"attributes, then tags", func(n int) string {
		return "<p" + manyAttributeNames(n/20) + ">" + repeated(`<b x>`)(n/2)
	}},
	{"frameset", func(n int) string { return "<frameset>" + repeated(`<a href=x>y</a>`)(n) }},
	{"templates", repeated(`<template>`)},
	{"svgs", repeated(`<svg><title/>`)},
	{"NUL", repeated("\x00")},
}

func repeated(s string) func(int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

func manyB() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "<b x=%d>", i)
	}
	return b.String()
}

// TestScale limits the memory that the parsers use on hostile pages of 256 KiB. The limit is several times the real
// need, and far below a cost that grows with the square of the size.
func TestScale(t *testing.T) {
	const size = 1 << 18
	for _, parser := range parsers {
		for _, s := range scales {
			r := site.Response{ContentType: "text/html", Body: []byte(s.page(size))}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			doc := parse(t, parser, Options{AnchorText: true, Text: true}, r)
			runtime.ReadMemStats(&after)
			allocated := after.TotalAlloc - before.TotalAlloc
			t.Logf("%-10s %-22s %8d links %6d MiB", parser, s.name, len(doc.Links), allocated>>20)
			if allocated > 100<<20 {
				t.Errorf("%s, %s: %d MiB allocated", parser, s.name, allocated>>20)
			}
		}
	}
}
