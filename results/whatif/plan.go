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

// Rules are a robots.txt.
type Rules interface {
	// Allowed reports whether path[?query] may be fetched.
	Allowed(target string) bool
}

// Site is a finished crawl of a site, as its journal knows it.
type Site struct {
	Known      *evidence.Known  // what is known of it
	Journal    evidence.Journal // of Known
	Normaliser *site.Normaliser // of its URLs
	// Texts and Links say that the journal keeps the texts of links, and all links as written.
	Texts, Links bool
	// Places says where the links of a page stand, in the order of the source; nothing if that is unknown.
	Places func(*evidence.Fetched) ([]evidence.Placed, error)
	Told   evidence.Told // which URLs are one page, as learnt; nil if their content alone says so
	Effort *Effort       // bounds the work; nil is no bound
	// Judge reads a robots.txt as the crawl does, or as another robot; "" is the crawl.
	Judge func(seen site.RobotsSeen, robot string) Rules
}

// Plan is a file of changes, held against a site.
type Plan struct {
	*File
	Site
	keys     []evidence.URLID  // the normalized URLs of the site that the crawl knows, sorted
	named    map[Verb]*index   // of the changes by what they name; of verbs that may contradict each other it is one
	areas    *index            // of those that move several, by where these go
	fates    map[string]fate   // by normalized URL, of those known that are no more what they were
	comes    map[string]bool   // the normalized URLs that pages move to
	kept     map[string]bool   // those of robots.txt and of sitemaps, which only a line about them alone touches
	firsts   []int             // of each change, the first one that is written alike
	targets  []target          // of each change
	template *blocks.Template  // of the pages, once a change names a block
	menus    map[int][]address // where the links lead that a change puts in the place of a block
	rules    map[string]Rules
	robots   site.RobotsSeen  // of the site, with its new rules
	away     address          // the home page on the host to which the site moves; empty if it stays
	ruled    bool             // there are new ones
	closed   map[string][]int // the changes that forbid a page to the crawl, or take a block of links from it
	touched  []Touched        // by each change
	faults   []error
	told     map[[2]int]bool // the pairs of contradicting changes that were reported
}

type target struct {
	glob
	address // of one URL
}

// dropping returns the changes that drop links to a URL; those of the page that links are known.
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

// NewPlan holds changes against a site. The errors are those of changes that cannot be, or that contradict others.
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
	p.checkHome()
	p.changeRobots()
	p.moveSite()
	return p, p.failure()
}

// failure is the first of what is wrong with the changes, nil if nothing is.
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
		if known && c.Verb != AddLink { // a link may be added twice
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

// takeTarget takes what a change makes of URLs that fit a pattern, or links to.
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
	case c.Verb == DropLink && !t.single(): // its wildcards carry nothing over
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
		t = target{} // which no URL becomes
	}
	p.targets[i] = t
}

// pageOf is the pattern of a field that names a page: a directory is the page there.
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

// clash notes that two changes contradict each other, once.
func (p *Plan) clash(a, b int, what string) {
	a, b = min(a, b), max(a, b)
	if pair := [2]int{a, b}; !p.told[pair] && a != b && len(p.faults) < maxErrors {
		p.told[pair] = true
		first := p.Changes[a]
		p.fail(b, p.Changes[b].what, fmt.Errorf("contradicts line %d (%s): %s", first.Line, first.Text, what))
	}
}

// Moved returns the normalized URL to which a page moves; ok is false if it stays, or is gone.
func (p *Plan) Moved(key string) (to string, ok bool) {
	f := p.fates[key]
	return f.to.key, f.moved
}

// KeyOf is a URL in its normalized form; what is not a URL stays as it is.
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
