package page

// once reads every page once, the unread page of greatest key first. A page
// that the caller reads again is taken note of.
type once struct {
	book
	name    string
	options Options
	front   queue
	rule    rule
}

// rule sets the keys of unread pages: o.front.key, through o.want.
type rule interface {
	// discovered tells of a new page and returns its key.
	discovered(o *once, page uint32) float64
	// read tells of a page read, again perhaps; its standing is read already.
	// The links are sorted, each once, and belong to the caller.
	read(o *once, page uint32, links []uint32)
	// lost tells that a page has vanished or is forbidden; its standing is
	// gone already.
	lost(o *once, page uint32)
	// revived tells of a page that was gone and will be told of as read.
	revived(o *once, page uint32)
	// settle brings the keys up to date before one is asked for.
	settle(o *once)
}

// estimate is a rule that knows the importance of pages.
type estimate interface {
	importance(o *once) []float64
}

func newOnce(name string, o Options, r rule) Policy {
	p := &once{name: name, options: o, rule: r}
	switch r.(type) {
	case *stored:
		return settler{estimator{p}}
	case restorable:
		return checkpointed{estimator{p}}
	case estimate:
		return estimator{p}
	}
	return p
}

// estimator is a policy whose rule is an estimate.
type estimator struct{ *once }

// Importance implements Estimator.
func (e estimator) Importance() []float64 { return e.rule.(estimate).importance(e.once) }

// Name implements Policy.
func (o *once) Name() string { return o.name }

// Discovered implements Policy.
func (o *once) Discovered(page uint32, at float64) error {
	added, err := o.add(page, at)
	if !added || err != nil {
		return err
	}
	o.front.grow()
	o.front.key = append(o.front.key, 0)
	o.front.key[page] = o.rule.discovered(o, page)
	o.front.push(page)
	return nil
}

// Read implements Policy.
func (o *once) Read(page uint32, links []uint32, at float64) error {
	if err := o.check(page, links, at); err != nil {
		return err
	}
	if o.standing[page] == gone {
		o.rule.revived(o, page)
	}
	o.set(page, read)
	o.front.remove(page)
	o.rule.read(o, page, o.distinct(links))
	return nil
}

// Vanished implements Policy.
func (o *once) Vanished(page uint32, at float64) error { return o.lose(page, at) }

// Forbidden implements Policy.
func (o *once) Forbidden(page uint32, at float64) error { return o.lose(page, at) }

func (o *once) lose(page uint32, at float64) error {
	if err := o.check(page, nil, at); err != nil {
		return err
	}
	if o.standing[page] == gone {
		return nil
	}
	o.set(page, gone)
	o.front.remove(page)
	o.rule.lost(o, page)
	return nil
}

// Next implements Policy.
func (o *once) Next() (page uint32, ok bool) {
	if o.front.len() == 0 {
		return 0, false
	}
	o.rule.settle(o)
	page = o.front.heap[0]
	o.front.remove(page)
	o.asked[page] = true
	return page, true
}

// want changes the key of a page; it moves if it waits.
func (o *once) want(page uint32, key float64) {
	o.front.key[page] = key
	o.front.moved(page)
}

// rekey gives every page that waits a new key.
func (o *once) rekey(key func(page uint32) float64) {
	for _, p := range o.front.heap {
		o.front.key[p] = key(p)
	}
	o.front.order()
}

// waiting lists the pages that may be asked for.
func (o *once) waiting() []uint32 {
	list := make([]uint32, 0, o.count[unread])
	for i, s := range o.standing {
		if s == unread && !o.asked[i] {
			list = append(list, uint32(i))
		}
	}
	return list
}
