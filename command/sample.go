package command

import (
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

// isSample tells whether a line of hosts.txt names the sample site.
func (s *setup) isSample(h config.Host) bool {
	u, err := site.Parse(s.Sample.Host)
	return s.Sample.Host != "" && err == nil && u.Origin() == h.URL.Origin()
}

// serveSample serves the sample site of the settings over HTTP on a free port
// of 127.0.0.1 and lets its name lead there; stop ends it. It does nothing
// unless one of the hosts is the sample.
func (s *setup) serveSample(hosts []config.Host) (stop func(), err error) {
	if s.Download.Downloader != "http" || !slices.ContainsFunc(hosts, s.isSample) {
		return func() {}, nil
	}
	u, err := site.Parse(s.Sample.Host)
	if err != nil || u.Scheme != "http" {
		return nil, usage(fmt.Errorf("[sample] host = %q: must be http://NAME, or empty to switch the sample off", s.Sample.Host))
	}
	folder, err := download.NewFolder(download.FolderOptions{Root: s.Sample.Folder})
	if err != nil {
		return nil, usage(fmt.Errorf("[sample] folder: %w: run it where the sample is, or name other sites in the hosts file", err))
	}
	s.folderNotes(folder)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sample site: %w", err), folder.Close())
	}
	server := &http.Server{Handler: download.Handler(folder), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan struct{})
	go func() { server.Serve(listener); close(ended) }()
	port := u.Port
	if port == "" {
		port = "80"
	}
	s.dial[net.JoinHostPort(u.Host, port)] = listener.Addr().String()
	return func() { server.Close(); <-ended; folder.Close() }, nil
}

// checkFolder looks at the saved site of the downloader folder before anything
// begins.
func (s *setup) checkFolder() error {
	if s.Download.Downloader != "folder" {
		return nil
	}
	folder, err := download.NewFolder(download.FolderOptions{Root: s.Download.Folder})
	if err != nil {
		return usage(fmt.Errorf("[download] folder: %w", err))
	}
	s.folderNotes(folder)
	return folder.Close()
}

// folderNotes tells what was left out of a folder's _redirects.
func (s *setup) folderNotes(f *download.Folder) {
	for _, note := range f.Notes() {
		s.warn("%s", note)
	}
}
