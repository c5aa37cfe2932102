package run

import (
	"reflect"
	"strings"
	"testing"

	"sitegraph/config"
)

// TestSpec: workers get the sites and settings as they were submitted, and no others; each site is in one group, with
// those that share a server.
func TestSpec(t *testing.T) {
	s, err := config.Load(config.Sources{Overrides: map[string]string{"sites.max_depth": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	list := "http://a.example/x;3;2;100 # name: A; tags: b, c\na.test = b.test, *.c.test\nhttp://www.a.example/\n"
	hosts, _, err := config.ReadHosts(strings.NewReader(list), "hosts.txt", *s)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := SpecOf(NewConfig(*s, "out"), hosts)
	if err != nil {
		t.Fatal(err)
	}
	text, err := spec.JSON()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadSpec(text)
	if err != nil || !reflect.DeepEqual(again, spec) || !reflect.DeepEqual(again.Hosts, hosts) {
		t.Errorf("%+v\nwant %+v, %v", again, spec, err)
	}
	if want := map[string]string{"sites.max_depth": "5"}; !reflect.DeepEqual(spec.Settings, want) {
		t.Errorf("settings %v, want %v", spec.Settings, want)
	}
	first, err := spec.Group(1)
	if err != nil || len(spec.Groups()) != 2 || len(first) != 2 || first[1].URL.Host != "www.a.example" {
		t.Errorf("%d groups, the first %+v, %v", len(spec.Groups()), first, err)
	}
	for _, n := range []int{0, 3} {
		if _, err := spec.Group(n); err == nil {
			t.Errorf("there is a group %d", n)
		}
	}
	if _, err := ReadSpec([]byte("{")); err == nil {
		t.Error("a damaged job is read")
	}
}
