package linked

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/site"
)

// web maps URLs to answers. A "HEAD " prefix limits an answer to HEAD. All other URLs give a 404.
type web map[string]site.Response

type deny struct{}

func (deny) Allowed(target string) bool { return !strings.HasPrefix(target, "/private") }

type asker struct {
	web    web
	origin string
	mu     *sync.Mutex
	asked  map[string]int
	busy   map[string]bool
	twice  *bool // set if two requests reach a host at once
}

func (a *asker) Download(ctx context.Context, r site.Request) site.Response {
	method := map[bool]string{true: "HEAD ", false: "GET "}[r.Head]
	a.mu.Lock()
	a.asked[method+r.URL.String()]++
	*a.twice = *a.twice || a.busy[a.origin]
	a.busy[a.origin] = true
	a.mu.Unlock()
	defer func() { a.mu.Lock(); a.busy[a.origin] = false; a.mu.Unlock() }()
	if ctx.Err() != nil {
		return site.Response{Failure: site.Failure{Class: site.FailCancelled}}
	}
	for _, key := range []string{method + r.URL.String(), r.URL.String()} {
		if answer, ok := a.web[key]; ok {
			return answer
		}
	}
	return site.Response{Status: 404}
}

type checking struct {
	web   web
	hosts int
	stop  func(kept int) bool
	asked map[string]int
	kept  map[string]site.LinkCheck
}

func (c *checking) check(t *testing.T, targets []*site.Linked) {
	t.Helper()
	var mu sync.Mutex
	twice := false
	busy := map[string]bool{}
	if c.asked == nil {
		c.asked, c.kept = map[string]int{}, map[string]site.LinkCheck{}
	}
	open := func(origin site.URL) Host {
		a := &asker{web: c.web, origin: origin.Origin(), mu: &mu, asked: c.asked, busy: busy, twice: &twice}
		return Host{Downloader: a, Robots: func(context.Context) (Rules, site.RobotsSeen) {
			switch origin.Host {
			case "dead.example":
				return nil, site.RobotsSeen{Why: site.RobotsNoAnswer, Failure: site.Failure{Class: site.FailDNS}}
			case "busy.example":
				return nil, site.RobotsSeen{Why: site.RobotsStatus, Status: 503}
			}
			return deny{}, site.RobotsSeen{}
		}}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := Check(ctx, targets, Options{Open: open, Hosts: c.hosts, MaxRedirects: 3, Stop: func() bool { return false },
		Keep: func(key string, check site.LinkCheck) error {
			c.kept[key] = check
			if c.stop != nil && c.stop(len(c.kept)) {
				cancel()
			}
			return nil
		}})
	if err != nil || twice {
		t.Fatal(err, "two requests to one host at the same time:", twice)
	}
}

func targetsOf(urls ...string) (all []*site.Linked) {
	for _, u := range urls {
		all = append(all, &site.Linked{Key: u, URL: u})
	}
	return all
}

func redirect(status int, to string) site.Response {
	return site.Response{Status: status, Location: to}
}

// sample is a web with an example of every case.
var sample = web{
	"http://a.example/ok":        {Status: 204},
	"HEAD http://a.example/head": {Status: 405}, "GET http://a.example/head": {Status: 200},
	"HEAD http://a.example/reset": {Failure: site.Failure{Class: site.FailReset}},
	"GET http://a.example/reset":  {Status: 200},
	"HEAD http://a.example/hang":  {Failure: site.Failure{Class: site.FailTimeout}},
	"GET http://a.example/hang":   {Status: 200},
	"HEAD http://a.example/moved": redirect(302, "/none"), "GET http://a.example/moved": {Status: 200},
	"HEAD http://a.example/turns": redirect(302, "/turns"), "GET http://a.example/turns": redirect(302, "/ok"),
	"HEAD http://a.example/away": redirect(302, "http://dead.example/"), "GET http://a.example/away": {Status: 403},
	"http://a.example/slow":   {Failure: site.Failure{Class: site.FailTimeout, Detail: "no headers"}},
	"http://a.example/secret": {Status: 403},
	"http://a.example/wall":   {Status: 200, Refused: "cloudflare"},
	"http://a.example/odd":    {Status: 304},
	"http://a.example/local":  {Failure: site.Failure{Class: site.FailRefusal, Detail: "private"}},
	"http://a.example/1":      redirect(301, "http://b.example/2"), "http://b.example/2": redirect(302, "/3"),
	"http://b.example/3": {Status: 200}, "http://a.example/lost": redirect(301, "http://b.example/none"),
	"http://a.example/loop": redirect(301, "/loop2"), "http://a.example/loop2": redirect(301, "/loop"),
	"http://a.example/cookie":    {Status: 302, Location: "/cookie", SetsCookie: true},
	"http://a.example/nowhere":   {Status: 302},
	"http://a.example/mail":      redirect(302, "mailto:x"),
	"http://a.example/hidden":    redirect(302, "/private/x"),
	"http://a.example/endless":   redirect(302, "/e1"),
	"http://a.example/e1":        redirect(302, "/e2"),
	"http://a.example/e2":        redirect(302, "/e3"),
	"http://a.example/e3":        redirect(302, "/e4"),
	"http://a.example/to-dead":   redirect(307, "http://dead.example/"),
	"https://a.example/ok":       {Status: 200},
	"http://a.example:8080/ok":   {Status: 500},
	"http://a.example/throttled": {Status: 429},
}

// TestCheck checks what each kind of answer means. The expected values were written by hand.
func TestCheck(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.example/ok":        "ok 204",
		"http://a.example/head":      "ok 200 GET",
		"http://a.example/reset":     "ok 200 GET",
		"http://a.example/none":      "broken 404 GET",
		"http://a.example/hang":      "ok 200 GET",
		"http://a.example/moved":     "ok 200 GET",
		"http://a.example/turns":     "ok 204 GET 302 http://a.example/turns > http://a.example/ok",
		"http://a.example/away":      "denied 403 GET",
		"http://a.example/slow":      "failed 0 GET [timeout: no headers]",
		"http://a.example/secret":    "denied 403 GET",
		"http://a.example/wall":      "denied 200 [by cloudflare: a challenge or a denial in place of the page]",
		"http://a.example/throttled": "denied 429",
		"http://a.example/odd":       "odd 304",
		"http://a.example/local":     "private 0 [private]",
		"http://a.example/private/x": "robots 0 [forbidden by robots.txt of the host]",
		"http://dead.example/x":      "failed 0 [dns]",
		"http://busy.example/x":      "robots 503 [robots.txt: status 503]",
		"http://a.example/1":         "ok 200 301 http://a.example/1 302 http://b.example/2 > http://b.example/3",
		"http://a.example/lost":      "broken 404 GET 301 http://a.example/lost > http://b.example/none",
		"http://a.example/loop": "broken 301 GET [redirect: loop] 301 http://a.example/loop " +
			"301 http://a.example/loop2",
		"http://a.example/cookie":  "denied 302 [redirect: loop that sets a cookie] 302 http://a.example/cookie",
		"http://a.example/nowhere": "broken 302 GET [redirect: no Location] 302 http://a.example/nowhere",
		"http://a.example/mail":    "broken 302 GET [redirect: scheme mailto] 302 http://a.example/mail",
		"http://a.example/hidden": "robots 0 [forbidden by robots.txt of the host] 302 http://a.example/hidden > " +
			"http://a.example/private/x",
		"http://a.example/endless": "broken 302 GET [redirect: more than 3 redirects] 302 http://a.example/endless " +
			"302 http://a.example/e1 302 http://a.example/e2 302 http://a.example/e3",
		"http://a.example/to-dead": "failed 0 GET [dns] 307 http://a.example/to-dead > http://dead.example/",
		"https://a.example/ok":     "ok 200",
		"http://a.example:8080/ok": "broken 500 GET",
	} {
		targets := targetsOf(url)
		c := checking{web: sample, hosts: 2}
		c.check(t, targets)
		if got := shown(targets[0].Check); got != want || !reflect.DeepEqual(c.kept[url], targets[0].Check) {
			t.Errorf("%s\ngot  %s\nwant %s", url, got, want)
		}
	}
}

