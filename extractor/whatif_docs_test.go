package extractor_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/site"
)

// TestPredictedDocs: what is predicted for the documentation of Django and of SQLite is what a crawl finds, for random
// files of changes. Tables of what is written in pages are left out.
func TestPredictedDocs(t *testing.T) {
	predictDocs(t, func(d *docs) *walker { return newWalker(t, d.served(), 4) })
}

// TestPredictedStable: so it is with key stable, which learns anew which URLs are one page.
func TestPredictedStable(t *testing.T) {
	predictDocs(t, func(d *docs) *walker { return makeStable(t, newWalker(t, d.served(), 4)) })
}

func predictDocs(t *testing.T, walkerOf func(*docs) *walker) {
	for _, name := range slices.Sorted(maps.Keys(packaged)) {
		t.Run(name, func(t *testing.T) {
			before := newDocs(t, name)
			w := walkerOf(before.changed(0))
			w.run(t)
			compared, all := 0, 0
			for seed := range rounds(t, 10) {
				t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
					all++
					d := before.changed(seed)
					text := d.random()
					d.make(text)
					got := forecast(t, w, text)
					if !got.Complete {
						t.Skip(got.Notes)
					}
					compared++
					sameFiles(t, "changes:\n"+text, d.tables(t, got), d.tables(t, walkerOf(d).run(t)))
				})
			}
			if t.Logf("of %d predictions, %d were about URLs that are known", all, compared); 2*compared < all {
				t.Error("too few predictions were about URLs that are known")
			}
		})
	}
}

func (d *docs) tables(t *testing.T, c *site.Crawl) map[string]string {
	besides := []string{"stable"} // what key stable learns of links; so it does rules
	if d.has("add-link") {
		besides = append(besides, "place", "content_links")
	}
	all := comparable(t, c, besides...)
	delete(all, "site.links.csv")
	delete(all, "site.rules.csv")
	return all
}

func (d *docs) random() string {
	if d.IntN(3) == 0 {
		d.say("links follow moves no")
	}
	for range 1 + d.IntN(6) {
		d.change()
	}
	return strings.Join(d.lines, "\n")
}

func (d *docs) change() {
	from, to, _ := strings.Cut(d.globs[d.IntN(len(d.globs))], " ")
	at, other := d.paths[d.IntN(len(d.paths))], d.paths[d.IntN(len(d.paths))]
	again := slices.Contains(d.fates, rank(from)) // several that are as long may contradict each other
	switch n := d.IntN(12); {
	case n < 3 && !again:
		d.fates = append(d.fates, rank(from))
		d.say([]string{"move %s %s", "delete %[1]s", "redirect %[1]s /$"}[n], from, to)
	case n < 6 && !d.names(at):
		status := []int{301, 302, 404}[d.IntN(3)]
		to := fmt.Sprintf("/new/%d/x %d", len(d.lines), status)
		d.say([]string{"move %s$ %[2]s", "delete %[1]s$ 410", "redirect %[1]s$ %[3]s$ 302"}[n%3], at, to, d.still())
	case n == 6 && !d.has("add-link"):
		d.say("drop-links-to %s", []string{from, at + "$"}[d.IntN(2)])
	case n == 7 && !d.has("add-link"):
		d.say("drop-link %s %s$", from, at)
	case n == 8 && !d.has("drop-"):
		d.say(`add-link %s$ %s$ "more of this"`, at, other)
	case n == 9:
		d.say("noindex %s", from)
	case n == 10 && !d.has("canonical "+at+"$"):
		d.say("canonical %s$ %s$", at, other)
	case n == 11:
		d.say("robots: Disallow: %s", at)
	}
}

func (d *docs) names(at string) bool {
	return d.has("move "+at+"$") || d.has("delete "+at+"$") || d.has("redirect "+at+"$")
}

func (d *docs) still() string {
	for {
		at, named := d.paths[d.IntN(len(d.paths))], false
		for _, line := range d.lines {
			words := strings.Fields(line)
			named = named || slices.Contains([]string{"move", "delete", "redirect"}, words[0]) && fits(words[1], at)
		}
		if !named {
			return at
		}
	}
}

func answering(status int, to string) fakePage {
	if site.IsRedirect(status) {
		return fakePage{status: status, location: to}
	}
	return fakePage{status: status}
}

