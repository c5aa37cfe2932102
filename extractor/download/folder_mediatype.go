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
		if t := mediaTypes[strings.ToLower(path.Ext(name))]; t == "text/html" {
			return t
		}
	}
	if t := mediaTypes[strings.ToLower(path.Ext(base))]; t != "" {
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

// mediaTypes are the types by extension.
var mediaTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".shtml": "text/html",
	".xhtml": "application/xhtml+xml", ".xht": "application/xhtml+xml",
	".xml": "application/xml", ".xsl": "application/xml",
	".rss": "application/rss+xml", ".atom": "application/atom+xml",
	".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript",
	".json": "application/json", ".map": "application/json", ".webmanifest": "application/manifest+json",
	".txt": "text/plain", ".csv": "text/csv", ".md": "text/markdown",
	".pdf": "application/pdf", ".epub": "application/epub+zip", ".wasm": "application/wasm",

	".png": "image/png", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".bmp": "image/bmp",
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".jpe": "image/jpeg",
	".svg": "image/svg+xml", ".ico": "image/vnd.microsoft.icon",
	".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".oga": "audio/ogg", ".wav": "audio/wav",
	".mp4": "video/mp4", ".m4v": "video/mp4", ".webm": "video/webm",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf",

	".zip": "application/zip", ".gz": "application/gzip", ".tgz": "application/gzip",
	".doc": octets, ".docx": octets, ".xls": octets, ".xlsx": octets, ".ppt": octets, ".pptx": octets,
	".odt": octets, ".ods": octets, ".odp": octets, ".tar": octets, ".bz2": octets, ".xz": octets, ".7z": octets,
	".rar": octets, ".exe": octets, ".bin": octets, ".iso": octets, ".dmg": octets, ".deb": octets, ".rpm": octets,
	".ps": octets,
}

// octets is the type of files that are no pages, whatever else they are.
const octets = "application/octet-stream"
