package download

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"syscall"

	"sitegraph/site"
)

// errorType is the Content-Type of answers without content.
const errorType = "text/plain; charset=utf-8"

type found struct {
	status    int
	mediaType string
	location  string
	file      *os.File // open if the status is 200, else nil
}

// folderPath is a decoded path below the root: "a/b", or "" for the root.
type folderPath struct {
	name  string
	slash bool // ended in a slash
}

func (p folderPath) key() string {
	if p.slash && p.name != "" {
		return "/" + p.name + "/"
	}
	return "/" + p.name
}

// splitPath decodes the path of a URL. It ignores empty segments, as most servers do. The status is 0, 400 for a broken
// escape as in net/http, or 404 for dot segments and NUL.
func splitPath(raw string) (p folderPath, status int) {
	decoded, err := url.PathUnescape(raw)
	if err != nil {
		return p, http.StatusBadRequest
	}
	if strings.ContainsRune(decoded, 0) {
		return p, http.StatusNotFound
	}
	var segments []string
	for segment := range strings.SplitSeq(decoded, "/") {
		switch segment {
		case "":
		case ".", "..":
			return p, http.StatusNotFound
		default:
			segments = append(segments, segment)
		}
	}
	name := strings.Join(segments, "/")
	return folderPath{name: name, slash: name == "" || strings.HasSuffix(decoded, "/")}, 0
}

// find answers a URL. Path and query are as in the request line. The caller closes the file.
func (f *Folder) find(target, query string, hasQuery bool) found {
	p, status := splitPath(target)
	if status != 0 {
		return onlyStatus(status)
	}
	if r, ok := f.rules[p.key()]; ok {
		if r.status >= 400 {
			return onlyStatus(r.status)
		}
		return found{status: r.status, location: r.to}
	}
	if p.name == redirectsName {
		return onlyStatus(http.StatusNotFound)
	}
	if hasQuery {
		if name := f.savedWithQuery(p, query); name != "" {
			return f.open(name)
		}
	}
	if p.slash {
		switch name, kind := f.index(p.name); kind {
		case isFile:
			return f.open(name)
		case isForbidden:
			return onlyStatus(http.StatusForbidden)
		}
		return onlyStatus(http.StatusNotFound)
	}
	if hasQuery {
		query = "?" + query
	}
	return f.findFile(p.name, target, query)
}

// savedWithQuery returns the file that wget named by path and query, or "". Such names are "x?y=1" and
// "index.html?y=1", and either may end in .html. wget writes a slash in the query as %2F.
func (f *Folder) savedWithQuery(p folderPath, query string) string {
	query = "?" + strings.ReplaceAll(query, "/", "%2F")
	names := []string{p.name}
	if p.slash {
		names = indexes(p.name)
	}
	for _, name := range names {
		for _, ending := range []string{"", ".html"} {
			if f.kindOf(name+query+ending) == isFile {
				return name + query + ending
			}
		}
	}
	return ""
}

// findFile answers a path without a final slash: with the file, with name.html, or for a folder with a redirect to the
// path with a slash. If a folder has no index, a file name.html beside it comes first.
func (f *Folder) findFile(name, target, query string) found {
	kind, index := f.kindOf(name), isMissing
	if kind == isFolder {
		_, index = f.index(name)
	}
	switch {
	case kind == isFile:
		return f.open(name)
	case kind == isForbidden:
		return onlyStatus(http.StatusForbidden)
	case index == isFile:
	case f.kindOf(name+".html") == isFile:
		return f.open(name + ".html")
	case kind == isMissing:
		return onlyStatus(http.StatusNotFound)
	}
	// Only one slash at the front, since "//a/" would name a host.
	location := "/" + strings.TrimLeft(target, "/") + "/" + query
	return found{status: http.StatusMovedPermanently, location: location}
}

func onlyStatus(status int) found { return found{status: status, mediaType: errorType} }

// indexes returns the possible names of a folder's index, best first.
func indexes(folder string) []string {
	return []string{path.Join(folder, "index.html"), path.Join(folder, "index.htm"), path.Join(folder, "index.xhtml")}
}

// index returns a folder's index and its kind, which is isFile, isForbidden or isMissing.
func (f *Folder) index(folder string) (name string, kind kind) {
	for _, name := range indexes(folder) {
		if kind := f.kindOf(name); kind == isFile || kind == isForbidden {
			return name, kind
		}
	}
	return "", isMissing
}

func (f *Folder) open(name string) found {
	file, err := patiently(f, f.root.Open, name)
	if err != nil {
		return onlyStatus(http.StatusForbidden)
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		file.Close()
		return onlyStatus(http.StatusForbidden)
	}
	return found{status: http.StatusOK, mediaType: mediaType(name, file), file: file}
}

// patiently asks the system about a name. It repeats the question while this machine lacks resources.
func patiently[T any](f *Folder, ask func(name string) (T, error), name string) (answer T, err error) {
	f.patience.while(context.Background(), func() error {
		answer, err = ask(name)
		return err
	})
	return answer, err
}

// kind is the kind of a name in a folder.
type kind int

const (
	isMissing kind = iota
	isFile
	isFolder
	isForbidden // unreadable, outside of the root, or not a regular file
)

func (f *Folder) kindOf(name string) kind {
	info, err := patiently(f, f.root.Stat, cmp.Or(name, ".")) // before opening, since a named pipe would block
	switch {
	case err == nil && info.Mode().IsRegular():
		return isFile
	case err == nil && info.IsDir():
		return isFolder
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid),
		errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG):
		return isMissing
	}
	return isForbidden
}

// sniffLength is the number of bytes that decide the type of a file (WHATWG MIME Sniffing, section 5.2).
const sniffLength = 512

// mediaType returns the Content-Type of a file in a folder. It depends on the extension, or on the first bytes if the
// extension is unknown ("about", "x.php"). It has no charset, since pages declare theirs. The table is fixed, so
// results do not depend on the machine's mime.types.
//
// In the name of a saved file "?" begins a query. Its extension counts only if it is the .html of "wget -E".
func mediaType(name string, content io.ReaderAt) string {
	base, _, isQuery := strings.Cut(path.Base(name), "?")
	if isQuery && mediaTypes[strings.ToLower(path.Ext(name))] == "text/html" {
		return "text/html"
	}
	if t := mediaTypes[strings.ToLower(path.Ext(base))]; t != "" {
		return t
	}
	head := make([]byte, sniffLength)
	n, _ := content.ReadAt(head, 0)
	sniffed := http.DetectContentType(head[:n])
	if site.IsHTML(sniffed, false) {
		return "text/html" // without the charset=utf-8 that DetectContentType adds
	}
	return sniffed
}

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

// octets is the type of all other files that are not pages.
const octets = "application/octet-stream"
