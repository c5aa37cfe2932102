package sites

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// oneThing has the only difference between pages. N becomes a number, W a word, and C an address elsewhere.
var oneThing = map[string]string{
	"a class":                `<p class="W">A</p>`,
	"a class with a digit":   `<p class="tabN">A</p>`,
	"an id":                  `<p id="N">A</p>`,
	"a style":                `<p style="color:#N">A</p>`,
	"a background":           `<div style="background-image:url(/i/N.png)"></div>`,
	"a style sheet":          `<style>p { margin: Npx }</style>`,
	"a linked style sheet":   `<link rel=stylesheet href="/css/N.css">`,
	"a drawing":              `<svg viewBox="0 0 9 9"><path d="M0 0L9 N"/></svg>`,
	"a shape of a drawing":   `<svg viewBox="0 0 9 9"><use href="#W"/></svg>`,
	"a formula":              `<math><mi>x</mi><mo>=</mo><mn>N</mn></math>`,
	"data":                   `<script type="application/json">{"page":{"id":N,"name":"chair"}}</script>`,
	"data in words":          `<script type="application/json">{"page":"W"}</script>`,
	"linked data":            `<script type="application/ld+json">{"@type":"Product","name":"W"}</script>`,
	"a script":               `<script>draw("W")</script>`,
	"a script with a number": `<script>draw(N, 7)</script>`,
	"a loaded script":        `<script src="/js/N.js"></script>`,
	"the data of an element": `<div data-product="N"></div>`,
	"words of an element":    `<div data-name="W"></div>`,
	"a template":             `<template><p>W</p></template>`,
	"a picture":              `<img src="/i/N.png" alt="">`,
	"what a picture says":    `<img src="/i/a.png" alt="W">`,
	"sources of a picture":   `<img src="/i/a.png" alt="" srcset="/i/N.png 2x">`,
	"a lazy picture":         `<img src="/i/blank.gif" alt="" data-src="/i/N.jpg">`,
	"the size of a picture":  `<img src="/i/a.png" alt="" width="N">`,
	"a poster":               `<video src="/v/a.mp4" poster="/i/N.jpg"></video>`,
	"a film":                 `<video src="/v/N.mp4"></video>`,
	"a track":                `<video src="/v/a.mp4"><track src="/t/N.vtt"></video>`,
	"an object":              `<object data="/o/N.swf"></object>`,
	"an embedded object":     `<embed src="/o/N.pdf">`,
	"a parameter":            `<object data="/o/a.swf"><param name=v value=N></object>`,
	"a canvas":               `<canvas width=N height=9></canvas>`,
	"what is selected":       `<select><option value=1 W>x<option value=2>y</select>`,
	"the value of an option": `<select><option value=N>x</select>`,
	"a choice":               `<form action=/a><select><option W>x</select></form>`,
	"what is checked":        `<input type=checkbox name=c value=W>`,
	"a hidden field":         `<input type=hidden name=article value=N>`,
	"a shown field":          `<input type=text name=q value=W>`,
	"a placeholder":          `<input type=text name=q placeholder="W">`,
	"where a form goes":      `<form action="C/do/N" method=post><button>Go</button></form>`,
	"a form's method":        `<form action="/do" data-method=W><button>Go</button></form>`,
	"progress":               `<progress max=9999 value=N></progress>`,
	"a meter":                `<meter max=9999 value=N></meter>`,
	"a time":                 `<time datetime="N">then</time>`,
	"white space that shows": `<pre>aS b</pre>`,
	"a text area":            `<textarea>W</textarea>`,
	"a description":          `<meta name=description content="W">`,
	"a preview":              `<meta property="og:image" content="/i/N.png">`,
	"a colour of the theme":  `<meta name=theme-color content="#N">`,
	"the language of a text": `<p lang="W">A</p>`,
	"a direction":            `<p title="W">A</p>`,
	"an element":             `<E>A</E>`,
	"a heading's level":      `<hH>A</hH>`,
	"a link's address":       `<a href="C/N">A</a>`,
	"a link's fragment":      `<a href="C/a#W">A</a>`,
	"a link's relation":      `<a href="C/a" rel="W">A</a>`,
	"a link's title":         `<a href="C/a" title="W">A</a>`,
	"a file to load":         `<a href="/f/N.zip">A</a>`,
	"a mail address":         `<a href="mailto:W@example.com">A</a>`,
	"a frame":                `<iframe src="C/N"></iframe>`,
	"a frame's content":      `<iframe srcdoc="W"></iframe>`,
	"an entity":              `<p>A &W; B</p>`,
	"a number":               `<p>It costs N euros</p>`,
	"a word":                 `<p>W</p>`,
	"an area of a map":       `<map name=m><area shape=rect coords="0,0,N,9" href="C/a"></map>`,
	"a slot":                 `<x-card name="W"></x-card>`,
	"a property":             `<p itemprop="W">A</p>`,
	"a handler":              `<button onclick="show('W')">A</button>`,
	"a role":                 `<p aria-label="W">A</p>`,
	"a column's width":       `<table><col width=N><tr><td>A</table>`,
	"cells that are joined":  `<table><tr><td colspan=N>A</table>`,
	"a list's beginning":     `<ol start=N><li>A</ol>`,
}

