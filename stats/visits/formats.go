package visits

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// format reads the lines of one file. Its first lines may name the fields.
type format struct {
	fields []string
	clicks *clicks // of a table
	begun  bool    // no head can follow
}

// Lines in formats other than the common ones have these faults.
var (
	errJSON   = errors.New("neither a line of an access log nor a JSON object")
	errFields = errors.New("not as many fields as the line #Fields: names")
)

// directive reports whether text is a # line or the head of a table, and stores the names of the fields.
func (f *format) directive(text []byte) bool {
	if text[0] != '#' && !f.begun {
		f.begun, f.clicks = true, headed(string(text))
		return f.clicks != nil
	}
	if names, ok := bytes.CutPrefix(text, []byte("#Fields:")); ok {
		f.fields = strings.Fields(string(names))
	}
	return text[0] == '#'
}

func (f *format) parse(text []byte) (line, error) {
	words := bytes.Fields(text[:min(len(text), longestStart)])
	switch {
	case f.clicks != nil:
		return f.clicks.parse(string(text))
	case f.fields != nil:
		return f.extended(text)
	case bytes.HasPrefix(text, []byte("{")):
		return object(text)
	case len(words) > 1 && (isStamp(words[0]) || isStamp(words[1])):
		return balanced(text)
	}
	return parse(text)
}

// longestStart is the number of bytes that contain the first two words of a load balancer's line.
const longestStart = 64

func isStamp(word []byte) bool { return len(word) >= 20 && word[4] == '-' && word[10] == 'T' }

// extended reads a line in the W3C's extended format (https://www.w3.org/TR/WD-logfile.html), as IIS and CloudFront
// write it. CloudFront separates fields by tabs and puts its own host in cs(Host).
func (f *format) extended(text []byte) (l line, err error) {
	words := strings.Fields(string(text))
	if bytes.IndexByte(text, '\t') >= 0 {
		words = strings.Split(string(text), "\t")
	}
	if len(words) != len(f.fields) {
		return l, errFields
	}
	all := map[string]string{}
	for i, name := range f.fields {
		if all[name] = words[i]; words[i] == "-" && name != "cs(User-Agent)" {
			delete(all, name)
		}
	}
	all["time"] = all["date"] + " " + all["time"]
	if query, has := all["cs-uri-query"]; has {
		all["cs-uri-stem"] += "?" + query
	}
	if agent, has := all["cs(User-Agent)"]; has {
		all["cs(User-Agent)"] = strings.NewReplacer("+", " ", "%2520", " ", "%20", " ").Replace(agent)
	}
	return named(all)
}

// balanced reads a line from an AWS load balancer. Before the request it has the balancer's status, the server's
// status, and two byte counts.
func balanced(text []byte) (l line, err error) {
	head, rest, _ := bytes.Cut(text, []byte(`"`))
	words := bytes.Fields(head)
	request, rest, ok := quoted(append([]byte(`"`), rest...))
	if !ok || len(words) < 5 {
		return l, errRequest
	}
	l.split(request)
	if l.time = words[0]; !isStamp(l.time) {
		l.time = words[1]
	}
	if l.status, err = strconv.Atoi(string(words[len(words)-4])); err != nil {
		return l, errStatus
	}
	l.agent, _, _ = quoted(bytes.TrimLeft(rest, " "))
	return l, nil
}

// object reads a line of JSON as written by Caddy, or by nginx with its own variable names.
func object(text []byte) (l line, err error) {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return l, errJSON
	}
	all := map[string]string{}
	flatten(all, "", value)
	return named(all)
}

func named(all map[string]string) (l line, err error) {
	get := func(names ...string) []byte {
		for _, name := range names {
			if text, has := all[name]; has {
				return []byte(text)
			}
		}
		return nil
	}
	l.time = get("time_iso8601", "time_local", "@timestamp", "timestamp", "time", "ts", "msec")
	l.host = get("x-host-header", "cs-host", "cs(Host)", "request.host", "http_host", "host", "server_name")
	l.split(get("request"))
	if method := get("cs-method", "request.method", "request_method", "method"); method != nil {
		l.method, l.target = method, get("cs-uri-stem", "request.uri", "request_uri", "uri", "path")
	}
	l.referer = get("cs(Referer)", "request.headers.Referer", "http_referer", "referer", "referrer")
	l.agent = get("cs(User-Agent)", "request.headers.User-Agent", "http_user_agent", "user_agent", "agent")
	if l.status, err = strconv.Atoi(string(get("sc-status", "status", "response.status"))); err != nil {
		return l, errStatus
	}
	return l, nil
}

// flatten records strings and numbers by name, "outer.inner" inside an object. For a list it takes the first element.
func flatten(all map[string]string, name string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			flatten(all, strings.TrimPrefix(name+"."+key, "."), inner)
		}
	case []any:
		if len(value) > 0 {
			flatten(all, name, value[0])
		}
	case string:
		all[name] = value
	case float64:
		all[name] = strconv.FormatFloat(value, 'f', -1, 64)
	}
}

// clicks is a table of Search Console or of an analytics program, with a page and its visits on each line.
type clicks struct {
	comma        rune
	page, visits int // columns
}

// Columns have these names, in lower case. The page is in the first one unless another has such a name.
var (
	pageNames = []string{"page", "pages", "top pages", "url", "landing page", "page path", "page location", "address"}
	// The first name that a head has counts.
	visitNames = []string{"clicks", "visits", "sessions", "views", "page views", "pageviews", "klicks"}
)

var (
	errClicks = errors.New("not as many cells as the head has, or no number of visits")
	separated = strings.NewReplacer(",", "", ".", "", "'", "", " ", "", "\u00a0", "", "\u202f", "")
)

// headed returns the table that a line is the head of, or nil. Access logs have no such line.
func headed(text string) *clicks {
	for _, comma := range ",;\t" {
		cells, err := cellsOf(strings.TrimPrefix(text, "\ufeff"), comma)
		if err != nil || len(cells) < 2 {
			continue
		}
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.ToLower(cells[i]), "_", " ")
		}
		is := func(cell string) bool { return slices.Contains(pageNames, cell) }
		for _, name := range visitNames {
			if at := slices.Index(cells, name); at >= 0 {
				return &clicks{comma, max(0, slices.IndexFunc(cells, is)), at}
			}
		}
	}
	return nil
}

func cellsOf(text string, comma rune) ([]string, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.TrimLeadingSpace, r.LazyQuotes = comma, true, true
	return r.Read()
}

// parse reads a line of a table. Numbers may be written with separators.
func (c *clicks) parse(text string) (l line, err error) {
	cells, err := cellsOf(text, c.comma)
	if err != nil || len(cells) <= max(c.page, c.visits) {
		return l, errClicks
	}
	if l.count, err = strconv.Atoi(separated.Replace(cells[c.visits])); err != nil || l.count < 0 {
		return l, errClicks
	}
	l.method, l.target, l.table = []byte("GET"), []byte(cells[c.page]), true
	return l, nil
}
