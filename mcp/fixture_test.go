package mcp_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sitegraph/command"
)

const museum = "http://museum.example"

// crawled are the result folders that tests ask about, made once.
var crawled struct{ whole, part, later string }

// TestMain crawls the sample site: whole, stopped after five pages, and after a page was removed.
func TestMain(m *testing.M) {
	temp, err := os.MkdirTemp("", "mcp-test-")
	if err == nil {
		err = os.Chdir("..")
	}
	if err != nil {
		panic(err)
	}
	later := filepath.Join(temp, "museum")
	if err := os.CopyFS(later, os.DirFS("testdata/sites/museum")); err != nil {
		panic(err)
	}
	if err := os.Remove(filepath.Join(later, "exhibitions", "summer.html")); err != nil {
		panic(err)
	}
	crawled.whole = crawl(filepath.Join(temp, "whole"), nil)
	crawled.part = crawl(filepath.Join(temp, "part"), nil, "--max-pages", "5")
	crawled.later = crawl(filepath.Join(temp, "later"), []string{"SITEGRAPH_SAMPLE_FOLDER=" + later})
	code := m.Run()
	if err := os.RemoveAll(temp); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// crawl crawls the sample site and returns its result folder.
func crawl(dir string, env []string, args ...string) string {
	args = append([]string{"-q", "-O", dir, "--export", "csv,links,aliases,external,bad,ledger,stats"}, args...)
	var said strings.Builder
	code := command.Main(strings.NewReader(""), io.Discard, &said, args, env)
	if code != 0 && code != 3 {
		panic(said.String())
	}
	return filepath.Join(dir, "result", "museum.example")
}

// program is a program that asks.
type program struct {
	*testing.T
	session *sdk.ClientSession
}

// connect starts the command mcp in this process, as a client of the SDK does it.
func connect(t *testing.T, folders ...string) program {
	t.Helper()
	in, toIt := io.Pipe()
	fromIt, out := io.Pipe()
	var said strings.Builder
	ended := make(chan int, 1)
	go func() {
		ended <- command.Main(in, out, &said, append([]string{"mcp"}, folders...), nil)
		out.Close()
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
	session, err := client.Connect(context.Background(), &sdk.IOTransport{Reader: fromIt, Writer: toIt}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		if code := <-ended; code != 0 || said.Len() > 0 {
			t.Errorf("exit code %d: %s", code, said.String())
		}
	})
	return program{t, session}
}

// call calls a tool and returns its text, and whether it is an error.
func (p program) call(tool string, in map[string]any) (text string, failed bool) {
	p.Helper()
	res, err := p.session.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		p.Fatalf("%s %v: %v", tool, in, err)
	}
	for _, c := range res.Content {
		text += c.(*sdk.TextContent).Text
	}
	return text, res.IsError
}

// ask calls a tool that answers, and reads the answer.
func (p program) ask(tool string, in map[string]any, answer any) {
	p.Helper()
	text, failed := p.call(tool, in)
	if failed {
		p.Fatalf("%s %v: %s", tool, in, text)
	}
	if err := json.Unmarshal([]byte(text), answer); err != nil {
		p.Fatalf("%s %v: %v in %s", tool, in, err, text)
	}
}

// expected reads one of the tables that were worked out by hand, without its header.
func expected(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "sites", "museum.expected", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}
