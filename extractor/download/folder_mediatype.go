package download

import (
	"io"
	"net/http"
	"path"
	"strings"

	"sitegraph/site"
)

// sniffLength is how much of a file is looked at (WHATWG MIME Sniffing,
// section 5.2).
const sniffLength = 512

// mediaType returns the Content-Type of a file of a folder: by its extension, or
// by its first bytes if that is unknown ("about", "x.php"). Types have no
// charset: the pages declare theirs. The table is fixed, so that results do not
// depend on the machine's mime.types.
//
// What follows a "?" in the name of a saved file is a query and no extension,
// except the .html that "wget -E" adds.
func mediaType(name string, content io.ReaderAt) string {
	base, _, isQuery := strings.Cut(path.Base(name), "?")
	if isQuery {
		if t := typeByEnding(path.Ext(name)); t == "text/html" {
			return t
		}
	}
	if t := typeByEnding(path.Ext(base)); t != "" {
		return t
	}
	head := make([]byte, sniffLength)
	n, _ := content.ReadAt(head, 0)
	sniffed := http.DetectContentType(head[:n])
	if site.IsHTML(sniffed, false) {
		return "text/html" // without the charset=utf-8 it is given there
	}
	return sniffed
}

// typeByEnding returns the type for an ending with its dot, "" if unknown.
func typeByEnding(ending string) string {
	switch strings.ToLower(ending) {
	case ".html", ".htm", ".shtml":
		return "text/html"
	case ".xhtml", ".xht":
		return "application/xhtml+xml"
	case ".css":
		return "text/css"
	case ".js", ".mjs":
		return "text/javascript"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".xml", ".xsl":
		return "application/xml"
	case ".rss":
		return "application/rss+xml"
	case ".atom":
		return "application/atom+xml"
	case ".txt":
		return "text/plain"
	case ".csv":
		return "text/csv"
	case ".md":
		return "text/markdown"
	case ".pdf":
		return "application/pdf"
	case ".wasm":
		return "application/wasm"
	}
	return mediaByEnding(strings.ToLower(ending))
}

// mediaByEnding knows images, sound, films, fonts and archives.
func mediaByEnding(ending string) string {
	switch ending {
	case ".png", ".gif", ".webp", ".avif", ".bmp":
		return "image/" + ending[1:]
	case ".jpg", ".jpeg", ".jpe":
		return "image/jpeg"
	case ".svg":
		return "image/svg+xml"
	case ".ico":
		return "image/vnd.microsoft.icon"
	case ".mp3":
		return "audio/mpeg"
	case ".ogg", ".oga":
		return "audio/ogg"
	case ".wav":
		return "audio/wav"
	case ".mp4", ".m4v":
		return "video/mp4"
	case ".webm":
		return "video/webm"
	case ".woff", ".woff2", ".ttf", ".otf":
		return "font/" + ending[1:]
	case ".zip":
		return "application/zip"
	case ".gz", ".tgz":
		return "application/gzip"
	case ".epub":
		return "application/epub+zip"
	case ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp",
		".tar", ".bz2", ".xz", ".7z", ".rar", ".exe", ".bin", ".iso", ".dmg", ".deb", ".rpm", ".ps":
		return "application/octet-stream"
	}
	return ""
}
