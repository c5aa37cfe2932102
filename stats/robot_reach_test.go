package stats

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// prefixRobot returns a robot that may not fetch URLs beginning with one of paths. The longest is the rule.
func prefixRobot(name string, paths ...string) Robot {
	slices.SortFunc(paths, func(a, b string) int { return len(b) - len(a) })
	return Robot{Name: name, Group: "*", Forbids: func(url, lifted string) string {
		for _, p := range paths {
			if rule := "Disallow: " + p; rule != lifted && strings.HasPrefix(url, p) {
				return rule
			}
		}
		return ""
	}}
}

// reachCrawl returns a crawl of pages and their links by number. The first page is the start.
func reachCrawl(urls []string, links map[int][]uint32) *site.Crawl {
	var arcs [][2]uint32
	for from, targets := range links {
		for _, to := range targets {
			arcs = append(arcs, arc(uint32(from), to))
		}
	}
	c := &site.Crawl{Graph: graphOf(len(urls), arcs...), Robots: site.RobotsSeen{Access: site.RobotsRules}}
	for i, url := range urls {
		c.Graph.Pages[i].URL, c.Graph.Pages[i].Key = url, url
	}
	return c
}

// By hand, the search leads to two pages, and one of them can also be reached otherwise. A page behind both the search
// and the archive is opened by either.
func TestReach(t *testing.T) {
	urls := []string{"/", "/a", "/search/", "/search/2", "/found", "/archive/", "/old", "/search/log/x", "/lost"}
	c := reachCrawl(urls, map[int][]uint32{0: {1, 2, 5}, 2: {1, 3, 6, 7}, 3: {4}, 5: {6}, 7: {8}})
	r, err := ReachOf(c, []Robot{prefixRobot("Bot", "/search/", "/search/log/", "/archive/"), prefixRobot("*")})
	must(t, err)
	bot, all := &r.Robots[0], &r.Robots[1]
	if all.Reached != 9 || all.NotReached+all.Forbidden+len(all.Rules) > 0 {
		t.Errorf("without rules: %+v", all)
	}
	want := []ClosingRule{{"Disallow: /search/", 4, 2}, {"Disallow: /archive/", 2, 1}}
	if bot.Reached != 2 || bot.NotReached != 7 || bot.Forbidden != 4 || !reflect.DeepEqual(bot.Rules, want) {
		t.Errorf("%+v", bot)
	}
	var why []string
	for i := range urls {
		why = append(why, bot.Why(i))
	}
	const found = "||Disallow: /search/|Disallow: /search/|behind|Disallow: /archive/|behind|" +
		"Disallow: /search/log/|behind"
	console.Equal(t, found, strings.Join(why, "|"), "why")
	console.Equal(t, want[0].Text("Bot"), "4 pages in or only behind /search/, closed to Bot")
	console.Equal(t, (ClosingRule{"Disallow: /x", 1, 1}).Text("*"),
		"1 page in /x, closed to robots that robots.txt does not name")
}

// Pages with nofollow or noindex are reached but lead nowhere. An arc does not count if all its links have nofollow. A
// header may apply to one robot alone.
func TestReachAsked(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*site.Crawl)
		want   string // what Bot and Other reach
	}{
		"nothing":  {func(*site.Crawl) {}, "3 3"},
		"nofollow": {func(c *site.Crawl) { c.Graph.Pages[1].Robots = "NOFOLLOW" }, "2 2"},
		"noindex":  {func(c *site.Crawl) { c.Graph.Pages[1].Robots = "noindex, follow" }, "2 2"},
		"none":     {func(c *site.Crawl) { c.Graph.Pages[0].Robots = "none" }, "1 1"},
		"header": {func(c *site.Crawl) {
			c.Graph.Pages[1].Facts = &site.Facts{RobotsTag: "noarchive, bot: nofollow, noindex, third: all"}
		}, "2 3"},
		"headers": {func(c *site.Crawl) {
			c.Graph.Pages[1].Facts = &site.Facts{RobotsTag: "third: nofollow, bot: all"}
		}, "3 3"},
		"links": {func(c *site.Crawl) {
			c.Graph.Weights.Set(0, 2)
			c.Links = site.WithoutErrors([]site.Occurrence{{Source: 1, Target: 2, Rel: "nofollow"},
				{Source: 1, Target: 2}, {Source: 2, Target: 3, Rel: "x nofollow"}, {Source: 2, Rel: "nofollow"}})
		}, "2 2"},
		"both links": {func(c *site.Crawl) {
			c.Graph.Weights.Set(0, 2)
			c.Links = site.WithoutErrors([]site.Occurrence{{Source: 1, Target: 2, Rel: "nofollow"},
				{Source: 1, Target: 2, Rel: "nofollow"}})
		}, "1 1"},
	} {
		crawl := reachCrawl([]string{"/", "/a", "/b"}, map[int][]uint32{0: {1}, 1: {2}})
		c.change(crawl)
		r, err := ReachOf(crawl, []Robot{prefixRobot("Bot"), prefixRobot("Other")})
		must(t, err)
		if got := fmt.Sprint(r.Robots[0].Reached, r.Robots[1].Reached); got != c.want ||
			r.SingleLinks != (crawl.Links != nil) {
			t.Errorf("%s: Bot and Other reach %s, want %s", name, got, c.want)
		}
	}
}

// On random graphs, a plain search reaches the same pages with and without each rule.
func TestReachProperty(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		const n = 30
		var urls []string
		links := map[int][]uint32{}
		for i := range n {
			urls = append(urls, fmt.Sprintf("/%c/%c/%d", 'a'+r.IntN(4), 'a'+r.IntN(3), i))
			for target := range uint32(n) {
				if r.IntN(14) == 0 {
					links[i] = append(links[i], target)
				}
			}
		}
		bot := prefixRobot("Bot", "/a/", "/b/a/", "/b/", "/c/b/")
		crawl := reachCrawl(urls, links)
		got, err := ReachOf(crawl, []Robot{bot})
		must(t, err)
		plain := plainReach(urls, links, bot, "")
		robot := got.Robots[0]
		console.Equal(t, robot.Reached, plain, "seed", seed)
		console.Equal(t, robot.Reached+robot.NotReached, n, "seed", seed)
		gains := map[string]int{}
		for _, rule := range robot.Rules {
			gains[rule.Rule] = rule.Pages
		}
		for _, rule := range []string{"/a/", "/b/a/", "/b/", "/c/b/"} {
			rule = "Disallow: " + rule
			if gain := plainReach(urls, links, bot, rule) - plain; gains[rule] != gain {
				t.Errorf("seed %d: without %s %d more, want %d", seed, rule, gains[rule], gain)
			}
		}
	}
}

// plainReach counts the pages that a robot reaches, by going on until none is added.
func plainReach(urls []string, links map[int][]uint32, robot Robot, lifted string) int {
	reached := map[uint32]bool{}
	if robot.Forbids(urls[0], lifted) == "" {
		reached[0] = true
	}
	for before := -1; before != len(reached); {
		before = len(reached)
		for from := range urls {
			for _, to := range links[from] {
				if reached[uint32(from)] && robot.Forbids(urls[to], lifted) == "" {
					reached[to] = true
				}
			}
		}
	}
	return len(reached)
}
