package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

func until(expression string) headless.Step { return chromedp.Poll[chromedp.Void](expression) }

// TestSettingsForm: a project is made for a purpose; the form and the text of its settings are one file: what is
// changed in one is in the other, and what is wrong is told and changes nothing.
func TestSettingsForm(t *testing.T) {
	t.Parallel()
	b := serve(t, web.Options{})
	c := headless.New(t)
	c.Only(b.base)
	file := func() string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(b.desk.Folder, "form", "settings.ini"))
		must(t, err)
		return string(text)
	}
	said := func(has string) headless.Step {
		return until(`document.getElementById("said").textContent.includes("` + has + `")`)
	}
	value := func(id string) string {
		t.Helper()
		return headless.Eval[string](t, c, `document.getElementById("`+id+`").value`)
	}
	c.Run(t, chromedp.Navigate(b.base+"/"), keys("#name", "form"),
		chromedp.SetValue(chromedp.CSS("#purpose"), "audit"), click("form[data-send=json] button"), seen("#hosts"))
	for _, line := range []string{"sitemaps = check\n", "exporters = +links,+xlsx\n"} {
		if text := file(); !strings.Contains(text, line) {
			t.Errorf("to audit: no %s in %s", line, text)
		}
	}
	c.Run(t, click("#settings-title + p a"), seen("#form"))
	if sitemaps := value("sites.sitemaps"); sitemaps != "check" || value("walk.max_pages") != "" {
		t.Errorf("the form has sitemaps = %q", sitemaps)
	}
	before := file()
	pages := `[id="walk.max_pages"]`
	headless.Eval[bool](t, c, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
	err := c.Try(keys(pages, "many"), click("#form > button"), said("must be a whole number"))
	if faults := c.Faults(); err != nil || len(faults) != 1 || file() != before { // the browser remarks on the answer
		t.Errorf("what is wrong: %v, %q, %s", err, faults, file())
	}
	c.Run(t, chromedp.SetValue(chromedp.CSS(pages), "70"), chromedp.SetValue(chromedp.CSS(`[id="sites.sitemaps"]`), ""),
		click("#form > button"), said("2 settings changed"))
	want := strings.Replace(before, "sitemaps = check\n", "", 1) + "\n[walk]\nmax_pages = 70\n"
	if text := file(); text != want || value("settings") != want {
		t.Errorf("%q, want %q", text, want)
	}
	c.Run(t, chromedp.SetValue(chromedp.CSS("#settings"), "[walk]\nmax_pages = 8\n"),
		click("form[data-send=text] button"),
		seen(`[id="walk.max_pages"][data-was="8"]`))
	c.Run(t, click(".purposes li:first-child button"), seen(`[id="export.exporters"][data-was="+links,+content"]`))
	if text := file(); text != "[walk]\nmax_pages = 8\n\n[export]\nexporters = +links,+content\n" {
		t.Errorf("to study: %q", text)
	}
}

// TestPurposes: every purpose makes a project whose settings can be used; a purpose beside settings is refused.
func TestPurposes(t *testing.T) {
	b := serve(t, web.Options{})
	create := func(body string) (int, string) {
		t.Helper()
		status, text, _ := b.ask("POST", "/api/projects", body, "Content-Type", "application/json")
		return status, text
	}
	for _, p := range desk.Purposes() {
		status, text := create(`{"name":"` + p.Name + `","purpose":"` + p.Name + `"}`)
		if status != http.StatusCreated || strings.Contains(text, "trouble") {
			t.Errorf("%s: %d, %s", p.Name, status, text)
		}
		_, written, _ := b.ask("GET", "/api/projects/"+p.Name+"/settings", "")
		for name, value := range p.Settings {
			_, key, _ := strings.Cut(name, ".")
			if !strings.Contains(written, "\n"+key+" = "+value+"\n") {
				t.Errorf("%s has no %s = %s: %s", p.Name, name, value, written)
			}
		}
	}
	for body, says := range map[string]string{`{"name":"x","purpose":"fun"}`: "study, compare, watch, topics, audit",
		`{"name":"x","purpose":"audit","settings":"[walk]"}`: "not both"} {
		if status, text := create(body); status != http.StatusBadRequest || !strings.Contains(text, says) {
			t.Errorf("%s: %d, %s", body, status, text)
		}
	}
}
