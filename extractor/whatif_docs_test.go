package extractor_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
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

// predictDocs predicts the documentations, which walkers of its own crawl.
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

// tables are what is compared of a crawl.
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

// random makes some changes and returns the file of them.
func (d *docs) random() string {
	verbs := []func(){d.moveOne, d.moveMany, d.deleteOne, d.deleteMany, d.redirectOne, d.redirectMany, d.dropLinksTo,
		d.dropLink, d.addLink, d.noindex, d.canonical, d.disallow}
	if d.stays = d.IntN(3) == 0; d.stays {
		d.say("links follow moves no")
	}
	for range 1 + d.IntN(6) {
		verbs[d.IntN(len(verbs))]()
	}
	return strings.Join(d.lines, "\n")
}

// page is one of which no line says what becomes, or only one that names several.
func (d *docs) page() string {
	for {
		at := d.paths[d.IntN(len(d.paths))]
		if _, is := d.gone[at]; !is || d.many[at] {
			delete(d.many, at)
			return at
		}
	}
}

// still is a page that stays, so far.
func (d *docs) still() string {
	for {
		at := d.paths[d.IntN(len(d.paths))]
		if _, is := d.gone[at]; !is {
			return at
		}
	}
}

// some are a glob and the URLs that fit, without the exceptions; from is empty if another line has some of them.
func (d *docs) some(becomes bool) (from, to string, all []string) {
	from, to, _ = strings.Cut(d.globs[d.IntN(len(d.globs))], " ")
	e := expression(from)
	for _, at := range d.known {
		if !e.MatchString(at) {
			continue
		}
		if becomes && d.many[at] {
			return "", "", nil
		}
		if _, is := d.gone[at]; !is || !becomes {
			all = append(all, at)
		}
	}
	if becomes {
		for _, at := range all {
			d.many[at] = true
		}
	}
	return from, to, all
}

func answering(status int, to string) fakePage {
	if site.IsRedirect(status) {
		return fakePage{status: status, location: to}
	}
	return fakePage{status: status}
}

func (d *docs) moveOne() {
	at, status := d.page(), []int{301, 302, 404}[d.IntN(3)]
	to := fmt.Sprintf("/new/%d/x", len(d.lines))
	d.say("move %s$ %s %d", at, to, status)
	d.moves[at], d.gone[at] = to, answering(status, to)
}

func (d *docs) moveMany() {
	from, to, all := d.some(true)
	if from == "" {
		return
	}
	d.say("move %s %s", from, to)
	for _, at := range all {
		d.moves[at] = carried(from, to, at)
		d.gone[at] = answering(http.StatusMovedPermanently, d.moves[at])
	}
}

// carried is what a glob makes of a URL that fits another one.
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

func (d *docs) deleteOne() {
	at := d.page()
	d.say("delete %s$ 410", at)
	delete(d.moves, at)
	d.gone[at] = answering(410, "")
}

func (d *docs) deleteMany() {
	from, _, all := d.some(true)
	if from == "" {
		return
	}
	d.say("delete %s", from)
	for _, at := range all {
		d.gone[at] = answering(404, "")
	}
}

func (d *docs) redirectOne() {
	at, to := d.page(), d.still()
	if at == to {
		to = "/"
	}
	d.say("redirect %s$ %s$ 302", at, to)
	delete(d.moves, at)
	d.gone[at] = answering(302, to)
}

func (d *docs) redirectMany() {
	from, _, all := d.some(true)
	if from == "" {
		return
	}
	d.say("redirect %s /$", from)
	for _, at := range all {
		d.gone[at] = answering(301, "/")
	}
}

func (d *docs) dropLinksTo() {
	if d.has("add-link") {
		return
	}
	from, _, all := d.some(false)
	if d.IntN(2) == 0 {
		at := d.paths[d.IntN(len(d.paths))]
		from, all = at+"$", []string{at}
	}
	d.say("drop-links-to %s", from)
	d.drops = append(d.drops, func(_, to string) bool { return slices.Contains(all, to) })
}

func (d *docs) dropLink() {
	if d.has("add-link") {
		return
	}
	from, _, pages := d.some(false)
	to := d.paths[d.IntN(len(d.paths))]
	d.say("drop-link %s %s$", from, to)
	d.drops = append(d.drops, func(page, leads string) bool { return leads == to && slices.Contains(pages, page) })
}

func (d *docs) addLink() {
	if d.has("drop-") {
		return
	}
	at, to := d.paths[d.IntN(len(d.paths))], d.paths[d.IntN(len(d.paths))]
	d.say(`add-link %s$ %s$ "more of this"`, at, to)
	d.link(at, to, "more of this")
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

// headed is a page with something more in its head, before all else there.
func headed(page, tag string) string {
	if head := strings.Replace(page, "<head>", "<head>\n"+tag, 1); head != page {
		return head
	}
	return tag + page
}

// now is where a link to a URL leads then.
func (d *docs) now(to string) string {
	if moved, moves := d.moves[to]; moves && !d.stays {
		return moved
	}
	return to
}

func (d *docs) noindex() {
	from, _, pages := d.some(false)
	d.say("noindex %s", from)
	for _, at := range pages {
		d.hide(at)
	}
}

// hide has search engines leave a page out.
func (d *docs) hide(at string) {
	const tag = `<meta name="robots" content="noindex">`
	d.edits[at] = append(d.edits[at], func(page string) string {
		if strings.Contains(page, tag) {
			return page
		}
		return headed(page, tag)
	})
}

func (d *docs) canonical() {
	at, to := d.paths[d.IntN(len(d.paths))], d.paths[d.IntN(len(d.paths))]
	if d.has("canonical " + at + "$") {
		return
	}
	d.say("canonical %s$ %s$", at, to)
	d.state(at, to)
}

// state has a page state another canonical URL.
func (d *docs) state(at, to string) {
	d.edits[at] = append(d.edits[at], func(page string) string {
		return headed(page, `<link rel="canonical" href="`+d.now(to)+`">`)
	})
}

func (d *docs) disallow() {
	at := d.paths[d.IntN(len(d.paths))]
	d.say("robots: Disallow: %s", at)
	d.rules += "Disallow: " + at + "\n"
}
