package site

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	oracle "github.com/nlnwa/whatwg-url/url"
)

var seeds = []string{
	"", "#", "?", "?a=1&b=2#c", "page.html", "./a/../b", "/a/b/", "//h/x", "../../..", "..", "...",
	"%2e%2E/.%2e/%2e.", "/a//b\\c", "http:x", "https:x", "http:/x", "hTTp:\\\\H\\x", "HTTPS://u:p@h:443/?'",
	"http://h:65535", "http://h:65536", "http://0x7f.1", "http://1.2.3", "http://0300.168.0xF0", "http://1e3",
	"http://[::1]:80/", "http://[1:2:3:4:5:6:7::]", "http://[::ffff:1.2.3.4]", "http://[::1.2.3]", "http://[::%1]",
	"http://bücher.example/ü?ü", "http://xn--bcher-kva.example", "http://ＧＯ.com", "http://1２7.1", "http://a%2eb",
	"http://faß.de", "http://\u200d", "http://a\u3002b", "http://א.com", "mailto:a@b", "javascript:1", " \t\na b\r\n",
	"%", "%zz", "%%41", "a|b[c]{d}`e\"f<g>", "?a|b[c]{d}`e\"f<g>\\", "\xff\xfe", "?\xff", "a\x00b", "?\x7f", "é?é#é",
	"1:2", ":x",
}

// isComparable leaves out what the oracle, of May 2023, is known to read in another way than the standard does now: ^
// in a path, which it leaves raw, and labels that begin with xn-- and are wrong, which it refuses even in an ASCII
// host. Nor does the standard speak of bytes that are not UTF-8.
func isComparable(ref string) bool {
	seen := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.ToLower(ref))
	return !strings.Contains(ref, "^") && !strings.Contains(seen, "xn--") && utf8.ValidString(ref)
}

// isStrictHost reports whether the oracle refuses a host by the strict ASCII rules of IDNA, which the standard does
// not apply: one written with a letter outside ASCII (raw or in triplets), and with one of !"$&'()*+,;=_`{}~.
func isStrictHost(ref, host string) bool {
	foreign := strings.Contains(ref, "%") || runEnd(ref, true) < len(ref)
	return foreign && strings.ContainsAny(host, "!\"$&'()*+,;=_`{}~")
}

// isOddNumber reports whether the last label of a domain begins like a number and has a sign or very many digits: the
// oracle leaves numbers to strconv, which takes signs, and takes the overflow of what is none for a number.
func isOddNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	label := host[strings.LastIndexByte(host, '.')+1:]
	return strings.IndexAny(label, "+-0123456789") == 0 && (len(label) > 15 || strings.ContainsAny(label, "+-"))
}

// isLenient reports whether the oracle took a URL that is a failure: an IPv4 address with a sign before its last
// number, or an IPv6 address with a second bracket before or behind it.
func isLenient(ref, host string) bool {
	return strings.ContainsAny(ref, "+-") && endsInNumber(host) ||
		(strings.Count(ref, "]") > 1 || strings.Count(ref, "[") > 1) && strings.HasPrefix(host, "[")
}

func FuzzResolve(f *testing.F) {
	for _, s := range seeds {
		f.Add("http://example.com/a/b?c", s)
		f.Add("https://h:8443", s)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := Parse(base)
		if err != nil {
			return
		}
		if u, err := b.Resolve(ref, nil); err == nil {
			checkSelf(t, u)
		}
	})
}

// FuzzOracle wants the oracle's answer to what chance writes. What it finds is as often the oracle's mistake as ours,
// so it is run by hand; TestOracle asks the same of a fixed sequence.
func FuzzOracle(f *testing.F) {
	for _, s := range seeds {
		f.Add("http://example.com/a/b?c", s)
		f.Add("https://h:8443", s)
	}
	f.Fuzz(checkOracle)
}

func TestOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	bases := []string{"http://example.com/a/b?c", "https://h:8443", "http://1.2.3.4/a/", "http://[::1]/"}
	for range 100000 {
		checkOracle(t, bases[random.IntN(len(bases))], mutated(random))
	}
}

// mutated splices two seeds and puts, deletes or repeats some characters.
func mutated(random *rand.Rand) string {
	const signs = "/\\:?#@[].%&=+- \tabxX019é。"
	r := []rune(seeds[random.IntN(len(seeds))])
	other := []rune(seeds[random.IntN(len(seeds))])
	r = append(r[:random.IntN(len(r)+1)], other[random.IntN(len(other)+1):]...)
	for range random.IntN(4) {
		at := random.IntN(len(r) + 1)
		if random.IntN(3) > 0 || at == len(r) {
			r = slices.Insert(r, at, []rune(signs)[random.IntN(utf8.RuneCountInString(signs))])
		} else {
			r = slices.Delete(r, at, at+1)
		}
	}
	return string(r)
}

func checkOracle(t *testing.T, base, ref string) {
	b, err := Parse(base)
	if err != nil || !isComparable(ref) || !isComparable(b.Host) || isOddNumber(b.Host) {
		return
	}
	u, err := b.Resolve(ref, nil)
	compare(t, b.String(), ref, u, err)
}

// checkSelf demands that a URL is what its own text says, on any base.
func checkSelf(t *testing.T, u URL) {
	again, err := Parse(u.String())
	if err != nil {
		t.Fatalf("%+v: %v", u, err)
	}
	u.Query = wireQuery(u.Query)
	if again != u {
		t.Fatalf("got %+v from the text of %+v", again, u)
	}
	if other, err := (URL{Scheme: "http", Host: "h", Path: "/x"}).Resolve(u.String(), nil); other != u {
		t.Fatalf("got %+v, %v on a base from the text of %+v", other, err, u)
	}
}

func compare(t *testing.T, base, ref string, got URL, err error) {
	want, wantErr := oracle.ParseRef(base, ref)
	web := wantErr == nil && (want.Scheme() == "http" || want.Scheme() == "https")
	switch {
	case err == nil && (wantErr != nil && isStrictHost(ref, got.Host) || isOddNumber(got.Host)):
	case err != nil && web && isLenient(ref, want.Hostname()):
	case web != (err == nil):
		t.Errorf("%q on %s: got %s, %v, the oracle %v, %v", ref, base, got, err, want, wantErr)
	case web && got.String() != bare(want.Href(true)):
		t.Errorf("%q on %s: got %s, the oracle %s", ref, base, got, bare(want.Href(true)))
	}
}
