package download

import (
	"mime"
	"strings"
	"testing"

	"sitegraph/site"
)

func TestMediaType(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a.html", "", "text/html"},
		{"a.HTM", "\x89PNG\r\n\x1a\n", "text/html"}, // the ending decides
		{"a.xht", "", "application/xhtml+xml"},
		{"a.svg", "<html>", "image/svg+xml"},
		{"a.jpg", "", "image/jpeg"},
		{"a.woff2", "", "font/woff2"},
		{"a.tar.gz", "", "application/gzip"},
		{"a.map", "", "application/json"},
		{"a", " <!DOCTYPE HTML>", "text/html"},
		{"a.cgi", "<html>", "text/html"},
		{"a", "%PDF-1.7", "application/pdf"},
		{"a", "", "text/plain; charset=utf-8"},
		{"a", "\x00\x01\x02", "application/octet-stream"},
		{"b.d/a", "<html>", "text/html"},
		{"a?x=1", "<html>", "text/html"},
		{"a?x=1.html", "", "text/html"},
		{"a.php?x=b.png", "<html>", "text/html"},
		{"a.css?x=1", "<html>", "text/css"},
		{"a.css?x=1.html", "", "text/html"},
	} {
		if got := mediaType(c.name, strings.NewReader(c.content)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.content, got, c.want)
		}
	}
}

// Only HTML is ever taken for HTML, and all types are well formed.
func TestTypeByEnding(t *testing.T) {
	endings := "html htm shtml xhtml xht css js mjs json map webmanifest xml xsl rss atom txt csv md pdf wasm " +
		"png gif webp avif bmp jpg jpeg jpe svg ico mp3 ogg oga wav mp4 m4v webm woff woff2 ttf otf zip gz tgz epub " +
		"doc docx xls xlsx ppt pptx odt ods odp tar bz2 xz 7z rar exe bin iso dmg deb rpm ps"
	for ending := range strings.FieldsSeq(endings) {
		got := mediaTypes["."+ending]
		if parsed, _, err := mime.ParseMediaType(got); err != nil || parsed != got {
			t.Errorf("%s: %q: %v", ending, got, err)
		}
		if wanted := strings.Contains("html htm shtml xhtml xht", ending); site.IsHTML(got, false) != wanted {
			t.Errorf("%s: %q", ending, got)
		}
	}
	for _, ending := range []string{"", ".", ".php", ".htmlx"} {
		if got := mediaTypes[ending]; got != "" {
			t.Errorf("%s: %q", ending, got)
		}
	}
}
