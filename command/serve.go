package command

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sitegraph/config"
	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/mcp"
	"sitegraph/run"
	"sitegraph/site"
)

const usualAddress = "127.0.0.1:8642"

type serveFlags struct {
	listen, tokenFile, gephiLite string
	hosts                        []string
	closed                       bool // does not open the browser
}

func newServe(a *app) *cobra.Command {
	var f serveFlags
	cmd := texts("serve")
	cmd.Args, cmd.ValidArgsFunction, cmd.PreRunE = atMostOneFolder, completeFolders, refuseOthers
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		a.progress = newProgress("none", a.flags.quiet, a.err)
		a.show.open(a.out, false, a.flags.quiet)
		return serveDesk(cmd.Context(), a, append(args, "projects")[0], f)
	}
	cmd.Flags().StringVar(&f.listen, "listen", usualAddress,
		"`address` and port; any other than loopback needs --token-file")
	cmd.Flags().StringVar(&f.tokenFile, "token-file", "",
		"`file` with the token that users must enter, 16 characters or more")
	cmd.Flags().StringSliceVar(&f.hosts, "host", nil, "`name` by which browsers may call the desk, besides localhost")
	cmd.Flags().BoolVar(&f.closed, "no-open", false, "do not open the browser")
	cmd.Flags().StringVar(&f.gephiLite, "gephi-lite", "",
		"`URL` of the Gephi Lite that opens graphs, and may read files")
	return &cmd
}

func atMostOneFolder(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return run.Usage("%s takes one folder; got %q", cmd.CommandPath(), args)
	}
	for _, folder := range args {
		listen := bareNumber.ReplaceAllString(folder, "127.0.0.1:$0")
		_, port, _ := net.SplitHostPort(listen)
		if _, err := os.Stat(folder); err != nil && port != "" {
			return run.Usage("%s takes a folder, and there is none named %s: for an address write --listen %s",
				cmd.CommandPath(), folder, listen)
		}
	}
	return nil
}

// serveDesk serves a folder until a signal comes.
func serveDesk(ctx context.Context, a *app, folder string, f serveFlags) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", f.listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		const text = "%s is in use: stop the program there, or choose another port with --listen 127.0.0.1:PORT"
		return fmt.Errorf(text, f.listen)
	}
	if err != nil {
		return run.Usage("--listen %s: %w", f.listen, err)
	}
	defer l.Close()
	o := desk.Options{Folder: folder, Env: a.env, Log: log.New(a.err, "sitegraph: ", log.LstdFlags)}
	if a.workers != nil {
		if o.Workers, err = a.workers(ctx); err != nil {
			return err
		}
	}
	d, err := desk.Open(o)
	if err != nil {
		return err
	}
	server, err := web.New(d, options)
	if err != nil {
		return errors.Join(err, d.Close(ctx))
	}
	ctx, release := stopBySignal(ctx, func() { a.progress.Notice("stopping: crawls write their files") })
	defer release()
	fmt.Fprintf(a.show.people, "The desk of %s: http://%s/ (Ctrl-C stops it)\n", folder, l.Addr())
	if program := browser(runtime.GOOS, a.variable); interactive(a.in, a.err) && !f.closed && program != nil {
		// If it fails, the line above shows the desk's address.
		_ = exec.Command(program[0], append(program[1:], "http://"+l.Addr().String())...).Start()
	}
	return server.Serve(ctx, l)
}

// browser returns the command that opens an address here, or nil if nobody would see it.
func browser(system string, variable func(name string) string) []string {
	switch {
	case variable("SSH_CONNECTION") != "":
		return nil
	case system == "darwin":
		return []string{"open"}
	case system == "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case variable("DISPLAY") != "" || variable("WAYLAND_DISPLAY") != "":
		return []string{"xdg-open"}
	}
	return nil
}

func (f *serveFlags) options() (o web.Options, err error) {
	host, _, err := net.SplitHostPort(f.listen)
	if err != nil {
		return o, run.Usage("--listen %q: write ADDRESS:PORT, such as 127.0.0.1:8642", f.listen)
	}
	o.Hosts, o.AnyAddress = f.hosts, site.IsOpen(host)
	if o.AnyAddress && f.tokenFile == "" {
		return o, run.Usage("--listen %s: others can reach this address; give a --token-file", f.listen)
	}
	if f.tokenFile != "" {
		if o.Token, err = readToken(f.tokenFile); err != nil {
			return o, err
		}
	}
	if f.gephiLite != "" {
		o.GephiLite, err = url.Parse(f.gephiLite)
		if err != nil || o.GephiLite.Host == "" || o.GephiLite.Scheme != "http" && o.GephiLite.Scheme != "https" {
			return o, run.Usage("--gephi-lite %q: write a URL, such as https://gephi.org/gephi-lite/", f.gephiLite)
		}
		if o.Token != "" {
			return o, run.Usage("--gephi-lite: Gephi Lite cannot send the token of --token-file; remove one of the two")
		}
	}
	return o, nil
}

const shortestToken = 16

func readToken(path string) (string, error) {
	text, err := config.ReadSecret(path)
	if err != nil {
		return "", run.Usage("--token-file: %w", err)
	}
	token := strings.TrimSpace(text)
	if len(token) < shortestToken {
		return "", run.Usage("--token-file %s: the token has %d characters; write %d or more, at random",
			path, len(token), shortestToken)
	}
	return token, nil
}

// runMCP answers until the input ends or a signal comes.
func (a *app) runMCP(ctx context.Context, args []string) error {
	for _, folder := range args {
		if _, err := os.Stat(folder); err != nil {
			return run.Usage("sitegraph mcp: %w: name result folders", err)
		}
	}
	if len(args) == 0 {
		args = []string{a.config.Path(a.config.Export.ResultFolder)}
	}
	in := a.inputs(a.config.Details())
	in.Copy, in.NoBelief = true, true
	a.progress = newProgress("none", true, a.err)
	job := a.job(nil)
	if _, err := os.Stat(job.ArchiveDir()); err == nil {
		job.Download.WARC = true // as the crawl had it, perhaps by a flag
	}
	ctx, release := stopBySignal(ctx, func() {})
	defer release()
	return mcp.New(mcp.Options{Folders: args, Version: run.Version, State: in, Job: job}).Serve(ctx, a.in, a.out)
}
