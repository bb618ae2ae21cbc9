package studiotest

import (
	"context"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gonao/studio/web"
)

// browser is the only Chromium of the tests of a package. Each tab has its own context, with its own cookies.
var browser = sync.OnceValues(func() (context.Context, error) {
	ctx, _ := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(
		chromedp.NoSandbox,
		// Composite on the processor: with a software GPU a page reaches only 3 frames a second.
		chromedp.Flag("disable-gpu-compositing", true),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		// Use one process for each tab, and no spare one.
		chromedp.Flag("disable-features", "SpareRendererForSitePerProcess,site-per-process,Translate,BlinkGenPropertyTrees"),
		chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-search-engine-choice-screen", true),
		chromedp.Flag("force-prefers-reduced-motion", true),
		chromedp.WindowSize(1440, 900),
		chromedp.WSURLReadTimeout(patience), // a busy machine starts Chromium slowly
	))
	return ctx, chromedp.Do(ctx)
})

// Run runs the tests of a package and closes the browser after them; TestMain calls it.
func Run(m *testing.M) int {
	code := m.Run()
	if ctx, err := started(); err == nil {
		chromedp.Cancel(ctx) //nolint:errcheck // the tests are over
	}
	return code
}

var opened bool

func started() (context.Context, error) {
	if !opened {
		return nil, context.Canceled
	}
	return browser()
}

// notInShort skips a test in make test, which runs only the tests of what every person does on the page. The test runs
// in make nightly and in go test ./internal/studiotest.
func notInShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not in -short: a page costs 3 s of processor time")
	}
}

// needPage skips a test if the page or the browser is missing.
func needPage(t *testing.T) {
	t.Helper()
	if !web.Embedded().Built() {
		t.Skip("the page was not built: make page builds it, where npm is installed (internal/scripts/deps.sh --npm)")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if _, err := exec.LookPath(name); err == nil {
			return
		}
	}
	t.Skip("no Chromium: internal/scripts/deps.sh --test installs it")
}

func browserContext(t *testing.T) context.Context {
	t.Helper()
	opened = true
	ctx, err := browser()
	require.NoError(t, err)
	return ctx
}
