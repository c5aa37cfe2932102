package scorecard

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"

	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// world is the sites, their pages numbered through, and their server.
type world struct {
	sites  []docs
	pages  []page
	at     map[string]int // the number of a page by host and path
	topics []topic
	server *httptest.Server
}

// docs is a site.
type docs struct {
	name, home string // home is the path of its first page
}

// page is a page of a site.
type page struct {
	site        int
	path, title string
	links       []int // pages
	body        func() ([]byte, error)
}

func host(site int) string { return fmt.Sprintf("site%02d.example", site) }

// portal is the host of the page that links to all sites.
const portal = "portal.example"

func newWorld() *world { return &world{at: map[string]int{}} }

// add adds a page.
func (w *world) add(p page) {
	w.at[host(p.site)+p.path] = len(w.pages)
	w.pages = append(w.pages, p)
}

// connect reads the titles and links of all pages.
func (w *world) connect() error {
	parser, err := parse.New("tokenizer", parse.Options{})
	if err != nil {
		return err
	}
	for i := range w.pages {
		p := &w.pages[i]
		body, err := p.body()
		if err != nil {
			return err
		}
		doc, err := parser.Parse(site.Response{ContentType: "text/html", Body: body})
		if err != nil {
			return err
		}
		p.title = doc.Title
		base, err := site.Parse("http://" + host(p.site) + p.path)
		if err != nil {
			return err
		}
		seen := map[int]bool{i: true}
		for _, l := range doc.Links {
			u, err := base.Resolve(l.Href, nil)
			if err != nil {
				continue
			}
			if to, ok := w.page(u.Host + u.Path); ok && !seen[to] {
				seen[to] = true
				p.links = append(p.links, to)
			}
		}
	}
	w.addTopics()
	return nil
}

// page finds a page by host and path; that of a folder is its index.html.
func (w *world) page(hostPath string) (int, bool) {
	if strings.HasSuffix(hostPath, "/") {
		hostPath += "index.html"
	}
	i, ok := w.at[hostPath]
	return i, ok
}

// serve serves the sites and the portal on loopback.
func (w *world) serve(t *testing.T) {
	w.server = httptest.NewServer(w)
	t.Cleanup(w.server.Close)
}

func (w *world) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	out.Header().Set("Content-Type", "text/html")
	if r.Host == portal && r.URL.Path == "/" {
		for i, d := range w.sites {
			fmt.Fprintf(out, "<p><a href=\"%s\">%s</a>\n", w.entry(i), w.pages[w.at[host(i)+d.home]].title)
		}
		return
	}
	i, ok := w.page(r.Host + path.Clean(r.URL.Path) + strings.Repeat("/", slash(r.URL.Path)))
	if !ok {
		http.NotFound(out, r)
		return
	}
	body, err := w.pages[i].body()
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Write(body)
}

// slash is 1 if a path ends with a slash that path.Clean takes away.
func slash(p string) int {
	if len(p) > 1 && strings.HasSuffix(p, "/") {
		return 1
	}
	return 0
}

// entry is the URL that the portal links to for a site.
func (w *world) entry(site int) string { return "http://" + host(site) + w.sites[site].home }

// dial leads the hosts of sites to the server, and any other one nowhere.
func (w *world) dial(origin site.URL) map[string]string {
	to := strings.TrimPrefix(w.server.URL, "http://")
	all := map[string]string{net.JoinHostPort(origin.Host, portOf(origin)): nowhere, portal + ":80": to}
	for i := range w.sites {
		all[host(i)+":80"] = to
	}
	return all
}

// nowhere refuses connections: no test leaves the machine, whatever pages link to.
const nowhere = "127.0.0.1:1"

func portOf(u site.URL) string {
	return cmp.Or(u.Port, map[string]string{"http": "80", "https": "443"}[u.Scheme])
}
