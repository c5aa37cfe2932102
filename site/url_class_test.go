package site

import "testing"

func TestHasStrayPercent(t *testing.T) {
	for address, want := range map[string]bool{
		"http://h/": false, "http://h/%20": false, "http://h/%2F%aZ": true, "http://h/%": true, "http://h/%2": true,
		"http://h/100%.html": true, "http://h/100%25.html": false, "http://h/?%%41": true, "http://h/%e9": false,
	} {
		if got := HasStrayPercent(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}
