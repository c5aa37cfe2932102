package run

import "sync"

// claims say which line of hosts.txt crawls which site: a home page may lead
// to another site, and two of them to one.
type claims struct {
	mu    sync.Mutex
	lines map[string]string // by the site's origin, the origin of its line
}

// claim makes an origin the site of a line; false when another line has it.
func (c *claims) claim(line, origin string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lines == nil {
		c.lines = map[string]string{}
	}
	if c.lines[origin] == "" {
		c.lines[origin] = line
	}
	return c.lines[origin] == line
}
