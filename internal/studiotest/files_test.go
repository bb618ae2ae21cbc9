package studiotest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// write writes a file in the studio's directory, as another program would.
func (s *Stage) write(file, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(filepath.Join(s.Dir, file), []byte(text), 0o600))
}

// sleep waits until the time of the bus has advanced.
func (s *Stage) sleep(sec float64) {
	s.t.Helper()
	require.NoError(s.t, s.Robot.Clock.Sleep(s.t.Context(), time.Duration(sec*float64(time.Second))))
}

const lamp = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="lamp" initial="dark">
  <state id="dark"><transition event="press" target="light"/></state>
  <state id="light"><transition event="press" target="dark"/></state>
</scxml>
`

func TestAForeignFileIsImportedAndExported(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"lamp.scxml": lamp, "traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	format := func(name string) {
		p.Do(`const e = document.querySelector("dialog select"); e.value = ` + quote(name) + `; e.dispatchEvent(new Event("change", {bubbles: true}))`)
	}
	p.Command("Export")
	p.Wait(`!!document.querySelector("dialog select")`)
	format("scxml")
	p.Press("dialog", "Write traffic.scxml")
	p.Wait(`document.querySelector("dialog [role=status]")?.innerText.includes("traffic.scxml")`)
	p.requireFine("Export")
	require.Contains(t, text(t, s, "traffic.scxml"), "green")
	p.Key("Escape")

	p.Wait(`!document.querySelector("dialog[open]")`)
	p.Key("Ctrl+O")
	p.Wait(`!!document.querySelector("dialog[open] input")`)
	p.Type("lamp")
	p.Wait(`document.querySelectorAll("dialog .file-list li").length === 1`)
	p.Key("Enter")
	p.Wait(`[...document.querySelectorAll(".box")].map(b => b.dataset.state).sort().join() === "dark,light"`)
	p.WaitText("Imported from lamp.scxml")
	p.Command("Export")
	p.Press("dialog", "Show")
	p.Wait(`document.querySelector("dialog pre")?.innerText.includes("<scxml")`)
	format("yaml")
	p.Press("dialog", "Show")
	p.Wait(`document.querySelector("dialog pre")?.innerText.includes("profile: scxml")`)
	require.Equal(t, lamp, text(t, s, "lamp.scxml"))
	require.Empty(t, p.Problems())
}

// The file changes while its document is open. Both answers to the dialog are tried, and nothing is lost.
func TestAFileThatChangedOnDiskIsAskedFor(t *testing.T) {
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	change := func(theirs string) {
		p.Do("document.activeElement.blur()")
		n := Eval[int](p, `document.querySelectorAll(".box").length`)
		p.Key("S")
		p.Wait(`document.querySelectorAll(".box").length === ` + literal(n+1))
		s.write("traffic.yaml", theirs)
		p.Wait(`document.querySelector("dialog[open] h2")?.innerText === "The file was changed by another program"`)
	}
	theirs := traffic + "  theirs: {}\n"
	change(theirs)
	p.requireFine("the file was changed")
	p.Press("dialog", "Use the file's text")
	p.Wait(`!document.querySelector("dialog[open]") && !!document.querySelector(".box[data-state=theirs]") && !document.querySelector(".box[data-state=state1]")`)
	require.Equal(t, theirs, text(t, s, "traffic.yaml"))

	change(traffic + "  others: {}\n")
	p.Press("dialog", "Keep my drawing")
	p.Wait(`!document.querySelector("dialog[open]") && !document.querySelector(".footer").innerText.includes("not saved")`)
	p.Wait(`!!document.querySelector(".box[data-state=state1]") && !document.querySelector(".box[data-state=others]")`)
	saved := text(t, s, "traffic.yaml")
	require.Contains(t, saved, "state1")
	require.Contains(t, saved, "theirs")
	require.NotContains(t, saved, "others")
	require.Empty(t, p.Problems())
}

func TestAStateIsCopiedIntoAnotherMachine(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"gates.yaml": gates, "traffic.yaml": traffic}})
	p := s.open(t, "gates.yaml")
	p.Click(".box[data-state=shut]")
	p.Key("Ctrl+C")
	p.Wait(said + ` === "copied shut"`)
	p.Do(`location.hash = "#machine?file=traffic.yaml"`)
	p.Wait(`!!document.querySelector(".box[data-state=red]")`)
	p.Do("document.activeElement.blur()")
	p.Key("Ctrl+V")
	p.Wait(`!!document.querySelector(".box[data-state=shut]") && !!document.querySelector(".box[data-state=red]")`)
	p.Key("Ctrl+S")
	p.Wait(`!document.querySelector(".footer").innerText.includes("not saved")`)
	got := text(t, s, "traffic.yaml")
	require.Contains(t, got, "ball_azimuth", "the declarations that the copy needs are copied, too")
	require.Contains(t, got, "# A traffic light; this comment stays.")
	require.Equal(t, gates, text(t, s, "gates.yaml"))
	require.Empty(t, p.Problems())
}

func TestTheTextCompletes(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.Key("Y")
	p.Wait(`!!document.querySelector(".cm-host")?.editor`)
	offered := `[...document.querySelector(".cm-host").shadowRoot.querySelectorAll(".cm-tooltip-autocomplete li")].map(l => l.innerText)`
	at := `const v = document.querySelector(".cm-host").editor; v.focus(); v.dispatch({ selection: { anchor: v.state.doc.length } })`
	p.Do(at)
	p.Type("  blue:\n    tr")
	p.Keys("a", "n")
	p.Wait(offered + `.some(t => t.startsWith("transitions"))`)
	p.Wait(`!!document.querySelector(".cm-host").shadowRoot.querySelector(".cm-tooltip-autocomplete li[aria-selected]")`)
	p.Wait(`(() => { const k = performance.now(); window.__offered ??= k; return k - window.__offered > 100; })()`) // the list ignores keys that were pressed before it could be seen
	p.Key("Enter")
	p.Wait(`document.querySelector(".cm-host").editor.state.doc.toString().includes("    transitions")`)
	require.Empty(t, p.Problems())
}
