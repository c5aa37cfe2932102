package cluster

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server in this program.
type Server struct{ server *server.Server }

// serverTime is how long a server may take until it is ready.
const serverTime = 30 * time.Second

// Serve starts a server at an address, HOST:PORT, that keeps what it has in a folder. What it has confirmed is on the
// disk. Port 0 is any free one.
func Serve(address, folder string) (*Server, error) {
	host, text, err := net.SplitHostPort(address)
	port, numberErr := strconv.Atoi(text)
	if err = errors.Join(err, numberErr); err != nil {
		return nil, fmt.Errorf("address %q: must be HOST:PORT, such as 127.0.0.1:4222: %w", address, err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{Host: host, Port: port, JetStream: true, StoreDir: folder,
		SyncAlways: true, NoSigs: true, NoLog: true, ServerName: "sitegraph"})
	if err != nil {
		return nil, fmt.Errorf("NATS server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(serverTime) {
		s.Shutdown()
		return nil, fmt.Errorf("NATS server at %s: not ready after %v: is the address in use, and %s writable?",
			address, serverTime, folder)
	}
	return &Server{s}, nil
}

// URL is where clients connect.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close stops the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
