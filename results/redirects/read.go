package redirects

import (
	"cmp"
	_ "embed"
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// statements has the statements of each format: the format, the usual status, an expression whose groups say what the
// statement is about. One without groups has nothing to do with redirects.
//
//go:embed statements.txt
var statements string

type statement struct {
	status     int
	expression *regexp.Regexp
}

// Words of servers may be quoted. Braces belong to one of nginx only around a variable. Flags are those of RewriteRule.
const (
	apacheWord  = `(?:"(?:\\.|[^"\\\n])*"|(?:\\ |[^\s"])(?:\\ |\S)*)`
	nginxWord   = `(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?:\\.|\$\{\w*\}|[^\s{};"'])(?:\\.|\$\{\w*\}|[^\s{};])*)`
	jsWord      = `(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')`
	csvWord     = `(?:"(?:[^"\n]|"")*"|[^",;\t\r\n]*)`
	apacheFlags = `\[(?P<flags>(?:(?:L|END|NC|NE|QSA|QSD|(?P<redirects>R)(?:=(?P<status>\d+))?|(?P<gone>G|F))` +
		`[, \t]*)*)\]`
)

func statementsOf(format string) (all []statement) {
	words := map[string]string{"apache": apacheWord, "csv": csvWord, "js": jsWord}
	word, end := cmp.Or(words[format], nginxWord), ""
	if format == "apache" || format == "csv" || format == "hosts" {
		end = `[ \t]*(?:\r?\n|\z)`
	}
	for line := range strings.Lines(statements) {
		of, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		usual, text, _ := strings.Cut(rest, " ")
		if of == format {
			status, _ := strconv.Atoi(usual)
			text = strings.NewReplacer("{W}", word, "{F}", apacheFlags).Replace(text)
			all = append(all, statement{status, regexp.MustCompile(`\A(?i:` + text + ")" + end)})
		}
	}
	return all
}

// Read reads a file in the format in which it has most redirects. Without any it is an error.
func Read(text string) (*File, error) {
	best := &File{}
	text = strings.ToValidUTF8(strings.TrimPrefix(text, "\ufeff"), "\ufffd") // as expressions need it
	for _, format := range []string{"apache", "nginx", "hosts", "csv", "js"} {
		f := &File{text: text, line: 1}
		if format == "js" {
			f.text = comment.ReplaceAllStringFunc(text, blank)
		}
		f.scan(format, 0, len(f.text), Rule{keeps: true, about: aboutPath})
		if len(f.Rules) > len(best.Rules) {
			best = f
		}
	}
	if len(best.Rules) == 0 {
		return nil, errors.New("it has no redirects of nginx, Apache, _redirects, CSV, vercel.json, docs.json, " +
			"next.config or Docusaurus")
	}
	best.index()
	return best, nil
}

// comment matches a comment in JavaScript, or a string, which may look like one.
var comment = regexp.MustCompile(jsWord + `|//[^\n]*|/\*(?s:.*?)\*/`)

// blank replaces a comment with spaces and its line breaks, and leaves a string as it is.
func blank(text string) string {
	if text[0] != '/' {
		return text
	}
	return strings.Repeat(" ", len(text)-1) + strings.Repeat("\n", strings.Count(text, "\n"))
}

// basePath matches the folder of a Next.js site, which precedes all paths of its redirects.
var basePath = regexp.MustCompile(`\bbasePath["']?\s*:\s*(` + jsWord + `)`)

// scan reads the statements between two places of the text. in is what they have in common.
func (f *File) scan(format string, at, end int, in Rule) {
	all, base := statementsOf(format), ""
	if format == "js" {
		if m := basePath.FindStringSubmatch(f.text); m != nil {
			base = unquoted(m[1])
		}
	}
	for ; at < end; at++ {
		rest := f.text[at:end]
		if strings.TrimSpace(rest[:1]) == "" {
			continue
		}
		line, _, _ := strings.Cut(rest, "\n")
		r, groups, length := in, map[string]string{"unknown": "?"}, len(line)
		for i, s := range all {
			m := s.expression.FindStringSubmatch(rest)
			if m == nil {
				continue
			}
			for k, name := range s.expression.SubexpNames() {
				groups[name] = cmp.Or(unquoted(m[k]), groups[name])
			}
			length = len(m[0])
			if groups["unknown"] == "?" {
				groups["unknown"] = ""
			}
			if r.status = s.status; format == "nginx" {
				r.rank = i << 16
			}
			break
		}
		f.line, f.counted = f.line+strings.Count(f.text[f.counted:at], "\n"), at
		r.Line = f.line
		r.Text, _, _ = strings.Cut(strings.TrimSpace(rest[:length]), "\n")
		if format == "js" { // objects take several lines
			r.Text = strings.Join(strings.Fields(rest[:length]), " ")
		}
		switch {
		case groups["base"] != "":
			base = strings.TrimSuffix(groups["base"], "/") + "/"
		case groups["map"] != "":
			f.groups++
			in := Rule{about: groups["about"], group: f.groups}
			f.scan("map", at+strings.IndexByte(rest, '{')+1, at+length-1, in)
		case groups["unknown"] != "":
			f.add(&r, errors.New("no redirect that it knows"))
		case groups["froms"] != "":
			for from := range strings.SplitSeq(strings.ReplaceAll(groups["froms"], "'", `"`), `"`) {
				if groups["from"] = from; strings.Contains(from, "/") {
					f.add(&r, r.set(groups, base))
				}
			}
		case len(groups) > 2:
			f.add(&r, r.set(groups, base))
		}
		at += length - 1
	}
}

func unquoted(word string) string {
	if n := len(word); n > 1 && (word[0] == '"' || word[0] == '\'') && word[n-1] == word[0] {
		return strings.NewReplacer(`\`+word[:1], word[:1], `\\`, `\`).Replace(word[1 : n-1])
	}
	return word
}

// literal returns a target as it is written, without variables.
func literal(to string) string { return strings.ReplaceAll(to, "$", "${dollar}") }

// set sets what the groups of a statement say.
func (r *Rule) set(g map[string]string, base string) (err error) {
	words := map[string]int{"permanent": 301, "temp": 302, "redirect": 302, "seeother": 303, "gone": 410,
		"true": 308, "false": 307}
	if text := strings.ToLower(g["status"]); text != "" {
		if r.status = words[text]; r.status == 0 {
			r.status, err = strconv.Atoi(text)
		}
	}
	if err != nil {
		return err
	}
	if r.to = g["to"]; r.status >= 400 {
		r.to = ""
	}
	switch expression := g["expression"] + g["located"]; {
	case g["entry"] != "":
		err = r.entry(g["entry"])
	case g["rule"]+g["request"] != "":
		err = r.rewriteRule(g, base)
	case g["glob"] != "":
		within := func(path string) string { // as Next.js does it
			switch {
			case base == "" || g["own"] != "" || !strings.HasPrefix(path, "/"):
				return path
			case path == "/":
				return base
			}
			return base + path
		}
		r.to = within(r.to)
		err = r.glob(within(g["glob"]))
	case g["from"] != "":
		r.to = literal(r.to)
		err = r.from(g["from"])
	case g["folder"] != "":
		rest := "(/.*)?"
		if strings.HasSuffix(g["folder"], "/") {
			rest = "(.*)"
		}
		if r.to = literal(r.to); r.to != "" {
			r.to += "${1}"
		}
		r.match, err = regexp.Compile("^" + regexp.QuoteMeta(decoded(g["folder"])) + rest + "$")
	case g["path"] != "":
		r.path, r.keeps = g["path"], false
	case g["prefix"] != "":
		r.rank, r.keeps = r.rank-len(g["prefix"]), false
		r.match, err = regexp.Compile("^" + regexp.QuoteMeta(g["prefix"]))
	default: // a return alone is about all URLs
		to, drops := strings.CutSuffix(r.to, "?")
		r.to, r.keeps = to, g["expression"] != "" && !drops
		r.match, err = compiled(expression, g["case"] != "")
	}
	return err
}

func decoded(path string) string { return variables("", path)[aboutPath] }

func compiled(text string, anyCase bool) (*regexp.Regexp, error) {
	if anyCase {
		text = "(?i)" + text
	}
	return regexp.Compile(text)
}

// entry sets what an entry of a map is about. Single URLs come first, and an empty target is an exception.
func (r *Rule) entry(what string) (err error) {
	if r.to = strings.ReplaceAll(r.to, "${redirect_dollar}", "${dollar}"); r.to == "" {
		r.status = 0
	}
	if text, is := strings.CutPrefix(what, "~"); is {
		r.rank = 1
		r.match, err = compiled(strings.TrimPrefix(text, "*"), strings.HasPrefix(text, "*"))
	}
	r.path = strings.TrimPrefix(what, `\`)
	return err
}

// reference matches what mod_rewrite fills in: $1, %1 and %{NAME}, and an escaped sign.
var reference = regexp.MustCompile(`\\([$%])|[$%](\d)|%(\{\w+\})|(\$)`)

// rewriteRule sets a RewriteRule, which may be about the line of the request. Otherwise its expression sees no slash at
// the beginning in .htaccess.
func (r *Rule) rewriteRule(g map[string]string, base string) (err error) {
	match := g["rule"] + g["request"]
	if g["request"] != "" {
		r.about = aboutRequest
	} else if !strings.HasPrefix(strings.TrimPrefix(match, "^"), "/") || strings.HasPrefix(match, "^/?") {
		r.trim = 1
	}
	to, drops := strings.CutSuffix(g["to"], "?")
	r.keeps = !drops && !strings.Contains(g["flags"], "QSD")
	relative := !strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "%{") && !strings.Contains(to, "://")
	switch {
	case g["gone"] != "":
		r.status, to = 410, ""
	case to == "-":
		r.status, to = 0, ""
	case g["redirects"] == "" && !strings.Contains(to, "://"):
		return errors.New("a rewrite within the server")
	case relative && base == "":
		return errors.New("without RewriteBase its target becomes that of a file")
	case relative:
		to = base + to
	}
	r.to = reference.ReplaceAllStringFunc(to, func(s string) string {
		m := reference.FindStringSubmatch(s)
		if m[2] != "" {
			return "${" + m[2] + "}"
		}
		return cmp.Or(literal(m[1]+m[4]), "$"+m[3])
	})
	r.match, err = compiled(match, strings.Contains(g["flags"], "NC"))
	return err
}
