package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"sitegraph/extractor/download"
	"sitegraph/site"
)

// serveSample serves the sample site of the settings over HTTP on a free port
// of 127.0.0.1 and lets its name lead there; stop ends it. Without a sample
// it does nothing.
func (s *setup) serveSample() (stop func(), err error) {
	if s.Sample.Host == "" || s.Download.Downloader != "http" {
		return func() {}, nil
	}
	u, err := site.Parse(s.Sample.Host)
	if err != nil || u.Scheme != "http" {
		return nil, usage(fmt.Errorf("[sample] host = %q: must be http://NAME, or empty to switch the sample off", s.Sample.Host))
	}
	folder, err := download.NewFolder(download.FolderOptions{Root: s.Sample.Folder})
	if err != nil {
		return nil, usage(fmt.Errorf("[sample] folder: %w: empty [sample] host switches the sample off", err))
	}
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
