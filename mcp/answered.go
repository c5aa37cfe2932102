package mcp

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// answering is a transport that ends only when all questions are answered: who pipes some into the program closes its
// standard input behind the last one.
type answering struct{ sdk.Transport }

// Connect implements sdk.Transport.
func (t answering) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	a := &answered{Connection: c}
	a.change.L = &a.lock
	return a, err
}

type answered struct {
	sdk.Connection
	lock   sync.Mutex
	change sync.Cond
	open   int // questions without an answer
	closed bool
}

// Read implements sdk.Connection. The end comes when there are no open questions.
func (c *answered) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	c.lock.Lock()
	defer c.lock.Unlock()
	if q, ok := m.(*jsonrpc.Request); ok && q.IsCall() {
		c.open++
	}
	for err != nil && c.open > 0 && !c.closed {
		c.change.Wait()
	}
	return m, err
}

// Write implements sdk.Connection.
func (c *answered) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.open--
		c.change.Broadcast()
	}
	return err
}

// Close implements sdk.Connection.
func (c *answered) Close() error {
	c.lock.Lock()
	c.closed = true
	c.change.Broadcast()
	c.lock.Unlock()
	return c.Connection.Close()
}
