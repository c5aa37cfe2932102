package config

import (
	"errors"
	"fmt"

	"sitegraph/site"
)

// check finds what no row can find alone.
func check(s *Settings) (errs []error) {
	if s.Download.Downloader == "folder" && s.Download.Folder == "" {
		errs = append(errs, errors.New(
			"[download] downloader = folder: [download] folder must name the root of a saved site"))
	}
	if s.Sample.Host == "" {
		return errs // no sample
	}
	if s.Sample.Folder == "" {
		errs = append(errs, fmt.Errorf("[sample] host = %s: [sample] folder must name the root of the site "+
			"that is served under it; an empty host switches the sample off", quote(s.Sample.Host)))
	}
	u, err := site.Parse(s.Sample.Host)
	if err != nil || u.Scheme != "http" || u.Host == "" || u.Target() != "/" {
		errs = append(errs, fmt.Errorf("[sample] host = %s: must be http://host: the sample is served without TLS",
			quote(s.Sample.Host)))
	}
	return errs
}
