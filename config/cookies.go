package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sitegraph/site"
)

// cookie is a line of a file of cookies, or one in the file of credentials.
type cookie struct {
	name, value string
	domain      string // without a dot before it
	subdomains  bool   // also sent to subdomains
	path        string
	secure      bool  // sent over https only
	expires     int64 // Unix time, 0 for the end of a session
}

func (k cookie) fits(u site.URL) bool {
	if k.secure && u.Scheme != "https" {
		return false
	}
	return u.Host == k.domain || k.subdomains && strings.HasSuffix(u.Host, "."+k.domain)
}

func cookieHeader(cookies []cookie, path string) string {
	var pairs []string
	for _, k := range cookies {
		rest, ok := strings.CutPrefix(path, k.path)
		if ok && (rest == "" || rest[0] == '/' || strings.HasSuffix(k.path, "/")) {
			pairs = append(pairs, k.name+"="+k.value)
		}
	}
	return strings.Join(pairs, "; ")
}

// isCookieValue reports whether a text can be the value of a cookie: visible ASCII without semicolons.
func isCookieValue(text string) bool {
	return !strings.ContainsFunc(strings.TrimSpace(text), func(c rune) bool {
		return c <= ' ' || c == ';' || c >= 0x7F
	})
}

// readCookies reads a file of cookies in the format of Netscape, which browser extensions, curl and wget write: seven
// fields separated by tabs (domain, subdomains too, path, https only, expiry, name, value). It skips lines of other
// hosts.
func readCookies(file, host string) (all []cookie, err error) {
	data, err := readSecret(file)
	if err != nil {
		return nil, err
	}
	line := 0
	for row := range strings.SplitSeq(lineEnds.Replace(string(data)), "\n") {
		line++
		row = strings.TrimPrefix(row, "#HttpOnly_") // a cookie hidden from scripts, not a comment
		domain, _, ok := strings.Cut(row, "\t")
		domain = strings.ToLower(strings.TrimPrefix(domain, "."))
		other := ok && domain != "" && domain != host && !strings.HasSuffix(host, "."+domain)
		if other || strings.TrimSpace(row) == "" || row[0] == '#' {
			continue
		}
		k, err := readCookie(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		all = append(all, k)
	}
	return all, nil
}

// readCookie reads a line. The error does not quote it.
func readCookie(row string) (k cookie, err error) {
	fields := strings.Split(row, "\t")
	if len(fields) == 6 {
		fields = append(fields, "") // an editor removed the tab at the end
	}
	if len(fields) != 7 {
		return k, fmt.Errorf("expected seven fields separated by tabs (cookies.txt of Netscape, as extensions of "+
			"browsers, curl and wget write it), found %d", len(fields))
	}
	expires, _, _ := strings.Cut(fields[4], ".")
	if k.expires, err = strconv.ParseInt(expires, 10, 64); err != nil {
		return k, fmt.Errorf("the fifth field must be the expiry in seconds since 1970, or 0")
	}
	k.subdomains, k.secure = strings.EqualFold(fields[1], "TRUE"), strings.EqualFold(fields[3], "TRUE")
	k.domain = strings.ToLower(strings.TrimPrefix(fields[0], "."))
	k.path, k.name, k.value = fields[2], fields[5], fields[6]
	odd := func(c rune) bool { return c < ' ' || c == ';' || c == 0x7F } // like curl, spaces and any script are allowed
	if k.domain == "" || !strings.HasPrefix(k.path, "/") || !isToken(k.name) || strings.ContainsFunc(k.value, odd) {
		return k, fmt.Errorf("not a cookie: the domain, the path (from /), the name or the value is wrong")
	}
	return k, nil
}

// cookie takes "name=value", which every request to the site sends.
func (r *credentialsReader) cookie(c *credential, value string) error {
	name, value, ok := strings.Cut(value, "=")
	if name = strings.TrimSpace(name); !ok || !isToken(name) || !isCookieValue(value) {
		return errors.New("must be written cookie = name=value, one cookie a line")
	}
	c.cookies = append(c.cookies, cookie{name: name, value: strings.TrimSpace(value), path: "/"})
	return r.once(c, "cookie "+name)
}

// cookies takes the name of a file of cookies, relative to the folder of this file.
func (r *credentialsReader) cookies(c *credential, value string) error {
	if err := r.once(c, "cookies"); err != nil {
		return err
	}
	path := value
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(r.file), path)
	}
	u, _ := site.Parse(r.of + "/")
	all, err := readCookies(path, u.Host)
	if errors.Is(err, os.ErrNotExist) && strings.Contains(value, "=") { // do not quote a secret
		return errors.New("must be the name of a file; a single cookie is written cookie = name=value")
	}
	if err != nil {
		return err
	}
	var expired int
	before := len(c.cookies)
	for _, k := range all {
		switch {
		case !k.fits(u):
		case k.expires != 0 && k.expires <= r.now.Unix():
			expired++
		default:
			c.cookies = append(c.cookies, k)
		}
	}
	if expired > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s: cookies for %s have expired (%d) and are not sent: log in "+
			"with a browser and export them again", path, r.of, expired))
	} else if len(c.cookies) == before {
		return fmt.Errorf("%s has no cookie for %s", path, r.of)
	}
	return nil
}
