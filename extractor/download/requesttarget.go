package download

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

// newRequest makes the request whose request line carries u.Target()
// unchanged. net/url would escape what it takes for wrong ("|", "%zz"), and
// request another URL than the page links to.
func (h *HTTP) newRequest(ctx context.Context, u site.URL) (*http.Request, error) {
	address := &url.URL{Scheme: u.Scheme, Host: u.Host, RawQuery: u.Query, ForceQuery: u.HasQuery}
	if u.Port != "" {
		address.Host += ":" + u.Port
	}
	request := &http.Request{
		Method: http.MethodGet, URL: address, Host: address.Host, Header: h.header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if u.Scheme == "http" { // over https a proxy sees no target
		proxy, err := h.proxyFor(request)
		if err != nil {
			return nil, err
		}
		if proxy != nil {
			address.Opaque = "//" + address.Host + u.Path
			return request.WithContext(ctx), nil
		}
	}
	setPath(address, u.Path)
	return request.WithContext(ctx), nil
}

// setPath makes address.RequestURI return path as it is. Opaque does that but
// for a path that begins with two slashes; there RawPath helps unless it has
// characters net/url would change, and what is left goes out in absolute form
// ("GET http://host//a|b"), which every server has to take (RFC 9112 section
// 3.2.2).
func setPath(address *url.URL, path string) {
	if !strings.HasPrefix(path, "//") {
		address.Opaque = path
		return
	}
	decoded, err := url.PathUnescape(path)
	address.Path, address.RawPath = decoded, path
	if err != nil || address.EscapedPath() != path {
		address.Opaque = "//" + address.Host + path
	}
}

// headerText returns a header's bytes as UTF-8: as they are if they are
// UTF-8, as browsers read them, else each byte as a character of ISO 8859-1.
func headerText(value string) string {
	if utf8.ValidString(value) {
		return value
	}
	var b strings.Builder
	for i := range len(value) {
		b.WriteRune(rune(value[i]))
	}
	return b.String()
}
