//go:build linux

package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
)

// On a full disk (a tmpfs, mounted by root) writes are refused with a message, and nothing is lost.
func TestFullDisk(t *testing.T) {
	s := newWebsite(t, 20)
	b := serve(t, web.Options{})
	if err := syscall.Mount("tmpfs", b.desk.Folder, "tmpfs", 0, "size=160m"); err != nil {
		t.Skipf("no tmpfs can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(b.desk.Folder, syscall.MNT_DETACH) })
	must(t, os.Mkdir(filepath.Join(b.desk.Folder, ".tables"), 0o755))
	at := b.project("one", s.URL)
	b.finish(at, desk.Start)
	before := console.Results(t, filepath.Join(b.desk.Folder, "one"))
	ballast := filepath.Join(b.desk.Folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 160<<20), 0o644); err == nil {
		t.Fatal("the disk is not full")
	}
	const kind = "Content-Type"
	strike := map[string]any{"rows": []string{`["pages","` + s.URL + `/p8"]`}, "out": true}
	b.send("POST", at+"/struck", strike, nil, http.StatusInsufficientStorage)
	status, text, _ := b.ask("POST", at+"/struck", `{"rows": ["no identity"]}`, kind, "application/json")
	console.Equal(t, status, http.StatusBadRequest, "no identity", text)
	status, text, _ = b.ask("PUT", at+"/settings", settings+"# more\n")
	if status != http.StatusInsufficientStorage || !strings.Contains(text, "The disk is full") {
		t.Errorf("settings: %d %s", status, text)
	}
	o := b.finish(at, desk.Fresh)
	if o.Crawl == nil || !strings.Contains(o.Crawl.Error, "the disk is full") || o.Counts[desk.Done] != 1 {
		t.Errorf("a crawl on a full disk: %+v", o)
	}
	must(t, os.Remove(ballast))
	b.do(at, desk.Start)
	console.Equal(t, b.await(at, desk.Idle).Crawl.Error, "", "with space")
	after := console.Results(t, filepath.Join(b.desk.Folder, "one"))
	for name, text := range before {
		console.Equal(t, after[name], text, name)
	}
	b.send("POST", at+"/struck", strike, nil, http.StatusOK)
}
