//go:build unix

package sites

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// costSeed is the seed of the applications whose cost is measured.
const costSeed = 6

// costKinds are all applications.
func costKinds() map[string]*application {
	all := kinds(costSeed)
	maps.Copy(all, valueKinds(costSeed))
	return all
}

// BenchmarkCost is the CPU that a crawl of each application takes with key stable, and how often that of one with key
// exact and as many requests. The pages are made by another process.
func BenchmarkCost(b *testing.B) {
	const budget = 1500
	for _, name := range slices.Sorted(maps.Keys(costKinds())) {
		b.Run(name, func(b *testing.B) {
			cpu := map[string]time.Duration{}
			for b.Loop() {
				for _, key := range []string{"exact", "stable"} {
					origin, stop := serveElsewhere(b, name)
					before := cpuTime(b)
					crawl(b, origin, budget, "SITEGRAPH_DUPLICATES_KEY="+key)
					cpu[key] += cpuTime(b) - before
					stop()
				}
			}
			b.ReportMetric(cpu["stable"].Seconds()*1e3/float64(b.N), "stable-CPU-ms")
			b.ReportMetric(cpu["stable"].Seconds()/cpu["exact"].Seconds(), "stable/exact")
		})
	}
}

// cpuTime is the CPU that this process has used, in user and system mode.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// servedElsewhere names the application that a process of this test serves.
const servedElsewhere = "SITEGRAPH_SERVED_APPLICATION"

// serveElsewhere starts a process that serves an application, and returns its address and what ends it.
func serveElsewhere(b *testing.B, name string) (origin string, stop func()) {
	b.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestServedElsewhere$")
	c.Env, c.Stderr = append(os.Environ(), servedElsewhere+"="+name), os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	said := bufio.NewReader(out)
	line, err := said.ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(line), func() {
		in.Close()
		_, _ = io.Copy(io.Discard, said)
		if err := c.Wait(); err != nil {
			b.Error(err)
		}
	}
}

// TestServedElsewhere is the process that serves an application, until its input ends.
func TestServedElsewhere(t *testing.T) {
	name := os.Getenv(servedElsewhere)
	if name == "" {
		t.Skip("only for benchmarks")
	}
	a := costKinds()[name]
	a.seed = costSeed
	fmt.Println(a.serve(t))
	_, _ = io.Copy(io.Discard, os.Stdin)
}