const pagesOfThing = 4

// wood returns the nth word, which has no digit.
func wood(n int) string { return []string{"ash", "birch", "cedar", "date", "elm", "fir"}[n%6] }

// inList has the entries of list pages, for each thing. All these pages name the first one as canonical.
var inList = map[string]string{"/list": `<li><a href="http://other.example/item/N">A thing</a></li>`,
	"/tiles": `<li><img src="/blank.gif" alt="" data-src="/i/N.jpg"></li>`, "/lines": `<li>A line about N</li>`}

const pagesOfList = 6

func thing(what string, n int) string {
	return strings.NewReplacer("hH", "h"+strconv.Itoa(2+n), "C", "http://other.example",
		"E", []string{"b", "i", "u", "s"}[n%4], "N", strconv.Itoa(4711+13*n), "W", wood(n),
		"S", strings.Repeat(" ", 1+n)).Replace(what)
}

// alikePages serves pages that differ in one thing. With awake they also vary with each request.
func alikePages(t *testing.T, awake, canonical bool) (address string) {
	var asked atomic.Uint64
	things := slices.Sorted(maps.Values(oneThing))
	const text = `<h1>One of our many pages</h1><p>This text is the same on every page of this site, and it is long ` +
		`enough to be compared with others: a page is more than its words.</p><p>So there is a second paragraph, ` +
		`which says nothing that the first one did not say before it ended.</p>`
	return serving(t, func(w http.ResponseWriter, r *http.Request) {
		head, foot, body := "", "", ""
		if awake {
			n := asked.Add(1)
			now := rand.New(rand.NewPCG(n, 7))
			head = fmt.Sprintf("<meta name=csrf-token content=%s><script nonce=%q>var at={\"token\":%q}</script>",
				token(now), token(now), token(now))
			foot = fmt.Sprintf("<p class=foot>Answer %d</p>", n)
		}
		kind, n := 0, 0
		switch _, err := fmt.Sscanf(r.URL.Path, "/k%d/p%d.html", &kind, &n); {
		case r.URL.Path == "/":
			for i := range len(oneThing) * pagesOfThing {
				body += fmt.Sprintf("<a href=/k%d/p%d.html>page</a> ", i/pagesOfThing, i%pagesOfThing)
				body += fmt.Sprintf("<a href=/same?n=%d>page</a> ", i)
			}
			for i := range pagesOfList {
				for _, path := range slices.Sorted(maps.Keys(inList)) {
					body += fmt.Sprintf("<a href='%s?page=%d'>list</a> ", path, 97+i)
				}
			}
		case inList[r.URL.Path] != "":
			for i := range 4 {
				fmt.Sscan(r.URL.Query().Get("page"), &n)
				body += strings.ReplaceAll(inList[r.URL.Path], "N", strconv.Itoa(1000+4*n+i))
			}
			head += fmt.Sprintf("<link rel=canonical href='%s?page=97'>", r.URL.Path)
		case r.URL.Path == "/same":
			body = "<p>What this page shows does not depend on its number.</p>"
		case err != nil || kind >= len(things):
			http.NotFound(w, r)
			return
		default:
			body = thing(things[kind], n)
			if canonical {
				head += fmt.Sprintf("<link rel=canonical href=/k%d/p0.html>", kind)
			}
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><head><title>A page</title>%s</head><body>%s%s<a href=/>home</a>"+
			"%s</body></html>", head, text, body, foot)
	})
}

