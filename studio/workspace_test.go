package studio

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/lua"
)

const greet = `# what the robot does
machine: greet
inputs: {ball_age: float}     # seconds
initial: watch
states:
  # looks for the ball
  watch:
    do: {track: {color: red}} # as long as it is active
    transitions:
      - {after: 2s, if: ball_age < 0.5, to: greet, name: seen}
  greet:
    do: {play: {motion: dance_right, times: 1}}
    transitions:
      - {if: final or failed, to: watch, name: greeted}
`

// vocabularyJSON is a part of what gonao hfsm vocabulary prints.
const vocabularyJSON = `{"actions": [{"name": "play", "description": "plays a motion", "ends": true, "arguments": [
	{"name": "motion", "type": "string", "required": true}, {"name": "times", "type": "int", "unit": "", "description": "how often"}]},
	{"name": "track", "arguments": [{"name": "color", "type": "string", "enum": ["red", "green"]}]}],
	"inputs": [{"name": "ball_age", "type": "float", "unit": "s", "description": "since the ball was seen"}],
	"functions": [{"name": "bearing_to", "parameters": ["x", "y"], "type": "float", "description": "direction of a place of map", "reads": ["pose_x"]}],
	"machines": ["dance"], "skills": ["goto", "kick_ball"]}`

// workspace returns one over a new directory with some files.
func workspace(t *testing.T, files map[string]string) (*Workspace, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
	}
	w, err := OpenWorkspace(dir, Options{
		Vocabulary: json.RawMessage(vocabularyJSON),
		Words: func(string) *hfsm.Vocabulary {
			return &hfsm.Vocabulary{Loose: true, Languages: map[string]hfsm.Language{"lua": lua.New(lua.Options{})}, Readers: map[string]hfsm.Reader{".lua": lua.Reader(lua.Options{})}}
		},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.Files.Close() })
	return w, dir
}

// opened opens a file and requires that this works.
func opened(t *testing.T, w *Workspace, name string) *Snapshot {
	t.Helper()
	out := w.Open("ann", OpenRequest{Path: name})
	require.Nil(t, out.Refused)
	return out.Snapshot
}

// do applies a command to the document as it is and requires that this works.
func do(t *testing.T, w *Workspace, author string, c Command) *Snapshot {
	t.Helper()
	id := w.Snapshots()[0].ID
	s, _ := w.Snapshot(id)
	out := w.Apply(author, ApplyRequest{ID: id, Revision: s.Revision, Command: c})
	require.Nil(t, out.Refused)
	return out.Snapshot
}

func onDisk(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}

func TestAMachineIsOpenedChangedUndoneAndSaved(t *testing.T) {
	w, dir := workspace(t, map[string]string{"greet.yaml": greet})
	s := opened(t, w, "greet.yaml")
	require.Equal(t, 1, s.Revision)
	require.False(t, s.Unsaved)
	require.Equal(t, "greet", s.Machine.Name)
	require.Equal(t, []string{"watch", "greet"}, []string{s.Machine.States[0].ID, s.Machine.States[1].ID})
	require.True(t, s.Machine.States[0].Initial)
	require.Equal(t, Transition{
		ID: "watch#0", Name: "seen", To: []string{"greet"}, Target: "greet", If: "ball_age < 0.5", After: "2s", Actions: []Action{}, Line: 10, EndLine: 10,
	}, s.Machine.States[0].Transitions[0])
	require.Empty(t, errorsOf(s.Findings))

	s = do(t, w, "ann", Command{Op: RenameState, State: "greet", Name: "wave"})
	require.True(t, s.Unsaved)
	require.Equal(t, strings.NewReplacer("to: greet", "to: wave", "  greet:", "  wave:").Replace(greet), s.Text)
	require.Equal(t, map[string]string{"ann": `renamed "greet" to "wave"`}, s.CanUndo)
	require.Equal(t, greet, onDisk(t, dir, "greet.yaml"))

	out := w.Save("ann", SaveRequest{ID: s.ID})
	require.Nil(t, out.Refused)
	require.False(t, out.Snapshot.Unsaved)
	require.Equal(t, s.Text, onDisk(t, dir, "greet.yaml"))

	out = w.Undo("ann", HistoryRequest{ID: s.ID})
	require.Nil(t, out.Refused)
	require.Equal(t, greet, out.Snapshot.Text)
	require.True(t, out.Snapshot.Unsaved, "the file has the renamed one")
	out = w.Redo("ann", HistoryRequest{ID: s.ID})
	require.Nil(t, out.Refused)
	require.Equal(t, s.Text, out.Snapshot.Text)
	require.False(t, out.Snapshot.Unsaved)
}

