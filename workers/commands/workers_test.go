//go:build linux

package commands

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/workers/queue"
)

// crowd has slow sites at different addresses. Each is a group.
type crowd struct {
	mutex sync.Mutex
	sites []*crowdSite
	hold  chan bool // if not nil, keeps requests waiting once a site has answered some
}

// crowdSite is a site with the processes that requested its pages, in order.
type crowdSite struct {
	url   string
	asked map[string]int
	pids  []int
}

const crowdPages = 60

var must = console.Must

func newCrowd(t *testing.T, sites int, slow time.Duration) *crowd {
	t.Helper()
	c := &crowd{}
	for i := range sites {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.%d.%d:0", i/200+1, i%200+1))
		must(t, err)
		s := &crowdSite{url: "http://" + l.Addr().String(), asked: map[string]int{}}
		c.sites = append(c.sites, s)
		answer := loopback.Tangle(crowdPages + i%40)
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if c.note(s, r) > crowdPages/4 && c.hold != nil {
				select {
				case <-c.hold:
				case <-r.Context().Done():
				}
			}
			<-time.After(slow)
			answer(w, r)
		}), ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, askedBy{}, ownerOf(conn.RemoteAddr().String()))
		}}
		go server.Serve(l)
		t.Cleanup(func() { server.Close() })
	}
	return c
}

type askedBy struct{}

func (c *crowd) note(s *crowdSite, r *http.Request) int {
	pid, _ := r.Context().Value(askedBy{}).(int)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	s.pids = append(s.pids, pid)
	if r.URL.Path != "/robots.txt" {
		s.asked[r.URL.Path]++
	}
	return len(s.pids)
}

func (c *crowd) urls() (all []string) {
	for _, s := range c.sites {
		all = append(all, s.url)
	}
	return all
}

func (c *crowd) counts() (all, again int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, s := range c.sites {
		for _, n := range s.asked {
			all, again = all+n, again+n-1
		}
	}
	return all, again
}

// stale counts requests from workers that had lost a site. They come between two requests from another process.
func (c *crowd) stale() (count int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, s := range c.sites {
		last := map[int]int{}
		for i, pid := range s.pids {
			last[pid] = i
		}
		holder := 0
		for i, pid := range s.pids {
			switch {
			case pid == holder || pid == 0:
			case holder != 0 && last[holder] > i && started(s.pids[:i], pid):
				count++ // it had the site before, and the holder continues
			default:
				holder = pid
			}
		}
	}
	return count
}

func started(pids []int, pid int) bool {
	for _, p := range pids {
		if p == pid {
			return true
		}
	}
	return false
}

// ownerOf returns the process at the other end of a connection, or 0 if it is gone.
func ownerOf(address string) int {
	_, text, _ := net.SplitHostPort(address)
	port, _ := strconv.Atoi(text)
	table, _ := os.ReadFile("/proc/net/tcp")
	inode := ""
	for line := range strings.Lines(string(table)) {
		if f := strings.Fields(line); len(f) > 9 && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) {
			inode = "socket:[" + f[9] + "]"
			break
		}
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil && to == inode {
			pid, _ := strconv.Atoi(strings.Split(l, "/")[2])
			return pid
		}
	}
	return 0
}

type workersPlan struct {
	sites, workers, servers int
	faults                  int           // kills and freezes of workers; the first is a kill
	slow, lease, every      time.Duration // time for an answer, for a lease, between two faults
	seed                    uint64
}

