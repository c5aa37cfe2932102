package dedup

import (
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// pieces parses a page with one piece per line: a place, a blank, and a text or URL.
func pieces(page string) []Piece {
	var all []Piece
	for line := range strings.Lines(page) {
		place, shown, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case place == "":
		case strings.HasPrefix(shown, "http://"):
			all = append(all, Piece{Piece: site.Piece{
				Place: uint32(testHash(place)), Text: testHash(shown), Link: 1,
			}, URL: shown})
		default:
			all = append(all, Piece{Piece: site.Piece{
				Place: uint32(testHash(place)), Text: testHash(shown), Rest: testRest(shown),
				To: uint32(len(shown)),
			}, Shown: shown})
		}
	}
	return all
}

func testHash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

func testRest(s string) uint64 {
	words := strings.Fields(s)
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.ContainsAny(w, "0123456789") })
	switch {
	case len(kept) == len(words):
		return 0
	case len(kept) == 0:
		return bare
	}
	return testHash(strings.Join(kept, " "))
}

// filled returns a page with values in place of $1, $2 and so on.
func filled(page string, values ...string) []Piece {
	for i, v := range values {
		page = strings.ReplaceAll(page, "$"+string(rune('1'+i)), v)
	}
	return pieces(page)
}

func twinPages(url, page string, first, second []string) TwinPages {
	return TwinPages{URL: url, First: filled(page, first...), Second: filled(page, second...)}
}

const frame = `
	h1 $1
	a http://h/home
	p the text of $1
	p more of the text
`

var lessons = []struct {
	name   string
	page   string     // $1 is the page's own value
	taught [][]string // two pages' values in both requests
	same   [][]string // values that the masks make equal
	other  [][]string // values that all stay different
	kinds  []site.MaskKind
}{
	{name: "an age, seen once", page: frame + "span $2 min ago\n", taught: [][]string{{"a", "3"}, {"a", "4"}},
		same: [][]string{{"b", "7"}, {"b", "59"}}, other: [][]string{{"b", "7"}, {"c", "7"}},
		kinds: []site.MaskKind{site.MaskDigits}},
	{
		name:   "a number alone, after its name",
		page:   frame + "b Views\ni $2\nb Size\ni $3\n",
		taught: [][]string{{"a", "3", "9"}, {"a", "4", "9"}, {"b", "5", "8"}, {"b", "6", "8"}},
		same:   [][]string{{"b", "7", "8"}, {"b", "8", "8"}},
		other:  [][]string{{"b", "7", "8"}, {"b", "7", "9"}},
		kinds:  []site.MaskKind{site.MaskDigits},
	},
	{
		name:   "a text",
		page:   frame + "b Quote\nq $2\n",
		taught: [][]string{{"a", "to be"}, {"a", "or not"}, {"b", "that is"}, {"b", "the question"}},
		same:   [][]string{{"c", "nobler"}, {"c", "in the mind"}},
		other:  [][]string{{"c", "x"}, {"d", "x"}},
		kinds:  []site.MaskKind{site.MaskText},
	},
	{
		name: "a region",
		page: frame + "h2 Advertisements\n$2\nh2 Imprint\n",
		taught: [][]string{
			{"a", "i cats\na http://h/1\ni more"}, {"a", "i dogs"}, {"b", "a http://h/2"}, {"b", "i birds\ni ducks"},
		},
		same:  [][]string{{"c", "a http://h/9"}, {"c", "i bees"}},
		other: [][]string{{"c", "p the content"}, {"c", "p another content"}},
		kinds: []site.MaskKind{site.MaskRegion},
	},
	{
		name: "a text of the page's own where another varies",
		page: frame + "b Item\nq $2\nb Item\nq $3\n",
		taught: [][]string{
			{"a", "to be", "sold"}, {"a", "or not", "sold"}, {"b", "that is", "let"}, {"b", "the question", "let"},
		},
		other: [][]string{{"c", "x", "red"}, {"c", "x", "blue"}},
	},
	{
		name: "a region with a link of the page's own",
		page: frame + "h2 Advertisements\n$2\na http://h/picture-of-$3\nh2 Imprint\n",
		taught: [][]string{
			{"a", "i cats\na http://h/1\ni more", "oak"}, {"a", "i dogs", "oak"},
			{"b", "a http://h/2", "elm"}, {"b", "i birds\ni ducks", "elm"},
		}, // a mask would hide it
	},
	{
		name: "a region, though pages drew one text twice",
		page: frame + "h2 Online\n$2\nh2 Imprint\n",
		taught: [][]string{{"a", "i ann\ni bea\ni cat\ni dan"}, {"a", "i eve\ni bea\ni fay"},
			{"b", "i gus\ni bea\ni hal\ni ian"}, {"b", "i jon\ni kim\ni bea\ni lea"}, {"c", "i mia\ni moe"},
			{"c", "i ned\ni oda\ni pia"}},
		same:  [][]string{{"d", "i mia"}, {"d", "i ann\ni ned"}, {"d", "i bea"}, {"d", ""}},
		other: [][]string{{"d", "i mia"}, {"e", "i mia"}},
		kinds: []site.MaskKind{site.MaskRegion, site.MaskText}, // kind of what comes first
	},
	{name: "the time that an answer took, often the same", page: timed, taught: took(3),
		same: [][]string{{"x", "4", "1"}, {"x", "5", "1"}}, other: [][]string{{"x", "4", "1"}, {"y", "4", "1"}},
		kinds: []site.MaskKind{site.MaskDigits}},
	{name: "nothing, from a number that changed on two pages of ten", page: timed, taught: took(2),
		other: [][]string{{"x", "4", "1"}, {"x", "5", "1"}}},
	{name: "nothing, from one number", page: frame + "b Views\ni $2\n", taught: [][]string{{"a", "3"}, {"a", "4"}},
		other: [][]string{{"b", "3"}, {"b", "4"}}},
	{
		name:   "nothing, from a page at random",
		page:   "h2 Item $2\np the text of $2\n",
		taught: [][]string{{"1", "1"}, {"1", "1"}, {"2", "2"}, {"2", "2"}, {"random", "7"}, {"random", "8"}},
		other:  [][]string{{"3", "3"}, {"3", "4"}},
	},
	{name: "nothing, from one page", page: frame + "b Quote\nq $2\n",
		taught: [][]string{{"a", "to be"}, {"a", "or not"}},
		other:  [][]string{{"c", "nobler"}, {"c", "in the mind"}}},
}

