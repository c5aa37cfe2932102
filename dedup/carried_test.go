package dedup

import (
	"strings"
	"testing"
)

// TestCarried: the encodings are those of printf, base64 and Python's urllib.parse.quote.
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
		if got := m.carried(value, "http://h/login?next="+value); got != want {
			t.Errorf("carried(%q) = %q, want %q", value, got, want)
		}
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

// TestNoSession: numbers that are drawn for each link are no session, nor is what a page's own URL has.
func TestNoSession(t *testing.T) {
	page := frame + "a http://h/ad?id=$2\na http://h/ad?id=$3\na http://h/ad?id=$4\n"
	m := LearnMasks([]TwinPages{twinPages("http://h/", page,
		[]string{"a", "0123456789abcdef", "0123456789abcde1", "0123456789abcde2"},
		[]string{"a", "f123456789abcdef", "f123456789abcde1", "f123456789abcde2"})})
	if got := m.Sessions(); got != nil {
		t.Errorf("sessions %q, want none", got)
	}
}
