package download

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
)

// errorType is the Content-Type of answers that have only a status.
const errorType = "text/plain; charset=utf-8"

// found is what a folder answers to a URL.
type found struct {
	status    int
	mediaType string
	location  string
	// file is open when the status is 200, and nil otherwise; size is its
	// length in bytes.
	file *os.File
	size int64
}

// folderPath is a decoded path below the root: "a/b", or "" for the root.
type folderPath struct {
	name  string
	slash bool // ended in a slash
}

// key returns the path as one string.
func (p folderPath) key() string {
	if p.slash && p.name != "" {
		return "/" + p.name + "/"
	}
	return "/" + p.name
}

// splitPath decodes the path of a URL. Empty segments are ignored, as by most
// servers. The status is 0, 400 for a broken escape as net/http
// answers it, or 404 for what is never a file: dot segments and NUL.
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

// find answers a URL, given as in a request line. The caller
// closes the file.
func (f *Folder) find(path, query string, hasQuery bool) found {
	p, status := splitPath(path)
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
		return f.findIndex(p.name)
	}
	if hasQuery {
		query = "?" + query
	}
	return f.findFile(p.name, path, query)
}

// savedWithQuery returns the file whose name is path and query, as wget saves
// pages ("x?y=1", "index.html?y=1", and with .html added), or "". wget writes a
// slash in the query as %2F.
func (f *Folder) savedWithQuery(p folderPath, query string) string {
	query = "?" + strings.ReplaceAll(query, "/", "%2F")
	names := []string{p.name}
	if p.slash {
		names = f.indexes(p.name)
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

// findIndex answers a path that ends in a slash.
func (f *Folder) findIndex(folder string) found {
	for _, name := range f.indexes(folder) {
		switch f.kindOf(name) {
		case isFile:
			return f.open(name)
		case isForbidden:
			return onlyStatus(http.StatusForbidden)
		}
	}
	return onlyStatus(http.StatusNotFound)
}

// findFile answers a path without a slash at its end: the file, name.html, or
// for a folder the same path with a slash. A folder that has no index gives way
// to a file name.html beside it.
func (f *Folder) findFile(name, path, query string) found {
	kind := f.kindOf(name)
	switch {
	case kind == isFile:
		return f.open(name)
	case kind == isForbidden:
		return onlyStatus(http.StatusForbidden)
	case kind == isFolder && f.index(name) != "":
	case f.kindOf(name+".html") == isFile:
		return f.open(name + ".html")
	case kind == isMissing:
		return onlyStatus(http.StatusNotFound)
	}
	// One slash only at the front: "//a/" would name a host.
	location := "/" + strings.TrimLeft(path, "/") + "/" + query
	return found{status: http.StatusMovedPermanently, location: location}
}

func onlyStatus(status int) found { return found{status: status, mediaType: errorType} }

// indexes returns the names an index of the folder may have.
func (f *Folder) indexes(folder string) []string {
	names := make([]string, len(f.options.IndexNames))
	for i, name := range f.options.IndexNames {
		names[i] = strings.TrimPrefix(folder+"/"+name, "/")
	}
	return names
}

// index returns the folder's index file, or "".
func (f *Folder) index(folder string) string {
	for _, name := range f.indexes(folder) {
		if f.kindOf(name) == isFile {
			return name
		}
	}
	return ""
}

// open answers with a file.
func (f *Folder) open(name string) found {
	file, err := f.root.Open(name)
	if err != nil {
		return onlyStatus(http.StatusForbidden)
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		file.Close()
		return onlyStatus(http.StatusForbidden)
	}
	return found{status: http.StatusOK, mediaType: mediaType(name, file), file: file, size: info.Size()}
}

// kind is what a name in a folder refers to.
type kind int

const (
	isMissing kind = iota
	isFile
	isFolder
	isForbidden // may not be read, leads out of the root, or is no regular file
)

func (f *Folder) kindOf(name string) kind {
	if name == "" {
		name = "."
	}
	info, err := f.root.Stat(name) // before opening: a named pipe would block
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
