package run

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"sitegraph/config"
	"sitegraph/extractor/download"
	"sitegraph/site"
)

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
