package queue

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/workers/objects"
)

// testLease is the minimum lease.
const testLease = time.Second

type world struct {
	t     *testing.T
	url   string
	store objects.Store
	lease time.Duration
}

func newWorld(t *testing.T) *world {
	t.Helper()
	s, err := Serve("127.0.0.1:0", t.TempDir())
	must(t, err)
	t.Cleanup(s.Close)
	store, err := objects.Open(t.TempDir(), nil)
	must(t, err)
	return &world{t: t, url: s.URL(), store: store, lease: testLease}
}

func (w *world) queue() *Queue {
	w.t.Helper()
	q, err := Connect(w.t.Context(), Options{URLs: w.url, Name: "test", Lease: w.lease})
	must(w.t, err)
	w.t.Cleanup(q.Close)
	return q
}

func (w *world) submit(name string, groups int) {
	w.t.Helper()
	j := Job{Name: name, Version: "1", Groups: groups, Crawl: []byte(`{}`)}
	must(w.t, Submit(w.t.Context(), w.queue(), w.store, j))
}

func (w *world) worker(name string, c Crawler) (*Worker, *said) {
	s := &said{}
	return &Worker{Queue: w.queue(), Store: w.store, Crawler: c, Name: name, Version: "1", Folder: w.t.TempDir(),
		AtOnce: 2, SaveEvery: time.Second / 10, UntilDone: true, Say: s.say}, s
}

type said struct {
	sync.Mutex
	lines []string
}

func (s *said) say(format string, values ...any) {
	s.Lock()
	defer s.Unlock()
	s.lines = append(s.lines, fmt.Sprintf(format, values...))
}

func (s *said) all() string {
	s.Lock()
	defer s.Unlock()
	return strings.Join(s.lines, "\n")
}

// crawler calls crawl for each group. Without crawl it finishes groups at once. A file in its folder is the state.
type crawler struct {
	crawl func(ctx context.Context, g Group, folder string) ([]string, error)
}

const stateName = "state.txt"

func (c crawler) Crawl(ctx context.Context, g Group, folder string) ([]string, error) {
	if c.crawl != nil {
		return c.crawl(ctx, g, folder)
	}
	g.Note(Figures{Sites: 1, Pages: 10, Requests: 10 * g.Number})
	return []string{"result.txt"}, os.WriteFile(filepath.Join(folder, "result.txt"), []byte(g.String()), 0o644)
}

func (c crawler) Addresses(context.Context, Group) []netip.Addr { return nil }

func (c crawler) Save(folder, to string) (bool, error) {
	text, err := os.ReadFile(filepath.Join(folder, stateName))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return true, errors.Join(err, os.WriteFile(filepath.Join(to, stateName), text, 0o644))
}

func (w *world) collected(job string) (texts []string) {
	w.t.Helper()
	folders, err := Collect(w.t.Context(), w.store, job, w.t.TempDir())
	must(w.t, err)
	for _, f := range folders {
		text, err := os.ReadFile(filepath.Join(f, "result.txt"))
		must(w.t, err)
		texts = append(texts, string(text))
	}
	return texts
}

// Several workers do all groups of two jobs, each once.
func TestWorkers(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 7)
	w.submit("b", 3)
	w.submit("a", 7) // again
	var mutex sync.Mutex
	times := map[string]int{}
	c := crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		mutex.Lock()
		times[g.String()]++
		mutex.Unlock()
		return crawler{}.Crawl(ctx, g, folder)
	}}
	var all sync.WaitGroup
	for n := range 3 {
		one, _ := w.worker(fmt.Sprint("w", n), c)
		all.Go(func() {
			must(t, one.Run(t.Context()))
		})
	}
	all.Wait()
	if got := fmt.Sprint(w.collected("a"), w.collected("b")); got !=
		"[a 1/7 a 2/7 a 3/7 a 4/7 a 5/7 a 6/7 a 7/7] [b 1/3 b 2/3 b 3/3]" {
		t.Error(got)
	}
	for g, n := range times {
		console.Equal(t, n, 1, g)
	}
	all2, err := w.queue().Status(t.Context())
	if err != nil || len(all2) != 2 || all2[0].Done != 7 || all2[1].Groups != 3 || all2[1].Held != 0 ||
		all2[1].Figures != (Figures{Sites: 3, Pages: 30, Requests: 60}) {
		t.Errorf("%+v, %v", all2, err)
	}
}

// A stopped worker gives its group back and ends. Another worker continues from the saved state.
func TestGoOn(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 1)
	ctx, stop := context.WithCancel(t.Context())
	first, says := w.worker("first", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		if err := os.WriteFile(filepath.Join(folder, stateName), []byte("half"), 0o644); err != nil {
			return nil, err
		}
		stop()
		<-ctx.Done()
		return nil, nil
	}})
	must(t, first.Run(ctx))
	if !strings.Contains(says.all(), "given back") {
		t.Error(says.all())
	}
	second, says := w.worker("second", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		text, err := os.ReadFile(filepath.Join(folder, stateName))
		if err != nil || string(text) != "half" {
			t.Errorf("%q, %v", text, err)
		}
		return crawler{}.Crawl(ctx, g, folder)
	}})
	must(t, second.Run(t.Context()))
	if got := w.collected("a"); got[0] != "a 1/1" || !strings.Contains(says.all(), "from a saved state") {
		t.Error(got, says.all())
	}
}

