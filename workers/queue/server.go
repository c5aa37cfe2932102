package queue

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sitegraph/site"
)

// Server is a NATS server in this program.
type Server struct{ server *server.Server }

// serverTime is how long a server may take to get ready.
const serverTime = 30 * time.Second

// Serve starts a server at HOST:PORT (port 0 is any free one). It keeps its data in a folder and confirms data once it
// is on disk. If address is a NATS configuration file, this decides everything.
func Serve(address, folder string) (*Server, error) {
	options, err := serverOptions(address, folder)
	if err != nil {
		return nil, err
	}
	if err := checkOpen(options); err != nil {
		return nil, fmt.Errorf("NATS server at %s: %w", address, err)
	}
	options.NoSigs, options.NoLog = true, true
	s, err := server.NewServer(options)
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

func serverOptions(address, folder string) (*server.Options, error) {
	if info, err := os.Stat(address); err == nil && info.Mode().IsRegular() {
		o, err := server.ProcessConfigFile(address)
		if err != nil {
			return nil, fmt.Errorf("NATS configuration file: %w", err)
		}
		return o, nil
	}
	host, text, err := net.SplitHostPort(address)
	port, numberErr := strconv.Atoi(text)
	if err = cmp.Or(err, numberErr); err != nil {
		return nil, fmt.Errorf("%q: must be HOST:PORT, such as 127.0.0.1:4222, or a NATS configuration file: %w",
			address, err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return &server.Options{Host: host, Port: port, JetStream: true, StoreDir: folder, SyncAlways: true,
		ServerName: "sitegraph"}, nil
}

// checkOpen refuses a server that others can use without a password, since workers crawl anything in the queue.
func checkOpen(o *server.Options) error {
	users := o.Username != "" || o.Authorization != "" || len(o.Users)+len(o.Nkeys) > 0 || o.TLSVerify ||
		len(o.TrustedOperators)+len(o.TrustedKeys) > 0 || o.AuthCallout != nil
	if site.IsOpen(o.Host) && (!users || o.NoAuthUser != "") {
		return errors.New("others can reach this address: use a NATS configuration file with a password " +
			"(authorization), see docs/many-machines.md")
	}
	c := o.Cluster
	if c.Port != 0 && site.IsOpen(c.Host) && c.Username == "" && c.TLSConfig == nil {
		return errors.New("others can reach the address of its cluster: add authorization there, too")
	}
	return nil
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.server.ClientURL() }

// Close stops the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
