// Package headless drives a headless browser in tests. A test fails if its tab throws an exception, logs a message,
// opens an unexpected dialog, or sends a request elsewhere.
package headless

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Step is an action in a tab.
type Step = chromedp.Action[chromedp.Void]

// patience is the time limit for the steps of one call.
const patience = 2 * time.Minute

// startTries is the number of tries to start a browser, which may crash on a busy machine.
const startTries = 3

// Tab is a tab of a browser.
type Tab struct {
	ctx context.Context

	mu     sync.Mutex
	accept string   // accept dialogs with this text; "" accepts none
	only   []string // allowed prefixes of requests
	faults []string
}

// New starts a browser for a test. It skips the test unless SITEGRAPH_TOOLS=1 says that all tools are installed.
func New(t *testing.T) *Tab {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(chromium(t)),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1000),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	for tries := startTries; ; tries-- {
		all, cancelAll := chromedp.NewExecAllocator(t.Context(), options...)
		ctx, cancel := chromedp.NewContext(all)
		_, err := chromedp.Call(ctx, log.Enable, cdp.Empty{})
		if err == nil || tries == 1 {
			t.Cleanup(func() { cancel(); cancelAll() })
			return open(t, ctx)
		}
		t.Log("try again:", err)
		cancel()
		cancelAll()
	}
}

// Beside opens another tab in the same window, in front of this one.
func (b *Tab) Beside(t *testing.T) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewWindow(false))
	t.Cleanup(cancel)
	return open(t, ctx)
}

func chromium(t *testing.T) string {
	t.Helper()
	if os.Getenv("SITEGRAPH_TOOLS") != "1" {
		t.Skip("SITEGRAPH_TOOLS=1 runs it; it needs chromium")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no chromium: apt-get install chromium")
	return ""
}

func open(t *testing.T, ctx context.Context) *Tab {
	t.Helper()
	b := &Tab{ctx: ctx}
	if err := chromedp.Listen(ctx, b.watch); err != nil {
		t.Fatal(err)
	}
	Call(t, b, log.Enable, cdp.Empty{})
	Call(t, b, network.Enable, network.EnableParams{})
	return b
}

func (b *Tab) watch(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.faults = append(b.faults, fmt.Sprint("console: ", e.Type))
	case *log.EventEntryAdded:
		b.faults = append(b.faults, "log: "+e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		if b.accept != "" && strings.Contains(e.Message, b.accept) {
			go chromedp.Call(b.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
			return
		}
		b.faults = append(b.faults, "dialog: "+e.Message)
	case *network.EventRequestWillBeSent:
		begins := func(with string) bool { return strings.HasPrefix(e.Request.URL, with) }
		if !begins("data:") && !slices.ContainsFunc(b.only, begins) {
			b.faults = append(b.faults, "request: "+e.Request.URL)
		}
	}
}

// Only allows requests to addresses with these prefixes alone.
func (b *Tab) Only(beginnings ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.only = beginnings
}

// Accept from now on accepts dialogs that contain a text, as a reader who presses OK.
func (b *Tab) Accept(asks string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accept = asks
}

// Faults returns and forgets what went wrong in the tab.
func (b *Tab) Faults() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	faults := b.faults
	b.faults = nil
	return faults
}

// Run performs steps. It ends the test if one fails, or if anything goes wrong in the tab.
func (b *Tab) Run(t *testing.T, steps ...Step) {
	t.Helper()
	b.check(t, b.Try(steps...))
}

// Try performs steps and returns the error of one that fails. See [Tab.Faults].
func (b *Tab) Try(steps ...Step) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for err != nil && strings.Contains(err.Error(), "Could not find node") { // the page has just replaced it
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *Tab) check(t *testing.T, err error) {
	t.Helper()
	faults := b.Faults()
	if errors.Is(err, context.DeadlineExceeded) { // report what the tab shows
		var text string
		text, _ = chromedp.Run(b.ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
		faults = append(faults, "the tab shows "+text)
	}
	if err != nil || len(faults) > 0 {
		t.Fatalf("%v; faults: %q", err, faults)
	}
}

// Eval returns the value of a JavaScript expression. It awaits promises.
func Eval[T any](t *testing.T, b *Tab, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	b.check(t, err)
	return value
}

// Call sends the browser a DevTools protocol command.
func Call[P, R any](t *testing.T, b *Tab, command cdp.Command[P, R], params P) R {
	t.Helper()
	answer, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// Prefer sets the CSS medium and the reader's preferences. features are pairs of a CSS media feature and its value.
func (b *Tab) Prefer(t *testing.T, medium string, features ...string) {
	t.Helper()
	params := emulation.SetEmulatedMediaParams{Media: medium}
	for pair := range slices.Chunk(features, 2) {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: pair[0], Value: pair[1]})
	}
	Call(t, b, emulation.SetEmulatedMedia, params)
}

// WithoutScript reloads the page with scripts disabled.
func (b *Tab) WithoutScript(t *testing.T) {
	t.Helper()
	Call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.Run(t, chromedp.Reload())
}
