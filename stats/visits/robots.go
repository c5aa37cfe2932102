package visits

import (
	"bytes"
	"slices"
)

// robot is a robot by the text that tells its user agent.
type robot struct{ name, token string }

// robots are known robots; the first that fits counts. Each names itself and a page about itself in its user agent,
// which is the source of its row; who only pretends to be one is not told apart.
var robots = []robot{
	{"Googlebot", "googlebot"},                     // http://www.google.com/bot.html
	{"AdsBot-Google", "adsbot-google"},             // http://www.google.com/adsbot.html
	{"GoogleOther", "googleother"},                 // developers.google.com: Google's common crawlers
	{"bingbot", "bingbot"},                         // http://www.bing.com/bingbot.htm
	{"YandexBot", "yandex"},                        // http://yandex.com/bots; YandexImages and others too
	{"Baiduspider", "baiduspider"},                 // http://www.baidu.com/search/spider.html
	{"DuckDuckBot", "duckduckbot"},                 // http://duckduckgo.com/duckduckbot.html
	{"Applebot", "applebot"},                       // http://www.apple.com/go/applebot
	{"SeznamBot", "seznambot"},                     // http://napoveda.seznam.cz/seznambot-intro/
	{"Sogou", "sogou web spider"},                  // http://www.sogou.com/docs/help/webmasters.htm
	{"Yeti", "yeti/"},                              // http://naver.me/spd
	{"PetalBot", "petalbot"},                       // https://webmaster.petalsearch.com/site/petalbot
	{"GPTBot", "gptbot"},                           // https://openai.com/gptbot
	{"OAI-SearchBot", "oai-searchbot"},             // https://openai.com/searchbot
	{"ChatGPT-User", "chatgpt-user"},               // https://openai.com/bot
	{"ClaudeBot", "claudebot"},                     // claudebot@anthropic.com
	{"PerplexityBot", "perplexitybot"},             // https://perplexity.ai/perplexitybot
	{"CCBot", "ccbot"},                             // https://commoncrawl.org/faq/
	{"Bytespider", "bytespider"},                   // spider-feedback@bytedance.com
	{"Amazonbot", "amazonbot"},                     // https://developer.amazon.com/support/amazonbot
	{"meta-externalagent", "meta-externalagent"},   // https://developers.facebook.com/docs/sharing/webmasters/crawler
	{"facebookexternalhit", "facebookexternalhit"}, // http://www.facebook.com/externalhit_uatext.php
	{"archive.org_bot", "archive.org_bot"},         // http://www.archive.org/details/archive.org_bot
	{"AhrefsBot", "ahrefsbot"},                     // http://ahrefs.com/robot/
	{"SemrushBot", "semrushbot"},                   // http://www.semrush.com/bot.html
	{"MJ12bot", "mj12bot"},                         // http://mj12bot.com/
	{"DotBot", "dotbot"},                           // https://opensiteexplorer.org/dotbot
	{"sitegraph", "sitegraph/"},                    // this program
}

// otherRobots is the name of those that are not in the table.
const otherRobots = "other"

// Words of robots that are not in the table, and beginnings of the user agents of programs. A cubot is a phone.
var (
	robotWords = []string{"bot", "crawl", "spider", "slurp", "headless", "monitor", "http://", "https://"}
	programs   = []string{"curl/", "wget/", "python", "go-http-client", "java/", "libwww-perl", "okhttp", "axios",
		"node", "ruby", "php", "apache-httpclient", "scrapy"}
)

// robotOf returns the robot with a user agent, "" for what looks like a person's browser. A nil agent is unknown, and
// taken for a person's.
func robotOf(agent []byte) string {
	if agent == nil {
		return ""
	}
	low := bytes.ToLower(bytes.TrimSpace(agent))
	if len(low) == 0 || string(low) == "-" {
		return otherRobots
	}
	for _, r := range robots {
		if bytes.Contains(low, []byte(r.token)) {
			return r.name
		}
	}
	low = bytes.ReplaceAll(low, []byte("cubot"), nil)
	word := func(w string) bool { return bytes.Contains(low, []byte(w)) }
	begins := func(p string) bool { return bytes.HasPrefix(low, []byte(p)) }
	if slices.ContainsFunc(robotWords, word) || slices.ContainsFunc(programs, begins) {
		return otherRobots
	}
	return ""
}