// TestOneThing checks that pages that differ in one thing stay apart, whatever else varies and whatever page they call
// canonical. A page with many URLs is one page.
func TestOneThing(t *testing.T) {
	t.Parallel()
	for _, awake := range []bool{false, true} {
		for _, canonical := range []bool{false, true} {
			if awake == canonical && os.Getenv("SITEGRAPH_ROUNDS") == "" {
				continue
			}
			t.Run(fmt.Sprintf("awake %v canonical %v", awake, canonical), func(t *testing.T) {
				t.Parallel()
				folder := crawl(t, alikePages(t, awake, canonical), 2000)
				for _, row := range tableOf(t, folder, ".aliases.csv") {
					if noise := row["held_for"]+row["differs_in"] == "noisetexts markup"; noise != awake {
						t.Errorf("%s: held for %q in %q", row["normalized_url"], row["held_for"], row["differs_in"])
					}
				}
				want := len(oneThing)*pagesOfThing + len(inList)*pagesOfList + 2
				if got := len(tableOf(t, folder, ".nodes.csv")); got != want {
					t.Errorf("%d pages, want %d", got, want)
					for _, row := range tableOf(t, folder, ".aliases.csv") {
						t.Log(row)
					}
				}
			})
		}
	}
}

// byNumber lists the things that a page can show for the number in its query.
var byNumber = []string{"a picture", "a film", "an object", "a background", "data", "a script with a number",
	"a number", "a hidden field", "a link's address", "a frame"}

// TestOwnValue checks that pages that show something by a number stay apart even if the number is in their URL.
func TestOwnValue(t *testing.T) {
	t.Parallel()
	const pages = 20
	for _, awake := range []bool{false, true} {
		t.Run(fmt.Sprint("awake ", awake), func(t *testing.T) {
			t.Parallel()
			var asked atomic.Uint64
			text := strings.Repeat("This text is the same on every page, and long enough to be compared. ", 8)
			address := serving(t, func(w http.ResponseWriter, r *http.Request) {
				kind, id, body := strings.TrimPrefix(r.URL.Path, "/"), r.URL.Query().Get("id"), ""
				n, err := strconv.Atoi(kind)
				switch {
				case kind == "":
					for i := range (len(byNumber) + 1) * pages {
						body += fmt.Sprintf("<a href='/%d?id=%d'>page</a> ", i/pages, 4711+13*(i%pages))
					}
				case kind == "get":
					w.Header().Set("Content-Type", "application/pdf")
					fmt.Fprint(w, "%PDF", id)
					return
				case err != nil || n > len(byNumber):
					http.NotFound(w, r)
					return
				case n == len(byNumber):
					body = fmt.Sprintf("<a href='/get?id=%s'>Download</a>", id)
				default:
					body = strings.NewReplacer("C", "http://other.example", "N", id).Replace(oneThing[byNumber[n]])
				}
				answer := ""
				if awake {
					answer = fmt.Sprint("Answer ", asked.Add(1))
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprintf(w, "<title>A page</title><p>%s</p>%s<a href=/>home</a>%s", text, body, answer)
			})
			want := (len(byNumber)+1)*pages + 1
			if got := len(tableOf(t, crawl(t, address, 2000), ".nodes.csv")); got != want {
				t.Errorf("%d pages, want %d", got, want)
			}
		})
	}
}
