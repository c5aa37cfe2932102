package commands

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/internal/console"
	"sitegraph/run"
	"sitegraph/workers/objects"
	"sitegraph/workers/queue"
)

// names looks names up in a text with a name and its addresses per line.
func names(text string) lookup {
	return func(_ context.Context, host string) (all []netip.Addr, err error) {
		for line := range strings.Lines(text) {
			if fields := strings.Fields(line); len(fields) > 0 && fields[0] == host {
				for _, a := range fields[1:] {
					all = append(all, netip.MustParseAddr(a))
				}
				return all, nil
			}
		}
		return nil, errors.New("no such host")
	}
}

// Sites with one address form groups up to the limit. Addresses in the table do not count. want has each group in
// brackets, with its sites and the servers that they share.
func TestServers(t *testing.T) {
	table := console.Write(t, filepath.Join(t.TempDir(), "cdn"), "# ours\n198.51.100.0/24 #\n\n2001:db8::/32\n")
	const one = "a.test 192.0.2.1\nb.test 192.0.2.1\nc.test 192.0.2.1\nx.a.test 192.0.2.9\ny.a.test 192.0.2.1\n" +
		"z.a.test 192.0.2.1"
	for _, c := range []struct {
		sites, at, want string
		most            int
	}{
		{"a.test b.test c.test", "a.test 192.0.2.1\nb.test 192.0.2.2\nc.test 192.0.2.1",
			"[a.test=a.test c.test=a.test] [b.test=]", 9},
		{"a.test b.test c.test", one, "[a.test=] [b.test=] [c.test=]", 0},
		{"a.test b.test c.test", one, "[a.test=a.test b.test=a.test] [c.test=]", 2},
		{"x.a.test y.a.test b.test", one, "[x.a.test= y.a.test=y.a.test b.test=y.a.test]", 9},
		{"y.a.test z.a.test b.test", one, "[y.a.test=y.a.test z.a.test=y.a.test] [b.test=]", 2},
		{"a.test b.test c.test", "a.test 192.0.2.1 2001:db9::1\nb.test ::ffff:192.0.2.1\nc.test 2001:db9::1",
			"[a.test=a.test b.test=a.test c.test=a.test]", 9},
		{"a.test b.test c.test", "a.test 198.51.100.7 2001:db8::1\nb.test 198.51.100.7\nc.test 2001:db8::1",
			"[a.test=] [b.test=] [c.test=]", 9},
		{"192.0.2.1 b.test gone.test", one, "[192.0.2.1=192.0.2.1 b.test=192.0.2.1] [gone.test=]", 9},
		{"a.test=c.test,*.d.test d2.test", "c.test 192.0.2.1\nd2.test 192.0.2.1\n",
			"[a.test=a.test d2.test=a.test]", 9},
	} {
		by := servers{names(c.at), c.most, table}
		j, err := by.job(t.Context(), emptyStore(t), "job", specOf(t, strings.Fields(c.sites)))
		must(t, err)
		spec, err := readSpec(j.Crawl)
		must(t, err)
		var got []string
		for _, g := range spec.Groups() {
			var sites []string
			for _, h := range g.Hosts {
				sites = append(sites, h.URL.Host+"="+h.Server)
			}
			got = append(got, fmt.Sprint(sites))
		}
		console.Equal(t, strings.Join(got, " "), c.want, c.sites, c.at)
		console.Equal(t, j.Groups, len(got), c.sites)
	}
	_, err := servers{table: console.Write(t, table, "\n192.0.2.1\n")}.apart()
	console.Fails(t, err, `cdn:2: "192.0.2.1" is not a network`)
}

func emptyStore(t *testing.T) objects.Store {
	t.Helper()
	store, err := objects.Open(t.TempDir(), nil)
	must(t, err)
	return store
}

func specOf(t *testing.T, sites []string) run.Spec {
	t.Helper()
	s, err := config.Load(config.Sources{})
	must(t, err)
	hosts, _, err := config.ReadHosts(strings.NewReader(strings.Join(sites, "\n")), "hosts.txt", *s)
	must(t, err)
	spec, err := run.SpecOf(run.NewConfig(*s, t.TempDir()), hosts)
	must(t, err)
	return spec
}

// A job's names are looked up only once, even if it is submitted again. 250 addresses make 250 groups.
func TestServersKept(t *testing.T) {
	server, err := queue.Serve("127.0.0.1:0", t.TempDir())
	must(t, err)
	defer server.Close()
	q, err := (&services{nats: server.URL()}).connect(t.Context(), "test")
	must(t, err)
	defer q.Close()
	var sites, before, after []string
	for i := range 400 {
		sites = append(sites, fmt.Sprintf("site-%d.test", i))
		before = append(before, fmt.Sprintf("%s 192.0.2.%d", sites[i], i%250))
		after = append(after, sites[i]+" 192.0.2.1")
	}
	store := emptyStore(t)
	for _, at := range [][]string{before, after} {
		by := servers{lookup: names(strings.Join(at, "\n")), most: 9}
		j, err := by.job(t.Context(), store, "job", specOf(t, sites))
		must(t, err)
		console.Equal(t, j.Groups, 250, "groups")
		console.Equal(t, fmt.Sprint(j.Servers.Groups[netip.MustParseAddr("192.0.2.7")]), "[8]", "at an address")
		must(t, queue.Submit(t.Context(), q, store, j))
	}
	by := servers{lookup: names(strings.Join(after, "\n")), most: 8}
	other, err := by.job(t.Context(), store, "job", specOf(t, sites))
	if err := errors.Join(err, queue.Submit(t.Context(), q, store, other)); err == nil ||
		!strings.Contains(err.Error(), "choose another name") {
		t.Error("divided in another way:", err)
	}
}
