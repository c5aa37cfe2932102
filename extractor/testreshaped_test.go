package extractor_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"sitegraph/site"
)

// reshaped is a generated site changed by hand as a file says. It changes what the site serves, not earlier answers.
type reshaped struct {
	*generator
	lines []string
	stays bool
	moves map[*resource]string // new keys
	gone  map[*resource]*resource
	edits map[*resource][]func(*content)
	all   []func(*content)
	// many has the rank of the line that moves or removes a resource, if the line names several. canon has the
	// resources that got a canonical URL from such a line.
	many  map[*resource]int
	canon map[*resource]bool
	rules []robotsRule
}

func newReshaped(s *testSite) *reshaped {
	c := &reshaped{moves: map[*resource]string{}, gone: map[*resource]*resource{},
		edits: map[*resource][]func(*content){}, many: map[*resource]int{}, canon: map[*resource]bool{}}
	c.generator = &generator{Rand: rand.New(rand.NewPCG(s.seed, 77)), testSite: s, plain: true}
	return c
}

func (c *reshaped) random() string {
	verbs := []func(){c.moveOne, c.moveMany, c.moveMany, c.delete, c.deleteMany, c.redirectOne, c.redirectMany,
		c.except, c.exchange,
		c.canonical, c.canonicalMany, c.noindex, c.noindexMany, c.robots, c.addLink, c.dropLink, c.dropLinksTo,
		c.dropLinksToMany}
	if c.stays = c.chance(40); c.stays {
		c.lines = append(c.lines, "links follow moves no")
	}
	for range 1 + c.IntN(9) {
		pick(c.generator, verbs)()
	}
	return strings.Join(c.lines, "\n")
}

func (c *reshaped) say(format string, values ...any) {
	c.lines = append(c.lines, fmt.Sprintf(format, values...))
}

// known picks a linked resource that no line has changed yet, other than the start page.
func (c *reshaped) known(wanted ...kind) *resource {
	for range 100 {
		r := pick(c.generator, c.resources)
		linked := slices.ContainsFunc(c.contents, func(o *content) bool {
			return slices.ContainsFunc(o.links, func(l link) bool { return l.to == r })
		})
		if linked && r != c.start && c.moves[r] == "" && c.gone[r] == nil && slices.Contains(wanted, r.kind) {
			return r
		}
	}
	return nil
}

func (c *reshaped) moveOne() {
	if r := c.known(isPage, isNotHTML, isRedirect, isStatus); r != nil {
		status := pick(c.generator, []int{301, 302, 308, 404, 410})
		to := fmt.Sprintf("/new/%d", len(c.lines))
		c.say("move %s$ %s$ %d", r.key, to, status)
		c.move(r, to, status)
	}
}

func (c *reshaped) move(r *resource, to string, status int) {
	c.moves[r] = to
	c.gone[r] = leaving(r, to, status)
}

func leaving(r *resource, to string, status int) *resource {
	if site.IsRedirect(status) {
		return &resource{key: r.key, kind: isRedirect, status: status, location: to}
	}
	return &resource{key: r.key, kind: isStatus, status: status}
}

func (c *reshaped) delete() {
	if r := c.known(isPage, isNotHTML, isRedirect); r != nil {
		c.say("delete %s$ 410", r.key)
		c.gone[r] = leaving(r, "", 410)
	}
}

func (c *reshaped) redirectOne() {
	if r, to := c.known(isPage, isStatus), c.known(isPage); r != nil && to != nil && r != to {
		c.say("redirect %s$ %s$ 302", r.key, to.key)
		c.gone[r] = leaving(r, to.key, 302)
	}
}

func (c *reshaped) canonical() {
	if r, to := c.known(isPage), c.known(isPage); r != nil && to != nil && c.edits[r] == nil {
		c.say("canonical %s$ %s$", r.key, to.key)
		c.names(r, to)
	}
}

func (c *reshaped) names(r, to *resource) {
	c.canon[r] = true
	c.edit(r, func(o *content) {
		o.body = strings.Replace(o.body, "<body>", fmt.Sprintf("<link rel=canonical href=\"%s\"><body>", c.now(to)), 1)
	})
}

