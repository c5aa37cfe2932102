package sites

import (
	"fmt"
	"net"
	"strings"
)

// network are connections, headers, lengths, codings and statuses: one case for each kind of failure, and what no test
// of a package alone shows. It is never changed.
var network = map[string]Case{
	"refused": {Doc: "nobody listens at the port", Alone: true, open: openRefused,
		Gets: only("/", "unreachable refused: connection refused", "ended", "unreachable")},
	"dies": {Doc: "stops to listen once the home page is sent", Alone: true, open: openDying,
		Gets: only("/", "page", "/case", "failed refused: connection refused", "/calm/1",
			"failed refused: connection refused")},
	"dns": {Doc: "the host name does not resolve", Alone: true, open: openNowhere,
		Gets: only("/", "unreachable dns: no such host", "ended", "unreachable")},
	"ipv6": {Doc: "listens on IPv6 only, at [::1]", open: openIPv6, handler: landing, Gets: at("page")},
	"slow-headers": {Doc: "sends a byte of its headers every 100 ms",
		handler: drip("", ok+"X-Slow: "+strings.Repeat("y", 500)),
		Gets:    at("failed timeout: no headers within 1s")},
	"slow-body": {Doc: "sends a byte of its body every 100 ms", handler: drip(ok+"\r\n<p>", "."),
		Gets: at("failed timeout: no whole answer within 2s")},
	"endless-body": {Doc: "sends a body that never ends", handler: pour(ok+"\r\n<p>", "and so on "),
		Gets: at("failed too-large: body over 1048576 bytes")},
	"endless-download": {Doc: "sends a film that never ends, where no HTML is",
		handler: pour("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", "film"),
		Gets:    at("not-html video/mp4")},
	"endless-headers": {Doc: "sends headers without end", handler: pour(ok, "X-On: and on\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"continue-forever": {Doc: "sends 100 without end", handler: pour("", "HTTP/1.1 100 Continue\r\n\r\n"),
		Gets: at("failed header: headers over 131072 bytes")},
	"two-answers": {Doc: "sends a second answer that nobody asked for",
		handler: send(ok + "Content-Length: 8\r\n\r\n<p>first" + ok +
			"Content-Length: 26\r\n\r\n<a href=/smuggled>more</a>"),
		Gets: at("page", "/smuggled", "")},
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
