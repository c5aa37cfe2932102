// Package redirects reads files of redirects as servers and hosts have them, and checks them against a crawl of the
// site that they lead to.
//
//	f, err := redirects.Read(text)
//	findings, err := redirects.Check(f, now, old)
//
// Nothing is skipped in silence: what it does not understand is in File.Unread with its line.
//
//	rule.go   a rule, and the first one for a request
//	read.go   which format a file has; CSV, _redirects of Netlify and Cloudflare, vercel.json
//	check.go  follows URLs through the rules into the crawl
package redirects