func TestAStaleCommandIsRefusedWithTheNewText(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	s := opened(t, w, "greet.yaml")
	now := do(t, w, "ann", Command{Op: DisableTransition, Transition: "watch#0", Value: "true"})
	out := w.Apply("bob", ApplyRequest{ID: s.ID, Revision: s.Revision, Command: Command{Op: DeleteState, State: "watch"}})
	require.Equal(t, Stale, out.Refused.Code)
	require.Equal(t, "the document is at revision 2, the command was made for 1", out.Refused.Message)
	require.Equal(t, now.Text, out.Snapshot.Text)
}

func TestNoFieldOfASnapshotIsNull(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet, "wrong.yaml": "states: [", "empty.yaml": "", "s.lua": "x ="})
	for _, name := range []string{"greet.yaml", "wrong.yaml", "empty.yaml", "s.lua"} {
		text, err := json.Marshal(opened(t, w, name))
		require.NoError(t, err)
		require.NotContains(t, string(text), "null", name)
	}
	text, err := json.Marshal(w.List(ListRequest{}))
	require.NoError(t, err)
	require.NotContains(t, string(text), "null")
}

func TestEachAuthorUndoesTheOwnCommands(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	id := opened(t, w, "greet.yaml").ID
	do(t, w, "ann", Command{Op: Set, State: "watch", Key: "description", Text: "gazes"})
	do(t, w, "bob", Command{Op: Set, Transition: "greet#0", Key: "after", Text: "1s"})
	out := w.Undo("ann", HistoryRequest{ID: id})
	require.Nil(t, out.Refused)
	require.NotContains(t, out.Snapshot.Text, "gazes")
	require.Contains(t, out.Snapshot.Text, "after: 1s, if: final")
	out = w.Redo("ann", HistoryRequest{ID: id})
	require.Nil(t, out.Refused)
	out = w.Undo("bob", HistoryRequest{ID: id})
	require.Nil(t, out.Refused)
	out = w.Undo("ann", HistoryRequest{ID: id})
	require.Nil(t, out.Refused)
	require.Equal(t, greet, out.Snapshot.Text)
	require.Equal(t, "nothing to undo", w.Undo("ann", HistoryRequest{ID: id}).Refused.Message)
}

func TestEachWindowUndoesItsOwnCommands(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	s := opened(t, w, "greet.yaml")
	out := w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Window: "a", Command: Command{Op: RenameState, State: "greet", Name: "wave"}})
	require.Nil(t, out.Refused)
	require.Equal(t, "nothing to undo", w.Undo("ann", HistoryRequest{ID: s.ID, Window: "b"}).Refused.Message)
	out = w.Undo("ann", HistoryRequest{ID: s.ID, Window: "a"})
	require.Nil(t, out.Refused)
	require.Equal(t, greet, out.Snapshot.Text)
}

func TestDeletingAStateSaysWhichTransitionsGo(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	s := opened(t, w, "greet.yaml")
	out := w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: DeleteState, State: "greet"}})
	require.Nil(t, out.Refused)
	require.Equal(t, `deleted "greet" with 2 transitions: watch → greet, greet → watch`, out.Said)
	out = w.Undo("ann", HistoryRequest{ID: s.ID})
	require.Equal(t, greet, out.Snapshot.Text)
}

// A document that was closed continues with later revisions: who had it open does not take it for an older one.
func TestRevisionsGoOnAfterADocumentWasClosed(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	opened(t, w, "greet.yaml")
	s := do(t, w, "ann", Command{Op: AddState, Name: "mine"})
	require.Nil(t, w.CloseDocument(CloseRequest{ID: s.ID, Discard: true}).Refused)
	back := opened(t, w, "greet.yaml")
	require.Greater(t, back.Revision, s.Revision)
	require.Equal(t, greet, back.Text)
	require.False(t, back.Unsaved)
}

