package site

import (
	"slices"
	"strings"
)

// Scope says which URLs are a site's own: those of its hosts, or of sections of them. It never changes, so any number
// of goroutines may use it.
type Scope struct {
	prefix   string // how normalized URLs of the origin begin
	members  *Members
	sections map[string][]string // the paths of a host, as HostIn has it; a host without any is taken whole
}

// NewScope returns the scope of a site whose start page has an origin. Members are the hosts beside that, nil for
// none. A section is a path with a slash at both ends, of the origin or of the host named before it: "/docs/",
// "www.example.edu/docs/". Where the origin is not the first member, since the site has moved, its sections are those
// of both.
func NewScope(origin URL, members *Members, sections []string) *Scope {
	s := &Scope{prefix: origin.Origin() + "/", members: members}
	for _, section := range sections {
		host, path, _ := strings.Cut(section, "/")
		if host != "" {
			s.add(host, "/"+path)
			continue
		}
		s.add(HostIn(s.prefix), "/"+path)
		if members != nil {
			s.add(members.list[0].hostport(), "/"+path)
		}
	}
	return s
}

func (s *Scope) add(host, path string) {
	if s.sections == nil {
		s.sections = map[string][]string{}
	}
	if !slices.Contains(s.sections[host], path) {
		s.sections[host] = append(s.sections[host], path)
	}
}

// Has reports whether a URL, which has a normalized form, is the site's own; both as URL.String writes them. An address
// of the site's host may be known by that form alone.
func (s *Scope) Has(url, key string) bool {
	return (strings.HasPrefix(url, s.prefix) || strings.HasPrefix(key, s.prefix) || s.members.hasText(url)) &&
		s.within(key)
}

// within reports whether a normalized URL lies in one of the sections of its host, if that has any.
func (s *Scope) within(key string) bool {
	if s.sections == nil {
		return true
	}
	paths, some := s.sections[HostIn(key)]
	path := PathIn(key)
	return path != "" && (!some || slices.ContainsFunc(paths, func(p string) bool {
		return strings.HasPrefix(path, p) || path+"/" == p
	}))
}

// PathIn is the path of an absolute URL, without the query; "" if it has none.
func PathIn(url string) string {
	url, _, _ = strings.Cut(url, "?")
	_, rest, _ := strings.Cut(url, "://")
	if at := strings.IndexByte(rest, '/'); at >= 0 {
		return rest[at:]
	}
	return ""
}
