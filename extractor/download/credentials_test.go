package download

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sitegraph/site"
)

type secrets struct {
	origin string
	header http.Header
}

func (s secrets) For(u site.URL) http.Header {
	if u.Origin() != s.origin {
		return nil
	}
	return s.header
}

// TestCredentials: secrets are sent to their site alone, and are in no archive, nor is a cookie that answers them.
func TestCredentials(t *testing.T) {
	var asked []http.Header
	serve := func() *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Header)
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "S3CRET"})
			http.Redirect(w, r, "/", http.StatusFound)
		}))
		t.Cleanup(s.Close)
		return s
	}
	own, other := serve(), serve()
	kept := &tapes{}
	h := newHTTP(t, HTTPOptions{Recorder: kept,
		Credentials: secrets{own.URL, http.Header{"Authorization": {"Bearer S3CRET"}, "Accept-Language": {"fr"}}}})
	for _, address := range []string{own.URL, other.URL, own.URL} {
		u, err := site.Parse(address + "/")
		must(t, err)
		if answer := h.Download(context.Background(), site.Request{URL: u}); !answer.SetsCookie {
			t.Errorf("%+v: no cookie", answer)
		}
	}
	for i, want := range []string{"Bearer S3CRET", "", "Bearer S3CRET"} {
		if got := asked[i].Get("Authorization"); got != want || asked[i].Get("Accept") != accept {
			t.Errorf("request %d has %v", i, asked[i])
		}
		e := kept.all[i]
		if strings.Contains(string(e.Request), "S3CRET") || !strings.Contains(string(e.Request), "Accept-Encoding") {
			t.Errorf("request %d is kept as %s", i, e.Request)
		}
		if strings.Contains(string(e.Head), "S3CRET") != (want == "") ||
			!strings.Contains(string(e.Head), "Set-Cookie:") {
			t.Errorf("answer %d is kept as %s", i, e.Head)
		}
	}
}
