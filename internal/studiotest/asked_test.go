package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// These tests cover what users of other tools ask for and those tools do not have.

const nested = `machine: nested
initial: outer
states:
  outer:
    initial: a
    transitions: [{after: 300s, to: other}]
    states:
      a:
        transitions: [{after: 300s, to: b}]
      b: {}
  other:
    transitions: [{after: 300s, to: outer}]
`

func TestThereIsAWayUp(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"nested.yaml": nested}})
	p := s.open(t, "nested.yaml")
	p.DoubleClick(".box[data-state=outer] > .box-name")
	p.Wait(`!!document.querySelector(".box[data-state='outer/a']") && !document.querySelector(".box[data-state=other]")`)
	p.Key("Backspace")
	p.Wait(`!!document.querySelector(".box[data-state=other]") && document.querySelector(".box[data-state=outer]").classList.contains("selected")`)
	p.Key("Enter")
	p.Wait(`!!document.querySelector(".box[data-state='outer/a']")`)
	p.Click(".toolbar button")
	p.Wait(`!!document.querySelector(".box[data-state=other]")`)
}

func TestTheTreeShowsTheFileThatIsOpen(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"nested.yaml": nested, "traffic.yaml": traffic}})
	p := s.open(t, "nested.yaml")
	p.Wait(`!!document.querySelector(".tree-row[data-state='outer/a']")`)
	p.Do(`location.hash = "#machine?file=traffic.yaml"`)
	p.Wait(`!!document.querySelector(".tree-row[data-state=red]")`)
	require.Equal(t, 2, Eval[int](p, `document.querySelectorAll(".tree-row").length`))
	p.Wait(`[...document.querySelectorAll(".box")].map(b => b.dataset.state).sort().join() === "green,red"`)
}

func TestTheStudioSurvivesAnotherMachine(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "ring.yaml", Files: map[string]string{"ring.yaml": ring(3, "500ms"), "traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.WaitText("runs ring")
	p.Wait(`[...document.querySelectorAll("button")].some(b => b.textContent === "Save and run" && !b.disabled)`)
	p.Key("Ctrl+Shift+S")
	p.Wait(`document.querySelector(".box[data-state=red]")?.dataset.mark === "active"`)
	p.Do(`location.hash = "#machine?file=ring.yaml"`)
	p.Wait(`!!document.querySelector(".box[data-state=s0]")`)
	p.WaitText("runs traffic")
}

func TestBreakpointsAreSetBeforeTheMachineRunsAndAreNotInTheFile(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.Click(".box[data-state=green]")
	p.Wait(`document.querySelector(".box[data-state=green]").classList.contains("selected")`)
	p.Key("F9")
	p.Wait(`!!document.querySelector(".box[data-state=green] .box-breakpoint")`)
	p.WaitText("on entry")
	require.Equal(t, traffic, text(t, s, "traffic.yaml"))
	p.Do("location.reload()")
	p.Wait(`!!document.querySelector(".box[data-state=green] .box-breakpoint")`)
}

func TestATransitionIsDisabledInTheFile(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.Click(".link-label[data-transition='red#0']")
	p.Wait(`document.querySelector(".inspector-title").innerText.includes("red → green")`)
	p.Key("D")
	p.Wait(`document.querySelector(".link-label[data-transition='red#0']").classList.contains("disabled")`)
	p.Key("Ctrl+S")
	p.Wait(`!document.querySelector(".footer").innerText.includes("not saved")`)
	require.Contains(t, text(t, s, "traffic.yaml"), "disabled")
	p.Key("D")
	p.Wait(`!document.querySelector(".link-label[data-transition='red#0']").classList.contains("disabled")`)
}

func TestAnInvalidMachineIsShownWithItsFindings(t *testing.T) {
	s := NewStage(t, Options{Files: map[string]string{"wrong.yaml": "machine: wrong\ninitial: a\nstates:\n  a:\n    transitions: [{if: nosuchinput > 3, to: b}]\n  b:\n    do: {nosuchaction: {}}\n"}})
	p := s.open(t, "wrong.yaml")
	p.Wait(`document.querySelectorAll(".box").length === 2 && document.querySelectorAll(".side .finding").length > 0`)
	p.Wait(`!!document.querySelector(".badge-error, .severity-error")`)
	p.Wait(`[...document.querySelectorAll("button.primary")].some(b => /take over|Save and run/.test(b.textContent) && b.disabled)`)
}

func TestEdgesCanBeReadAndZoomed(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"ring.yaml": ring(30, "3s")}})
	p := s.open(t, "ring.yaml")
	p.Wait(`document.querySelectorAll(".link-label").length === 30`)
	// No label covers a box or another label, and all labels have the size of normal text.
	overlaps := `(() => {
		const rects = (q) => [...document.querySelectorAll(q)].map(e => e.getBoundingClientRect());
		const hit = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
		const boxes = rects(".box"), labels = rects(".link-label");
		let n = 0;
		labels.forEach((l, i) => { n += boxes.filter(b => hit(l, b)).length + labels.slice(i + 1).filter(o => hit(l, o)).length; });
		boxes.forEach((b, i) => { n += boxes.slice(i + 1).filter(o => hit(b, o)).length; });
		return n;
	})()`
	require.Zero(t, Eval[float64](p, overlaps))
	before := Eval[float64](p, `document.querySelector(".box").getBoundingClientRect().width`)
	p.Do(`const r = document.querySelector(".react-flow__pane").getBoundingClientRect();
		for (let i = 0; i < 4; i++) document.querySelector(".react-flow__pane").dispatchEvent(new WheelEvent("wheel", { deltaY: -100, clientX: r.x + 100, clientY: r.y + 100, bubbles: true, cancelable: true }))`)
	p.Wait(`document.querySelector(".box").getBoundingClientRect().width > ` + quoteFree(before*1.05))
	p.Key("0")
	p.Wait(`[...document.querySelectorAll(".box")].every(b => { const r = b.getBoundingClientRect(), c = document.querySelector(".canvas").getBoundingClientRect(); return r.left >= c.left && r.right <= c.right && r.top >= c.top && r.bottom <= c.bottom; })`)
}

