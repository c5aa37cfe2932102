package run

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/config"
	"sitegraph/site"
)

// readCredentials reads the file of secrets of the settings, if there is one. What
// does not come from the web needs none.
func (r *runner) readCredentials() error {
	path := r.InputPath(r.Download.Credentials)
	if path == "" || r.Download.Downloader != "http" {
		return nil
	}
	var notes []string
	var err error
	if r.credentials, notes, err = config.ReadCredentials(path, r.job.Now()); err != nil {
		return Usage("%w", err)
	}
	r.job.Observer.Notice(notes...)
	sites := r.credentials.Sites()
	named := slices.ContainsFunc(r.job.Hosts, func(h config.Host) bool {
		members := site.NewMembers(h.Members)
		return slices.ContainsFunc(sites, func(origin string) bool {
			u, err := site.Parse(origin)
			return err == nil && (site.SameSite(u, h.URL) || members.Has(u))
		})
	})
	if !named {
		r.job.Observer.Notice(fmt.Sprintf("[download] credentials: no site of this run is %s; scheme, host and "+
			"port must match", strings.Join(sites[:min(len(sites), 5)], ", ")))
	}
	return nil
}