// timed has a text with the time it took, and a link that always changes.
const timed = "h1 $1\na http://h/next/$3\np the text of $1\nfoot written in $2 ms\n"

// took returns the values of ten pages. The times of the first differ pages change in the second request.
func took(differ int) (taught [][]string) {
	for i := range 10 {
		page, again := string(rune('a'+i)), "3"
		if i < differ {
			again = "4"
		}
		taught = append(taught, []string{page, "3", "first" + page}, []string{page, again, "second" + page})
	}
	return taught
}

func TestMasks(t *testing.T) {
	for _, l := range lessons {
		var twins []TwinPages
		for i := 0; i < len(l.taught); i += 2 {
			twins = append(twins, twinPages("http://h/"+l.taught[i][0], l.page, l.taught[i], l.taught[i+1]))
		}
		m := LearnMasks(twins)
		var kinds []site.MaskKind
		for _, mask := range m.List() {
			kinds = append(kinds, mask.Kind)
		}
		console.Equal(t, kinds, l.kinds, l.name, "masks")
		for i := 0; i < len(l.same); i += 2 {
			if m.Apply(filled(l.page, l.same[i]...)).Digest != m.Apply(filled(l.page, l.same[i+1]...)).Digest {
				t.Errorf("%s: %q and %q are two pages, want one", l.name, l.same[i], l.same[i+1])
			}
		}
		for i := 0; i < len(l.other); i += 2 {
			if m.Apply(filled(l.page, l.other[i]...)).Digest == m.Apply(filled(l.page, l.other[i+1]...)).Digest {
				t.Errorf("%s: %q and %q are one page, want two", l.name, l.other[i], l.other[i+1])
			}
		}
	}
}

func TestLinkKey(t *testing.T) {
	page := frame + "a http://h/w/index.php?do=edit&token=$2\na http://h/w/index.php?id=$3\n"
	m := LearnMasks([]TwinPages{
		twinPages("http://h/a", page, []string{"a", "x1", "5"}, []string{"a", "x2", "6"}),
		twinPages("http://h/b", page, []string{"b", "x3", "5"}, []string{"b", "x4", "5"}),
		twinPages("http://h/c", page, []string{"c", "x5", "5"}, []string{"c", "x6", "5"}),
	})
	for url, want := range map[string]string{"http://h/w/index.php?do=edit&token=new": "http://h/w/index.php?do=edit",
		"http://h/w/index.php?token=new": "http://h/w/index.php",
		"http://h/w/index.php?id=7":      "http://h/w/index.php?id=7",
		"http://h/v/index.php?token=new": "http://h/v/index.php?token=new",
		"http://h/w/index.php":           "http://h/w/index.php"} {
		console.Equal(t, m.LinkKey(url), want, "LinkKey", url)
	}
	got := m.Volatile("http://h/a")
	console.Equal(t, got, []string{"http://h/w/index.php?id=5", "http://h/w/index.php?id=6"}, "Volatile")
}

func TestNothingLearntHidesNothing(t *testing.T) {
	page := filled(frame, "a")
	var none *Masks
	want := none.Apply(page)
	if want.Size != len("a"+"the text of a"+"more of the text") || want.Hidden != nil {
		t.Errorf("got %d bytes and %v hidden, want 30 and none", want.Size, want.Hidden)
	}
	if got := LearnMasks(nil).Apply(page); got.Digest != want.Digest || got.Size != want.Size {
		t.Errorf("masks learnt from nothing give %v, want %v", got, want)
	}
	if none.List() != nil || none.Twins() != (site.Twins{}) || none.LinkKey("http://h/?a=1") != "http://h/?a=1" {
		t.Error("masks that are nil have masks")
	}
}

