package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/workers/objects"
)

// A group whose entry no worker would write counts as given up, and no text in it can move a cursor.
func TestReadEntry(t *testing.T) {
	for value, want := range map[string]string{
		`{"epoch":2,"held":true,"worker":"w","checkpoint":"a/7/2-1.state.tar.gz"}`: "",
		`{"epoch":2,"deaths":2,"ever":2}`:                                          "",
		`{"epoch":2,"failed":"\u001b[2J"}`:                                         "\ufffd[2J",
		`{"epoch":2,"failed":"\u202ex"}`:                                           "\ufffdx",
		`{`:                                                                        "damaged",
		`[]`:                                                                       "damaged",
		`{"epoch":-1}`:                                                             "damaged",
		`{"epoch":4}`:                                                              "", // the store had three
		`{"epoch":9007199254740993}`:                                               "damaged",
		`{"epoch":4,"ever":4}`:                                                     "damaged", // only 3 revisions
		`{"ever":9223372036854775807}`:                                             "damaged",
		`{"checkpoint":"b/7/result.json"}`:                                         "damaged",
		`{"checkpoint":"a/7/result.json"}`:                                         "damaged",
		`{"checkpoint":"a/71/2-1.state.tar.gz"}`:                                   "damaged",
		`{"checkpoint":"a/7/../8/2-1.state.tar.gz"}`:                               "damaged",
		`{"worker":7}`:                                                             "damaged",
	} {
		e := readEntry("a.7", []byte(value), 3)
		if !strings.Contains(e.Failed, want) || want == "" && e.Failed != "" || e.Failed != clean(e.Failed) {
			t.Errorf("%s: %q, want %q", value, e.Failed, want)
		}
	}
	long := readEntry("a.7", []byte(`{"why":"`+strings.Repeat("ü", maxEntry)+`"}`), 3)
	if len(long.Why) > maxText+len("\ufffd") {
		t.Errorf("a text of %d bytes", len(long.Why))
	}
}

