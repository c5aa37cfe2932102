package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sitegraph/config"
	"sitegraph/extractor/download"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// within opens what the sites share, crawls, and closes it again.
func (r *runner) within(ctx context.Context, crawl func(ctx context.Context) error) (err error) {
	if r.job.Now == nil {
		r.job.Now = time.Now
	}
	if err := r.readCredentials(); err != nil {
		return err
	}
	stopSample, err := r.serveSample()
	if err != nil {
		return err
	}
	defer stopSample()
	if err := checkSavedSite(r.Download, r.job.Observer.Notice); err != nil {
		return err
	}
	if ctx, err = r.readArchive(ctx); err != nil {
		return err
	}
	if err := r.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	return crawl(ctx)
}

func (r *runner) open() error {
	if err := os.MkdirAll(filepath.Dir(r.stateDir), 0o755); err != nil {
		return fmt.Errorf("output folder: %w: choose another one with -O", err)
	}
	st, err := r.openOrReplace()
	if err != nil {
		return err
	}
	r.store, r.records = st, records{st}
	if r.logs, err = openLogs(r.Config, r.job.Screen); err != nil {
		return errors.Join(err, st.Close())
	}
	return nil
}

func (r *runner) close() error {
	err := errors.Join(r.logs.Close(), r.store.Close())
	if r.archive != nil {
		err = errors.Join(err, withAdvice(r.archive.Close()))
	}
	if r.captures != nil {
		err = errors.Join(err, r.captures.Close())
	}
	if damage := r.damage.Load(); damage != nil {
		err = errors.Join(err, *damage)
	}
	return err
}

// openOrReplace opens the state folder. If its files are damaged and all sites begin from scratch, it replaces them.
func (r *runner) openOrReplace() (*store.Store, error) {
	st, err := openState(r.Store, r.stateDir)
	if !errors.Is(err, store.ErrDamaged) || !r.job.FromScratch {
		return st, err
	}
	r.job.Observer.Notice(err.Error() + ": the state of all sites in it is removed")
	if err := store.Remove(r.stateDir); err != nil {
		return nil, err
	}
	return openState(r.Store, r.stateDir)
}

func openState(s config.Store, dir string) (*store.Store, error) {
	return store.Open(store.Options{Dir: dir, Sync: s.Sync, Memory: s.Store == "memory"})
}

// readCredentials reads the settings' file of secrets, if there is one and pages come from the web.
func (r *runner) readCredentials() error {
	path := r.InputPath(r.Download.Credentials)
	if path == "" || r.Download.Downloader != "http" {
		return nil
	}
	var notes []string
	var err error
	if r.credentials, notes, err = config.ReadCredentials(path, r.job.Now()); err != nil {
		return Usage("%w", err)
	}
	r.job.Observer.Notice(notes...)
	sites := r.credentials.Sites()
	named := slices.ContainsFunc(r.job.Hosts, func(h config.Host) bool {
		members := site.NewMembers(h.Members)
		return slices.ContainsFunc(sites, func(origin string) bool {
			u, err := site.Parse(origin)
			return err == nil && (site.SameSite(u, h.URL) || members.Has(u))
		})
	})
	if !named {
		r.job.Observer.Notice(fmt.Sprintf("[download] credentials: no site of this run is %s; scheme, host and "+
			"port must match", strings.Join(sites[:min(len(sites), 5)], ", ")))
	}
	return nil
}

// Settled gives hosts without a scheme their earlier crawl's scheme. This is http if the state has only that.
func (c Config) Settled(hosts []config.Host) []config.Host {
	open := func(h config.Host) bool { return h.SchemeOpen }
	if c.Store.Store == "memory" || !slices.ContainsFunc(hosts, open) {
		return hosts
	}
	crawled, _ := store.Summarised(c.StateDir()) // opening the state reports the error
	named := map[string]bool{}
	for _, h := range hosts {
		named[h.URL.Origin()] = true
	}
	for i, h := range hosts {
		if plain := overHTTP(h); open(h) && !crawled[h.URL.Origin()] && crawled[plain.URL.Origin()] &&
			!named[plain.URL.Origin()] {
			hosts[i] = plain
		}
	}
	return hosts
}

func overHTTP(h config.Host) config.Host {
	h.SchemeOpen, h.URL.Scheme = false, "http"
	h.Further = slices.Clone(h.Further)
	for i := range h.Further {
		h.Further[i].Scheme = "http"
	}
	return h
}

// IsSample reports whether a line names the sample site.
func (c Config) IsSample(h config.Host) bool {
	u, err := site.Parse(c.Sample.Host)
	return c.Sample.Host != "" && err == nil && u.Origin() == h.URL.Origin()
}

// serveSample serves the sample site, if it is among the hosts, on a free port of 127.0.0.1 until stop.
func (r *runner) serveSample() (stop func(), err error) {
	if r.Download.Downloader != "http" || !slices.ContainsFunc(r.job.Hosts, r.IsSample) {
		return func() {}, nil
	}
	u, err := site.Parse(r.Sample.Host)
	if err != nil || u.Scheme != "http" {
		return nil, Usage("[sample] host = %q: must be http://NAME, or empty to switch the sample off", r.Sample.Host)
	}
	folder, err := download.NewFolder(r.Sample.Folder, 0, nil)
	if err != nil {
		return nil, Usage("[sample] folder: %w: run it where the sample is, or name other sites in the hosts file", err)
	}
	r.job.Observer.Notice(folder.Notes()...) // of its _redirects
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sample site: %w", err), folder.Close())
	}
	server := &http.Server{Handler: download.Handler(folder), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() { server.Serve(listener); close(ended) }()
	r.dial[net.JoinHostPort(u.Host, cmp.Or(u.Port, "80"))] = listener.Addr().String()
	return func() { server.Close(); <-ended; folder.Close() }, nil
}

// checkSavedSite opens the folder of a saved site once before the crawl, to report errors early.
func checkSavedSite(d config.Download, notice func(...string)) error {
	if d.Downloader != "folder" {
		return nil
	}
	folder, err := download.NewFolder(d.Folder, 0, nil)
	if err != nil {
		return Usage("[download] folder: %w", err)
	}
	notice(folder.Notes()...) // of its _redirects
	return folder.Close()
}

// hostNotes keeps decisions about the hosts of a site as notes in the state. If a host was public, or had some private
// addresses, when it was first reached, it stays so in all runs.
type hostNotes struct {
	store *store.Store
	site  string // name of its journal
}

const (
	addressesNote = "addresses " // prefix of a note's name; the host follows
	publicHost    = "public"     // note on a host without private addresses
)

// Decided reads the note on a host.
func (n hostNotes) Decided(host string) (private []netip.Addr, ok bool, err error) {
	text, ok, err := n.store.Note(n.site, addressesNote+host)
	if !ok || err != nil || text == publicHost {
		return nil, ok, err
	}
	for field := range strings.FieldsSeq(text) {
		ip, err := netip.ParseAddr(field)
		if err != nil {
			return nil, false, fmt.Errorf("state: addresses of %s: %w: crawl from scratch with --fresh", host, err)
		}
		private = append(private, ip)
	}
	return private, true, nil
}

// Decide writes the note on a host.
func (n hostNotes) Decide(host string, private []netip.Addr) error {
	text := publicHost
	if len(private) > 0 {
		text = strings.Trim(fmt.Sprint(private), "[]")
	}
	return n.store.SetNote(n.site, addressesNote+host, text)
}