func carried(from, to, at string) string {
	texts := expression(from).FindStringSubmatch(at)[1:]
	if strings.HasSuffix(to, "/") {
		to += "**"
	}
	parts := strings.FieldsFunc(strings.ReplaceAll(to, "**", "*")+"\x00", func(r rune) bool { return r == '*' })
	var b strings.Builder
	for i, part := range parts {
		b.WriteString(strings.TrimSuffix(part, "\x00"))
		if i < len(texts) {
			b.WriteString(texts[i])
		}
	}
	return b.String()
}

// link gives a page a link at its end.
func (d *docs) link(at, to, text string) {
	d.edits[at] = append(d.edits[at], func(page string) string {
		end := strings.LastIndex(page, "</body>")
		if end < 0 {
			end = len(page)
		}
		return page[:end] + `<p>See <a href="` + d.now(to) + `">` + text + `</a>.</p>` + page[end:]
	})
}

func headed(page, tag string) string {
	if head := strings.Replace(page, "<head>", "<head>\n"+tag, 1); head != page {
		return head
	}
	return tag + page
}

func (d *docs) now(to string) string {
	if moved, moves := d.moves[to]; moves && !d.stays {
		return moved
	}
	return to
}

func (d *docs) hide(at string) {
	const tag = `<meta name="robots" content="noindex">`
	d.edits[at] = append(d.edits[at], func(page string) string {
		if strings.Contains(page, tag) {
			return page
		}
		return headed(page, tag)
	})
}

func (d *docs) state(at, to string) {
	d.edits[at] = append(d.edits[at], func(page string) string {
		return headed(page, `<link rel="canonical" href="`+d.now(to)+`">`)
	})
}

// make makes the changes of a file: first what becomes of URLs, the longest pattern last, then what changes in pages,
// which follow moves.
func (d *docs) make(text string) {
	d.lines = strings.Split(text, "\n")
	var urls, pages [][]string
	for _, line := range d.lines {
		words := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1)
		switch verb := words[0]; {
		case verb == "links":
			d.stays = words[3] == "no"
		case verb != "move" && verb != "delete" && verb != "redirect":
			pages = append(pages, words)
		default:
			urls = append(urls, words)
		}
	}
	order := func(words []string) int {
		if isOne(words[1]) {
			return math.MaxInt
		}
		return rank(words[1])
	}
	slices.SortStableFunc(urls, func(a, b []string) int { return cmp.Compare(order(a), order(b)) })
	for _, words := range urls {
		d.fate(words)
	}
	for _, words := range pages {
		d.inPages(words)
	}
}

func isOne(name string) bool {
	return strings.HasSuffix(name, "$") || !strings.Contains(name, "*") && !strings.HasSuffix(name, "/")
}

func fits(name, at string) bool {
	if isOne(name) {
		return strings.TrimSuffix(name, "$") == at
	}
	return expression(name).MatchString(at)
}

// fate makes a change of what becomes of URLs.
func (d *docs) fate(words []string) {
	usual := map[string]int{"move": http.StatusMovedPermanently, "redirect": http.StatusMovedPermanently, "delete": 404}
	status, err := strconv.Atoi(words[len(words)-1])
	if err != nil {
		status = usual[words[0]]
	}
	for _, at := range d.known {
		if !fits(words[1], at) {
			continue
		}
		delete(d.moves, at)
		to := strings.TrimSuffix(words[2%len(words)], "$")
		if words[0] == "move" {
			if !isOne(words[1]) {
				to = carried(words[1], to, at)
			}
			d.moves[at] = to
		}
		if d.gone[at] = answering(status, to); to == at {
			delete(d.gone, at)
		}
	}
}

func (d *docs) inPages(words []string) {
	switch words[0] {
	case "robots:":
		d.rules += words[1] + " " + words[2] + "\n"
	case "drop-links-to":
		d.drops = append(d.drops, func(_, to string) bool { return fits(words[1], to) })
	case "drop-link":
		d.drops = append(d.drops, func(page, to string) bool { return fits(words[1], page) && fits(words[2], to) })
	}
	for _, at := range d.known {
		if words[0] == "robots:" || d.pages[at].body == "" || !fits(words[1], at) {
			continue
		}
		switch words[0] {
		case "add-link":
			d.link(at, strings.TrimSuffix(words[2], "$"), strings.Trim(words[3], `"`))
		case "noindex":
			d.hide(at)
		case "canonical":
			d.state(at, strings.TrimSuffix(words[2], "$"))
		}
	}
}
