package config

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// commentWidth is where comments of a written settings.ini are wrapped.
const commentWidth = 78

// WriteINI writes s as a settings.ini with a comment to every key. Load reads
// the same settings back from it.
func (s *Settings) WriteINI(w io.Writer) error {
	out := bufio.NewWriter(w)
	comment(out, "Settings of sitegraph. Comments stand on lines of their own and begin with # or ;.")
	comment(out, "Flags win over environment variables (SITEGRAPH_SECTION_KEY), those over this file, this file over the defaults.")
	rows := Table()
	for _, h := range sections() {
		fmt.Fprintln(out)
		comment(out, h.doc)
		fmt.Fprintf(out, "[%s]\n", h.name)
		for _, r := range rows {
			if r.Section == h.name {
				r.writeINI(out, s)
			}
		}
	}
	return out.Flush()
}

// writeINI writes one key.
func (r Setting) writeINI(out *bufio.Writer, s *Settings) {
	fmt.Fprintln(out)
	comment(out, r.Doc)
	comment(out, "Allowed: "+r.allowed()+".")
	fmt.Fprintln(out, strings.TrimSpace(r.Key+" = "+r.Text(s)))
}

// comment writes text in lines that begin with #.
func comment(out *bufio.Writer, text string) {
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > commentWidth {
			fmt.Fprintln(out)
			column = 0
		}
		if column == 0 {
			out.WriteString("#")
			column = 1
		}
		fmt.Fprintf(out, " %s", word)
		column += 1 + len(word)
	}
	fmt.Fprintln(out)
}

// WriteMarkdown writes the reference of all settings, docs/settings.md.
func WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, markdownHead)
	rows := Table()
	for _, h := range sections() {
		fmt.Fprintf(out, "\n## [%s]\n\n%s\n\n| key | default | allowed | meaning | flag | environment |\n|---|---|---|---|---|---|\n", h.name, h.doc)
		for _, r := range rows {
			if r.Section == h.name {
				r.writeMarkdown(out)
			}
		}
	}
	fmt.Fprint(out, markdownRules)
	for _, r := range urlRules() {
		row(out, "`"+string(r.name)+"`", r.doc, r.inDefault, r.inPaper)
	}
	fmt.Fprint(out, markdownFolder, markdownOld)
	for _, k := range oldKeys() {
		k.writeMarkdown(out)
	}
	return out.Flush()
}

const markdownHead = `# Settings

Made from the table in config/table*.go by ` + "`go test ./config -run Shipped -update`" + `; change it there.

Flags win over environment variables, those over settings.ini, settings.ini over the defaults. ` + "`sitegraph config`" + ` prints the settings that hold, as a settings.ini.

In settings.ini a line is a heading ` + "`[section]`, a `key = value`" + `, blank, or a comment that begins with # or ;. Within a value, # and ; are nothing special, nor are \ and %. A value may stand in quotation marks; one in double quotation marks may go on over several lines, which are joined by a space. An unknown section or key, a key given twice and a value that is not allowed are errors, all told at once.
`

const markdownFolder = `
## A saved site

With ` + "`[download] downloader = folder`" + ` pages come from the folder ` + "`[download] folder`" + `, which answers as a static file server would for the sites of hosts.txt or of the command line, whatever their scheme and host; the walk is the same, but for the delay.

* An address that ends in / is answered by the folder's ` + "`index.html`, `index.htm` or `index.xhtml`" + `; a folder asked for without the / redirects to it with the /.
* ` + "`/about`" + ` is answered by ` + "`about.html`" + ` where there is no such file. A query does not matter, unless a file has it in its name, as wget saves pages.
* Names of files are percent-decoded addresses: a link to the file ` + "`100% #1?.html`" + ` has to say ` + "`100%25%20%231%3F.html`" + `. An address with a % that begins no triplet is answered with status 400, as by most servers. Upper and lower case differ where the disk tells them apart.
* The Content-Type is that of the file's ending; a file whose ending says nothing is HTML if it begins like HTML.
* ` + "`robots.txt`" + ` counts as on the web.
* A file ` + "`_redirects`" + ` at the root, as site generators make for their hosts, has one redirect a line: from, to, status (301 when left out; a status from 400 on answers with that). Lines with patterns, conditions or rewrites are told and left out.
* Nothing outside the folder is served, whatever a symbolic link says.
`

const markdownOld = `
## RCCrawler's settings file

The flat keys of RCCrawler's settings.ini are read as they are. They must stand before the first section. A file with such keys selects ` + "`[walk] url_profile = paper`" + `; a key in a section wins over a flat one.

| key of RCCrawler | here | values |
|---|---|---|
`

// writeMarkdown writes one row of the reference.
func (r Setting) writeMarkdown(out *bufio.Writer) {
	flag := ""
	if r.Flag != "" {
		flag = "`--" + r.Flag + "`"
	}
	if r.Short != "" {
		flag = "`-" + r.Short + "`, " + flag
	}
	value := ""
	if r.Default != "" {
		value = "`" + r.Default + "`"
	}
	row(out, "`"+r.Key+"`", value, r.allowed(), r.Doc, flag, "`"+r.Env()+"`")
}

// writeMarkdown writes one row of the list of RCCrawler's keys.
func (k oldKey) writeMarkdown(out *bufio.Writer) {
	here, values := "no effect", "a whole number"
	if section, key, ok := strings.Cut(k.to, "."); ok {
		here, values = "`"+label(section, key)+"`", "as there"
	}
	if k.unit != "" {
		values = "a whole number of seconds"
	}
	if k.values != nil {
		var list []string
		for _, v := range k.values {
			list = append(list, strings.TrimSuffix(v.old+" → "+v.now, " → "))
		}
		values = strings.Join(list, "; ")
	}
	row(out, "`"+k.key+"`", here, values)
}

// row writes one row of a Markdown table.
func row(out *bufio.Writer, cells ...string) {
	for _, c := range cells {
		fmt.Fprintf(out, "| %s ", strings.ReplaceAll(c, "|", `\|`))
	}
	fmt.Fprintln(out, "|")
}
