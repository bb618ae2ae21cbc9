package studiotest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// hands is a tab that counts what a person does: each click and each key, except those of names.
type hands struct {
	*Tab
	did int
}

func (p *hands) keys(keys ...string) {
	p.t.Helper()
	p.did += len(keys)
	p.Keys(keys...)
}

func (p *hands) click(selector string) {
	p.t.Helper()
	p.did++
	p.Click(selector)
}

// addToSelection clicks with Ctrl.
func (p *hands) addToSelection(selector string) {
	p.t.Helper()
	p.did += 2
	at := p.middle(selector)
	p.must(chromedp.Do(p.ctx, chromedp.MouseClickXY(at.X, at.Y, chromedp.ButtonModifiers(chromedp.ModifierCtrl))))
}

// value types a value that is not a name.
func (p *hands) value(text string) {
	p.t.Helper()
	p.did += len(text)
	p.Type(text)
}

// name replaces the name of a new state, which is selected for that.
func (p *hands) name(old, name string) {
	p.t.Helper()
	p.Wait(`document.activeElement.id === "state-name" && document.activeElement.value === ` + quote(old) + ` && document.activeElement.selectionEnd > 0`)
	p.Type(name)
	p.keys("Enter")
	p.Wait(`!!document.querySelector(".box[data-state$=` + name + `]") && document.activeElement === document.body`)
}

// after draws a transition from the selected state to the other one, which is taken after a time.
func (p *hands) after(transition, time string) {
	p.t.Helper()
	p.keys("T", "Enter")
	p.Wait(`document.activeElement.id === "transition-if" && !!document.querySelector(".link-label.selected[data-transition='` + transition + `']")`)
	p.keys("Tab")
	p.value(time)
	p.keys("Enter")
	p.Wait(`document.querySelector(".link-label[data-transition='` + transition + `']").innerText.includes("after")`)
}

func TestANestedMachineIsDrawnFromNothingWithFewInputsAndRuns(t *testing.T) {
	s := NewStage(t, Options{NoBody: true})
	p := &hands{Tab: s.Open("#machine")}
	p.WaitText("Draw your own")
	p.click(".no-document button.primary")
	p.Wait(`document.activeElement.matches("dialog input") && document.activeElement.selectionEnd > 0`)
	p.Type("patrols")
	p.keys("Enter")
	p.Wait(`location.hash.includes("patrols.yaml") && !document.querySelector("dialog[open]")`)
	p.name("start", "walk")
	p.keys("S")
	p.name("state1", "turn")
	p.after("turn#0", "1s")
	p.click(".box[data-state=walk]")
	p.after("walk#0", "2s")
	p.click(".box[data-state=turn]")
	p.addToSelection(".box[data-state=walk]")
	p.keys("G")
	p.name("group2", "patrol")
	p.click(`[aria-label="Dry run"]`)
	p.waitActive("patrol/walk")
	t.Log(p.did, "clicks and keys beside names")
	require.LessOrEqual(t, p.did, 25)
	require.Empty(t, p.Problems())
}
