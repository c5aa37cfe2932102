package refusal

import (
	"testing"

	"sitegraph/site"
)

// Pages that have a mark of a refusal and content of their own, and the same mark without.
func TestContent(t *testing.T) {
	const turnstile = "<script src=https://challenges.cloudflare.com/turnstile/v0/api.js async></script>"
	const box = turnstile + "<div class=cf-turnstile></div>"
	const yandex = "<script src=//smartcaptcha.yandexcloud.net/captcha.js></script>"
	const captcha, country, firewall = "Turnstile", "a geographic block", "a firewall"
	for _, c := range []struct {
		mark, title, h1, text string
		want                  site.Refusal
	}{
		{turnstile, "Hours", "Hours", "Open from 9 to 5.", ""},
		{turnstile, "Shop", "Prices", "Chairs from 120 euros. Tables from 300.", ""},
		{turnstile, "Shop", "", "Please wait while we check your connection.", captcha},
		{yandex, "Часы", "Часы", "С 9 до 17", ""},
		{box, "News", "Fair", "The fair of the village opens on Saturday at ten with music of the choir, and ends on " +
			"Sunday night.", ""},
		{box, "Shop", "", "One click, and the shop opens.", captcha},

		{"", "Delivery", "Delivery", "Our lamp is not yet available in your country. Write to us, and we say so.", ""},
		{"", "Oak table | Shop", "Oak table", "This product is not available in your region.", ""},
		{"", "Help", "", "Wallets are not available in your country? Then pay by card or send us a cheque.", ""},
		{"", "Shop", "Sorry", "Our shop is not available in your country.", country},
		{"", "Lifts", "Lifts", "Lift 2 is down for maintenance and will be back soon.", ""},

		{"", "Access denied", "Access denied", "You see this message when a project is private. Ask a colleague to " +
			"add you to the group, or sign in with another name.", ""},
		{"", "Forbidden", "Forbidden", "The request was blocked by a rule that you wrote. Rules are read from top to " +
			"bottom, and the first that fits decides.", ""},
		{"", "Access denied", "Access denied", "Your request was blocked. Reference 18.2f.", firewall},
	} {
		body := "<title>" + c.title + "</title>" + c.mark + "<h1>" + c.h1 + "</h1><p>" + c.text
		if got := Of(site.Response{Status: 200, Body: []byte(body)}, 0); got != c.want {
			t.Errorf("%s: %q, want %q", body, got, c.want)
		}
	}
}
