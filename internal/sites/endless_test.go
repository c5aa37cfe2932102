package sites

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// traps are sites without end. It is never changed.
var traps = map[string]Case{
	"calendar": {Doc: "a calendar in which every month links to the next and the one before", handler: calendar,
		Gets: caught},
	"depth": {Doc: "every folder has a folder: /a/a/a/…", handler: deeper,
		Gets: at("page", "/a/a/a/a/a", "page", "/a/a/a/a/a/a", repeats, "ended", "work-done", "pages", "9")},
	"thousand":  {Doc: "every page links to 1,000 new ones", handler: thousand, Gets: caught},
	"redirects": {Doc: "every page links to a redirect to a new page", handler: redirecting, Gets: caught},
	"relative-same": {Doc: "the same, but the pages are equal: duplicates are not followed, so it ends by itself",
		handler: relativeSame,
		Gets: at("page", "/dir/page", "page", "/dir/dir/page", "alias-duplicate", "ended", "work-done", "pages",
			"5")},
	"soft-404": {Doc: "answers 200 to every missing URL with the same page", handler: soft404,
		Gets: at("page", "/gone/1", "page", "/gone/2", "alias-duplicate", "/gone/3", "alias-duplicate", "ended",
			"work-done", "pages", "5")},
}

// repeats is what a URL gets in which one folder is in itself too often.
const repeats = "limit max_path_repeats: a segment more than 5 times"

// caught is what a trap without end gets: the page limit. The calm pages come before it.
var caught = at("page", "ended", "max-pages", "pages", "30")

func calendar(_ *Site, w http.ResponseWriter, r *http.Request) {
	month, err := strconv.Atoi(r.URL.Query().Get("month"))
	if err != nil {
		month = 24_000
	}
	write(w, calmPage(fmt.Sprintf("%d-%02d", month/12, 1+month%12),
		fmt.Sprintf(`<a href="/case?month=%d">before</a> <a href="/case?month=%d">after</a>`, month-1, month+1)))
}

func deeper(_ *Site, w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/case")
	write(w, calmPage("at "+path, `<a href="`+path+`/a">a</a>`))
}

func thousand(_ *Site, w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, `<a href="%s/%d">%d</a>`, strings.Replace(r.URL.Path, "/case", "/new", 1), i, i)
	}
	write(w, calmPage("at "+r.URL.Path, b.String()))
}

func relativeSame(_ *Site, w http.ResponseWriter, r *http.Request) {
	title := "anywhere"
	if r.URL.Path == "/case" {
		title = "case"
	}
	write(w, calmPage(title, `<a href="dir/page">on</a>`))
}

func redirecting(s *Site, w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.URL.Query().Get("n"))
	if r.URL.Path == "/away" {
		http.Redirect(w, r, fmt.Sprintf("/case?n=%d", n+1), http.StatusFound)
		return
	}
	write(w, calmPage(fmt.Sprint("number ", n), fmt.Sprintf(`<a href="/away?n=%d">on</a>`, n)))
}

func soft404(_ *Site, w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/case" {
		write(w, calmPage("case", `<a href="/gone/1">1</a><a href="/gone/2">2</a><a href="/gone/3">3</a>`))
		return
	}
	write(w, calmPage("Sorry", "This page is not here."))
}
