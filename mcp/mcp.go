package mcp

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sitegraph/results"
	"sitegraph/run"
	"sitegraph/site"
)

// Options configure a server.
type Options struct {
	Folders []string       // result folders, or folders of result folders; each question looks at them again
	Version string         // of the program
	State   results.Inputs // finds the saved state, which alone knows earlier moments and answers
	Job     run.Job        // reads archives and saved sites
}

// Server answers one program.
type Server struct {
	options Options
	crawls  crawls
}

// New returns a server. It reads nothing before the first question.
func New(o Options) *Server { return &Server{options: o, crawls: crawls{folders: o.Folders}} }

// Serve answers questions from in until in or ctx ends.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	if s.crawls.temp, err = os.MkdirTemp("", "sitegraph-mcp-"); err != nil {
		return fmt.Errorf("a folder for indexes: %w", err)
	}
	defer func() {
		s.crawls.close()
		err = errors.Join(err, os.RemoveAll(s.crawls.temp))
	}()
	w := writing{&sync.Mutex{}, out}
	lines := &messages{from: in, in: bufio.NewReader(in), out: w}
	err = s.server().Run(ctx, answering{&sdk.IOTransport{Reader: lines, Writer: w}})
	if ctx.Err() != nil {
		return nil // the usual end
	}
	return err
}

// tools has the instructions, and a section for each tool.
//
//go:embed tools.txt
var tools string

func (s *Server) server() *sdk.Server {
	about, _, _ := strings.Cut(tools, "#")
	server := sdk.NewServer(&sdk.Implementation{Name: "sitegraph", Version: s.options.Version},
		&sdk.ServerOptions{Instructions: strings.TrimSpace(about)})
	add(server, "sites", s.sites)
	add(server, "summary", s.summary)
	add(server, "why", s.why)
	add(server, "page", s.page)
	add(server, "path", s.path)
	add(server, "in_links", s.inLinks)
	add(server, "neighbours", s.neighbours)
	add(server, "problems", s.problems)
	add(server, "reach", s.reach)
	add(server, "table", s.table)
	add(server, "compare", s.compare)
	add(server, "rank", s.rank)
	add(server, "what_if", s.whatIf)
	return server
}

// add adds a tool that changes nothing. A fault of the program becomes an error of the tool.
func add[In any](server *sdk.Server, name string, answer func(context.Context, In) (any, error)) {
	tool := toolNamed(name)
	handle := func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		out, err := within(ctx, func() (any, error) {
			out, err := answer(ctx, in)
			if err != nil {
				return nil, short(err)
			}
			asked, can := any(in).(interface{ limited() bool })
			text, err := brief(out, can && asked.limited())
			return json.RawMessage(text), err
		})
		return nil, out, err
	}
	sdk.AddTool(server, tool, handle)
}

func toolNamed(name string) *sdk.Tool {
	_, text, _ := strings.Cut(tools, "# "+name+"\n")
	text, _, _ = strings.Cut(text, "\n")
	return &sdk.Tool{Name: name, Description: text,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)}}
}

const longestFault = 2000 // bytes of an error, which may quote a URL of any length

func short(err error) error {
	text := err.Error()
	if len(text) <= longestFault {
		return err
	}
	return errors.New(strings.ToValidUTF8(text[:longestFault/2]+" ... "+text[len(text)-longestFault/2:], ""))
}

// within runs work that ignores contexts, and abandons it when the context ends. A fault becomes an error.
func within(ctx context.Context, work func() (any, error)) (any, error) {
	type result struct {
		out any
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.err = site.Safely(func() (err error) {
			r.out, err = work()
			return err
		})
		done <- r
	}()
	select {
	case r := <-done:
		return r.out, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

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
