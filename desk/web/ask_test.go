package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/internal/headless"
)

// Questions about a site are asked and answered with keys alone, on its page and on that of its project.
func TestAsk(t *testing.T) {
	t.Parallel()
	s, b, _ := crawled(t, 30)
	c := headless.New(t)
	c.Only(b.base)
	ask := func(text string) string {
		t.Helper()
		c.Run(t, chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(text+kb.Enter))
		return headless.Eval[string](t, c, `new Promise(done => {
			const status = document.querySelector('.ask [role=status]');
			const look = () => {
				const said = status.textContent;
				if (said && !said.endsWith('…')) done(said); else requestAnimationFrame(look);
			};
			look();
		})`)
	}
	for page, questions := range map[string][][2]string{
		"/projects/one": {{"path from /p1 to /p9", "2 clicks from /p1 to /p9."}},
		"/projects/one/site?site=" + url.QueryEscape(s.URL): {
			{"what hangs on /p2", fmt.Sprint(30-1-reachedWithout(30, 2), " page")},
			{"pages GPTBot cannot reach", "The files of this site do not say what GPTBot reaches"},
			{"orphans", "The desk does not know: it needs [sites] sitemaps"},
			{"links to /p9", "2 pages link to /p9."}, // 4, and 27, since 7·27 mod 30 is 9
			// A run of links without a text is taken for a menu, since all pages have one.
			{"content links to /p9", "0 pages link to /p9 in their content."},
		},
	} {
		c.Run(t, chromedp.Navigate(b.base+page), seen(".ask-open"))
		for _, q := range questions {
			if said := ask(q[0]); !strings.HasPrefix(said, q[1]) {
				t.Errorf("%s: %q, want %q", q[0], said, q[1])
			}
		}
	}
	ask("path to /p9")
	look(t, c, "an answer")
	tabTo(t, c, ".ask li:last-child a")
	c.Run(t, chromedp.KeyEvent(kb.Enter), seen("#path"))
	if at := headless.Eval[string](t, c, `document.querySelector('h1').textContent`); at != s.URL+"/p9" {
		t.Errorf("Enter opens %s", at)
	}
	if faults := c.Faults(); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
}
