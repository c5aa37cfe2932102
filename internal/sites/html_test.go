package sites

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// html are pages that are hard to read; /case is the page, other URLs are ordinary. It is never changed.
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

// heavyPages cost seconds or much memory; max_depth is 1, so what they link to is not asked for. It is never changed.
var heavyPages = map[string]Case{
	"million-links": {Doc: "one million links to as many URLs, which are not requested, since max_depth is 1",
		handler: million,
		Gets:    at("page", "/p/1000000", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
	"50-MiB-read": {Doc: "50 MiB of text, under max_body, and a link behind", handler: much(50<<20, "text "),
		Gets: at("page", "/found", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
	"50-MiB-tags": {Doc: "50 MiB of tags, and a link behind", handler: much(50<<20, "<i>x</i>"),
		Gets: at("page", "/found", "beyond-level beyond level 1", "/calm/2", "beyond-level beyond level 1")},
}

// exactly answers /case with this, without saying in what character set.
func exactly(html string) handler { return typedPage("text/html", html) }

// typedPage answers /case with this under a Content-Type; other URLs are pages.
func typedPage(contentType, html string) handler {
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		if r.RequestURI != "/case" {
			landing(s, w, r)
			return
		}
		w.Header().Set("Content-Type", contentType)
		io.WriteString(w, html)
	}
}

// much answers /case with that many bytes of this, and a link behind them.
func much(n int, of string) handler {
	block := strings.Repeat(of, 1<<16/len(of))
	return func(s *Site, w http.ResponseWriter, r *http.Request) {
		if r.RequestURI != "/case" {
			landing(s, w, r)
			return
		}
		write(w, "<!DOCTYPE html><title>much</title>")
		for sent := 0; sent < n; sent += len(block) {
			if _, err := io.WriteString(w, block); err != nil {
				return
			}
		}
		io.WriteString(w, `<a href="/found">found</a>`)
	}
}

// million answers /case with a million links.
func million(s *Site, w http.ResponseWriter, r *http.Request) {
	if r.RequestURI != "/case" {
		landing(s, w, r)
		return
	}
	write(w, "<!DOCTYPE html><title>million</title>")
	for i := 1; i <= 1_000_000; i++ {
		fmt.Fprintf(w, "<a href=/p/%d>%d</a>\n", i, i)
	}
}
