package refusal

import (
	"net/http"
	"slices"
	"strings"

	"sitegraph/site"
)

// ofHeaders are headers by which a service says that it answered in the site's
// place, with the values that say so; none: any value.
//
//	Cf-Mitigated         developers.cloudflare.com, "Detect a Challenge Page response"
//	X-Amzn-Waf-Action    docs.aws.amazon.com, WAF API reference, ChallengeAction and CaptchaAction
//	X-Vercel-Mitigated   vercel.com, firewall; values seen by microlinkhq/is-antibot
//	Sg-Captcha           SiteGround, with status 202 and a refresh to /.well-known/sgcaptcha/
//	X-Sucuri-Block       Sucuri; the plugin of WhatWeb
var ofHeaders = []struct {
	name    string
	values  []string
	service site.Refusal
}{
	{"Cf-Mitigated", []string{"challenge"}, "Cloudflare"},
	{"X-Amzn-Waf-Action", []string{"challenge", "captcha"}, "AWS WAF"},
	{"X-Vercel-Mitigated", []string{"challenge", "deny"}, "Vercel"},
	{"Sg-Captcha", []string{"challenge"}, "SiteGround"},
	{"X-Sucuri-Block", nil, "Sucuri"},
}

// ByHeader returns the service whose header says that the answer is its own, "" if none does.
func ByHeader(h http.Header) site.Refusal {
	for _, o := range ofHeaders {
		value := strings.ToLower(strings.TrimSpace(h.Get(o.name)))
		if value != "" && (len(o.values) == 0 || slices.Contains(o.values, value)) {
			return o.service
		}
	}
	return ""
}