// A worker that has lost a group can no longer write its entry.
func TestFence(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 1)
	q := w.queue()
	first, err := q.read(t.Context(), "a", 1)
	if err == nil {
		err = first.claim(t.Context(), "first")
	}
	must(t, err)
	second, err := q.read(t.Context(), "a", 1)
	if err == nil {
		err = second.claim(t.Context(), "second")
	}
	if err != nil || second.Epoch != 2 || second.Deaths != 1 {
		t.Fatalf("%+v, %v", second, err)
	}
	done := first.entry
	done.Done = true
	if err := first.write(t.Context(), done); !errors.Is(err, errFenced) {
		t.Errorf("the first wrote: %v", err)
	}
	if now, err := q.read(t.Context(), "a", 1); err != nil || now.Done || now.Worker != "second" {
		t.Errorf("%+v, %v", now, err)
	}
}

// A group that fails five times is given up and named. The others are done.
func TestGivenUp(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 2)
	one, says := w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
		if g.Number == 2 {
			return nil, errors.New("this machine is broken")
		}
		return crawler{}.Crawl(ctx, g, folder)
	}})
	must(t, one.Run(t.Context()))
	if !strings.Contains(says.all(), "a 2/2: given up: 5 workers ended while they had it; the last one said: this") {
		t.Error(says.all())
	}
	_, err := Collect(t.Context(), w.store, "a", t.TempDir())
	if missing, ok := errors.AsType[*Missing](err); !ok || fmt.Sprint(missing.Groups) != "[2]" {
		t.Errorf("collect: %v", err)
	}
}

// Submitting a job again gives its given-up groups another chance.
func TestAgain(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 1)
	for _, broken := range []bool{true, false} {
		w.submit("a", 1)
		one, says := w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
			if broken {
				return nil, errors.New("broken")
			}
			return crawler{}.Crawl(ctx, g, folder)
		}})
		must(t, one.Run(t.Context()))
		console.Equal(t, strings.Contains(says.all(), "given up"), broken, says.all())
	}
	if got := w.collected("a"); len(got) != 1 {
		t.Error(got)
	}
}

// A worker whose disk is full ends with an error. This does not count against its groups, and another worker does them.
func TestFullDisk(t *testing.T) {
	w := newWorld(t)
	w.submit("a", 3)
	for range maxDeaths + 1 {
		full, _ := w.worker("full", crawler{func(context.Context, Group, string) ([]string, error) {
			return nil, fmt.Errorf("state: %w", syscall.ENOSPC)
		}})
		if err := full.Run(t.Context()); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	good, says := w.worker("good", crawler{})
	if err := good.Run(t.Context()); err != nil || strings.Contains(says.all(), "given up") {
		t.Fatal(err, says.all())
	}
	if got := w.collected("a"); len(got) != 3 {
		t.Error(got)
	}
}

// Errors name what is wrong with the input.
func TestBadInput(t *testing.T) {
	w := newWorld(t)
	q := w.queue()
	w.submit("a", 1)
	submit := func(j Job) error { return Submit(t.Context(), q, w.store, j) }
	elsewhere, err := objects.Open(t.TempDir(), nil)
	must(t, err)
	for groups, says := range map[int]string{1: "another store", 2: "other sites or settings"} {
		j := Job{Name: "a", Version: "1", Groups: groups, Crawl: []byte(`{}`)}
		console.Fails(t, Submit(t.Context(), q, elsewhere, j), says, "another job of that name", groups)
	}
	if err := submit(Job{Name: "a", Version: "1", Groups: 2, Crawl: []byte(`{}`)}); err == nil {
		t.Error("another job of that name in its store")
	}
	for _, name := range []string{"", "a b", "a/b", "a.b", "-a", strings.Repeat("a", 65), "é"} {
		if err := submit(Job{Name: name, Version: "1", Groups: 1, Crawl: []byte(`{}`)}); err == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
	if _, err := Connect(t.Context(), Options{URLs: "nats://user:secret@127.0.0.1:1"}); err == nil ||
		strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("no server: %v", err)
	}
	if _, err := Serve("4222", t.TempDir()); err == nil || !strings.Contains(err.Error(), "HOST:PORT") {
		t.Errorf("no address: %v", err)
	}
	_, err = Collect(t.Context(), w.store, "none", t.TempDir())
	console.Fails(t, err, "none", "a job that is not there")
	other, says := w.worker("other", crawler{})
	other.Version = "2"
	ctx, stop := context.WithCancel(t.Context())
	other.Say = func(format string, values ...any) { says.say(format, values...); stop() }
	if err := other.Run(ctx); err != nil || !strings.Contains(says.all(), "sitegraph 1, this is 2") {
		t.Errorf("another version: %v, %s", err, says.all())
	}
}

// unpack reverses pack and refuses paths and links that lead out of the folder.
func TestUnpack(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(from, "state", "empty"), 0o755),
		os.WriteFile(filepath.Join(from, "state", "x"), []byte("text"), 0o600)); err != nil {
		t.Fatal(err)
	}
	packed, err := pack(from, filepath.Join(t.TempDir(), "packed"))
	must(t, err)
	defer packed.Close()
	must(t, unpack(packed, to))
	if text, err := os.ReadFile(filepath.Join(to, "state", "x")); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	for _, h := range []tar.Header{{Name: "../x", Typeflag: tar.TypeReg}, {Name: "/x", Typeflag: tar.TypeReg},
		{Name: "x", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		a := tar.NewWriter(z)
		must(t, errors.Join(a.WriteHeader(&h), a.Close(), z.Close()))
		if err := unpack(&b, t.TempDir()); err == nil {
			t.Errorf("%s is unpacked", h.Name)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, packed []byte) {
		outside := t.TempDir()
		inside := filepath.Join(outside, "in")
		must(t, os.Mkdir(inside, 0o755))
		_ = unpack(bytes.NewReader(packed), inside)
		if all, err := os.ReadDir(outside); err != nil || len(all) != 1 {
			t.Errorf("%d entries beside the folder, %v", len(all), err)
		}
	})
}