func shown(c site.LinkCheck) string {
	text := fmt.Sprintf("%s %d", c.State, c.Status)
	if c.Get {
		text += " GET"
	}
	if why := c.Why(); why != "" && why != fmt.Sprintf("status %d", c.Status) {
		text += " [" + strings.TrimPrefix(why, "refusal: ") + "]"
	}
	for _, h := range c.Hops {
		text += fmt.Sprintf(" %d %s", h.Status, h.URL)
	}
	if c.URL != "" {
		text += " > " + c.URL
	}
	return text
}

// TestCheckAnyOrder checks that results do not depend on how many hosts are requested at once or how often checks are
// cut off, and that nothing is requested twice.
func TestCheckAnyOrder(t *testing.T) {
	urls := slices.DeleteFunc(slices.Sorted(maps.Keys(sample)), func(u string) bool {
		return !strings.HasPrefix(u, "http")
	})
	urls = append(urls, "http://dead.example/1", "http://dead.example/2", "http://c.example/gone")
	whole := checking{web: sample, hosts: 1}
	whole.check(t, targetsOf(urls...))
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := checking{web: sample, hosts: 1 + r.IntN(4), stop: func(int) bool { return r.IntN(3) == 0 }}
		for round := 0; len(c.kept) < len(urls); round++ {
			if round > 10*len(urls) {
				t.Fatal("the checks do not end")
			}
			before := maps.Clone(c.asked)
			targets := targetsOf(urls...)
			for _, l := range targets {
				l.Check = c.kept[l.Key]
			}
			known := maps.Clone(c.kept)
			c.check(t, targets)
			for key := range known {
				if c.asked["HEAD "+key] > before["HEAD "+key] && !redirected(key) {
					t.Errorf("%s was checked, and is asked for again", key)
				}
			}
		}
		if !reflect.DeepEqual(c.kept, whole.kept) {
			t.Fatalf("seed %d\ngot  %v\nwant %v", seed, c.kept, whole.kept)
		}
	}
}

func redirected(key string) bool {
	for _, answer := range sample {
		if answer.Location != "" && strings.HasSuffix(key, strings.TrimPrefix(answer.Location, "http://b.example")) {
			return true
		}
	}
	return false
}

// TestKeepFails checks that a journal that cannot be written ends the checks.
func TestKeepFails(t *testing.T) {
	full := errors.New("the disk is full")
	err := Check(t.Context(), targetsOf("http://a.example/1", "http://b.example/2", "http://c.example/3"), Options{
		Hosts: 1, Stop: func() bool { return false },
		Open: func(site.URL) Host {
			nobody := &asker{mu: &sync.Mutex{}, asked: map[string]int{}, busy: map[string]bool{}, twice: new(bool)}
			return Host{Downloader: nobody, Robots: func(context.Context) (Rules, site.RobotsSeen) {
				return deny{}, site.RobotsSeen{}
			}}
		},
		Keep: func(string, site.LinkCheck) error { return full }})
	if !errors.Is(err, full) {
		t.Error(err)
	}
}
