package refusal

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// wall is what a page says that turns everybody away and has no mark of a service: one of
// the texts, and one of those that go with it, in lower case, in its title or in what it
// shows. There must be little text, no link into the site, and no field to fill in.
type wall struct {
	who        site.Refusal
	says, with []string
	scripted   bool // only a script gets beyond it, so it has one
}

// turnedAway reports what a page without a link says that it is, "" if nothing.
func (p *page) turnedAway() site.Refusal {
	if p.size > few || p.fields() {
		return ""
	}
	if p.size == 0 {
		return p.reloading()
	}
	text := p.title + " " + p.visible()
	in := func(part string) bool { return strings.Contains(text, part) }
	for i := range saying {
		w := &saying[i]
		if slices.ContainsFunc(w.says, in) && slices.ContainsFunc(w.with, in) && (!w.scripted || p.scripted()) {
			if p.hasContent() {
				return ""
			}
			return w.who
		}
	}
	return ""
}

// reloading reports of a page that shows nothing whether all it has is a script that sets
// a cookie and loads the page again.
func (p *page) reloading() site.Refusal {
	if slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "link" ||
			slices.ContainsFunc(t.attributes, func(a attribute) bool { return a.name == "src" })
	}) {
		return ""
	}
	for _, c := range p.codes {
		code := strings.Join(strings.Fields(c.text), "")
		if c.element == "script" && strings.Contains(code, "document.cookie=") &&
			(strings.Contains(code, "location.reload(") || strings.Contains(code, "location.href=location.href")) {
			return "a JavaScript wall"
		}
	}
	return ""
}

func (p *page) scripted() bool {
	return slices.ContainsFunc(p.tags, func(t tag) bool { return t.element == "script" })
}

func (p *page) fields() bool {
	return slices.ContainsFunc(p.tags, func(t tag) bool {
		return t.element == "textarea" || t.element == "select" || t.element == "input" && !t.sent()
	})
}

// sent reports whether an input is not filled in by visitors.
func (t tag) sent() bool {
	return slices.ContainsFunc(t.attributes, func(a attribute) bool {
		return a.name == "type" && slices.Contains([]string{"hidden", "submit", "button", "image", "checkbox"}, a.value)
	})
}

