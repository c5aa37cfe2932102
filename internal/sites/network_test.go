package sites

import (
	"fmt"
	"net"
	"strings"
)

// network are connections, headers, lengths and statuses. It is never changed.
var network = map[string]Case{
	"refused": {Doc: "nobody listens at the port", Alone: true, open: openRefused,
		Gets: only("/", "unreachable refused: connection refused", "ended", "unreachable")},
	"dies": {Doc: "stops to listen once the home page is sent", Alone: true, open: openDying,
		Gets: only("/", "page", "/case", "failed refused: connection refused", "/calm/1",
			"failed refused: connection refused")},
	"dns": {Doc: "the host name does not resolve", Alone: true, open: openNowhere,
		Gets: only("/", "unreachable dns: no such host", "ended", "unreachable")},
	"ipv6": {Doc: "listens on IPv6 only, at [::1]", open: openIPv6, handler: landing, Gets: at("page")},
	"reset-at-once": {Doc: "resets the connection after the request", handler: reset(""),
		Gets: at("failed reset: connection ended before the headers")},
	"reset-in-headers": {Doc: "resets the connection in the middle of the headers",
		handler: reset("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"),
		Gets:    at("failed truncated: connection ended in the headers")},
	"reset-in-line": {Doc: "resets the connection in the middle of a header line",
		handler: reset("HTTP/1.1 200 OK\r\nContent-Ty"),
		Gets:    at("failed reset: connection ended before the headers")},
	"reset-in-body": {Doc: "resets the connection in the middle of the body",
		handler: reset(ok + "Content-Length: 1000\r\n\r\n<p>half"),
		Gets:    at("failed reset: connection ended in the body")},
	"closed-at-once": {Doc: "closes the connection without an answer", handler: send(""),
		Gets: at("failed reset: connection ended before the headers")},
	"closed-in-headers": {Doc: "closes the connection in the middle of a header line",
		handler: send(ok + "X-Half"),
		Gets:    at("failed truncated: connection ended in the headers")},
	"silent": {Doc: "takes the request and never answers", handler: drip("", ""),
		Gets: at("failed timeout: no headers within 1s")},
	"slow-headers": {Doc: "sends a byte of its headers every 100 ms",
		handler: drip("", ok+"X-Slow: "+strings.Repeat("y", 500)),
		Gets:    at("failed timeout: no headers within 1s")},
	"slow-body": {Doc: "sends a byte of its body every 100 ms", handler: drip(ok+"\r\n<p>", "."),
		Gets: at("failed timeout: no whole answer within 2s")},
	"endless-body": {Doc: "sends a body that never ends", handler: pour(ok+"\r\n<p>", "and so on "),
		Gets: at("failed too-large: body over 1048576 bytes")},
	"endless-chunks": {Doc: "sends chunks without end",
		handler: pour(ok+"Transfer-Encoding: chunked\r\n\r\n", "400\r\n"+strings.Repeat("<p>and on and on", 64)+"\r\n"),
		Gets:    at("failed too-large: body over 1048576 bytes")},
	"endless-download": {Doc: "sends a film that never ends, where no HTML is",
		handler: pour("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", "film"),
		Gets:    at("not-html video/mp4")},
	"length-short": {Doc: "announces fewer bytes than it sends",
		handler: send(ok + "Content-Length: 9\r\n\r\n<p>short</p><a href=/behind>not announced</a>"),
		Gets:    at("page", "/behind", "")},
	"length-long": {Doc: "announces more bytes than it sends", handler: send(ok + "Content-Length: 900\r\n\r\n<p>long"),
		Gets: at("failed truncated: body shorter than announced, or its chunks broken")},
	"length-huge": {Doc: "announces 8 EiB", handler: send(ok + "Content-Length: 9223372036854775807\r\n\r\n<p>huge"),
		Gets: at("failed too-large: body over 1048576 bytes")},
	"length-negative": {Doc: "announces −1 bytes", handler: send(ok + "Content-Length: -1\r\n\r\n<p>negative"),
		Gets: at("failed syntax: malformed or repeated Content-Length")},
	"length-twice": {Doc: "announces two different lengths",
		handler: send(ok + "Content-Length: 3\r\nContent-Length: 8\r\n\r\n<p>twice"),
		Gets:    at("failed syntax: malformed or repeated Content-Length")},
	"chunks-broken": {Doc: "writes nonsense where a chunk's size belongs",
		handler: send(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n<p>on\r\nzz\r\n"),
		Gets:    at("failed truncated: body shorter than announced, or its chunks broken")},
	"chunks-cut": {Doc: "closes the connection before the last chunk",
		handler: send(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n<p>on\r\n"),
		Gets:    at("failed truncated: body shorter than announced, or its chunks broken")},
	"http-1.0": {Doc: "answers in HTTP/1.0, without a length",
		handler: send("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>old"),
		Gets:    at("page")},
	"http-0.9": {Doc: "answers with a body alone, as HTTP/0.9 did", handler: send("<html><p>older</html>"),
		Gets: at("failed protocol: the answer is not HTTP")},
	"huge-header": {Doc: "sends a header of 1 MiB",
		handler: send(ok + "X-Huge: " + strings.Repeat("h", 1<<20) + "\r\n\r\n<p>huge"),
		Gets:    at("failed header: headers over 131072 bytes")},
	"endless-headers": {Doc: "sends headers without end", handler: pour(ok, "X-On: and on\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"many-headers": {Doc: "sends 5,000 headers, 90 KB in all",
		handler: send(ok + strings.Repeat("X-Many: headers\r\n", 5000) + "\r\n<p>many"),
		Gets:    at("page")},
	"header-without-colon": {Doc: "sends a header line without a colon",
		handler: send(ok + "nonsense\r\n\r\n<p>nonsense"),
		Gets:    at("page")},
	"status-word": {Doc: "has a word where the status belongs", handler: send("HTTP/1.1 abc OK\r\n\r\n"),
		Gets: at("failed protocol: malformed status code")},
	"status-none": {Doc: "has nothing where the status belongs", handler: send("HTTP/1.1\r\n\r\n"),
		Gets: at("failed protocol: the answer is not HTTP")},
	"status-999": {Doc: "answers with status 999",
		handler: send("HTTP/1.1 999 No\r\nContent-Type: text/html\r\n\r\n<p>no"), Gets: at("status 999")},
	"status-000": {Doc: "answers with status 000",
		handler: send("HTTP/1.1 000 No\r\nContent-Type: text/html\r\n\r\n<p>no"), Gets: at("status 0")},
	"no-http": {Doc: "speaks another protocol", handler: send("SSH-2.0-OpenSSH_9.9\r\n"),
		Gets: at("failed protocol: the answer is not HTTP")},
	"continue-first": {Doc: "sends 100 and 103 before its answer",
		handler: send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + ok +
			"\r\n<p>at last"),
		Gets: at("page")},
	"continue-forever": {Doc: "sends 100 without end", handler: pour("", "HTTP/1.1 100 Continue\r\n\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"status-101": {Doc: "switches to a protocol nobody asked for",
		handler: send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nxyz"),
		Gets:    at("status 101")},
	"status-204": {Doc: "answers with 204 No Content",
		handler: send("HTTP/1.1 204 No Content\r\nContent-Type: text/html\r\n\r\n"), Gets: at("status 204")},
	"status-206": {Doc: "answers with 206 and a part nobody asked for",
		handler: send("HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\n" +
			"Content-Range: bytes 0-3/9\r\nContent-Length: 4\r\n\r\n<p>p"),
		Gets: at("status 206")},
	"status-304": {Doc: "answers with 304 where no condition was", handler: send("HTTP/1.1 304 Not Modified\r\n\r\n"),
		Gets: at("status 304")},
	"two-answers": {Doc: "sends a second answer that nobody asked for",
		handler: send(ok + "Content-Length: 8\r\n\r\n<p>first" + ok +
			"Content-Length: 26\r\n\r\n<a href=/smuggled>more</a>"),
		Gets: at("page", "/smuggled", "")},
	"no-type": {Doc: "sends a page without a Content-Type", handler: send("HTTP/1.1 200 OK\r\n\r\n<p>what"),
		Gets: at("not-html no Content-Type")},
	"keep-alive-closed": {Doc: "promises to keep the connection and closes it",
		handler: send(ok + "Connection: keep-alive\r\nContent-Length: 7\r\n\r\n<p>kept"),
		Gets:    at("page")},
}

// at is what /case gets, and further pairs of name and value.
func at(state string, more ...string) map[string]string {
	gets := only(more...)
	gets["/case"] = state
	return gets
}

// only makes a map of pairs.
func only(pairs ...string) map[string]string {
	gets := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		gets[pairs[i]] = pairs[i+1]
	}
	return gets
}

// openRefused names port 1 (tcpmux), where nobody listens. Another test may be given a
// port that was free a moment ago.
func openRefused(s *Site) error {
	s.Origin = "http://127.0.0.1:1"
	return nil
}

// openNowhere names a host that cannot be, since a label has 63 bytes at most: no name server need be asked.
func openNowhere(s *Site) error {
	s.Origin = "http://" + strings.Repeat("n", 64) + ".invalid"
	return nil
}

// openIPv6 serves on the loopback address of IPv6.
func openIPv6(s *Site) error {
	if err := s.plain("[::1]:0"); err != nil {
		return fmt.Errorf("%w: this machine has no IPv6", err)
	}
	return nil
}

// openDying closes its port when it is asked for the home page, and answers.
func openDying(s *Site) error {
	l, err := s.listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.Origin = "http://" + l.Addr().String()
	s.accept(l, func(c net.Conn) {
		target, err := readTarget(c)
		if err != nil {
			return
		}
		if target == "/" {
			l.Close()
		}
		body, _ := ordinary(target)
		lastAnswer(c, target, body)
	})
	return nil
}
