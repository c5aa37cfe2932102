package desk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sitegraph/desk"
)

// FuzzImport: whatever is imported, the project can be used afterwards, and reads each line that it took.
func FuzzImport(f *testing.F) {
	for _, list := range []string{
		"http://a/\x00", "http://a/\x07 # x\nb.example", "http://a/\rhttp://b/", "\xff\xfea\x00\nc.example",
		"a.example = *.a.example\nb.example = a.example\na.example = c.example", "a.example/\ufeff\u0085;3",
		"\ufeff\ufeffhttp://a.example#\x00 # \x00", "a.example;1;2;3 # name: \x00\u2028",
	} {
		f.Add(list)
	}
	d, err := desk.Open(desk.Options{Folder: f.TempDir(), TwinPause: time.Millisecond})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { d.Close(f.Context()) })
	p, err := d.Create("one", "")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, list string) {
		if err := os.Remove(filepath.Join(p.Dir(), "hosts.txt")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		done, err := p.Import(list)
		if err != nil && !isInput(err) {
			t.Fatal(err)
		}
		o := p.Overview()
		if o.Trouble != "" || (o.Sites > 0) != (done.Added > 0) {
			t.Fatalf("%+v: %d sites, %s", done, o.Sites, o.Trouble)
		}
		for _, remark := range o.Remarks {
			if strings.HasSuffix(remark, "skipped") {
				t.Fatalf("%+v: %s", done, remark)
			}
		}
		if again, err := p.Import(list); err != nil || again.Added > 0 {
			t.Fatalf("a second time: %+v, %v", again, err)
		}
	})
}
