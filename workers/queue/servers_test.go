package queue

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
)

// moved is a crawler whose groups have the addresses at.
type moved struct {
	crawler
	at map[int]netip.Addr
}

func (m moved) Addresses(_ context.Context, g Group) []netip.Addr {
	return []netip.Addr{m.at[g.Number]}
}

// A group whose sites move to a server waits for other groups there, unless the address is in Apart.
func TestMoved(t *testing.T) {
	old, cdn := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("198.51.100.1")
	server := old.Next()
	for name, c := range map[string]struct {
		at      map[int]netip.Addr // the groups' current addresses
		waiting bool
	}{
		"to the server of another": {map[int]netip.Addr{1: server, 2: server}, true},
		"both to a new one":        {map[int]netip.Addr{1: cdn.Next(), 2: cdn.Next()}, true},
		"to a CDN":                 {map[int]netip.Addr{1: cdn, 2: cdn}, false},
		"nowhere":                  {map[int]netip.Addr{1: old, 2: server}, false},
	} {
		w := newWorld(t)
		j := Job{Name: "a", Version: "1", Groups: 2, Crawl: []byte(`{}`), Servers: &Servers{Most: 9,
			Apart: []netip.Prefix{netip.PrefixFrom(cdn, 32)}, Groups: map[netip.Addr][]int{old: {1}, server: {2}}}}
		must(t, Submit(t.Context(), w.queue(), w.store, j))
		var mutex sync.Mutex
		var underWay, most int
		var once sync.Once
		second := make(chan bool) // closed once the second group is there or waits
		one, says := w.worker("one", moved{crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
			mutex.Lock()
			underWay++
			if most = max(most, underWay); most == 2 {
				once.Do(func() { close(second) })
			}
			mutex.Unlock()
			<-second
			mutex.Lock()
			defer mutex.Unlock()
			underWay--
			return crawler{}.Crawl(ctx, g, folder)
		}}, c.at})
		say := one.Say
		one.Say = func(format string, values ...any) {
			say(format, values...)
			if strings.Contains(says.all(), "it waits") {
				once.Do(func() { close(second) })
			}
		}
		must(t, one.Run(t.Context()))
		if got := w.collected("a"); !slices.Equal(got, []string{"a 1/2", "a 2/2"}) || (most == 2) == c.waiting {
			t.Errorf("%s: %q, %d at once:\n%s", name, got, most, says.all())
		}
	}
}
