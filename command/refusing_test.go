package command

import (
	"net"
	"testing"
)

// refusing is the URL of a host that refuses connections. Its port is that of the near end of a connection, so that no
// server of another test can have it meanwhile.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	c, err := net.Dial("tcp", l.Addr().String())
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return "http://" + c.LocalAddr().String()
}
