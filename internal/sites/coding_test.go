package sites

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
)

// coding are content codings. It is never changed.
var coding = map[string]Case{
	"gzip-bomb": {Doc: "sends 10 KB of gzip that become 10 MiB", prepare: bomb("gzip", 10<<20, 1),
		Gets: at("failed too-large: body over 1048576 bytes")},
	"gzip-bomb-twice": {Doc: "sends gzip of gzip of 100 MiB", prepare: bomb("gzip, gzip", 100<<20, 2),
		Gets: at("failed too-large: body over 1048576 bytes")},
	"gzip-broken": {Doc: "sends gzip with a wrong checksum", handler: coded("gzip", spoilt(squeezed(1000, 1))),
		Gets: at("failed encoding: body is not valid gzip")},
	"gzip-cut": {Doc: "sends half of a gzip stream, with the length of the half",
		handler: coded("gzip", squeezed(1<<20, 1)[:300]),
		Gets:    at("failed encoding: gzip body ends too early")},
	"gzip-not": {Doc: "says gzip and sends plain HTML", handler: coded("gzip", []byte("<!DOCTYPE html><p>plain")),
		Gets: at("failed encoding: body is not valid gzip")},
	"gzip-empty": {Doc: "says gzip and sends nothing", handler: coded("gzip", nil), Gets: at("page")},
	"gzip-tail": {Doc: "sends gzip with garbage behind it",
		handler: coded("gzip", append(squeezed(1000, 1), "seven bytes of garbage"...)),
		Gets:    at("page")},
	"gzip-unasked": {Doc: "sends gzip without saying so", handler: coded("", squeezed(1000, 1)), Gets: at("page")},
	"br-broken": {Doc: "sends garbage as Brotli", handler: coded("br", bytes.Repeat([]byte{0xff, 0x00, 0x55}, 300)),
		Gets: at("failed encoding: body is not valid br")},
	"zstd-broken": {Doc: "sends garbage as Zstandard", handler: coded("zstd", []byte("garbage garbage garbage")),
		Gets: at("failed encoding: body is not valid zstd")},
	"coding-none": {Doc: "names a content coding that nobody knows", handler: coded("x-made-up", []byte("<p>?")),
		Gets: at("page")},
	"coding-unknown": {Doc: "names a content coding of old", handler: coded("compress", []byte("<p>?")),
		Gets: at(`failed encoding: unknown content coding "compress"`)},
	"codings-many": {Doc: "names 1,000 content codings",
		handler: coded(strings.Repeat("gzip, ", 999)+"gzip", []byte("?")),
		Gets:    at("failed encoding: 1000 content codings, more than 4")},
}

// coded answers with a body under a content coding.
func coded(name string, body []byte) handler {
	return func(_ *Site, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if name != "" {
			w.Header().Set("Content-Encoding", name)
		}
		w.Write(body)
	}
}

// bomb makes a case answer with a page of n bytes, gzipped that many times. That
// takes a while, so it is done when the case is served.
func bomb(name string, n, times int) func(*Case) {
	return func(c *Case) { c.handler = coded(name, squeezed(n, times)) }
}

// squeezed is a page of n bytes, gzipped that many times.
func squeezed(n, times int) []byte {
	from := io.MultiReader(strings.NewReader("<p>"), io.LimitReader(spaces{}, int64(n)))
	var out bytes.Buffer
	for range times {
		out = bytes.Buffer{}
		z := gzip.NewWriter(&out)
		io.Copy(z, from)
		z.Close()
		from = bytes.NewReader(out.Bytes())
	}
	return out.Bytes()
}

// spaces is a stream of spaces.
type spaces struct{}

// Read fills p.
func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// spoilt changes the checksum at the end of a gzip stream.
func spoilt(z []byte) []byte {
	z[len(z)-5] ^= 0xff
	return z
}
