package refusal

import (
	"testing"

	"sitegraph/site"
)

// Pages that have a mark of a refusal and content of their own, and the same mark without.
func TestContent(t *testing.T) {
	const turnstile = `<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>`
	for body, want := range map[string]site.Refusal{
		turnstile + `<title>Hours</title><h1>Hours</h1><p>Open from 9 to 5.</p>`:                                      "",
		turnstile + `<title>Shop</title><h1>Prices</h1><p>Chairs from 120 euros.</p><p>Tables from 300.</p>`:          "",
		turnstile + `<title>Shop</title><p>Please wait while we check your connection.</p>`:                           "Turnstile",
		`<script src=//smartcaptcha.yandexcloud.net/captcha.js></script><title>Часы</title><h1>Часы</h1><p>С 9 до 17`: "",
		turnstile + `<title>News</title><h1>Fair</h1><div class=cf-turnstile></div><p>The fair of the village opens on ` +
			`Saturday at ten with music of the choir, and ends on Sunday night.</p>`: "",
		turnstile + `<title>Shop</title><div class=cf-turnstile></div><p>One click, and the shop opens.</p>`: "Turnstile",

		`<title>Delivery</title><h1>Delivery</h1><p>Our lamp is not yet available in your country. Write to us, and we ` +
			`tell you when it is.</p>`: "",
		`<title>Oak table | Shop</title><h1>Oak table</h1><p>This product is not available in your region.</p>`:          "",
		`<title>Help</title><p>Wallets are not available in your country? Then pay with a card or send us a cheque.</p>`: "",
		`<title>Shop</title><h1>Sorry</h1><p>Our shop is not available in your country.</p>`:                             "a geographic block",

		`<title>Access denied</title><h1>Access denied</h1><p>You see this message when a project is private. Ask a ` +
			`colleague to add you to the group, or sign in with another name.</p>`: "",
		`<title>Forbidden</title><h1>Forbidden</h1><p>The request was blocked by a rule that you wrote. Rules are read ` +
			`from top to bottom, and the first that fits decides.</p>`: "",
		`<title>Access denied</title><h1>Access denied</h1><p>Your request was blocked. Reference 18.2f.</p>`: "a firewall",

		`<title>Lifts</title><h1>Lifts</h1><p>Lift 2 is down for maintenance and will be back soon.</p>`: "",
	} {
		if got := Of(site.Response{Status: 200, Body: []byte(body)}, 0); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
