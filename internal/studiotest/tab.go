package studiotest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// patience is the time that a test waits for an expected event. It is long because CI machines are slow; a test that
// passes does not wait that long.
const patience = 2 * time.Minute

// Tab is a browser with one page of the studio.
type Tab struct {
	t        *testing.T
	ctx      context.Context
	problems chan string // errors of the page
}

// Open opens the page with a driver's rights, at a place such as "#machine".
func (s *Stage) Open(place string) *Tab { return s.OpenAs(s.keys.Driver, place) }

// OpenAsViewer opens the page with a viewer's rights.
func (s *Stage) OpenAsViewer(place string) *Tab { return s.OpenAs(s.keys.Viewer, place) }

// OpenAs opens the page with a token's rights, like a person with a separate browser.
func (s *Stage) OpenAs(token, place string) *Tab {
	s.t.Helper()
	ctx, cancel := chromedp.NewContext(browserContext(s.t), chromedp.WithNewBrowserContext())
	p := &Tab{t: s.t, ctx: ctx, problems: make(chan string, 100)}
	s.t.Cleanup(func() {
		if s.t.Failed() {
			p.keepPicture()
		}
		cancel()
	})
	p.must(chromedp.Do(ctx, chromedp.EmulateViewport(1440, 900)))
	p.must(chromedp.Listen(ctx, p.hear))
	p.must(chromedp.Do(ctx, chromedp.Navigate(s.Login(token))))
	p.Wait(`location.pathname === "/" && !!document.querySelector(".app")`)
	if place != "" {
		p.Do("location.hash = " + quote(place))
	}
	return p
}

func quote(s string) string { return fmt.Sprintf("%q", s) }

// hear collects the errors of the page.
func (p *Tab) hear(ev any) {
	text := ""
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			text = e.Entry.Text + " " + e.Entry.URL
		}
	}
	if text != "" {
		select {
		case p.problems <- text:
		default:
		}
	}
}

// Problems returns the errors that the page has logged or thrown so far.
func (p *Tab) Problems() []string {
	var all []string
	for {
		select {
		case text := <-p.problems:
			all = append(all, text)
		default:
			return all
		}
	}
}

func (p *Tab) must(err error) {
	p.t.Helper()
	require.NoError(p.t, err)
}

// Eval returns the value of an expression in the page. It waits if the value is a promise.
func Eval[T any](p *Tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return v
}

// Do runs a statement in the page.
func (p *Tab) Do(statement string) {
	p.t.Helper()
	Eval[bool](p, "(async () => {"+statement+"})().then(() => true)")
}

// Wait waits until an expression is true in the page.
func (p *Tab) Wait(expression string) {
	p.t.Helper()
	p.WaitLong(expression, patience)
}

// WaitLong is like Wait, with a longer limit.
func (p *Tab) WaitLong(expression string, longest time.Duration) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, longest)
	defer cancel()
	_, err := chromedp.Run(ctx, poll(expression, longest))
	for err != nil && (strings.Contains(err.Error(), "context") || strings.Contains(err.Error(), "navigated")) && ctx.Err() == nil { // the page was replaced during the evaluation
		_, err = chromedp.Run(ctx, poll(expression, longest))
	}
	if err != nil {
		p.t.Fatalf("never true: %s\n%v\nproblems: %v\npage: %s", expression, err, p.Problems(), p.text())
	}
}

func poll(expression string, longest time.Duration) chromedp.Action[bool] {
	return chromedp.Poll[bool]("(() => { try { return !!("+expression+"); } catch { return false; } })()",
		chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(longest))
}

// text returns the text of the page, shortened.
func (p *Tab) text() string {
	s, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText.slice(0, 1500)"))
	if err != nil {
		return err.Error()
	}
	return s
}

// WaitText waits until the page shows a text.
func (p *Tab) WaitText(text string) {
	p.t.Helper()
	p.Wait("document.body.innerText.includes(" + quote(text) + ")")
}

// Click clicks the first visible element that a selector finds.
func (p *Tab) Click(selector string) {
	p.t.Helper()
	p.mouse(selector, 1, input.MouseButtonLeft)
}

// DoubleClick clicks the element twice.
func (p *Tab) DoubleClick(selector string) {
	p.t.Helper()
	p.mouse(selector, 2, input.MouseButtonLeft)
}

// RightClick clicks the element with the right button.
func (p *Tab) RightClick(selector string) {
	p.t.Helper()
	p.mouse(selector, 1, input.MouseButtonRight)
}

// Press clicks the first enabled button with the given text below an element.
func (p *Tab) Press(within, text string) {
	p.t.Helper()
	find := `[...document.querySelectorAll(` + quote(within+" button") + `)].find(b => b.innerText.trim().startsWith(` + quote(text) + `) && !b.disabled)`
	p.Wait(`(() => { const b = ` + find + `; document.querySelectorAll("[data-press]").forEach(e => e !== b && e.removeAttribute("data-press")); if (b) b.dataset.press = ""; return b; })()`)
	p.Click("[data-press]")
}

// Fill replaces the text of a field.
func (p *Tab) Fill(selector, text string) {
	p.t.Helper()
	p.Wait(`!!document.querySelector(` + quote(selector) + `)`)
	p.Do(`const e = document.querySelector(` + quote(selector) + `); e.focus(); e.select()`)
	p.Type(text)
	p.Wait(`document.querySelector(` + quote(selector) + `).value === ` + quote(text))
}

