package download

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"sitegraph/site"
)

// redirectsName is the file at the root of a folder that lists redirects, in the format of static hosts:
//
//	# a comment
//	/old      /new
//	/moved    https://example.com/  302
//	/gone     /                     410
//
// Each line is: from, to, and a status, 301 when left out. A status of 400 or
// more answers with that status and goes nowhere.
const redirectsName = "_redirects"

type rule struct {
	to     string
	status int
}

// parseRedirects reads a _redirects file; the first rule of a path is the one that holds, as with the hosts.
// Lines that hosts understand and we do not (patterns, rewrites, conditions) are ignored and noted; other
// lines that cannot be read are an error that names file and line.
func parseRedirects(file, text string) (rules map[string]rule, notes []string, err error) {
	rules = make(map[string]rule)
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		fields := redirectFields(line)
		if len(fields) == 0 {
			continue
		}
		if what := unsupported(fields); what != "" {
			notes = append(notes, fmt.Sprintf("%s:%d: %s not supported, line ignored", file, number, what))
			continue
		}
		from, r, err := parseRule(fields)
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		if _, known := rules[from]; !known {
			rules[from] = r
		}
	}
	return rules, notes, nil
}

// redirectFields splits a line at white space and drops its comment.
func redirectFields(line string) []string {
	fields := strings.Fields(line)
	for i, field := range fields {
		if strings.HasPrefix(field, "#") {
			return fields[:i]
		}
	}
	return fields
}

// unsupported names what a line has that only hosts support.
func unsupported(fields []string) string {
	from := fields[0]
	switch {
	case strings.Contains(from, "*"), strings.Contains(from, "/:"):
		return "a pattern is"
	case strings.Contains(from, "://"):
		return "a host is"
	case len(fields) > 1 && strings.Contains(fields[1], "=") && !strings.ContainsAny(fields[1], "/?"):
		return "a query parameter is"
	case len(fields) > 3:
		return "a condition is"
	case len(fields) == 3 && strings.TrimSuffix(fields[2], "!") == "200":
		return "a rewrite is"
	}
	return ""
}

// parseRule reads the fields of a line; from comes back decoded, in the form in which lookups are made.
func parseRule(fields []string) (from string, r rule, err error) {
	if len(fields) < 2 {
		return "", r, fmt.Errorf("%q: want: from to [status]", fields[0])
	}
	path, status := splitPath(fields[0])
	if !strings.HasPrefix(fields[0], "/") || status != 0 {
		return "", r, fmt.Errorf("%q: from has to be a path that begins with / and has no dot segments", fields[0])
	}
	r = rule{to: fields[1], status: http.StatusMovedPermanently}
	if strings.ContainsFunc(r.to, isControl) {
		return "", r, fmt.Errorf("%q: control character", r.to)
	}
	if len(fields) > 2 {
		r.status, err = strconv.Atoi(strings.TrimSuffix(fields[2], "!"))
		if err != nil || !allowedStatus(r.status) {
			return "", r, fmt.Errorf("status %q: want 301, 302, 303, 307, 308 or 400 to 599", fields[2])
		}
	}
	return path.key(), r, nil
}

func isControl(c rune) bool { return c < ' ' || c == 0x7f }

func allowedStatus(status int) bool {
	return site.IsRedirect(status) || status >= 400 && status <= 599
}
