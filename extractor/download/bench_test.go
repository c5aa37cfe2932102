//go:build unix

package download

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cpu returns the processor time of this process, server included.
func cpu(b *testing.B) time.Duration {
	var usage syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func BenchmarkHTTP(b *testing.B) {
	text := []byte(strings.Repeat("<p>Some text with a <a href=/page>link</a> in it.</p>\n", 400)) // 21 KB
	for _, coding := range []string{"identity", "gzip", "br", "zstd"} {
		body := encode(b, coding, text)
		base, _ := serve(b, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", coding)
			w.Write(body)
		})
		h := newHTTP(b, HTTPOptions{})
		r := at(b, base, "/")
		b.Run(coding, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			b.SetParallelism(8)
			before := cpu(b)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if got := h.Download(b.Context(), r); len(got.Body) != len(text) {
						b.Errorf("%+v", got.Failure)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
			b.ReportMetric(float64((cpu(b)-before).Microseconds())/float64(b.N), "cpu-us/page")
		})
	}
}

func BenchmarkFolder(b *testing.B) {
	f := newFolder(b, tree(b, map[string]string{"a/b/index.html": strings.Repeat("x", 21000)}), 32<<20)
	r := at(b, "http://a.test", "/a/b/")
	b.SetBytes(21000)
	b.ReportAllocs()
	for b.Loop() {
		if got := f.Download(b.Context(), r); len(got.Body) != 21000 {
			b.Fatalf("%+v", got)
		}
	}
}
