package tables

import (
	"slices"
	"sync"
)

// found is the rows that a filter wants, and their number.
type found struct {
	rows  set
	count int
}

// cached is what found depends on: the filter, and how often rows were struck out or restored, if that matters.
type cached struct {
	filter Filter
	struck int
}

// kept is the number of answers that are kept of a table: one bit a row each.
const kept = 8

// cache keeps the last answers, so that the next page of one need not look for its rows.
type cache struct {
	mu   sync.Mutex
	keys []cached // the last used one at the end
	sets map[cached]found
}

func (c *cache) get(key cached) (found, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows, ok := c.sets[key]
	if ok {
		c.use(key)
	}
	return rows, ok
}

func (c *cache) put(key cached, rows found) found {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sets == nil {
		c.sets = map[cached]found{}
	}
	c.sets[key] = rows
	c.use(key)
	if len(c.keys) > kept {
		delete(c.sets, c.keys[0])
		c.keys = c.keys[1:]
	}
	return rows
}

func (c *cache) use(key cached) {
	c.keys = append(slices.DeleteFunc(c.keys, func(k cached) bool { return k == key }), key)
}
