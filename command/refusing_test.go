package command

import (
	"net"
	"testing"
)

// refusing returns the URL of a host that refuses connections; its port stays taken, so no other test can get it.
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
