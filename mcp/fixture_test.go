package mcp_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sitegraph/internal/museum"
	"sitegraph/mcp"
	"sitegraph/results"
	"sitegraph/run"
)

const home, sample = museum.Origin, "../testdata/sites/museum"

// crawled has the result folders that tests ask about. They are made once.
var crawled struct{ whole, part, later string }

// state is the saved state of the whole crawl.
var state results.Inputs

// TestMain crawls the sample site three times: whole, stopped after five pages, and after a page was removed.
func TestMain(m *testing.M) {
	temp, err := os.MkdirTemp("", "mcp-test-")
	if err != nil {
		panic(err)
	}
	later := filepath.Join(temp, "museum")
	err = errors.Join(os.CopyFS(later, os.DirFS(sample)), os.Remove(filepath.Join(later, "exhibitions", "summer.html")))
	if err != nil {
		panic(err)
	}
	crawled.whole = crawl(filepath.Join(temp, "whole"), sample, nil)
	state.Config, err = museum.Config(filepath.Join(temp, "whole"), sample, nil)
	if err != nil {
		panic(err)
	}
	crawled.part = crawl(filepath.Join(temp, "part"), sample, map[string]string{"walk.max_pages": "5"})
	log := filepath.Join(temp, "access.log")
	const line = `192.0.2.1 - - [02/Mar/2026:10:00:00 +0000] "GET %s HTTP/1.1" %d 5 "-" "Firefox/140.0"` + "\n"
	visits := fmt.Sprintf(line, "/about.html", 200) + fmt.Sprintf(line, "/ghost.html", 404)
	if err := os.WriteFile(log, []byte(visits), 0o644); err != nil {
		panic(err)
	}
	crawled.later = crawl(filepath.Join(temp, "later"), later, map[string]string{"export.hits": log})
	code := m.Run()
	if err := os.RemoveAll(temp); err != nil {
		panic(err)
	}
	os.Exit(code)
}

func crawl(dir, sample string, limits map[string]string) (folder string) {
	settings := map[string]string{"export.exporters": "csv,links,aliases,external,bad,ledger,stats"}
	maps.Copy(settings, limits)
	c, err := museum.Config(dir, sample, settings)
	if err == nil {
		folder, err = museum.Crawl(c)
	}
	if err != nil {
		panic(err)
	}
	return folder
}

type program struct {
	*testing.T
	session *sdk.ClientSession
}

// connect starts the server in this process, and an SDK client.
func connect(t *testing.T, folders ...string) program {
	t.Helper()
	job := museum.Job(state.Config)
	job.Download.Downloader = "http" // which the server must not use
	return connectTo(t, mcp.Options{Folders: folders, Version: run.Version, State: state, Job: job})
}

func connectTo(t *testing.T, o mcp.Options) program {
	t.Helper()
	in, toIt := io.Pipe()
	fromIt, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.New(o).Serve(context.Background(), in, out)
		out.Close()
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
	session, err := client.Connect(context.Background(), &sdk.IOTransport{Reader: fromIt, Writer: toIt}, nil)
	must(t, err)
	t.Cleanup(func() {
		session.Close()
		must(t, <-ended)
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

// ask calls a tool that must succeed, and reads its answer.
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

// expected reads a table that was worked out by hand, without its header.
func expected(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open(sample + ".expected/" + name)
	must(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	must(t, err)
	return rows[1:]
}