func (c *reshaped) now(to *resource) string {
	if c.stays {
		return to.key
	}
	return cmp.Or(c.moves[to], to.key)
}

func (c *reshaped) noindex() {
	if r := c.known(isPage); r != nil {
		c.say("noindex %s$", r.key)
		c.hide(r)
	}
}

func (c *reshaped) hide(r *resource) {
	c.edit(r, func(o *content) {
		if !strings.Contains(o.body, "name=robots") {
			o.body = strings.Replace(o.body, "<body>", "<meta name=robots content=noindex><body>", 1)
		}
	})
}

func (c *reshaped) edit(r *resource, do func(*content)) { c.edits[r] = append(c.edits[r], do) }

func (c *reshaped) addLink() {
	drops := strings.Contains(strings.Join(c.lines, "\n"), "drop-link")
	if r, to := c.known(isPage), c.known(isPage, isStatus, isRedirect); r != nil && to != nil && !drops {
		place := pick(c.generator, []string{"", "main", "nav"})
		c.say(`add-link %s$ %s$ "more" %s`, r.key, to.key, place)
		form := "<p>Of this there is much to be said: see <a href=\"%s\">more</a> of it.</p>\n"
		if place == "nav" {
			form = "<nav><a href=\"%s\">more</a></nav>\n"
		}
		c.edit(r, func(o *content) { o.body += fmt.Sprintf(form, strings.ReplaceAll(c.now(to), "&", "&amp;")) })
	}
}

func (c *reshaped) dropLink() {
	r, to := c.known(isPage), c.known(isPage, isStatus, isRedirect)
	if r == nil || to == nil || strings.Contains(strings.Join(c.lines, "\n"), "add-link") {
		return
	}
	c.say("drop-link %s$ %s$", r.key, to.key)
	c.edit(r, func(o *content) { o.drop(to) })
}

func (c *reshaped) dropLinksTo() {
	if to := c.known(isPage, isStatus, isRedirect); to != nil && !strings.Contains(strings.Join(c.lines, "\n"),
		"add-link") {
		c.say("drop-links-to %s$", to.key)
		c.all = append(c.all, func(o *content) { o.drop(to) })
	}
}

func (o *content) drop(to *resource) {
	o.links = slices.DeleteFunc(slices.Clone(o.links), func(l link) bool { return l.to == to })
}

func (c *reshaped) made() *testSite {
	s := *c.testSite
	s.forms = map[string]*resource{}
	arrived := map[string]*resource{}
	s.robots = c.robotsText()
	for _, form := range slices.Sorted(maps.Keys(c.testSite.forms)) {
		r := c.testSite.forms[form]
		now := *r
		now.key = cmp.Or(c.moves[r], r.key)
		if r.content != nil && r.kind == isPage {
			now.content = c.contentOf(r)
		}
		if to := r.next; c.moves[r] != "" && to != nil && c.moves[to] != "" {
			now.location = c.moves[to]
		}
		gone := c.gone[r]
		if c.moves[r] != "" {
			arrived[now.key] = &now
		}
		if s.forms[form] = &now; gone != nil {
			s.forms[form] = gone
		}
	}
	maps.Copy(s.forms, arrived)
	return &s
}

func (c *reshaped) contentOf(r *resource) *content {
	o := *r.content
	o.links = slices.Clone(o.links)
	heads := c.edits[r]
	for _, do := range append(slices.Clone(c.all), heads...) {
		do(&o)
	}
	for i, l := range o.links {
		if to := c.moves[l.to]; l.to != nil && to != "" && !c.stays {
			_, fragment, has := strings.Cut(l.href, "#")
			if o.links[i].href = to; has {
				o.links[i].href += "#" + fragment
			}
		}
	}
	o.body = o.html()
	for _, do := range heads { // the lines that edit the head
		again := o
		do(&again)
		o.body = again.body
	}
	return &o
}
