package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Member is a host of an entity, or all subdomains of a domain.
type Member struct {
	Scheme string // "http", "https", or "" for both
	Host   string // as in URL; the domain if Below
	Port   string // "" for the default
	Below  bool   // every subdomain of Host, but not Host itself
}

// ParseMember reads a member. "www.example.edu" is a host over http and https, "http://old.example.org:8080" has a
// scheme and a port, and "*.example.edu" is every subdomain.
func ParseMember(text string) (Member, error) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest = "", text
	}
	m := Member{Scheme: strings.ToLower(scheme)}
	rest, m.Below = strings.CutPrefix(rest, "*.")
	rest = strings.TrimSuffix(rest, "/")
	plain, err := Parse("http://" + rest)
	secure, _ := Parse("https://" + rest)
	switch {
	case m.Scheme != "" && m.Scheme != "http" && m.Scheme != "https":
		return m, schemeFault(m.Scheme)
	case strings.ContainsAny(rest, `/\?#`):
		return m, fmt.Errorf("a path cannot be a member")
	case err != nil:
		return m, err
	case strings.ContainsAny(rest+plain.Host, "@*") || plain.Port == "0": // the host is already unescaped
		return m, LinkFault{Kind: FaultBadHost}
	}
	m.Host = plain.Host
	if m.Below && (endsInNumber(m.Host) || m.Host[0] == '[') {
		return m, fmt.Errorf("an address has no subdomains")
	}
	switch m.Scheme {
	case "http":
		m.Port = plain.Port
	case "https":
		m.Port = secure.Port
	default:
		m.Port = cmp.Or(plain.Port, secure.Port) // writing a default port means only that port
	}
	return m, nil
}

// String writes a member in the format of ParseMember.
func (m Member) String() string {
	var b strings.Builder
	if m.Scheme != "" {
		b.WriteString(m.Scheme + "://")
	}
	if m.Below {
		b.WriteString("*.")
	}
	b.WriteString(m.hostport())
	return b.String()
}

func (m Member) hostport() string { return URL{Host: m.Host, Port: m.Port}.Authority() }

// Meets reports whether a URL can belong to both members.
func (m Member) Meets(o Member) bool {
	if m.Scheme != "" && o.Scheme != "" && m.Scheme != o.Scheme || !meets(m.port(), o.port()) {
		return false
	}
	return m.Host == o.Host && m.Below == o.Below || m.Below && isBelow(o.Host, m.Host) ||
		o.Below && isBelow(m.Host, o.Host)
}

// port returns the member's port, or "" for the default ports of both schemes.
func (m Member) port() string {
	if m.Scheme == "" {
		return m.Port
	}
	return cmp.Or(m.Port, defaultPort(m.Scheme))
}

// meets reports whether two ports may be equal.
func meets(a, b string) bool {
	byDefault := func(port string) bool { return port == "80" || port == "443" }
	return a == b || a == "" && byDefault(b) || b == "" && byDefault(a)
}

func isBelow(host, domain string) bool {
	sub, ok := strings.CutSuffix(host, "."+domain)
	return ok && sub != ""
}

func defaultPort(scheme string) string {
	if scheme == "http" {
		return "80"
	}
	return "443"
}

// Members are the hosts of an entity. They never change; nil has none.
type Members struct {
	every        bool // all hosts in the world
	list         []Member
	exact, below map[string][]Member // by host
}

// NewMembers returns nil for an empty list.
func NewMembers(list []Member) *Members {
	if len(list) == 0 {
		return nil
	}
	m := &Members{list: list, exact: map[string][]Member{}, below: map[string][]Member{}}
	for _, one := range list {
		by := m.exact
		if one.Below {
			by = m.below
		}
		by[one.Host] = append(by[one.Host], one)
	}
	return m
}

// everyHost is the name for all hosts in Names.
const everyHost = "*"

// Everywhere returns the members that include all hosts.
func Everywhere() *Members { return &Members{every: true} }

// ReadMembers reads the result of Names.
func ReadMembers(names []string) (*Members, error) {
	if len(names) == 1 && names[0] == everyHost {
		return Everywhere(), nil
	}
	var list []Member
	for _, name := range names {
		m, err := ParseMember(name)
		if err != nil {
			return nil, fmt.Errorf("member %q: %w", name, err)
		}
		list = append(list, m)
	}
	return NewMembers(list), nil
}

// Names writes the members in their order.
func (m *Members) Names() []string {
	if m == nil {
		return nil
	}
	if m.every {
		return []string{everyHost}
	}
	names := make([]string, len(m.list))
	for i, one := range m.list {
		names[i] = one.String()
	}
	return names
}

// Named returns the hosts that are listed by name, not the subdomains of a domain.
func (m *Members) Named() []string {
	if m == nil {
		return nil
	}
	return Names(m.exact)
}

// Has reports whether a URL belongs to a member.
func (m *Members) Has(u URL) bool {
	if m == nil {
		return false
	}
	if m.every || fitting(m.exact[u.Host], u) {
		return true
	}
	if len(m.below) == 0 {
		return false
	}
	for domain := u.Host; ; {
		at := strings.IndexByte(domain, '.')
		if at < 0 {
			return false
		}
		if domain = domain[at+1:]; at > 0 && fitting(m.below[domain], u) {
			return true
		}
	}
}

func (m *Members) hasText(url string) bool {
	if m == nil || m.every {
		return m != nil
	}
	scheme, _, _ := strings.Cut(url, "://")
	host, port, _ := cutPort(HostIn(url))
	return m.Has(URL{Scheme: scheme, Host: host, Port: port})
}

func fitting(members []Member, u URL) bool {
	for _, m := range members {
		port := m.port()
		if (m.Scheme == "" || m.Scheme == u.Scheme) && (port == "" && u.Port == "" ||
			port == cmp.Or(u.Port, defaultPort(u.Scheme))) {
			return true
		}
	}
	return false
}

// Origins returns the origins of members listed by name, except but. Members of both schemes get the scheme of but.
func (m *Members) Origins(but URL) (all []URL) {
	if m == nil {
		return nil
	}
	for _, one := range m.list {
		u := URL{Scheme: cmp.Or(one.Scheme, but.Scheme), Host: one.Host, Port: one.Port, Path: "/"}
		if !one.Below && !SameSite(u, but) {
			all = append(all, u)
		}
	}
	return all
}

// Scope says which URLs belong to a site: all of its hosts, or sections of them. It never changes.
type Scope struct {
	prefix   string // the beginning of the origin's normalized URLs
	members  *Members
	sections map[string][]string // the paths by host, as in HostIn; a host without any belongs entirely
}

// NewScope returns the scope of a site with the start page's origin and members as its other hosts, nil for none. A
// section is a path with a slash at both ends, on the origin or on the host before it: "/docs/", "example.org/docs/".
// If the site has moved, the origin is not the first member; then the origin's sections apply to both.
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

// Has reports whether a URL with its normalized form belongs to the site. Both are formatted by URL.String. An IP
// address of the site's host may only be recognizable by the normalized form.
func (s *Scope) Has(url, key string) bool {
	return (strings.HasPrefix(url, s.prefix) || strings.HasPrefix(key, s.prefix) || s.members.hasText(url)) &&
		s.within(key)
}

// within reports whether a normalized URL lies in a section of its host, or the host has no sections.
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

// PathIn returns the path of an absolute URL, without the query; "" if it has none.
func PathIn(url string) string {
	url, _, _ = strings.Cut(url, "?")
	_, rest, _ := strings.Cut(url, "://")
	if at := strings.IndexByte(rest, '/'); at >= 0 {
		return rest[at:]
	}
	return ""
}