func TestAnUndoIsRefusedWhenItsGroundIsGone(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	id := opened(t, w, "greet.yaml").ID
	do(t, w, "ann", Command{Op: Set, State: "watch", Key: "description", Text: "looks"})
	do(t, w, "bob", Command{Op: Set, State: "watch", Key: "description", Text: "stares"})
	out := w.Undo("ann", HistoryRequest{ID: id})
	require.Equal(t, Conflict, out.Refused.Code)
	require.Equal(t, `cannot undo "set description": bob has changed the same place since (set description)`, out.Refused.Message)

	do(t, w, "ann", Command{Op: AddState, Name: "rest"})
	do(t, w, "bob", Command{Op: AddTransition, State: "greet", To: "rest", If: "ball_age > 5"})
	out = w.Undo("ann", HistoryRequest{ID: id})
	require.Equal(t, Conflict, out.Refused.Code)
	require.Contains(t, out.Refused.Message, `later changes of others depend on it: no state "rest"`)
}

func TestAWrongFileIsShownWithItsFindings(t *testing.T) {
	wrong := strings.Replace(greet, "to: greet, name: seen}", "to: gret, name: seen", 1)
	w, _ := workspace(t, map[string]string{"wrong.yaml": wrong, "typo.yaml": strings.Replace(greet, "to: greet", "to: gret", 1), "none.yaml": "\x00\x01"})
	s := opened(t, w, "wrong.yaml")
	require.True(t, s.Machine.Unreadable)
	require.Len(t, s.Machine.States, 2, "what can be read is drawn")
	require.Equal(t, SeverityError, s.Findings[0].Severity)
	require.Positive(t, s.Findings[0].Line)
	out := w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: AddState, Name: "x"}})
	require.Contains(t, out.Refused.Message, "Correct the text first")
	out = w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: ReplaceText, Text: greet}})
	require.Nil(t, out.Refused)
	require.Empty(t, out.Snapshot.Findings)

	s = opened(t, w, "typo.yaml")
	require.Equal(t, "watch", s.Findings[0].State)
	require.Equal(t, "watch#0", s.Findings[0].Transition)
	require.Contains(t, s.Findings[0].Message, `no state "gret" (did you mean "greet"?)`)
	require.Empty(t, s.Machine.States[0].Transitions[0].Target)
	require.NotEmpty(t, opened(t, w, "none.yaml").Findings)
}

func TestASwitchedOffTransitionStaysInTheFile(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": greet})
	opened(t, w, "greet.yaml")
	s := do(t, w, "ann", Command{Op: DisableTransition, Transition: "watch#0", Value: "true"})
	require.Equal(t, strings.Replace(greet, "name: seen}", "name: seen, disabled: true}", 1), s.Text)
	require.True(t, s.Machine.States[0].Transitions[0].Disabled)
	s = do(t, w, "ann", Command{Op: DisableTransition, Transition: "watch#0", Value: "false"})
	require.Equal(t, greet, s.Text)
}

func TestBreakpointsAreKeptBesideTheFileAndSurviveAReload(t *testing.T) {
	w, dir := workspace(t, map[string]string{"a/greet.yaml": greet})
	s := opened(t, w, "a/greet.yaml")
	set := []Breakpoint{{State: "greet"}, {Transition: "watch#0", Condition: "ball_age < 1"}}
	require.Nil(t, w.Breakpoints(BreakpointsRequest{ID: s.ID, Set: true, Breakpoints: set}).Refused)
	require.Equal(t, greet, onDisk(t, dir, "a/greet.yaml"), "not in the file")
	require.Contains(t, onDisk(t, dir, "a/.studio/greet.yaml.json"), "watch#0")
	require.NoError(t, w.Close())
	again, err := OpenWorkspace(dir, Options{})
	require.NoError(t, err)
	s = opened(t, again, "a/greet.yaml")
	require.Equal(t, set, again.Breakpoints(BreakpointsRequest{ID: s.ID}).Breakpoints)
	require.NotContains(t, mustList(again), ".studio")
}

func mustList(w *Workspace) string {
	var names []string
	for _, f := range w.List(ListRequest{}).Files {
		names = append(names, f.Path)
	}
	return strings.Join(names, " ")
}

