package whatif

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"sitegraph/extractor/blocks"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
	"sitegraph/wording"
)

// Rules is a parsed robots.txt.
type Rules interface {
	// Allowed reports whether the robot may fetch path[?query].
	Allowed(target string) bool
}

// Site is a finished crawl of a site, read from its journal.
type Site struct {
	Known      *evidence.Known  // content of the journal
	Journal    evidence.Journal // journal that Known was read from
	Normaliser *site.Normaliser // normalises its URLs
	// Texts means that the journal keeps the texts of links, Links that it keeps all links as written.
	Texts, Links bool
	// Places returns the places of a page's links, in source order; nothing if they are unknown.
	Places func(*evidence.Fetched) ([]evidence.Placed, error)
	Told   evidence.Told // which URLs are one page, as learnt; nil if only content decides
	Effort *Effort       // limits the work; nil means no limit
	// Judge reads a robots.txt as the named robot does, or as the crawl does for "".
	Judge func(seen site.RobotsSeen, robot string) Rules
}

// Plan is a file of changes applied to a site.
type Plan struct {
	*File
	Site
	keys     []evidence.URLID  // known normalized URLs of the site, sorted
	named    map[Verb]*index   // changes by the URLs they name; verbs that may contradict each other share an index
	areas    *index            // changes that move several URLs, by target
	fates    map[string]fate   // fates of known URLs that the changes affect, by normalized URL
	comes    map[string]bool   // normalized URLs that pages move to
	kept     map[string]bool   // URLs of robots.txt and sitemaps; only a line for exactly such a URL touches it
	firsts   []int             // for each change, the first change with the same text
	targets  []target          // for each change
	template *blocks.Template  // blocks of the pages, once a change names a block
	menus    map[int][]address // targets of the links with which a change replaces a block
	rules    map[string]Rules
	robots   site.RobotsSeen  // the site's robots.txt with the new rules
	away     address          // home page on the new host; empty if the site stays
	ruled    bool             // robots has new rules
	closed   map[string][]int // changes that forbid a page, or drop a block of its links
	touched  []Touched        // for each change
	faults   []error
	told     map[[2]int]bool // pairs of contradicting changes already reported
}

type target struct {
	glob
	address // used if the target is a single URL
}

// dropping returns the changes that drop links to a URL. page has the drop-link changes of the linking page.
func (p *Plan) dropping(page []match, to string) (changes []int) {
	for _, m := range p.named[DropLinksTo].all(to) {
		changes = append(changes, m.change)
	}
	for _, m := range page {
		if !p.Effort.spend(1) {
			break
		}
		if t := &p.targets[m.change]; t.single() && t.key == to || !t.single() && t.match(to) != nil {
			changes = append(changes, m.change)
		}
	}
	return changes
}

// NewPlan applies changes to a site. It returns errors about changes that are impossible or contradict each other.
func NewPlan(f *File, s Site) (*Plan, error) {
	s.Effort = cmp.Or(s.Effort, &Effort{Most: math.MaxInt, Stop: func() error { return nil }})
	p := &Plan{File: f, Site: s, keys: keysOf(s.Known.URLs), areas: newIndex(s.Effort),
		fates: map[string]fate{}, comes: map[string]bool{}, named: map[Verb]*index{}, kept: map[string]bool{},
		told: map[[2]int]bool{}, menus: map[int][]address{}, closed: map[string][]int{},
		targets: make([]target, len(f.Changes)), touched: make([]Touched, len(f.Changes)),
		firsts: make([]int, len(f.Changes))}
	for _, verbs := range [][]Verb{{Move, Host, Redirect, Delete}, {Canonical}, {NoIndex}, {AddLink}, {DropLink},
		{DropLinksTo}, {DropBlock, ReplaceBlock}} {
		x := newIndex(s.Effort)
		for _, v := range verbs {
			p.named[v] = x
		}
	}
	p.index()
	if err := p.keepFiles(); err != nil {
		return nil, err
	}
	p.decide()
	p.checkFates()
	if f, ok := p.fates[p.Known.Site.Key]; ok && !f.taken && !f.redirects() {
		p.fail(f.change, p.Changes[f.change].what, errors.New("the home page would be gone, and with it all "+
			"that a crawl finds: exclude it from the change"))
	}
	p.changeRobots()
	p.moveSite()
	return p, p.failure()
}

// failure returns the first faults of the changes, or nil.
func (p *Plan) failure() error {
	return cmp.Or(p.Effort.err, errors.Join(p.faults[:min(len(p.faults), maxErrors)]...))
}