// TestWorkersFail kills and freezes workers and servers. Every site still has the result of one run. At most a tenth of
// requests are repeated, and none comes from a worker that lost the site. SITEGRAPH_WORKERS=SEED runs a larger test.
func TestWorkersFail(t *testing.T) {
	t.Parallel()
	plan := workersPlan{sites: 4, workers: 2, servers: 1, faults: 2, slow: 40 * time.Millisecond,
		lease: 5 * time.Second, every: time.Second, seed: 1}
	if seed, err := strconv.ParseUint(os.Getenv("SITEGRAPH_WORKERS"), 10, 64); err == nil {
		plan = workersPlan{sites: 100, workers: 6, servers: 3, faults: 36, slow: 100 * time.Millisecond,
			lease: 12 * time.Second, every: 4 * time.Second, seed: seed}
	} else if testing.Short() {
		t.Skip("takes a while")
	}
	c := newCrowd(t, plan.sites, plan.slow)
	store, queue := t.TempDir(), newServers(t, plan.servers)
	crawl := []string{"--delay", "0", "--per-host", "1", "--export=-report"}
	submit := append([]string{"submit", "job", "--nats", queue.url(), "--store", store}, crawl...)
	start(t, append(submit, c.urls()...)...).Ends(t, exitDone)
	faults := failing{t: t, plan: plan, servers: queue, chance: rand.New(rand.NewPCG(plan.seed, 1))}
	faults.untilDone(func(name string) *console.Process {
		return start(t, "worker", "--nats", queue.url(), "--store", store, "-O", t.TempDir(), "--name", name,
			"--lease", plan.lease.String(), "--save-every", "200ms", "--until-done",
			"--at-once", strconv.Itoa(2+plan.sites/plan.workers/2))
	})
	all, again := c.counts()
	t.Logf("%d kills, %d freezes, %d server kills; %d of %d requests again; %d stale", faults.kills, faults.freezes,
		faults.serverKills, again, all, c.stale())
	if plan.servers > 1 && again*10 > all { // a busy machine keeps workers from saving
		t.Errorf("%d of %d requests were for pages that were fetched before, want a tenth at most", again, all)
	}
	if n := c.stale(); n > faults.freezes { // a frozen worker may send a pending request when it wakes
		t.Errorf("%d requests of workers that had lost the site", n)
	}
	if status, err := queue.status(); err != nil || len(status) != 1 || status[0].Failed > 0 {
		t.Errorf("%+v, %v", status, err)
	}
	merged, whole := t.TempDir(), t.TempDir()
	merge := []string{"merge", "--job", "job", "--store", store, "-O", merged, "--partial"}
	second := filepath.Join(store, "job", "2", "result.json")
	must(t, os.Rename(second, second+"-later"))
	part := sitegraph(quick, merge...).MustEnd(t, exitStopped)
	part.MustSay(t, "left out because they have no result yet: "+c.sites[1].url)
	must(t, os.Rename(second+"-later", second))
	sitegraph(quick, merge...).MustEnd(t, exitDone)
	start(t, append(append([]string{"-q", "-O", whole}, crawl...), c.urls()...)...).Ends(t, exitDone)
	console.MustEqualFiles(t, filesBelow(t, merged), filesBelow(t, whole))
}

type failing struct {
	t                           *testing.T
	plan                        workersPlan
	servers                     *natsServers
	chance                      *rand.Rand
	kills, freezes, serverKills int
}

func (f *failing) untilDone(worker func(name string) *console.Process) {
	number := 0
	begin := func() *console.Process { number++; return worker(fmt.Sprint("w", number)) }
	var all []*console.Process
	ended := make(chan *console.Process)
	watch := func(p *console.Process) {
		go func() {
			said := p.Rest()
			if code := p.ProcessState.ExitCode(); code != exitDone && code != -1 {
				f.t.Errorf("a worker ended with %d:\n%s", code, said)
			}
			ended <- p
		}()
	}
	for range f.plan.workers {
		all = append(all, begin())
		watch(all[len(all)-1])
	}
	turn := time.NewTicker(f.plan.every)
	defer turn.Stop()
	for left := f.plan.workers; left > 0; {
		select {
		case p := <-ended:
			left--
			if p.ProcessState.ExitCode() == -1 { // killed: start another
				for i := range all {
					if all[i] == p {
						all[i] = begin()
						watch(all[i])
						left++
					}
				}
			}
		case <-turn.C:
			if f.kills+f.freezes < f.plan.faults { // the end must come
				f.fail(all[f.chance.IntN(len(all))])
			}
			if f.plan.servers > 1 && f.serverKills < 5 && f.chance.IntN(4) == 0 {
				f.serverKills++
				f.servers.restart(f.chance.IntN(f.plan.servers))
			}
		}
	}
}