// saying are those walls. Words alone prove little, so a text counts with one that speaks to the visitor; "enable
// JavaScript to run this app", which is what an application says that is empty without scripts, is none of them.
var saying = []wall{
	{
		who: "a JavaScript wall", scripted: true,
		says: []string{"enable javascript and cookies", "enable cookies and javascript",
			"enable javascript and reload", "enable javascript to continue", "enable javascript to proceed",
			"enable javascript to access", "enable javascript to view", "javascript is disabled",
			"javascript is required to continue", "javascript activé pour continuer", "activer javascript",
			"activez javascript", "javascript aktivieren", "aktivieren sie javascript", "habilite javascript",
			"habilitar javascript", "включите javascript", "启用javascript", "启用 javascript", "開啟javascript"},
		with: []string{"continue", "proceed", "to access", "to view", "robot", "human", "verif", "continuer",
			"accéder", "vérifi", "fortzufahren", "aufzurufen", "zugriff", "continuar", "acceder", "продолж", "доступ",
			"继续", "访问", "繼續"},
	},
	{
		who: "a JavaScript wall", scripted: true,
		says: []string{"checking your browser", "verifying your browser", "browser wird überprüft",
			"vérification de votre navigateur", "comprobando su navegador", "проверка браузера",
			"проверка вашего браузера", "正在检查您的浏览器", "正在进行人机验证"},
		with: []string{"before accessing", "seconds", "please wait", "robot", "sekunden", "secondes", "segundos",
			"секунд", "подождите", "请稍候", "安全"},
	},
	{
		who: "a cookie wall",
		says: []string{"enable cookies", "cookies are required", "requires cookies", "cookies must be enabled",
			"accept cookies", "accept all cookies", "cookies are disabled", "activer les cookies",
			"activez les cookies", "accepter les cookies", "acceptez les cookies", "cookies aktivieren",
			"cookies akzeptieren", "habilite las cookies", "aceptar las cookies", "включите cookie", "启用cookie",
			"启用 cookie", "接受cookie"},
		with: []string{"continue", "proceed", "to access", "to view", "to enter", "to read", "to use", "to visit",
			"value your privacy", "continuer", "accéder", "fortzufahren", "weiter", "continuar", "acceder",
			"продолж", "доступ", "继续", "访问"},
	},
	{
		who:  "a cookie wall",
		says: []string{"before you continue to", "weiterlesen mit werbung"},
		with: []string{"cookies"},
	},
	{
		who: "a geographic block",
		says: []string{"available in your country", "available in your region", "available in your location",
			"available in your area", "available from your country", "available from your location",
			"disponible dans votre pays", "disponible dans votre région", "accessible depuis votre pays",
			"in ihrem land nicht verfügbar", "in ihrer region nicht verfügbar", "nicht in ihrem land",
			"disponible en su país", "disponible en tu país", "disponible en su región",
			"недоступен в вашей стране", "недоступен в вашем регионе", "недоступна в вашем регионе", "из вашей страны",
			"您所在的地区", "您所在的国家", "您所在的區域", "from your country is", "visitors from your country", "visitors from europe",
			"visitors from the european",
			"from a country belonging to the european economic area", "block access from your country"},
		with: []string{"not ", "isn't", "unavailable", "blocked", "pas disponible", "pas accessible", "nicht", " no ",
			"недоступ", "ограничен", "запрещ", "不", "无法", "無法"},
	},
	{
		who: "a firewall",
		says: []string{"you have been blocked", "you are blocked", "your request has been blocked",
			"your request was blocked", "your request has been refused", "your request has been rejected",
			"your ip address has been blocked", "access from your ip address has been", "your access has been blocked",
			"votre requête a été bloquée", "vous avez été bloqué", "ihre anfrage wurde blockiert",
			"su solicitud ha sido bloqueada", "ваш запрос заблокирован", "доступ заблокирован", "您的请求已被拦截",
			"您的访问被拦截", "您的请求已被阻断",
			"您的访问被阻断", "已被网站管理员设置拦截"},
		with: []string{"your ip", "request id", "reference", "security", "suspicious", "firewall", "malicious",
			"illegal", "threat", "spam", "support", "administrat", "sécurité", "sicherheit", "seguridad", "безопасност",
			"администрат", "安全", "管理员"},
	},
	{
		who: "a rate limit",
		says: []string{"too many requests", "requests too quickly", "rate limit exceeded",
			"exceeded the rate limit", "sending automated queries",
			"unusual traffic from your computer network", "trop de requêtes", "limite de requêtes",
			"nombre de requêtes", "dépassé le nombre",
			"zu viele anfragen", "demasiadas solicitudes", "demasiadas peticiones", "слишком много запросов",
			"лимит запросов", "количество запросов", "лимит обращений",
			"太频繁", "太頻繁", "次数过多", "操作太快", "слишком часто",
			"过于频繁", "過於頻繁", "频率过高",
			"アクセスが集中"},
		with: []string{"try again", "request again", "process your request", "slow down", "come back",
			"please wait", "réessay", "patient", "erneut", "warten",
			"inténtelo", "intente", "espere", "попробуйте", "повторите", "подождите", "позже", "稍后", "稍候",
			"稍後", "再试", "重试", "しばらく"},
	},
	{
		who:  "a waiting room",
		says: []string{"you are now in line", "you are in the virtual queue", "using a virtual queue"},
		with: []string{"estimated wait", "your turn", "high volume of traffic"},
	},
	{
		who: "a maintenance page",
		says: []string{"down for maintenance", "offline for maintenance", "closed for maintenance",
			"unavailable for maintenance", "due to maintenance", "under maintenance", "maintenance mode",
			"scheduled maintenance", "undergoing maintenance", "performing maintenance",
			"performing some maintenance", "planned maintenance", "routine maintenance", "maintenance in progress",
			"currently updating our", "this site is experiencing technical difficulties",
			"en maintenance", "maintenance en cours", "wartungsarbeiten", "wird gewartet", "wartungsmodus",
			"en mantenimiento", "in manutenzione", "em manutenção", "технические работы", "технических работ",
			"техническое обслуживание", "系统维护", "网站维护", "正在维护", "维护中", "系統維護", "メンテナンス中"},
		with: []string{"be back", "back soon", "back online", "back shortly", "check back", "come back",
			"try again", "temporarily", "apologi", "sorry", "in a minute", "de retour", "revenir", "revenez",
			"plus tard", "excus", "indisponible", "bald", "später", "wieder", "vorübergehend", "pronto",
			"más tarde", "volve", "torner", "breve", "позже", "скоро", "извин", "временно", "稍后", "敬请", "抱歉", "稍後",
			"しばらく", "申し訳"},
	},
}
