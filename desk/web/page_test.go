package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/web"
)

// TestPageOf: a URL is answered with what links to it, how one comes to it, and where it leads.
func TestPageOf(t *testing.T) {
	s := newWebsite(t, 30) // page i links to 2i+1, 2i+2 and 7i modulo 30
	b := serve(t, web.Options{})
	at := b.project("one", s.URL)
	of := func(address string) string {
		return at + "/page?site=" + url.QueryEscape(s.URL) + "&url=" + url.QueryEscape(address)
	}
	b.send("GET", of(s.URL+"/p3"), nil, nil, http.StatusNotFound) // nothing is known yet
	b.do(at, desk.Start)
	b.await(at, desk.Idle)
	type list struct {
		Total, Cut int
		Items      []struct{ URL, State string }
	}
	var got struct {
		State    string
		In       list                `json:"in_links"`
		Out      list                `json:"out_links"`
		Others   list                `json:"links_to_no_page"`
		External struct{ Total int } `json:"external_links"`
		Path     struct {
			Clicks int
			Steps  []struct{ URL string }
		}
	}
	urls := func(l list) (all []string) {
		for _, one := range l.Items {
			all = append(all, strings.TrimPrefix(one.URL, s.URL))
		}
		slices.Sort(all)
		return all
	}
	b.send("GET", of(s.URL+"/p3"), nil, &got, http.StatusOK)
	if !slices.Equal(urls(got.In), []string{"/p1", "/p9"}) ||
		!slices.Equal(urls(got.Out), []string{"/p21", "/p7", "/p8"}) || got.External.Total == 0 {
		t.Errorf("/p3: %+v", got)
	}
	if got.Path.Clicks != 2 || got.Path.Steps[1].URL != s.URL+"/p1" {
		t.Errorf("path %+v", got.Path)
	}
	b.send("GET", of(s.URL+"/p15")+"&rows=1", nil, &got, http.StatusOK)
	if !slices.Equal(urls(got.Others), []string{"/p31"}) || got.Others.Total != 2 || got.Others.Cut != 1 {
		t.Errorf("/p15 leads to two pages that are not there: %+v", got.Others)
	}
	b.send("GET", of(s.URL+"/p31"), nil, &got, http.StatusOK)
	if got.State != "status" || !slices.Equal(urls(got.In), []string{"/p15"}) {
		t.Errorf("/p31: %+v", got)
	}
	for address, want := range map[string]int{s.URL + "/unheard-of": http.StatusNotFound, "a b": http.StatusBadRequest,
		"": http.StatusBadRequest} {
		b.send("GET", of(address), nil, nil, want)
	}
	b.send("GET", at+"/page?site=http://nowhere.example&url=x", nil, nil, http.StatusNotFound)
	if status, _, _ := b.ask("GET", of(s.URL), "", "Sec-Fetch-Site", "cross-site"); status != http.StatusForbidden {
		t.Errorf("a page of another site is answered with %d", status)
	}
}
