package command

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"sitegraph/config"
	"sitegraph/extractor/store"
	"sitegraph/run"
)

// TestContact checks that a missing contact is reported before the first crawl of someone else's site.
func TestContact(t *testing.T) {
	dir := t.TempDir()
	st, err := store.Open(store.Options{Dir: filepath.Join(dir, "state")})
	if err == nil {
		err = errors.Join(st.SetSummary("https://known.example", []byte("{}")), st.Close())
	}
	settings, loadErr := config.Load(config.Sources{})
	must(t, errors.Join(err, loadErr))
	for _, c := range []struct {
		hosts   string
		contact string
		says    bool
	}{
		{"new.example", "", true}, {"new.example", "me@example.org", false}, {"8.8.8.8", "", true},
		{"known.example", "", false}, {"http://known.example", "", true}, // not the same site
		{"localhost", "", false}, {"127.0.0.1:8080", "", false}, {"[::1]", "", false}, {"10.1.2.3", "", false},
		{"127.0.0.1 new.example", "", true}, {museum, "", false}, {museum + " known.example new.example", "", false},
	} {
		var said bytes.Buffer
		a := &app{config: run.NewConfig(*settings, dir), progress: newProgress("none", false, &said)}
		a.config.Download.Contact, a.config.Sample.Host = c.contact, museum
		hosts, err := a.hostArguments(strings.Fields(c.hosts))
		must(t, err)
		a.greet(hosts, func(h config.Host) bool { return hasBegun(a.config.StateDir(), h.URL.Origin()) })
		if strings.Contains(said.String(), "no contact is set") != c.says {
			t.Errorf("%q with the contact %q: %q", c.hosts, c.contact, said.String())
		}
	}
}
