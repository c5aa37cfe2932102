package web_test

import (
	"archive/zip"
	"net/http"
	"strings"
	"testing"

	"sitegraph/desk/web"
)

// TestEverything: all files of a project come as a zip with its name; pages of other sites cannot ask for one.
func TestEverything(t *testing.T) {
	b := serve(t, web.Options{})
	at := b.project("all files", "http://a.example")
	status, text, header := b.ask("GET", at+"/everything.zip", "")
	if status != http.StatusOK || header.Get("Content-Disposition") != `attachment; filename="all files.zip"` {
		t.Errorf("%d, %q", status, header)
	}
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil || len(z.File) != 2 || z.File[0].Name != "all files/hosts.txt" {
		t.Errorf("%+v, %v", z, err)
	}
	status, _, _ = b.ask("GET", at+"/everything.zip", "", "Sec-Fetch-Site", "cross-site")
	if status != http.StatusForbidden {
		t.Errorf("asked for by another site: %d", status)
	}
	if status, _, _ := b.ask("GET", "/api/projects/none/everything.zip", ""); status != http.StatusNotFound {
		t.Errorf("of no project: %d", status)
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
