package scope

import (
	"bytes"
	"strings"
)

// LongestTandem is the greatest number of segments that are looked for in a row.
const LongestTandem = 16

// IsTandem reports whether a sequence of segments stands more than limit times in
// a row in a path, as in /a/b/a/b/. Sequences of numbers may: dates have them.
func IsTandem(path []byte, limit int) bool {
	if bytes.Count(path, []byte("/")) <= limit {
		return false
	}
	segments := strings.Split(strings.Trim(string(path), "/"), "/")
	for size := 1; size <= min(LongestTandem, len(segments)/(limit+1)); size++ {
		run, words := 0, false // of segments that are as the one size before
		for i := size; i < len(segments); i++ {
			if segments[i] != segments[i-size] {
				run, words = 0, false
				continue
			}
			words = words || strings.Trim(segments[i], "0123456789") != ""
			if run++; run >= size*limit && words {
				return true
			}
		}
	}
	return false
}

// IsMiswritten reports whether a normalized URL shows that a link was written wrongly, in a way that leads
// ever deeper: its path has the site's own host name as a folder (href="www.example.com/" without http://),
// or a parameter begins with amp; twice (&amp;amp;).
func IsMiswritten(url []byte) bool {
	path, query, _ := bytes.Cut(url, []byte("?"))
	if bytes.HasPrefix(query, []byte("amp;amp;")) || bytes.Contains(query, []byte("&amp;amp;")) {
		return true
	}
	_, rest, _ := bytes.Cut(path, []byte("://"))
	host, path, _ := bytes.Cut(rest, []byte("/"))
	host, _, _ = bytes.Cut(host, []byte(":"))
	name := string(bytes.TrimPrefix(host, []byte("www.")))
	if !strings.Contains(name, ".") {
		return false
	}
	for folder, more, found := bytes.Cut(path, []byte("/")); found; folder, more, found = bytes.Cut(more, []byte("/")) {
		if strings.TrimPrefix(strings.ToLower(string(folder)), "www.") == name {
			return true
		}
	}
	return false
}
