package extractor_test

import (
	"cmp"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