func (f *failing) fail(p *console.Process) {
	if f.kills == 0 || f.freezes > 0 && f.chance.IntN(3) > 0 {
		f.kills++
		_ = p.Process.Kill()
		return
	}
	f.freezes++
	if p.Process.Signal(syscall.SIGSTOP) == nil {
		time.AfterFunc(f.plan.lease*3/2, func() { _ = p.Process.Signal(syscall.SIGCONT) })
	}
}

// natsServers are the queue's servers, one in this process or a cluster of programs.
type natsServers struct {
	t       *testing.T
	urls    []string
	args    [][]string
	program string
	running []*exec.Cmd
}

func (n *natsServers) status() ([]queue.Status, error) {
	q, err := queue.Connect(n.t.Context(), queue.Options{URLs: n.url(), Name: "test"})
	if err != nil {
		return nil, err
	}
	defer q.Close()
	return q.Status(n.t.Context())
}

func (n *natsServers) url() string { return strings.Join(n.urls, ",") }

func newServers(t *testing.T, count int) *natsServers {
	t.Helper()
	n := &natsServers{t: t}
	if count == 1 {
		s, err := queue.Serve("127.0.0.1:0", t.TempDir())
		must(t, err)
		t.Cleanup(s.Close)
		n.urls = []string{s.URL()}
		return n
	}
	n.program = filepath.Join(t.TempDir(), "nats-server")
	build := exec.Command("go", "build", "-o", n.program, "github.com/nats-io/nats-server/v2")
	build.Dir = "workers"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var routes []string
	ports := freePorts(t, 2*count)
	for i := range count {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[count+i]))
	}
	for i := range count {
		n.urls = append(n.urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
		config := filepath.Join(t.TempDir(), "server.conf")
		text := fmt.Sprintf("server_name: n%d\nlisten: 127.0.0.1:%d\n"+
			"jetstream { store_dir: %q, sync_interval: always }\n"+
			"cluster { name: test, listen: 127.0.0.1:%d, routes: [%s] }\n", i, ports[i], t.TempDir(), ports[count+i],
			strings.Join(routes, ", "))
		must(t, os.WriteFile(config, []byte(text), 0o600))
		n.args = append(n.args, []string{"-c", config})
		n.running = append(n.running, n.start(i))
	}
	t.Cleanup(func() {
		for _, s := range n.running {
			s.Process.Kill()
			s.Wait()
		}
	})
	return n
}

func (n *natsServers) start(i int) *exec.Cmd {
	s := exec.Command(n.program, n.args[i]...)
	must(n.t, s.Start())
	return s
}

func (n *natsServers) restart(i int) {
	n.running[i].Process.Kill()
	n.running[i].Wait()
	n.running[i] = n.start(i)
}

func freePorts(t *testing.T, count int) (ports []int) {
	t.Helper()
	var all []net.Listener
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		all = append(all, l)
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	for _, l := range all {
		l.Close()
	}
	return ports
}

