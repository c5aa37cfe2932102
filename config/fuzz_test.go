package config

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// Any bytes give an error, or settings that are written and read back unchanged.
func FuzzSettings(f *testing.F) {
	for _, name := range []string{"testdata/rccrawler.ini", "../settings.ini"} {
		data, err := os.ReadFile(name)
		must(f, err)
		f.Add(data)
	}
	for _, text := range []string{
		"[walk]\ninclude = \"a\n b\"\nexclude = %(include)s", "[walk]\ninclude=`\n[x]", "\xFF\xFEa",
		"[sites]\n-=1\nhosts='\"'", "[sites]\r\rhosts=\"\"x\"", "[walk]\nextensions = ,\"",
		"[logs]\nerror_log=\\\ncommon_log=;#", "[sample]\nhost=http://[::1]\nfolder=x",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data, err := readText(bytes.NewReader(data), "f", settingsLimit)
		if err != nil {
			return
		}
		text, err := cleanText("f", data)
		if err != nil {
			return
		}
		l := newLoader(Sources{File: "f"})
		l.all(text)
		if len(l.errs) > 0 {
			return
		}
		var out bytes.Buffer
		must(t, l.out.WriteINI(&out))
		back := newLoader(Sources{File: "g"})
		back.all(out.String())
		if len(back.errs) > 0 {
			t.Fatalf("%v\n%s", back.errs, out.String())
		}
		same(t, &back.out, &l.out)
	})
}

// Any value of any setting is refused, or read back unchanged from a written settings.ini.
func FuzzValues(f *testing.F) {
	count := len(Table(new(Settings)))
	for n := range count { // `,"` was once a list of extensions; written, it began with an open quotation mark
		f.Add(uint8(n), `,"`)
		f.Add(uint8(n), []string{`,'a'`, "`", `"""`, `'a`, `.pdf"`, ` ,\`, "%(b)s ; #", "\u2028'", `.""`}[n%9])
	}
	for i, text := range []string{
		"a.txt", "5", "-9", "1.5h", "3 kib", "a,iframe", ".PDF exe", "^a|b$", "on", "\"x\"", "'", "\\", "%(a)s", "#x",
		"[sites]", "a = b", "\u2028x", "",
	} {
		f.Add(uint8(i), text)
		f.Add(uint8(i*7), text)
	}
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		s := Defaults()
		r := Table(&s)[int(n)%count]
		if r.Set(text) != nil {
			return
		}
		var out bytes.Buffer
		must(t, s.WriteINI(&out))
		read := readSettingLines("f", out.String())
		if len(read.errs) > 0 || len(read.entries) != count {
			t.Fatalf("%s = %q: %v", r.Name(), text, read.errs)
		}
		back := Defaults()
		for i, row := range Table(&back) {
			if err := row.Set(read.entries[i].value); err != nil {
				t.Fatalf("%s = %q: %v", r.Name(), text, err)
			}
		}
		same(t, &back, &s)
	})
}

// Any bytes give an error, or hosts within their ranges that are read back unchanged.
func FuzzHosts(f *testing.F) {
	for _, text := range []string{
		"https://example.com;4;3;1000\nexample.org # x\n", "\uFEFFhttp://[::1]:81;;-1", "пример。рф;1", "\xFF\xFE",
		"a\x00", "http://u@h:1/p?q#f;9;9;9;9",
		"1.2.3\nhttp://0x7f.1\nhttps://xn--a", strings.Repeat("y", 5000),
	} {
		f.Add([]byte(text))
	}
	s := Defaults()
	f.Fuzz(func(t *testing.T, data []byte) {
		hosts, warnings, err := ReadHosts(bytes.NewReader(data), "h", s)
		if (err == nil) != (len(hosts) > 0) || len(warnings) > hostWarnings {
			t.Fatalf("%d hosts, %d warnings, error %v", len(hosts), len(warnings), err)
		}
		for _, h := range hosts {
			if h.Connections < 1 || h.Connections > 256 || h.MaxDepth < -1 || h.Delay < 0 || h.URL.Host == "" ||
				!strings.HasPrefix(h.URL.Target(), "/") {
				t.Fatalf("%+v", h)
			}
			back, remarks, err := ParseHost(h.URL.String(), s)
			if err != nil || len(remarks) > 0 || back.URL.String() != h.URL.String() {
				t.Fatalf("%+v is read back as %+v, %q, %v", h, back, remarks, err)
			}
		}
	})
}

// Any bytes give an error, or agents within their ranges with different names.
func FuzzTopics(f *testing.F) {
	for _, text := range []string{
		"run = 0\nhosts = *.a.example\n[a b]\nkeywords = x, # y\n  z\nseeds = http://a.example/,https://b.example\n",
		"\uFEFF[é]\r\nkeywords = \"q\nlabel = ^a|b$\nenergy = 1e3\n", "[a]\nkeywords=x\n[A]\nkeywords=y",
		"won_space = 3 kib\nclock = pages\n[con]\n keywords = `\n hosts = [::1]:80, 0x7f.1", "[a\n]\n= x\n[[]]",
		"[..]\nkeywords==", "\xFF\xFE",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		topics, err := ReadTopics(bytes.NewReader(data), "t")
		if err != nil {
			if len(topics.Agents) > 0 || !strings.HasPrefix(err.Error(), "t:") {
				t.Fatalf("%+v, error %v", topics, err)
			}
			return
		}
		n, share := len(topics.Agents), topics.Understanding
		if n == 0 || n > maxAgents || !(share >= 0 && share <= 1) || !(topics.Interval > 0) || topics.Lots < 1 {
			t.Fatalf("%+v", topics)
		}
		for i, a := range topics.Agents {
			same := func(b Agent) bool { return strings.EqualFold(a.Name, b.Name) }
			taken := slices.ContainsFunc(topics.Agents[:i], same)
			if a.Name == "" || taken || a.Keywords == "" || a.Line < 1 || !(a.Energy >= 0) || a.Target < 0 {
				t.Fatalf("%+v", a)
			}
			for _, u := range a.Seeds {
				if back, err := ParseSeed(u.String()); err != nil || back != u {
					t.Fatalf("seed %+v is read back as %+v, %v", u, back, err)
				}
			}
			for _, h := range a.Hosts {
				if back, err := hostPattern(h); err != nil || back != h {
					t.Fatalf("hosts %q are read back as %q, %v", h, back, err)
				}
			}
		}
	})
}