func TestATransitionIsDrawnWithTheKeyboard(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"nested.yaml": nested}})
	p := s.open(t, "nested.yaml")
	p.Key("ArrowRight")
	p.Wait(`!!document.querySelector(".box.selected")`)
	p.Click(".box[data-state=other]")
	p.Key("T")
	p.Wait(`!!document.querySelector(".box.aimed")`)
	for {
		was := Eval[string](p, `document.querySelector(".box.aimed").dataset.state`)
		if was == "other" {
			break
		}
		p.Key("ArrowRight")
		p.Wait(`document.querySelector(".box.aimed").dataset.state !== ` + quote(was))
	}
	p.Key("Enter")
	p.Wait(`!!document.querySelector("[data-transition='other#1']")`)
	p.Wait(`document.querySelector("[aria-live]").textContent.includes("transition")`)
}

func TestUndoGoesBackInTheTextAndOnTheCanvas(t *testing.T) {
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.Click(".box[data-state=green]")
	p.Key("Delete")
	p.Wait(`document.querySelectorAll(".box").length === 1`)
	p.Key("Ctrl+Z")
	p.Wait(`document.querySelectorAll(".box").length === 2`)
	p.Key("Ctrl+Shift+Z")
	p.Wait(`document.querySelectorAll(".box").length === 1`)
	p.Key("Ctrl+Z")
	p.Wait(`document.querySelectorAll(".box").length === 2 && document.querySelectorAll(".link-label").length === 2`)
	p.Key("Ctrl+S")
	require.Equal(t, traffic, text(t, s, "traffic.yaml"))
}

func TestTwoBrowsersEditTheSameMachine(t *testing.T) {
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	a, b := s.open(t, "traffic.yaml"), s.open(t, "traffic.yaml")
	a.Key("S")
	b.Wait(`document.querySelectorAll(".box").length === 3`)
	b.Click(".box[data-state=red]")
	b.Key("Delete")
	a.Wait(`!document.querySelector(".box[data-state=red]") && document.querySelectorAll(".box").length === 2`)
	b.Wait(`document.querySelector(".footer").innerText.includes("2 viewers")`)
}
