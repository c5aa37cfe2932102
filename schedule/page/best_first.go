package page

// readOnce reads every page once, the unread page of greatest key first. A page
// that the caller reads again is taken note of.
type readOnce struct {
	pageStates
	name    string
	options Options
	front   queue
	rule    rule
}

// rule sets the keys of unread pages: o.front.key, through o.want.
type rule interface {
	// discovered takes a new page and returns its key.
	discovered(o *readOnce, page uint32) float64
	// read takes a page that was read, perhaps again; its state is read already.
	// The links are sorted, each once, and belong to the caller.
	read(o *readOnce, page uint32, links []uint32)
	// lost takes a page that has vanished or is forbidden; its state is gone
	// already.
	lost(o *readOnce, page uint32)
	// revived takes a page that was gone; a call of read follows.
	revived(o *readOnce, page uint32)
	// settle brings the keys up to date before one is asked for.
	settle(o *readOnce)
}

// estimate is a rule that knows the importance of pages.
type estimate interface {
	importance(o *readOnce) []float64
}

func newReadOnce(name string, o Options, r rule) Policy {
	p := &readOnce{name: name, options: o, rule: r}
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
type estimator struct{ *readOnce }

// Importance implements Estimator.
func (e estimator) Importance() []float64 { return e.rule.(estimate).importance(e.readOnce) }

// Discovered implements Policy.
func (o *readOnce) Discovered(page uint32, at float64) error {
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
func (o *readOnce) Read(page uint32, links []uint32, at float64) error {
	if err := o.check(page, links, at); err != nil {
		return err
	}
	if o.state[page] == gone {
		o.rule.revived(o, page)
	}
	o.set(page, read)
	o.front.remove(page)
	o.rule.read(o, page, o.distinct(links))
	return nil
}

// Vanished implements Policy.
func (o *readOnce) Vanished(page uint32, at float64) error { return o.lose(page, at) }

// Forbidden implements Policy.
func (o *readOnce) Forbidden(page uint32, at float64) error { return o.lose(page, at) }

func (o *readOnce) lose(page uint32, at float64) error {
	if err := o.check(page, nil, at); err != nil {
		return err
	}
	if o.state[page] == gone {
		return nil
	}
	o.set(page, gone)
	o.front.remove(page)
	o.rule.lost(o, page)
	return nil
}

// Next implements Policy.
func (o *readOnce) Next() (page uint32, ok bool) {
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
func (o *readOnce) want(page uint32, key float64) {
	o.front.key[page] = key
	o.front.moved(page)
}

// rekey gives every page that waits a new key.
func (o *readOnce) rekey(key func(page uint32) float64) {
	for _, p := range o.front.heap {
		o.front.key[p] = key(p)
	}
	o.front.order()
}

// waiting lists the pages that may be asked for.
func (o *readOnce) waiting() []uint32 {
	list := make([]uint32, 0, o.count[unread])
	for i, s := range o.state {
		if s == unread && !o.asked[i] {
			list = append(list, uint32(i))
		}
	}
	return list
}
