package extractor_test

import (
	"cmp"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// scripted are changes that somebody would want of the documentations, by what they are for.
var scripted = map[string]map[string]string{
	"django": {
		"the reference by its full name":       "move /ref/ /reference/",
		"guides in one place":                  "move /topics/ /guide/\nmove /howto/ /guide/how-to/",
		"guides move, readers are not told":    "move /howto/ /guide/ 404",
		"old releases in an archive":           "links follow moves no\nmove /releases/1.*.html /archive/1-*.html 308",
		"old releases are gone":                "delete /releases/0.*.html 410\ndelete /releases/1.*.html 410",
		"all but the long-term release":        "delete /releases/1.*.html 410\nmove /releases/1.11.html /lts.html",
		"no source code":                       "delete /_modules/ 410\ndrop-links-to /_modules/",
		"source code closed to robots":         "robots: Disallow: /_modules/",
		"indexes are not for search engines":   "noindex /genindex.html\nnoindex /py-modindex.html",
		"indexes leave the menu":               "drop-links-to /genindex.html\ndrop-links-to /py-modindex.html",
		"questions are answered elsewhere":     "redirect /faq/ /internals/mailing-lists.html",
		"a tutorial of its own":                "move /intro/tutorial*.html /tutorial/part-*",
		"addresses without .html":              "move /ref/contrib/*.html /ref/contrib/*",
		"internals for developers alone":       "drop-links-to /internals/\nnoindex /internals/",
		"geography is closed for now":          "redirect /ref/contrib/gis/ /ref/contrib/$ 302",
		"the overview on the first page":       `add-link /$ /intro/overview.html "Django at a glance" main`,
		"every topic leads to the tutorial":    `add-link /topics/ /intro/tutorial01.html "New? The tutorial" nav`,
		"topics do not lead into the past":     "drop-link /topics/ /releases/",
		"one page about settings for search":   "canonical /ref/settings.html /topics/settings",
		"release notes are variants of a list": "canonical /releases/2.* /releases/$\nnoindex /releases/1.*",
		"a language prefix":                    "move / /en/",
		"versions":                             "move /ref/ /ref/v1/\nmove /ref/contrib/ /contrib/",
		"one page for what was forgotten":      "redirect /** /intro/overview.html\nmove /ref/ /reference/",
		"relaunch": "move /ref/ /api/\nmove /topics/ /learn/\nmove /intro/ /learn/start/\ndelete /misc/ 410\n" +
			"redirect /faq/ /\nmove /faq/install.html /help/install\nlinks follow moves yes\ndrop-links-to /misc/\n" +
			"robots: Disallow: /_modules/django/contrib/gis/",
	},
	"sqlite": {
		"the C interface by its name":      "move /c3ref/ /c-api/",
		"the language in a directory":      "move /lang_*.html /sql/*.html",
		"the language, links as they were": "links follow moves no\nmove /lang_*.html /sql/*.html 302",
		"diagrams are images alone":        "delete /syntax/ 410\ndrop-links-to /syntax/",
		"diagrams go, links stay":          "delete /syntax/",
		"release notes by a better name":   "move /releaselog/ /releases/ 308",
		"the notes of each version 3.7": "delete /releaselog/3_7_*.html 410\n" +
			"redirect /releaselog/3_7_17.html /changes.html",
		"old interfaces lead to the new": "redirect /capi3ref.html /c3ref/intro.html\n" +
			"redirect /datatypes.html /datatype3.html",
		"lists of pages are not indexed": "noindex /keyword_index.html\nnoindex /doclist.html",
		"sessions closed to robots":      "robots: Disallow: /session/",
		"sessions are a product of their own": "delete /session/\ndrop-links-to /session/\n" +
			"drop-links-to /sessionintro.html",
		"no press releases":                  "delete /pressrelease-*.html 410",
		"first steps on the first page":      `add-link /$ /quickstart.html "First steps" main`,
		"functions lead to the introduction": `add-link /c3ref/ /cintro.html "Introduction" nav`,
		"extensions in a directory": "move /fts3.html /ext/fts3.html\nmove /fts5.html /ext/fts5.html\n" +
			"move /rtree.html /ext/rtree.html\nmove /json1.html /ext/json1.html",
		"old news":                          "redirect /oldnews.html /news.html 308",
		"nothing about money":               "drop-links-to /consortium*.html\ndrop-links-to /prosupport.html",
		"one format of files":               "canonical /fileformat.html /fileformat2.html",
		"constants without their functions": "drop-link /c3ref/c_*.html /c3ref/",
		"relaunch": "move /c3ref/ /reference/c/\nmove /lang_*.html /reference/sql/*\n" +
			"move /syntax/ /reference/syntax/\n" +
			"redirect /capi3*.html /cintro.html\nmove /capi3.html /history/capi3.html\ndelete /th3.html 410\n" +
			"noindex /doc_*\n" +
			"drop-links-to /th3.html\nrobots: Disallow: /releaselog/3_0",
	},
}

// TestPredictedScripts: what is predicted of changes that have a meaning is what a crawl finds, and not what there was.
func TestPredictedScripts(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(scripted)) {
		t.Run(name, func(t *testing.T) {
			before := newDocs(t, name)
			w := newWalker(t, before.changed(0).served(), 4)
			now := w.run(t)
			for _, what := range slices.Sorted(maps.Keys(scripted[name])) {
				t.Run(what, func(t *testing.T) {
					d, text := before.changed(0), scripted[name][what]
					d.make(text)
					got := forecast(t, w, text)
					if !got.Complete {
						t.Fatal(got.Notes)
					}
					then := d.tables(t, got)
					sameFiles(t, "changes:\n"+text, then, d.tables(t, newWalker(t, d.served(), 4).run(t)))
					if maps.Equal(then, d.tables(t, now)) {
						t.Error("nothing changes")
					}
				})
			}
		})
	}
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

// isOne reports whether a name is that of one URL.
func isOne(name string) bool {
	return strings.HasSuffix(name, "$") || !strings.Contains(name, "*") && !strings.HasSuffix(name, "/")
}

// fits reports whether a URL is one of those that are named.
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

// inPages makes a change in pages, or of robots.txt.
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