// Errors name the user's mistake, before any request to a server.
func TestUsage(t *testing.T) {
	for says, args := range map[string][]string{
		"--job forgets a whole job: remove":     {"forget", "--yes", "--job", "museums", museum},
		"--force needs --job":                   {"forget", "--yes", "--force", museum},
		"add --yes":                             {"forget", "--job", "museums"},
		"--job takes the groups from the store": {"merge", "--job", "museums", "part1"},
		`worker takes no arguments; got ["x"]`:  {"worker", "x"},
		"worker takes no --max-depth":           {"worker", "--max-depth", "3"},
		"--at-once 0: must be from 1 to 1000":   {"worker", "--at-once", "0"},
		"status takes no arguments":             {"status", "--nats", "nats://127.0.0.1:1", "x"},
		"submit takes no --shard":               {"submit", "museums", museum, "--shard", "1/2"},
		"submit takes no --retry-failed":        {"submit", "museums", museum, "--retry-failed"},
		"do not go together":                    {"submit", "museums", museum, "--warc"},
	} {
		sitegraph(nil, append(args, "-O", t.TempDir())...).MustEnd(t, exitUsage).MustSay(t, says)
	}
	for _, name := range []string{"status", "merge", "forget", "serve"} {
		if o := sitegraph(nil, name, "--help"); !strings.Contains(o.Out, "workers") {
			t.Errorf("%s --help names no workers:\n%s", name, o.Out)
		}
	}
}

// Only the folders of workers killed on this machine are removed.
func TestWorkerFolder(t *testing.T) {
	host, err := os.Hostname()
	must(t, err)
	gone := exec.Command(os.Args[0], "-test.run=^$")
	must(t, gone.Run())
	all := t.TempDir()
	stays := []string{fmt.Sprintf("%s-%d", host, os.Getpid()), "other-1", host + "-x", "named"}
	for _, name := range append(stays, fmt.Sprintf("%s-%d", host, gone.Process.Pid)) {
		must(t, os.MkdirAll(filepath.Join(all, name, "state"), 0o755))
	}
	f := workerFlags{name: "named"}
	if folder, err := f.folder(all); err != nil || folder != filepath.Join(all, "named") {
		t.Errorf("%s, %v", folder, err)
	}
	left, err := os.ReadDir(all)
	must(t, err)
	console.Equal(t, len(left), len(stays), left)
}

// The store can be a bucket, configured by the usual environment variables.
func TestWorkersInBucket(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	must(t, backend.CreateBucket("crawls"))
	bucket := httptest.NewServer(gofakes3.New(backend).Server())
	defer bucket.Close()
	server, err := queue.Serve("127.0.0.1:0", t.TempDir())
	must(t, err)
	defer server.Close()
	env := slices.Concat(quick,
		[]string{"AWS_ENDPOINT_URL=" + bucket.URL, "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=b"})
	run := func(args ...string) console.Outcome { return sitegraph(env, args...) }
	services := []string{"--store", "s3://crawls/of/museums", "--nats", server.URL()}
	run(append(services, "submit", "museum", museum, "--delay", "0")...).MustEnd(t, exitDone)
	run(append(services, "worker", "--until-done", "--lease", "20s", "-O", t.TempDir())...).MustEnd(t, exitDone)
	merged, whole := t.TempDir(), t.TempDir()
	run("merge", "--job", "museum", "--store", "s3://crawls/of/museums", "-O", merged).MustEnd(t, exitDone)
	run("-q", "-O", whole, museum, "--delay", "0").MustEnd(t, exitDone)
	console.MustEqualFiles(t, filesBelow(t, merged), filesBelow(t, whole))
	// The state came with the results, so why answers the same as after one run.
	got, want := run("why", "-O", merged, museum+"/"), run("why", "-O", whole, museum+"/")
	if got.MustEnd(t, exitDone); got.Out != want.Out || len(got.Out) < 100 {
		t.Errorf("why says\n%s\nwant\n%s", got.Out, want.Out)
	}
	forget := append(services, "forget", "--yes", "--job", "museum")
	run(forget...).MustEnd(t, exitDone)
	run(forget...).MustEnd(t, exitFailure).MustSay(t, "museum is not in the store")
	if all, err := backend.ListBucket("crawls", nil, gofakes3.ListBucketPage{}); err != nil || len(all.Contents) > 0 {
		t.Errorf("%d objects are left, %v", len(all.Contents), err)
	}
	o := sitegraph(nil, "merge", "--job", "museum", "--store", "s3://crawls", "-O", t.TempDir())
	o.MustEnd(t, exitUsage).MustSay(t, "AWS_ACCESS_KEY_ID")
}
