package agents

import (
	"slices"
	"testing"

	"sitegraph/config"
	"sitegraph/site"
)

// Agents with energy explore links of little promise, and give the right reason for URLs that they leave. The seed / is
// relevant, but its links are not. /2 promises more than /1 and leads to a relevant page.
func TestEndings(t *testing.T) {
	server := serve(t, world{"/": `a0.9 <a href=/1>read on</a> <a href=/2>a0.1</a>`, "/1": "nothing",
		"/2": `<a href=/3>a0.8</a>`, "/3": "a0.7"})
	elsewhere := named(server, "/1")
	for _, c := range []struct {
		name   string
		change func(*config.Topics)
		visits []string
		ends   []site.Ending // of the search, then of the agents
	}{
		{"explores", func(*config.Topics) {}, []string{"/", "/2", "/3", "/1"}, []site.Ending{"work-done", "work-done"}},
		{"strict", func(o *config.Topics) { o.Strict = true }, []string{"/"}, []site.Ending{"strict", "strict"}},
		{"energy", func(o *config.Topics) { o.Agents[0].Energy = 1 }, []string{"/", "/2"},
			[]site.Ending{"energy", "energy"}},
		{"life", func(o *config.Topics) { o.Lifetime = 3 }, []string{"/", "/2", "/3"},
			[]site.Ending{"lifetime", "lifetime"}},
		{"space", func(o *config.Topics) { o.Space = 10 }, []string{"/"}, []site.Ending{"space", "space"}},
		{"strict without energy", func(o *config.Topics) { o.Strict, o.Agents[0].Energy = true, 0.5 }, []string{"/"},
			[]site.Ending{"energy", "energy"}},
		{"time", func(o *config.Topics) { o.Run = 2 }, []string{"/", "/2"}, []site.Ending{"run", "run"}},
		{"for sale only", func(o *config.Topics) {
			o.Foreign = true
			o.Agents = append(o.Agents, config.Agent{Name: "b", Keywords: "b", Target: 1,
				Seeds: []site.URL{mustParse(t, server.URL+"/4")}})
		}, []string{"/", "/2", "/3", "/1"}, []site.Ending{"energy", "work-done", "energy"}},
		{"several reasons", func(o *config.Topics) {
			o.Strict = true
			o.Agents = append(o.Agents, config.Agent{Name: "b", Keywords: "b",
				Seeds: []site.URL{mustParse(t, server.URL+"/4")}})
		}, []string{"/"}, []site.Ending{"means", "strict", "energy"}},
		{"unsold", func(o *config.Topics) {
			o.Foreign = true
			o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/5")}
			o.Agents = append(o.Agents, config.Agent{Name: "b", Keywords: "b", Target: 1, Energy: 1,
				Seeds: []site.URL{mustParse(t, elsewhere)}})
		}, []string{"/5", elsewhere}, []site.Ending{"unsold", "unsold", "work-done"}},
	} {
		server.Config.Handler.(world)["/5"] = `a0.5 <a href="` + named(server, "/6") + `">b0.9</a>`
		o := options(t, server, defaults("a"))
		o.Agents[0].Seeds = []site.URL{mustParse(t, server.URL+"/")}
		c.change(&o.Topics)
		o.Values = words{[]string{"a", "b"}[:len(o.Agents)], new(int)}
		s := ran(t, o)
		var visits []string
		for _, v := range s.Visits {
			visits = append(visits, v.URL)
		}
		for i, want := range c.visits {
			if want[0] == '/' {
				c.visits[i] = server.URL + want
			}
		}
		ends := []site.Ending{s.Ended}
		for _, a := range s.Agents {
			ends = append(ends, a.Ended)
		}
		if !slices.Equal(visits, c.visits) || !slices.Equal(ends, c.ends) {
			t.Errorf("%s: visits %q, ended %q; want %q, %q", c.name, visits, ends, c.visits, c.ends)
		}
	}
}
