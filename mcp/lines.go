package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const longestMessage = 16 << 20 // bytes

// messages reads lines of JSON-RPC (https://www.jsonrpc.org/specification), and answers others with an error.
type messages struct {
	from io.Reader
	in   *bufio.Reader // reads from
	out  io.Writer
	rest []byte // of the present line
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil && len(line) == 0 {
			return 0, err
		}
		if code, what := fault(line); code != 0 {
			const text = `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}` + "\n"
			if _, err := fmt.Fprintf(m.out, text, code, what); err != nil {
				return 0, err
			}
			continue
		}
		if m.rest = line; len(line) > 0 {
			m.rest = append(m.rest, '\n')
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// Close closes the input if possible.
func (m *messages) Close() error {
	if c, ok := m.from.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// line reads a line. It cuts one that is too long, but not below the limit.
func (m *messages) line() (line []byte, err error) {
	for {
		part, err := m.in.ReadSlice('\n')
		if len(line) <= longestMessage {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), err
		}
	}
}

// wholeNumber matches an id that all programs read as the same number.
var wholeNumber = regexp.MustCompile(`^-?[0-9]{1,15}$`)

// fault returns the error code and the message for a faulty line, 0 for a correct one.
func fault(line []byte) (code int, what string) {
	var batch []json.RawMessage
	switch {
	case len(line) == 0:
		return 0, ""
	case len(line) > longestMessage:
		return -32600, fmt.Sprintf("Invalid Request: longer than %d bytes", longestMessage)
	case !json.Valid(line):
		return -32700, "Parse error: the line is not JSON"
	case json.Unmarshal(line, &batch) != nil:
		batch = []json.RawMessage{line}
	case len(batch) == 0:
		return -32600, "Invalid Request: an empty batch"
	}
	for _, one := range batch {
		if what := faultOf(one); what != "" {
			return -32600, "Invalid Request: " + what
		}
	}
	return 0, ""
}

// faultOf says what is wrong with a message, "" if nothing.
func faultOf(message []byte) string {
	var m struct{ ID, Method, Params, Result, Error json.RawMessage }
	switch _, err := jsonrpc.DecodeMessage(message); {
	case err != nil || json.Unmarshal(message, &m) != nil:
		return "not a message of JSON-RPC 2.0"
	case m.Method == nil && m.Result == nil && m.Error == nil:
		return "there is no method"
	case m.ID != nil && m.ID[0] != '"' && !wholeNumber.Match(m.ID):
		return "id must be a string or a whole number"
	case m.Params != nil && m.Params[0] != '{' && m.Params[0] != '[':
		return "params must be an object"
	}
	return ""
}

// writing writes one message at a time. Closing it does nothing.
type writing struct {
	lock *sync.Mutex
	to   io.Writer
}

func (w writing) Write(p []byte) (int, error) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.to.Write(p)
}

func (writing) Close() error { return nil }

// answering is a transport that ends when everything is answered, because pipes close stdin after the last question.
type answering struct{ sdk.Transport }

func (t answering) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	return &answered{Connection: c}, err
}

type answered struct {
	sdk.Connection
	open sync.WaitGroup // questions without an answer
}

// Read implements sdk.Connection. It returns the end only when there are no open questions.
func (c *answered) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if q, ok := m.(*jsonrpc.Request); ok && q.IsCall() {
		c.open.Add(1)
	}
	if err != nil {
		ended := make(chan struct{})
		go func() { c.open.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-ctx.Done():
		}
	}
	return m, err
}

func (c *answered) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		c.open.Done()
	}
	return err
}