// Command runs a command with the command palette.
func (p *Tab) Command(title string) {
	p.t.Helper()
	p.Wait(`!document.querySelector("dialog[open]")`)
	p.Key("Ctrl+K")
	p.Wait(`!!document.querySelector("dialog[open] input")`)
	p.Type(title)
	p.Wait(`document.querySelector("dialog[open] [role=option]")?.innerText.startsWith(` + quote(title) + `)`)
	p.Key("Enter")
}

// said returns the last announcement to screen readers.
const said = `document.querySelector("[aria-live][data-count]").textContent`

type point struct{ X, Y float64 }

// middle waits until an element stops moving, and returns its middle.
func (p *Tab) middle(selector string) point {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`(() => { const e = document.querySelector(%s); if (!e) return false; const r = e.getBoundingClientRect();
		const k = [r.x, r.y, r.width, r.height].join(); const same = window.__at === k; window.__at = k; return same && r.width > 0; })()`, quote(selector)))
	return Eval[point](p, fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.scrollIntoViewIfNeeded?.(); const r = e.getBoundingClientRect();
		return { X: r.x + r.width / 2, Y: r.y + r.height / 2 }; })()`, quote(selector)))
}

func (p *Tab) mouse(selector string, count int, button input.MouseButton) {
	p.t.Helper()
	at := p.middle(selector)
	for n := 1; n <= count; n++ {
		p.must(chromedp.Do(p.ctx, chromedp.MouseClickXY(at.X, at.Y, chromedp.ClickCount(n), chromedp.ButtonType(button))))
	}
}

// DragXY drags from one point of the window to another.
func (p *Tab) DragXY(x0, y0, x1, y1 float64) {
	p.t.Helper()
	p.press(x0, y0)
	p.dragOn(x0, y0, x1, y1)
}

// press presses the mouse button at a point; dragOn moves the pointer on from there and releases the button.
func (p *Tab) press(x, y float64) {
	p.t.Helper()
	p.must(chromedp.Do(p.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y), chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))))
}

func (p *Tab) dragOn(x0, y0, x1, y1 float64) {
	p.t.Helper()
	const steps = 12
	for i := 1; i <= steps; i++ {
		f := float64(i) / steps
		p.must(chromedp.Do(p.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x0+(x1-x0)*f, y0+(y1-y0)*f, chromedp.ButtonLeft)))
	}
	p.must(chromedp.Do(p.ctx, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x1, y1, chromedp.ButtonLeft, chromedp.ClickCount(1))))
}

// DragBy drags the middle of an element by a distance.
func (p *Tab) DragBy(selector string, dx, dy float64) {
	p.t.Helper()
	a := p.middle(selector)
	p.DragXY(a.X, a.Y, a.X+dx, a.Y+dy)
}

var named = map[string]string{
	"Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "Backspace": kb.Backspace, "Delete": kb.Delete, "Space": " ",
	"ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight,
	"Home": kb.Home, "End": kb.End, "F2": kb.F2, "F6": kb.F6, "F8": kb.F8, "F9": kb.F9, "F10": kb.F10, "F11": kb.F11,
}

// Key presses a key, with Ctrl, Alt or Shift: "Ctrl+K", "Shift+F10", "T".
func (p *Tab) Key(key string) {
	p.t.Helper()
	parts := strings.Split(key, "+")
	last := parts[len(parts)-1]
	var mods []chromedp.Modifier
	for _, m := range parts[:len(parts)-1] {
		mods = append(mods, map[string]chromedp.Modifier{"Ctrl": chromedp.ModifierCtrl, "Alt": chromedp.ModifierAlt, "Shift": chromedp.ModifierShift}[m])
	}
	code, ok := named[last]
	if !ok {
		code = strings.ToLower(last)
	}
	p.must(chromedp.Do(p.ctx, chromedp.KeyEvent(code, chromedp.KeyModifiers(mods...), asKeyboard)))
}

// asKeyboard returns a key event as a keyboard makes it: a key press that the page handles has no character. Chromium
// would send the character of a plain "keyDown" in any case, to the element that has the focus by then.
func asKeyboard(k *input.DispatchKeyEventParams) {
	if k.Type == kb.KeyDown {
		k.Type = kb.KeyRawDown
	}
}

// Keys presses keys one after the other.
func (p *Tab) Keys(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.Key(k)
	}
}

// Type types a text into the focused element.
func (p *Tab) Type(text string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text})
	p.must(err)
}

// Size sets the window's size.
func (p *Tab) Size(width, height int64) {
	p.t.Helper()
	p.must(chromedp.Do(p.ctx, chromedp.EmulateViewport(width, height)))
}

// Dark shows the page with dark colors, as on a system that asks for them, or with light colors.
func (p *Tab) Dark(dark bool) {
	p.t.Helper()
	value := "light"
	if dark {
		value = "dark"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	p.must(err)
}

// Picture writes a picture of the window to a file.
func (p *Tab) Picture(file string) {
	p.t.Helper()
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	p.must(err)
	p.must(os.WriteFile(file, data, 0o600))
}

// keepPicture writes a picture of the page if its test failed and PICTURES names a directory.
func (p *Tab) keepPicture() {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		return
	}
	if data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot()); err == nil {
		name := strings.NewReplacer("/", "_", " ", "_").Replace(p.t.Name())
		os.WriteFile(dir+"/failed_"+name+".png", data, 0o600) //nolint:errcheck // it helps to find the cause and is not a result
	}
}
