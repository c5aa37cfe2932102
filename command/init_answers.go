package command

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/wording"
)

type questions struct {
	in       *bufio.Scanner
	out      io.Writer
	terminal bool // a wrong answer repeats the question; without a terminal it is an error
}

const longestAnswer = 1 << 20 // bytes

func newQuestions(in io.Reader, out io.Writer, terminal bool) *questions {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestAnswer)
	return &questions{in: lines, out: out, terminal: terminal}
}

// ask repeats a question until its answer is accepted. An empty line or the end of the input means the usual answer.
func (q *questions) ask(o question) error {
	for {
		fmt.Fprintf(q.out, "%s [%s] ", o.text, cmp.Or(o.usual, "none"))
		ended := !q.in.Scan()
		if err := q.in.Err(); err != nil {
			return run.Usage("cannot read an answer: %w", err)
		}
		answer := cmp.Or(strings.TrimSpace(q.in.Text()), o.usual)
		if ended || !q.terminal {
			fmt.Fprintln(q.out, answer)
		}
		err := o.take(answer)
		if err == nil || !q.terminal || ended {
			return err
		}
		fmt.Fprintf(q.out, "%v\n", err)
	}
}

// question has a text, the usual answer, and a function that accepts or refuses an answer.
type question struct {
	text, usual string
	take        func(answer string) error
}

type answers struct {
	folder   string
	lines    []string      // lines of hosts.txt
	hosts    []config.Host // sites in these lines
	purpose  config.Purpose
	keywords string // keywords of a topic
	set      map[string]string
}

func (n *answers) askAll(q *questions) error {
	fmt.Fprintln(q.out, "Five questions. Press Enter for the answer in brackets.")
	sites := question{"\n1. Which sites? Addresses, with spaces between them", "https://example.com", n.takeSites}
	if err := q.ask(sites); err != nil {
		return err
	}
	likely := map[bool]string{true: "compare", false: "study"}[len(n.hosts) > 1]
	if err := q.ask(question{purposeQuestion(), likely, n.takePurpose}); err != nil {
		return err
	}
	for _, next := range n.further() {
		if err := q.ask(next); err != nil {
			return err
		}
	}
	return nil
}

// further returns the questions that depend on the purpose. A topic needs words instead of a folder for results.
func (n *answers) further() []question {
	what := "pages of a site"
	last := question{"\n5. Which folder should the results go to?", "result", n.takeSetting("export.result_folder")}
	if n.purpose.Topics {
		what = "pages of all sites together"
		last = question{"\n5. Which words describe the topic?", "example", n.takeKeywords}
	}
	return []question{
		{"\n3. How many " + what + " at most? (0: all)", "1000", n.takeSetting(n.purpose.Limit)},
		{"\n4. Your contact? An e-mail address or URL for site owners", "", n.takeSetting("download.contact")},
		last,
	}
}

func purposeQuestion() string {
	var out strings.Builder
	out.WriteString("\n2. What for?\n")
	for i, p := range config.Purposes() {
		fmt.Fprintf(&out, "   %d  %-8s %s\n", i+1, p.Name, p.Doc)
	}
	return out.String() + "   Number or word"
}

// takeSites accepts addresses of sites as in hosts.txt, and drops repetitions.
func (n *answers) takeSites(answer string) error {
	settings, err := config.Load(config.Sources{})
	if err != nil {
		return err
	}
	var lines, pages []string
	for word := range strings.FieldsFuncSeq(answer, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' }) {
		h, remarks, err := config.ParseHost(word, *settings)
		switch page := h.URL.String(); {
		case err != nil:
			return usage(err)
		case len(remarks) > 0:
			return run.Usage("%s: %s", page, remarks[0])
		case !hostLike(word):
			const text = "%q is not an address such as https://www.example.com: write http://%s/ for a host of that " +
				"name"
			return run.Usage(text, word, word)
		case !slices.Contains(pages, page):
			lines, pages = append(lines, word), append(pages, page)
		}
	}
	hosts, warnings, err := config.ReadHosts(strings.NewReader(hostsText(lines)), hostsName, *settings)
	if err == nil && len(warnings) > 0 {
		err = run.Usage("%s", warnings[0])
	}
	if err != nil {
		return usage(err)
	}
	n.lines, n.hosts = lines, hosts
	return nil
}

func (n *answers) takePurpose(answer string) error {
	all := config.Purposes()
	at, err := strconv.Atoi(answer)
	if err != nil {
		at = 1 + slices.IndexFunc(all, func(p config.Purpose) bool { return p.Name == strings.ToLower(answer) })
	}
	if at < 1 || at > len(all) {
		return run.Usage("%q: answer with a number from 1 to %d, or with the word", wording.Begin(answer, 80),
			len(all))
	}
	n.purpose = all[at-1]
	for name, value := range n.purpose.Settings {
		n.set[name] = value
	}
	return nil
}

func (n *answers) takeKeywords(answer string) error {
	n.keywords = answer
	topics, err := config.ReadTopics(strings.NewReader(n.topicsText()), topicsName)
	if err == nil {
		err = run.CheckTopics(topics, nil, topicsName)
	}
	if err != nil {
		return usage(err)
	}
	return nil
}

// takeSetting returns a function that accepts a value of a setting if it fits all earlier answers.
func (n *answers) takeSetting(name string) func(string) error {
	row := new(config.Settings).Setting(name)
	return func(answer string) error {
		delete(n.set, name) // drop an earlier, refused answer
		if answer == row.Default {
			return nil
		}
		if err := row.Set(answer); err != nil {
			return run.Usage("%q %w", wording.Begin(answer, 100), err)
		}
		n.set[name] = answer
		_, err := n.settings()
		return err
	}
}
