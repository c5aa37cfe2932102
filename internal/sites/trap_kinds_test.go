package sites

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"
)

// trapRoutes returns all known traps. The rule was developed on the first four.
func trapRoutes() map[string]trap {
	return map[string]trap{
		"calendar": {link{"/calendar/2026/03", "", "Calendar"}, pathCalendar},
		"facets":   {link{"/shop", "", "Shop"}, facetShop},
		"sessions": {link{"/s/0123456789abcdef/help/0", "", "Help"}, pathSessions},
		"counter":  {link{"/view", "n=0", "View"}, counter},
		"growing":  {link{"/guide/start/", "", "Guide"}, growing},
		"orders":   {link{"/list", "", "List"}, sortOrders},
		"search":   {link{"/search", "q=river", "Search"}, endlessSearch},
		"tickets":  {link{"/xSession/aZbYcX/desk", "", "Desk"}, wordSessions},
	}
}

func pathCalendar(_ *application, path string, q url.Values) *shown {
	day, err := time.Parse("/calendar/2006/01/02", path)
	if err == nil {
		s := &shown{identity: "trap " + path, title: "Events of " + day.Format("2 January 2006"), text: "no events"}
		for _, n := range []int{1, -1} {
			s.body = append(s.body, link{day.AddDate(0, 0, n).Format("/calendar/2006/01/02"), "", "on"})
		}
		return s
	}
	month, err := time.Parse("/calendar/2006/01", path)
	if err != nil {
		return nil
	}
	s := &shown{identity: "trap " + path, title: "Events of " + month.Format("January 2006"), text: "no events"}
	for d := range 28 {
		to := month.AddDate(0, 0, d)
		s.body = append(s.body, link{to.Format("/calendar/2006/01/02"), "", to.Format("2")})
	}
	for _, n := range []int{1, -1} {
		to := month.AddDate(0, n, 0)
		s.body = append(s.body, link{to.Format("/calendar/2006/01"), "", to.Format("January 2006")})
	}
	return s
}

func facetShop(_ *application, path string, q url.Values) *shown {
	if path != "/shop" {
		return nil
	}
	s := &shown{identity: fmt.Sprint("trap ", path, q.Encode()), title: "The shop", text: "shop"}
	for item := range 60 {
		fits := true
		for f := range 6 {
			v := q.Get(fmt.Sprint("f", f))
			fits = fits && (v == "" || v == fmt.Sprint((item*7+item*f)%(f+5)%4))
		}
		if fits {
			s.body = append(s.body, named("Thing", item))
		}
	}
	for f := range 6 {
		name := fmt.Sprint("f", f)
		for v := range 4 {
			if !q.Has(name) {
				s.body = append(s.body, link{path, strings.TrimPrefix(q.Encode()+"&"+fmt.Sprint(name, "=", v), "&"),
					named("Property", f*4+v)})
			}
		}
	}
	return s
}

func pathSessions(_ *application, path string, q url.Values) *shown {
	var session string
	var n int
	if _, err := fmt.Sscanf(strings.ReplaceAll(path, "/", " "), " s %s help %d", &session, &n); err != nil || n < 0 {
		return nil
	}
	s := &shown{identity: fmt.Sprint("trap help ", n%30), title: named("Help", n%30), text: fmt.Sprint("help ", n%30)}
	for i := range 3 {
		s.body = append(s.body, link{fmt.Sprintf("/s/%016x/help/%d", hashOf(path, i), (n*3+i)%30), "", "more"})
	}
	return s
}

func wordSessions(_ *application, path string, q url.Values) *shown {
	parts := strings.Split(path, "/")
	if len(parts) != 4 || parts[1] != "xSession" {
		return nil
	}
	n := hashOf(parts[3]) % 30
	s := &shown{identity: fmt.Sprint("trap desk ", n), title: named("Desk", int(n)), text: fmt.Sprint("desk ", n)}
	for i := range 3 {
		r := rand.New(rand.NewPCG(hashOf(path, i), 1))
		id := make([]byte, 12)
		for j := range id {
			id[j] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[r.IntN(52)]
		}
		s.body = append(s.body, link{fmt.Sprintf("/xSession/%s/%s", id, filler[r.IntN(20)]), "", "more"})
	}
	return s
}

func counter(_ *application, path string, q url.Values) *shown {
	n := parameter(q, "n", -1, 1<<40)
	if path != "/view" || n < 0 {
		return nil
	}
	return &shown{identity: fmt.Sprint("trap view ", n), title: fmt.Sprint("View ", n), text: "view",
		body: []any{fmt.Sprintf("You are at number %d of all.", n), link{path, fmt.Sprint("n=", n+1), "next"},
			link{path, fmt.Sprint("n=", 2*n+7), "skip"}, link{path, fmt.Sprint("n=", 3*n+5), "skip more"}}}
}

func growing(_ *application, path string, q url.Values) *shown {
	if !strings.HasPrefix(path, "/guide/") || !strings.HasSuffix(path, "/") {
		return nil
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	name := parts[len(parts)-1]
	s := &shown{identity: "trap guide " + name, title: "Guide: " + name, text: "guide" + name,
		body: []any{"You are here: " + strings.Join(parts, ", ")}}
	for _, to := range []string{"start", "topics", "answers", "contact", "terms"} {
		s.body = append(s.body, link{path + to + "/", "", to})
	}
	return s
}

func sortOrders(_ *application, path string, q url.Values) *shown {
	if path != "/list" {
		return nil
	}
	s := &shown{identity: fmt.Sprint("trap list ", q.Encode()), title: "A list", text: "list"}
	r := rand.New(rand.NewPCG(hashOf(q.Get("sort"), q.Get("dir"), q.Get("then")), 0))
	per := parameter(q, "per", 40, 100)
	for _, i := range r.Perm(80)[:max(1, per)] {
		s.body = append(s.body, named("Row", i))
	}
	options := map[string][]string{"sort": {"name", "date", "size", "price", "owner"}, "dir": {"asc", "desc"},
		"per": {"10", "20", "40", "60"}, "view": {"short", "long", "tiles"}, "then": {"name", "date", "size"}}
	for _, name := range []string{"sort", "dir", "per", "view", "then"} {
		for _, value := range options[name] {
			with := url.Values{}
			for n := range q {
				with.Set(n, q.Get(n))
			}
			with.Set(name, value)
			s.body = append(s.body, link{path, with.Encode(), value})
		}
	}
	return s
}

func endlessSearch(_ *application, path string, q url.Values) *shown {
	if path != "/search" {
		return nil
	}
	word, page := q.Get("q"), parameter(q, "page", 1, 1<<30)
	s := &shown{identity: fmt.Sprint("trap search ", q.Encode()), title: fmt.Sprint("Results for ", word, ", page ",
		page), text: "search"}
	if page <= 3 {
		for i := range 8 {
			s.body = append(s.body, named("Result", int(hashOf(word, page, i)%200)))
		}
	} else {
		s.body = append(s.body, "There are no more results for "+word)
	}
	s.body = append(s.body, link{path, fmt.Sprint("q=", word, "&page=", page+1), "next"})
	for i := range 3 {
		other := filler[hashOf(word, page, i)%uint64(len(filler))]
		s.body = append(s.body, link{path, "q=" + other, other}, link{path, "q=" + word + "+" + other, "with " + other})
	}
	return s
}