// Strange data in the queue and the store harms only its own job, and one can forget that.
func TestDamagedQueue(t *testing.T) {
	w := newWorld(t)
	w.submit("good", 2)
	w.submit("other", 1)
	w.submit("swapped", 1)
	q := w.queue()
	put := func(key, value string) {
		t.Helper()
		if _, err := q.keys.PutString(t.Context(), key, value); err != nil {
			t.Fatal(err)
		}
	}
	put("good.1", `{"checkpoint":"other/1/result.json"}`)
	for i, size := range []string{"", "x", "-1 " + digestOf(nil), "1000000000000 " + digestOf(nil), "1", "1 \x1b[2J"} {
		put(fmt.Sprintf("bad%d.size", i), size)
	}
	put("good.999999999999", "{}")
	put("good.x", "{}")
	put("a/b.size", "7")
	evil, err := json.Marshal(Job{Name: "../outside", Version: "1", Groups: 1, Crawl: []byte("{}")})
	must(t, err)
	replaceObject(t, w.store, jobObject("swapped"), evil)

	worker, says := w.worker("one", crawler{})
	ctx, stop := context.WithCancel(t.Context())
	worker.Say = func(format string, values ...any) {
		if says.say(format, values...); strings.Contains(says.all(), "another job than was submitted") {
			stop()
		}
	}
	must(t, worker.Run(ctx))
	beside, err := filepath.Glob(filepath.Join(worker.Folder, "..", "outside*"))
	if err != nil || len(beside) > 0 {
		t.Errorf("%v, %v", beside, err)
	}
	all, err := q.Status(t.Context())
	text := fmt.Sprintf("%#v", all)
	if err != nil || len(all) != 9 || strings.Count(text, "damaged") != 7 || strings.Contains(text, `\x1b`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, name := range []string{"bad0", "bad3", "bad4", "swapped"} {
		if err := Remove(t.Context(), q, w.store, name, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.submit("good", 2)
	again, _ := w.worker("two", crawler{})
	must(t, again.Run(t.Context()))
	if a, b := w.collected("good"), w.collected("other"); len(a) != 2 || len(b) != 1 {
		t.Error(a, b)
	}
}

func replaceObject(t *testing.T, store objects.Store, name string, text []byte) {
	t.Helper()
	err := store.Remove(t.Context(), name)
	if err == nil {
		err = store.Create(t.Context(), name, bytes.NewReader(text), int64(len(text)))
	}
	must(t, err)
}

// A stored job with another name or without groups is refused, even if its digest is right.
func TestReadJob(t *testing.T) {
	w := newWorld(t)
	for text, good := range map[string]bool{`{"name":"a","groups":1}`: true, `{"name":"../a","groups":1}`: false,
		`{"name":"a"}`: false, `{"name":"a","groups":-1}`: false, `{"name":"a","groups":1000000000}`: false,
		"": false} {
		replaceObject(t, w.store, jobObject("a"), []byte(text))
		if _, err := readJob(t.Context(), w.store, "a", digestOf([]byte(text))); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Workers restore a lost consumer, queue or entries. They resume the current group and redo none.
func TestLostStreams(t *testing.T) {
	for _, consumerAlone := range []bool{true, false} {
		w := newWorld(t)
		w.lease *= 3 // which a machine that stands still for a second must not end
		w.submit("a", 2)
		q, times := w.queue(), [3]int{}
		var worker *Worker
		var says *said
		worker, says = w.worker("one", crawler{func(ctx context.Context, g Group, folder string) ([]string, error) {
			times[g.Number]++
			if g.Number == 1 {
				return crawler{}.Crawl(ctx, g, folder)
			}
			if times[g.Number] == 1 {
				err := os.WriteFile(filepath.Join(folder, stateName), []byte("half"), 0o644)
				for err == nil && worker.Counts().Saved == 0 {
					pause(ctx, testLease/100)
				}
				err = errors.Join(err, os.WriteFile(folder+"/later", nil, 0o644), q.lose(t, consumerAlone))
				<-ctx.Done()
				return nil, err
			}
			text, err := os.ReadFile(filepath.Join(folder, stateName))
			_, later := os.Stat(filepath.Join(folder, "later"))
			if string(text) != "half" || (later == nil) != consumerAlone {
				t.Errorf("%v: goes on from %q, %v", consumerAlone, text, later)
			}
			e, readErr := q.read(ctx, "a", 2)
			if readErr == nil && (e.Epoch != 2 || e.Deaths > 0) {
				t.Errorf("%v: %+v", consumerAlone, e.entry)
			}
			files, crawlErr := crawler{}.Crawl(ctx, g, folder)
			return files, errors.Join(err, readErr, crawlErr)
		}})
		worker.AtOnce = 1
		must(t, worker.Run(t.Context()))
		if got := w.collected("a"); len(got) != 2 || times != [3]int{0, 1, 2} {
			t.Errorf("%v: %q, crawled %v times\n%s", consumerAlone, got, times, says.all())
		}
		for name, err := range w.store.List(t.Context(), "a/2") { // only the result is left
			if err != nil || !strings.HasPrefix(name, "a/2/result") || strings.Contains(name, "/result-1/") {
				t.Errorf("the store has %s, %v", name, err)
			}
		}
	}
}

// lose makes the server lose its consumer or everything.
func (q *Queue) lose(t *testing.T, consumerAlone bool) error {
	if consumerAlone {
		return q.stream.DeleteConsumer(t.Context(), groupsStream, consumerName)
	}
	return errors.Join(q.stream.DeleteStream(t.Context(), "KV_"+entryBucket),
		q.stream.DeleteStream(t.Context(), groupsStream))
}

// A server that others can use without a password is refused.
func TestOpenServer(t *testing.T) {
	const users, routes = "authorization { user: u, password: p }\n", "listen: 0.0.0.0:-1, name: c"
	for text, good := range map[string]bool{
		"listen: 0.0.0.0:-1\n":         false,
		"port: -1\n":                   false, // all interfaces
		"listen: 127.0.0.1:-1\n":       true,
		"listen: 0.0.0.0:-1\n" + users: true,
		"listen: 0.0.0.0:-1\n" + users + "cluster {" + routes + "}\n":                                   false,
		"listen: 0.0.0.0:-1\n" + users + "cluster {" + routes + ", " + strings.TrimSpace(users) + "}\n": true,
		"listen: 0.0.0.0:-1\nauthorization { users: [{user: u, password: p}] }\nno_auth_user: u\n":      false,
	} {
		file := filepath.Join(t.TempDir(), "nats.conf")
		must(t, os.WriteFile(file, []byte(text), 0o600))
		o, err := serverOptions(file, "")
		must(t, err)
		if err := checkOpen(o); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0"} {
		if _, err := Serve(address, t.TempDir()); err == nil || !strings.Contains(err.Error(), "password") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Errors show the servers but never a password, however the URL is written.
func TestShownURLs(t *testing.T) {
	for urls, want := range map[string]string{
		"nats://h:4222":                         "nats://h:4222",
		"h:4222":                                "nats://h:4222",
		"u:secret@h":                            "nats://h",
		"nats://u:secret@h, tls://u:secret@i:1": "nats://h,tls://i:1",
		"nats://u:se%2Fcret@h":                  "nats://h",
		"nats://u:secret/secret@h":              "",
		"nats://u:secret,secret@h":              "",
		"nats://u:secret secret@h":              "",
		"nats://u:secret%zz@h":                  "",
		"u:secret#@h":                           "",
		"nats:/u:secret@h":                      "nats://nats:",
		"":                                      "",
	} {
		got, err := shownURLs(urls)
		if got != want || (err == nil) != (want != "") || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %q, %v", urls, got, err)
		}
	}
	_, err := Connect(t.Context(), Options{URLs: "nats://u:secret/@h", Name: "test"})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}
