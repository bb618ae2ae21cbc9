package studiotest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAViewerSeesWhatAnEditorOpensAndEveryChange(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "round.yaml", Files: map[string]string{"round.yaml": round, "nested.yaml": nested}})
	viewer := s.OpenAsViewer("#machine")
	viewer.waitActive("s0") // the running machine is read from the robot
	editor := s.open(t, "round.yaml")
	viewer.waitActive("s0")
	viewer.Wait(`document.querySelector(".inspector fieldset").disabled`)
	s.post("go")
	viewer.waitActive("s1")
	editor.Key("S")
	viewer.Wait(`document.querySelectorAll(".box").length === 4`)
	editor.Do(`location.hash = "#machine?file=nested.yaml"`)
	editor.Wait(`!!document.querySelector(".box[data-state=outer]")`)
	viewer.Wait(`[...document.querySelectorAll("select option")].some(o => o.value === "nested.yaml")`)
	viewer.waitActive("s1") // the viewer's page stays at the same file
	viewer.Do(`location.hash = "#machine?file=nested.yaml"`)
	viewer.Wait(`!!document.querySelector(".box[data-state=outer]")`)
	require.Empty(t, viewer.Problems())
}
