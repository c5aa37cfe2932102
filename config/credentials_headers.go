package config

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

func (r *credentialsReader) header(c *credential, value string) error {
	name, value, ok := strings.Cut(value, ":")
	name, value = http.CanonicalHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value)
	if !ok || !isToken(name) || value == "" {
		return errors.New("must be written header = Name: value, with a name of letters, digits and hyphens")
	}
	if why := refusedHeader(name); why != "" {
		return fmt.Errorf("%s cannot be set: %s", name, why)
	}
	c.header.Set(name, value)
	return r.once(c, "header "+name)
}

// isToken reports whether a text can name a header or a cookie (RFC 9110 section 5.6.2).
func isToken(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return c <= ' ' || c >= 0x7F || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c)
	})
}

// refusedHeader says why a header of a canonical name is not the user's to set, "" if it is.
func refusedHeader(name string) string {
	switch name {
	case "Host":
		return "it follows from the URL"
	case "Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect":
		return "it is about the connection, and belongs to the program"
	case "Accept-Encoding", "Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since",
		"If-Unmodified-Since":
		return "the program sets it itself"
	case "User-Agent":
		return "use [download] user_agent or contact"
	case "Cookie":
		return "write cookie = name=value, or cookies = FILE"
	}
	if strings.HasPrefix(name, "Proxy-") {
		return "it is about the proxy, and belongs to the program"
	}
	return ""
}