func (p *Plan) index() {
	first := map[string]int{}
	for i := range p.Changes {
		c := &p.Changes[i]
		at, known := first[c.Text]
		if !known {
			at, first[c.Text] = i, i
		}
		p.firsts[i] = at
		if known && c.Verb != AddLink { // adding a link twice makes sense
			continue
		}
		what := p.patternOf(c, c.what)
		if x := p.named[c.Verb]; x != nil && c.what.text != "" {
			if err := x.add(what, i, p.Normaliser); err != nil {
				p.fail(i, c.what, err)
			}
		}
		if c.to.text != "" {
			p.takeTarget(i, c, what)
		}
		p.takeMenu(i, c)
	}
}

func (p *Plan) patternOf(c *Change, f field) pattern {
	text := f.text
	if c.Verb == Host {
		scheme, _, _ := strings.Cut(p.Known.Site.Origin, "://")
		if u, err := site.Parse(withScheme(text, scheme)); err == nil {
			text = u.Origin() + "/"
		}
	}
	named, _ := parsePattern(text)
	return named.from(p.Known.Site.Origin)
}

// takeTarget parses the target of a change, which URLs become or link to.
func (p *Plan) takeTarget(i int, c *Change, what pattern) {
	to := p.patternOf(c, c.to)
	if c.Verb == Redirect || c.Verb == Canonical || c.Verb == AddLink || c.Verb == Move && what.single() {
		to = p.pageOf(c, c.to)
	}
	t := target{glob: glob{pattern: to}}
	var err error
	switch carries := c.Verb == Move || c.Verb == Host || !t.single(); {
	case c.Verb == DropLinksTo:
		err = p.named[DropLinksTo].add(t.pattern, i, p.Normaliser)
	case c.Verb == DropLink && !t.single(): // its wildcards only select links
	case c.Verb == AddLink && !t.single():
		err = errOneURL
	case carries && len(t.whole) != len(what.whole):
		err = fmt.Errorf("%s has %s, %s has %d: there must be as many, and a directory (/x/) counts "+
			"as one (/x/**), its page alone (/x/$) as none", c.what.text,
			wording.Count(len(what.whole), "wildcard", "wildcards"), c.to.text, len(t.whole))
	case t.single():
		t.address, err = parse(t.text, p.Normaliser)
	case c.Verb == Move || c.Verb == Host:
		err = p.areas.add(t.pattern, i, p.Normaliser)
	}
	if err != nil {
		p.fail(i, c.to, err)
		t = target{} // no URL becomes this
	}
	p.targets[i] = t
}

// pageOf returns the pattern of a field that names a page. For a directory it is the page at its URL.
func (p *Plan) pageOf(c *Change, f field) pattern {
	to := p.patternOf(c, f)
	if len(to.whole) > 0 && strings.HasSuffix(f.text, "/") {
		to = pattern{text: to.text[:len(to.text)-2]}
		to.divide()
	}
	return to
}

func (t *target) of(m match, n *site.Normaliser) (address, error) {
	if t.single() {
		return t.address, nil
	}
	return parse(t.fill(m.texts), n)
}

func (p *Plan) fail(change int, at field, err error) {
	p.faults = append(p.faults, p.fault(p.Changes[change].Line, max(at.column, 1), err))
}

// clash reports once that two changes contradict each other.
func (p *Plan) clash(a, b int, what string) {
	a, b = min(a, b), max(a, b)
	if pair := [2]int{a, b}; !p.told[pair] && a != b && len(p.faults) < maxErrors {
		p.told[pair] = true
		first := p.Changes[a]
		p.fail(b, p.Changes[b].what, fmt.Errorf("contradicts line %d (%s): %s", first.Line, first.Text, what))
	}
}

// Moved returns the normalized URL that a page moves to; ok is false if the page stays or goes.
func (p *Plan) Moved(key string) (to string, ok bool) {
	f := p.fates[key]
	return f.to.key, f.moved
}

// KeyOf returns a URL's normalized form. It returns text that is no URL unchanged.
func (p *Plan) KeyOf(url string) string {
	a, err := parse(url, p.Normaliser)
	if err != nil {
		return url
	}
	return a.key
}

func keysOf(urls *evidence.URLTable) (all []evidence.URLID) {
	for id := range evidence.URLID(urls.Len()) {
		if urls.Key(id) == id && !urls.Outside(id) {
			all = append(all, id)
		}
	}
	urls.Sort(all)
	return all
}
