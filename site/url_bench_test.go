package site

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// hrefs gives links of the kinds that documentation sites and applications
// have, in made-up proportions: most are relative or begin with a slash.
func hrefs(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	name := func() string { return fmt.Sprintf("section-%d", r.IntN(500)) }
	kinds := []func() string{
		func() string { return name() + ".html" },
		func() string { return name() + ".html#" + name() },
		func() string { return "../" + name() + "/index.html" },
		func() string { return "../../" + name() + "/" + name() + ".html" },
		func() string { return "/" + name() + "/" + name() + "/" },
		func() string { return "/index.php?id=" + name() + "&action=edit&page=3" },
		func() string { return "#" + name() },
		func() string { return "https://example.com/" + name() + "/" + name() },
		func() string { return "https://www.example.org/" + name() },
		func() string { return "/wiki/Caf%C3%A9_" + name() },
	}
	list := make([]string, n)
	for i := range list {
		list[i] = kinds[r.IntN(len(kinds))]()
	}
	return list
}

func BenchmarkResolve(b *testing.B) {
	base, list := mustParse(b, "https://example.com/docs/guide/intro.html"), hrefs(1024)
	out := make([]string, len(list)) // on the heap, as in a crawl
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		u, err := base.Resolve(list[i%len(list)], nil)
		if err != nil {
			b.Fatal(err)
		}
		out[i%len(out)] = u.String()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "resolutions/s")
}

func BenchmarkKey(b *testing.B) {
	n := mustNormaliser(b, "default", nil)
	for name, raw := range map[string]string{
		"clean":      "https://example.com/docs/guide/section-17.html",
		"cleanQuery": "https://example.com/index.php?action=edit&id=section-17&page=3",
		"sorted":     "https://example.com/index.php?id=section-17&action=edit&page=3",
		"triplets":   "https://example.com/wiki/Caf%c3%a9_section-17",
	} {
		u := mustParse(b, raw)
		address := u.String()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if n.KeyOf(u, address) == "" {
					b.Fatal("empty key")
				}
			}
		})
	}
}
