package sites

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor/parse"
	"sitegraph/extractor/sitemaps"
	"sitegraph/site"
)

// htmlCases has pages that are hard to read at /case. Other URLs are ordinary pages. It is never changed.
var htmlCases = map[string]Case{
	"50-MiB": {Doc: "50 MiB of text, over max_body", handler: much(50<<20, "text "),
		Gets: at("failed too-large: body over 33554432 bytes")},
	"20-MiB": {Doc: "20 MiB of text, and a link behind", handler: much(20<<20, "text "),
		Gets: at("page", "/found", "page")},
	"binary": {Doc: "a picture's bytes as text/html",
		handler: exactly("\x89PNG\r\n\x1a\n" + strings.Repeat(string(everyByte()), 64)), Gets: at("page")},
	"long-title": {Doc: "a title of 1 MiB", handler: exactly("<title>" + strings.Repeat("t ", 1<<19) + "</title>"),
		Gets: at("page")},
}

// heavyPages cost seconds or much memory. max_depth is 1, so their links are not requested. It is never changed.
var heavyPages = map[string]Case{
	"million-links": {Doc: "one million links to as many URLs, which are not requested, since max_depth is 1",
		handler: atCase(million),
		Gets:    at("page", "/p/1000000", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
	"50-MiB-read": {Doc: "50 MiB of text, under max_body, and a link behind", handler: much(50<<20, "text "),
		Gets: at("page", "/found", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
	"50-MiB-tags": {Doc: "50 MiB of tags, and a link behind", handler: much(50<<20, "<i>x</i>"),
		Gets: at("page", "/found", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
}

// exactly answers /case with html, without a character set. Other URLs are pages.
func exactly(html string) handler {
	return atCase(func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, html)
	})
}

func much(n int, of string) handler {
	block := strings.Repeat(of, 1<<16/len(of))
	return atCase(func(w http.ResponseWriter) {
		write(w, "<!DOCTYPE html><title>much</title>")
		for sent := 0; sent < n; sent += len(block) {
			if _, err := io.WriteString(w, block); err != nil {
				return
			}
		}
		io.WriteString(w, `<a href="/found">found</a>`)
	})
}

func million(w http.ResponseWriter) {
	write(w, "<!DOCTYPE html><title>million</title>")
	for i := 1; i <= 1_000_000; i++ {
		fmt.Fprintf(w, "<a href=/p/%d>%d</a>\n", i, i)
	}
}

func locations(element string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<%[1]s><loc>/%[2]d</loc></%[1]s>", element, i)
	}
	return b.String()
}

// TestHostileSitemaps checks that each sitemap is read within limits on files, entries and memory.
func TestHostileSitemaps(t *testing.T) {
	origin, err := site.Parse("http://a.example")
	must(t, err)
	// These would be large if a reader believed them. The second text is their first URL.
	files := map[string][2]string{
		"entities of entities": {`<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
			<!ENTITY z "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><urlset><url><loc>/&z;</loc></url></urlset>`, "/&z;"},
		"500,000 elements within each other": {"<urlset>" + strings.Repeat("<a>", 500_000), ""},
		"an element with 500,000 attributes": {"<urlset " + strings.Repeat(`a="" `, 500_000) + ">", ""},
		"a URL in 500,000 pieces":            {"<urlset><url><loc>/" + strings.Repeat("<![CDATA[a]]>", 500_000), ""},
		"an index of 50,000 sitemaps":        {"<sitemapindex>" + locations("sitemap", 50_000), ""},
		"a list of more than are to be read": {"<urlset>" + locations("url", 200_000), "/0"},
		"a list that ends in space":          {"<urlset><url><loc>/0</loc></url>" + strings.Repeat(" ", 40<<20), "/0"},
	}
	limits := sitemaps.Limits{Files: 4, Bytes: 64 << 20, Entries: 100_000, Latest: time.Now(), Text: parse.Text}
	for name, c := range files {
		asked, body := 0, []byte(c[0])
		get := func(_ context.Context, u site.URL) site.Response {
			asked++
			return site.Response{URL: u, Status: 200, Body: body}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		entries, _ := sitemaps.Read(t.Context(), get, origin, "Sitemap: /case", limits)
		runtime.ReadMemStats(&after)
		first := ""
		if len(entries) > 0 {
			first = strings.TrimPrefix(entries[0].URL, "http://a.example")
		}
		if first != c[1] || len(entries) > limits.Entries || asked > limits.Files {
			t.Errorf("%s: %d entries from %q on, %d files", name, len(entries), first, asked)
		}
		if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 512 {
			t.Errorf("%s: %d MiB were allocated", name, mib)
		}
	}
}
