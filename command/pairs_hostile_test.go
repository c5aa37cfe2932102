package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// makeHostile adds pages that hurt crawlers, as far as files can, with links from the home page and a section.
func makeHostile(t *testing.T, folder string) {
	t.Helper()
	pages := map[string]string{
		"nul.html":      "<title>N\x00l</title><a href=/team.html>t\x00eam</a>\x00\x1b[31m",
		"utf16.html":    "\xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00/\x00x\x00>\x00x\x00",
		"latin.html":    "<meta charset=iso-8859-1><title>caf\xe9</title><a href='/caf\xe9?q=\xe9'>caf\xe9</a>",
		"liar.html":     "<meta charset=utf-8><title>\xc3\x28 \xed\xa0\x80</title><a href=/\xff\xfe>bytes</a>",
		"empty.html":    "",
		"binary.html":   strings.Repeat("\x00\x01\x02\xff", 3000),
		"deep.html":     strings.Repeat("<div><b>", 4000) + "<a href=/team.html>deep</a>",
		"unclosed.html": "<title>never closed<a href=/lost>lost</a>",
		"comment.html":  "<!-- <a href=/never>never</a> --!> <a href=/team.html>t<a href=/visit.html>v <!-- open",
		"long.html": "<title>" + strings.Repeat("long ", 3000) + "</title><a href=/" +
			strings.Repeat("x", 9000) + ">l</a>",
		"based.html":      "<base href=//elsewhere.example/deep/><a href=page>away</a><a href=http:team.html>odd</a>",
		"canon.html":      "<link rel=canonical href=/canon2.html>one of two<a href=/canon2.html>2</a>",
		"canon2.html":     "<link rel=canonical href=/canon.html>two of two<a href=/canon.html>1</a>",
		"refresh.html":    "<meta http-equiv=refresh content='0;url=/refresh.html'>again",
		"same1.html":      "the same <a href=/team.html>t</a>",
		"same2.html":      "the same <a href=/team.html>t</a>",
		"a b.html":        "blank <a href='a%20b.html'>self</a> <a href='a b.html'>self</a>",
		"UPPER.HTML":      "<A HREF='UPPER.html'>other case</A>",
		"loop/index.html": "<a href='loop/'>deeper</a> <a href='../loop/../loop/./'>back</a>",
	}
	var hrefs []string
	for name, text := range pages {
		path := filepath.Join(folder, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		write(t, path, text)
	}
	for _, name := range []string{"nul", "utf16", "latin", "liar", "empty", "binary", "deep", "unclosed", "comment",
		"long", "based", "canon", "canon2", "refresh", "same1", "same2"} {
		hrefs = append(hrefs, "/"+name+".html")
	}
	hrefs = append(hrefs, "/a b.html", "/UPPER.HTML", "/loop/", "/chain0.html", "/round0.html", "/nowhere.html",
		"javascript:void(0)", "mailto:x", "http://", "http://[::1", "//%zz", "http:/team.html", `\team.html`,
		"/../../team.html",
		"/%zz", "/%", "/te%61m.html", "/team.html?", "/team.html#", "?", "#", "", " /team.html\t", "/te\nam.html",
		"http://museum.example:80/team.html", "HTTP://MUSEUM.EXAMPLE/team.html", "http://u:p@museum.example/team.html",
		"http://museum.example./team.html", "http://xn--a.example/", "http://\u0131.example/", "http://1.2.3/")
	for i := range 40 {
		hrefs = append(hrefs, fmt.Sprintf("/same1.html?sid=%032x", i))
	}
	var links strings.Builder
	for _, href := range hrefs {
		fmt.Fprintf(&links, "<a href=\"%s\">%s</a>\n", href, href)
	}
	for _, name := range []string{"index.html", "collection/index.html"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		write(t, path, read(t, path)+links.String())
	}
	redirects := read(t, filepath.Join(folder, "_redirects"))
	for i := range 15 {
		redirects += fmt.Sprintf("/chain%d.html /chain%d.html 302\n", i, i+1)
	}
	redirects += "/round0.html /round1.html 301\n/round1.html /round0.html 301\n/nowhere.html http://[::1 302\n"
	write(t, filepath.Join(folder, "_redirects"), redirects)
	entries := "\ufeff<urlset><url><loc> MUSEUM/orphan.html </loc></url><url><loc>MUSEUM/team.html</loc></url>" +
		"<url><loc>/gone.html</loc></url><url><loc>MUSEUM/gone.html</loc></url>" +
		"<url><loc>http://other.example/</loc></url><url><loc>MUSEUM/orphan.html#x</loc></url><url><loc>\x01"
	write(t, filepath.Join(folder, "sitemap.xml"), strings.ReplaceAll(entries, "MUSEUM", museum))
}
