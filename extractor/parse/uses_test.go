package parse

import (
	"reflect"
	"testing"

	"sitegraph/site"
)

// TestUses: what a browser would fetch with a page, by hand.
func TestUses(t *testing.T) {
	page := `<!DOCTYPE html><html><head><LINK REL="alternate StyleSheet" href='a.css?x=1&amp;y=2'>` +
		`<link rel=icon href=i.ico><link rel=stylesheet><script SRC=a.js></script><script>"<img src=no.png>"</script>` +
		`<style><img src=no2.png></style></head><body><img alt=x src="b.png" src="no3.png"><IMG SRC = " c d.png ">` +
		`<img src=data:image/png;base64,AAAA><img src=" DATA:x"><img src=""><img><!-- <img src=no4.png> -->` +
		`<template><img src=no5.png></template><noscript><img src=n.png></noscript><a href=no6>x</a>` +
		`<textarea><img src=no7.png></textarea><svg><image href=no8.png></svg><img src=é.png/><img src=last`
	want := []site.Use{{Kind: site.LinkedStyle, Href: "a.css?x=1&y=2"}, {Kind: site.LinkedScript, Href: "a.js"},
		{Kind: site.LinkedImage, Href: "b.png"}, {Kind: site.LinkedImage, Href: " c d.png "},
		{Kind: site.LinkedImage, Href: "n.png"}, {Kind: site.LinkedImage, Href: "é.png/"}}
	got := Uses(site.Response{Body: []byte(page), ContentType: "text/html; charset=utf-8"})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// FuzzUses: any bytes are read to their end.
func FuzzUses(f *testing.F) {
	f.Add([]byte("<img src='a&amp;b'><script src=x></script><link rel=stylesheet href=y><svg><script src=z/>"))
	f.Add([]byte("<img src<img =src='<template><script src=\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, u := range Uses(site.Response{Body: body, ContentType: "text/html"}) {
			if u.Href == "" || u.Kind == "" {
				t.Fatalf("%+v", u)
			}
		}
	})
}
