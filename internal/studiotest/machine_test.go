package studiotest

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

const traffic = `# A traffic light; this comment stays.
machine: traffic
initial: red
states:
  red:
    transitions: [{after: 300s, to: green, name: enough}]
  green:   # go
    transitions: [{after: 300s, to: red}]
`

// open opens a file on the Machine page.
func (s *Stage) open(t *testing.T, file string) *Tab {
	t.Helper()
	p := s.Open("#machine?file=" + file)
	p.Wait(`document.querySelectorAll(".react-flow__node").length > 0`)
	return p
}

func text(t *testing.T, s *Stage, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(s.Dir, file))
	require.NoError(t, err)
	return string(data)
}

func TestAStateIsDrawnRenamedAndSaved(t *testing.T) {
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.Key("S")
	p.Wait(`document.querySelectorAll(".box").length === 3 && document.activeElement.id === "state-name"`)
	p.Type("yellow")
	p.Key("Enter")
	p.Wait(`!!document.querySelector(".box[data-state=yellow]")`)
	p.Key("Escape")
	p.Do("document.activeElement.blur()")
	p.Key("Ctrl+S")
	p.WaitText("saved · revision")
	p.Wait(`!document.querySelector(".footer").innerText.includes("not saved")`)
	require.Contains(t, text(t, s, "traffic.yaml"), "yellow")
	require.Contains(t, text(t, s, "traffic.yaml"), "# A traffic light; this comment stays.")
	require.Contains(t, text(t, s, "traffic.yaml"), "green:   # go")
	require.Empty(t, p.Problems())
}

func quoteFree(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

func TestTheTextIsEditedBesideTheCanvas(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}})
	p := s.open(t, "traffic.yaml")
	p.Key("Y")
	p.Wait(`document.querySelector(".cm-host")?.editor?.state.doc.toString().includes("A traffic light")`)
	p.Do(`const v = document.querySelector(".cm-host").editor; v.focus(); v.dispatch({ selection: { anchor: v.state.doc.length } })`)
	p.Type("  blue: {}\n")
	p.Wait(`!!document.querySelector(".box[data-state=blue]")`)
	p.Click(".box[data-state=green]")
	p.Wait(`[...document.querySelector(".cm-host").shadowRoot.querySelectorAll(".cm-chosen")].some(l => l.textContent.includes("green"))`)
	require.Empty(t, p.Problems())
}