func TestACopyGoesIntoAnotherMachineWithWhatItNeeds(t *testing.T) {
	other := "machine: other\ninitial: a\nstates:\n  a: {}\nlayout: {a: {x: 1, y: 2}}\n"
	w, _ := workspace(t, map[string]string{"greet.yaml": greet, "other.yaml": other})
	s := opened(t, w, "greet.yaml")
	clip := w.Copy(CopyRequest{ID: s.ID, States: []string{"greet", "watch"}})
	require.Nil(t, clip.Refused)
	o := opened(t, w, "other.yaml")
	x, y := 100.0, 50.0
	out := w.Apply("ann", ApplyRequest{ID: o.ID, Revision: 1, Command: Command{Op: Paste, Clip: clip.Clip, X: &x, Y: &y}})
	require.Nil(t, out.Refused)
	require.Equal(t, []string{"watch", "greet"}, out.Select)
	require.Empty(t, errorsOf(out.Snapshot.Findings), out.Snapshot.Text)
	require.Contains(t, out.Snapshot.Text, "do: {track: {color: red}} # as long as it is active")
	require.Contains(t, out.Snapshot.Text, "ball_age: float")
	again := w.Apply("ann", ApplyRequest{ID: o.ID, Revision: 2, Command: Command{Op: Paste, Parent: "a", Clip: clip.Clip}})
	require.Nil(t, again.Refused)
	require.Equal(t, []string{"a/watch", "a/greet"}, again.Select)
	require.Empty(t, errorsOf(again.Snapshot.Findings), again.Snapshot.Text)
	twice := w.Apply("ann", ApplyRequest{ID: o.ID, Revision: 3, Command: Command{Op: Paste, Clip: clip.Clip}})
	require.Equal(t, []string{"watch_2", "greet_2"}, twice.Select)
	require.Contains(t, twice.Snapshot.Text, "to: greet_2, name: seen")
}

func TestAnotherFormatIsImportedAndSavedByExport(t *testing.T) {
	w, dir := workspace(t, map[string]string{"door.scxml": `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="null" initial="open"><state id="open"><transition event="close" target="shut"/></state><state id="shut"/></scxml>`, "bad.scxml": "<scxml><state></scxml>"})
	s := opened(t, w, "door.scxml")
	require.Equal(t, YAML, s.Format)
	require.Equal(t, "door.scxml", s.Imported)
	require.Equal(t, []string{"open", "shut"}, []string{s.Machine.States[0].ID, s.Machine.States[1].ID})
	out := w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: AddTransition, State: "shut", To: "open", Event: "open"}})
	require.Nil(t, out.Refused)
	require.Nil(t, w.Save("ann", SaveRequest{ID: s.ID}).Refused)
	require.Contains(t, onDisk(t, dir, "door.scxml"), `<transition event="open" target="open"/>`)
	require.Nil(t, w.CloseDocument(CloseRequest{ID: s.ID}).Refused)
	require.Len(t, opened(t, w, "door.scxml").Machine.States[1].Transitions, 1)

	bad := opened(t, w, "bad.scxml")
	require.Equal(t, SCXMLText, bad.Format)
	require.NotEmpty(t, bad.Findings)
	require.Positive(t, bad.Findings[0].Line)
}

// skill is a skill of two states.
const skill = `fsm = SkillHSM:new{name = "follow", start = "red"}
fsm:new_jump_state("red")
fsm:new_jump_state("green")
red.actions = {track = {color = "red"}}
red:add_timeout(8, green, "eight seconds")
green:add_timeout(8, red, "eight seconds")
`

func TestASkillInLuaIsDrawnAndEditedAsText(t *testing.T) {
	w, _ := workspace(t, map[string]string{"follow.lua": skill, "wrong.lua": skill + "if\n"})
	require.Positive(t, opened(t, w, "wrong.lua").Findings[0].Line)
	s := opened(t, w, "follow.lua")
	require.Equal(t, Lua, s.Format)
	require.NotEmpty(t, s.Machine.States, "%v", s.Findings)
	edges := 0
	for _, state := range s.Machine.States {
		edges += len(state.Transitions)
		require.Positive(t, state.Line)
	}
	require.Positive(t, edges)
	out := w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: AddState, Name: "x"}})
	require.Contains(t, out.Refused.Message, "is edited as text")
	out = w.Apply("ann", ApplyRequest{ID: s.ID, Revision: 1, Command: Command{Op: ReplaceText, Text: s.Text + "-- more\n"}})
	require.Nil(t, out.Refused)
}

func TestTheTextOfABrowserKeepsTheLineEndsOfTheFile(t *testing.T) {
	w, _ := workspace(t, map[string]string{"greet.yaml": strings.ReplaceAll(greet, "\n", "\r\n")})
	opened(t, w, "greet.yaml")
	s := do(t, w, "ann", Command{Op: ReplaceText, Text: strings.Replace(greet, "2s", "3s", 1)})
	require.Equal(t, strings.ReplaceAll(strings.Replace(greet, "2s", "3s", 1), "\n", "\r\n"), s.Text)
}