// The encodings come from printf, base64 and Python's urllib.parse.quote.
func TestCarried(t *testing.T) {
	const topic = "http://h/topic?sid=0123&t=5"
	m := LearnMasks(nil)
	for value, want := range map[string]string{"/topic?t=5": "http://h/topic?t=5",
		"%2Ftopic%3Ft%3D5": "http://h/topic?t=5", "%252Ftopic%253Ft%253D5": "http://h/topic?t=5",
		"L3RvcGljP3Q9NSZzaWQ9MDEyMw%3D%3D": topic, "L3RvcGljP3Q9NSZzaWQ9MDEyMw": topic,
		"aHR0cDovL2gvdG9waWM_dD01JnNpZD0wMTIz": topic, "%2Ftopic%3Ft%3D5%26amp%3Bsid%3D0123": topic,
		"http%3A%2F%2Fh%2Ftopic%3Ft%3D5%26sid%3D0123": topic, "h%2Ftopic%3Ft%3D5": "http://h/topic?t=5",
		"topic%3Ft%3D5": "http://h/topic?t=5", "%3Ft%3D5": "http://h/login?t=5", "Lw%3D%3D": "http://h/",
		"Main_Page": "", "5": "", "text%2Fhtml": "", "a%3Db": "", "0123456789abcdef0123456789abcdef": "", "%zz": ""} {
		console.Equal(t, m.carried(value, "http://h/login?next="+value), want, "carried", value)
	}
}

func TestSessions(t *testing.T) {
	const first, second = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
	for name, link := range map[string]string{"sid": "http://h/topic?sid=$2&t=",
		";jsessionid": "http://h/topic;jsessionid=$2?t=", "/(S(*))": "http://h/(S($2))/topic?t="} {
		page := frame + "a " + link + "1\na " + link + "2\na " + link + "3\na http://h/login?next=%2Fsee%3Fsid%3D$2\n"
		m := LearnMasks([]TwinPages{twinPages("http://h/", page, []string{"a", first}, []string{"a", second})})
		if got := m.Sessions(); len(got) != 1 || got[0] != name {
			t.Errorf("sessions %q, want %q", got, name)
			continue
		}
		one, other := strings.ReplaceAll(link, "$2", first)+"7", strings.ReplaceAll(link, "$2", second)+"7"
		if one, other := m.LinkKey(one), m.LinkKey(other); one != other || one != "http://h/topic?t=7" {
			t.Errorf("%s: keys %q and %q, want http://h/topic?t=7", name, one, other)
		}
	}
}

// A number drawn for each link is no session, and neither is a token in the page's own URL.
func TestNoSession(t *testing.T) {
	page := frame + "a http://h/ad?id=$2\na http://h/ad?id=$3\na http://h/ad?id=$4\n"
	m := LearnMasks([]TwinPages{twinPages("http://h/", page,
		[]string{"a", "0123456789abcdef", "0123456789abcde1", "0123456789abcde2"},
		[]string{"a", "f123456789abcdef", "f123456789abcde1", "f123456789abcde2"})})
	console.Equal(t, len(m.Sessions()), 0, "sessions")
}

// Values after a name in paths count nowhere after that name, even if they have no digit.
func TestTokenOfPath(t *testing.T) {
	page := frame + "a http://h/wish/1/key/$2/\na http://h/wish/2/key/$3/\na http://h/id/Zq3vT-9aL_0xYw/\n"
	m := LearnMasks([]TwinPages{
		twinPages("http://h/1", page, []string{"a", "T0ken-OfForm_1a", "9XbZ1cVdWe2f"},
			[]string{"a", "uV3wXyZ_a-Bc1", "hI4jK-lM_nO5p"}),
		twinPages("http://h/2", page, []string{"a", "aB1cD-eF_gH2i", "qR6sTuVwX_7y"},
			[]string{"a", "jK3lM-nO_pQ4r", "zA8bCdEfG-9h"}),
	})
	for url, want := range map[string]string{"http://h/wish/7/key/OnlyLetters/": "http://h/wish/7/key/",
		"http://h/id/aB1cD-eF_gH2i/": "http://h/id/aB1cD-eF_gH2i/"} {
		console.Equal(t, m.LinkKey(url), want, "key of", url)
	}
}

// A token that redirects add is a session if it differs each time.
func TestSessionsIn(t *testing.T) {
	redirects := map[string]string{"http://h/s": "http://h/s/", "http://h/v": "http://h/v?lang=en"}
	for i, page := range []string{"a?x=1", "b", "c"} {
		direct := "http://h/p" + strconv.Itoa(i)
		redirects["http://h/"+page] = "http://h/(S(4f1c09ab77d" + strconv.Itoa(i) + "))/" + page
		redirects[direct] = direct + "?sid=0123456789abcde" + strconv.Itoa(i)
		redirects["http://h/o/"+page] = "http://h/0123456789abcdef/o/" + page
	}
	console.Equal(t, SessionsIn(maps.All(redirects)), []string{"/(S(*))", "sid"}, "sessions")
}
