package scxml

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// bare returns a chart without the places it was read at.
func bare(c *chart.Machine) *chart.Machine {
	forget(reflect.ValueOf(c), map[uintptr]bool{})
	c.File = ""
	return c
}

func forget(v reflect.Value, seen map[uintptr]bool) {
	switch v.Kind() { //nolint:exhaustive // the rest holds no places
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			forget(v.Elem(), seen)
		}
	case reflect.Slice:
		for i := range v.Len() {
			forget(v.Index(i), seen)
		}
	case reflect.Struct:
		if m, ok := v.Addr().Interface().(*chart.Machine); ok {
			m.File = ""
		}
		for i := range v.NumField() {
			switch f := v.Field(i); {
			case !f.CanSet():
			case f.Type() == reflect.TypeFor[chart.Place]():
				f.SetZero()
			default:
				forget(f, seen)
			}
		}
	}
}

func read(t *testing.T, file, text string) *chart.Machine {
	t.Helper()
	open := func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(filepath.Dir(file), name))
	}
	c, findings := Read(file, []byte(text), open)
	require.Empty(t, findings.Errors())
	return c
}

func written(t *testing.T, c *chart.Machine) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Write(&b, c))
	return b.String()
}

func TestDocumentsComeBackAsTheyWere(t *testing.T) {
	files, err := filepath.Glob("testdata/*.scxml")
	require.NoError(t, err)
	if suite, err := filepath.Glob("../../../build/scxml/package/test/w3c-ecma/*.scxml"); err == nil {
		files = append(files, suite...) // where make nightly STEPS=conformance has fetched it
	}
	require.NotEmpty(t, files)
	for _, file := range files {
		if filepath.Base(file) == "test301.txml.scxml" {
			continue // names a script that is not there, on purpose
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		first := read(t, file, string(text))
		again := written(t, first)
		second := read(t, file, again)
		require.Equal(t, bare(first), bare(second), "%s\n%s", file, again)
		require.Equal(t, again, written(t, second), file)
	}
}

func TestMachinesOfTheRobotComeBackAsTheyWere(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*.yaml")
	require.NoError(t, err)
	more, err := filepath.Glob("../../../behavior/*/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, append(files, more...))
	tried := 0
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		first, findings := chart.ReadYAML(file, text)
		if first == nil || len(findings.Errors()) > 0 {
			continue
		}
		tried++
		second := read(t, file, written(t, first))
		var a, b strings.Builder
		require.NoError(t, first.WriteYAML(&a))
		require.NoError(t, second.WriteYAML(&b))
		require.Equal(t, a.String(), b.String(), file)
	}
	require.Positive(t, tried)
}

func expression(text string) *chart.Expression { return &chart.Expression{Text: text} }

// everything has all that a chart of the profile robot may have.
func everything() *chart.Machine {
	low, high := -9.0, 9.0
	start, word := chart.FloatValue(0.5), chart.StringValue(`say "ready" \ <go>`)
	args := []chart.Arg{
		{Name: "x", Value: chart.FloatValue(1)},
		{Name: "n", Value: chart.IntValue(3)},
		{Name: "y", Expression: expression("ball_y < 2 && true")},
		{Name: "side", Value: chart.StringValue("")},
	}
	red := &chart.State{
		Name: "red", Description: "a < b & c", RateHz: 50, History: chart.None, StopWithin: time.Second,
		Entry: []chart.Action{
			{Do: chart.Set, Name: "turns", Value: expression("turns + 1")},
			{Do: chart.Activity, Name: "wave", Args: args},
			{Do: chart.Script, Value: &chart.Expression{Text: "x = 1\nif x < 2 then y = 'a' end", Language: "lua"}},
			{Do: chart.If, Branches: []chart.Branch{
				{If: expression("turns > 1"), Then: []chart.Action{{Do: chart.Raise, Name: "ready"}}},
				{If: &chart.Expression{Text: "z", Language: "lua"}, Then: []chart.Action{{Do: chart.Log, Name: "z", Value: expression("turns")}}},
				{Then: []chart.Action{{Do: chart.Cancel, Name: "later"}}},
			}},
			{Do: chart.Block, Actions: []chart.Action{{Do: chart.Raise, Name: "inner"}}},
			{Do: chart.Send, Message: &chart.Message{
				Event: "e", Delay: "1s", ID: "later", Target: "other",
				Payload: chart.Payload{Params: []chart.PayloadParam{{Name: "v", Expression: "turns"}}},
			}},
		},
		Do:   []chart.Action{{Do: chart.Activity, Name: "track", Args: args[:1]}, {Do: chart.Script, Value: &chart.Expression{Text: "loop()", Language: "lua"}}, {Do: chart.Activity, Name: "walk", OnDemand: true}},
		Exit: []chart.Action{{Do: chart.Activity, Name: "rest"}},
		Transitions: []*chart.Transition{
			{Name: "enough", Description: "after a while", After: 10 * time.Second, If: expression("turns > 3"), Priority: 5, To: []string{"FINAL"}, Disabled: true},
			{Events: []string{"kick", "*"}, To: []string{"green"}, Then: []chart.Action{{Do: chart.Set, Name: "turns", Value: expression("0")}}},
			{To: []string{"walk/legs/left"}},
			{To: []string{"itself"}},
			{If: expression("turns == 2")},
			{To: []string{"top/green"}},
		},
	}
	return &chart.Machine{
		Name: "everything", Description: "two\nlines", Level: chart.Skill, MaxTransitions: 7,
		Spaces:     []chart.Space{{Platform: "nao", Domain: "soccer"}, {Platform: "nao"}},
		Parameters: []chart.Declaration{{Name: "x", Type: chart.Float, Unit: "m", Min: &low, Max: &high, Initial: &start}, {Name: "must", Type: chart.String}},
		Inputs:     []chart.Declaration{{Name: "ball_y", Type: chart.Float, StaleAfter: 500 * time.Millisecond, Description: "where"}, {Name: "mode", Type: chart.String, Machine: &chart.MachineState{Machine: "game", Depth: 2}}},
		Variables:  []chart.Declaration{{Name: "turns", Type: chart.Int, Initial: &chart.Value{Type: chart.Int}, Enum: []chart.Value{chart.IntValue(0), chart.IntValue(1)}}},
		Functions:  []chart.Function{{Name: "near", Description: "d", Parameters: []chart.FunctionParameter{{Name: "x", Type: chart.Float}}, Type: chart.Bool, Value: chart.Expression{Text: "x < 1"}}},
		Outputs:    []chart.Declaration{{Name: "word", Type: chart.String, Initial: &word}},
		Needs:      []string{"imu"}, Preconditions: []chart.Expression{{Text: "ball_y < 1"}, {Text: "ok()", Language: "lua"}},
		Begin: []chart.Action{{Do: chart.Set, Name: "turns", Value: expression("1")}},
		Root: &chart.State{Initial: []string{"top"}, RateHz: 20, History: chart.Deep, States: []*chart.State{
			{Name: "top", Initial: []string{"green"}, States: []*chart.State{red, {Name: "green"}}},
			{Name: "walk", Kind: chart.Parallel, States: []*chart.State{
				{Name: "legs", History: chart.Shallow, States: []*chart.State{{Name: "left"}, {Name: "green", Transitions: []*chart.Transition{{To: []string{"FAILED"}}}}}},
				{Name: "head", States: []*chart.State{{Name: "left"}}},
			}},
			{Name: "go on", Call: &chart.Call{Machine: "goto", Args: args, Returns: []chart.Return{{Variable: "turns", Output: "steps"}}}},
			{Name: "lost", Kind: chart.FinalState, Failed: true},
		}},
		Layout: map[string]chart.Layout{"top": {X: 1, Y: 2, Width: 3, Height: 4}, "top/red": {X: -0.5}},
		Kept:   []chart.Kept{{Path: "top", Role: "code", Language: "cpp", Text: "if (a < b && c) {\n\treturn;\n}"}},
	}
}

func TestEverythingAMachineOfTheRobotHasComesBack(t *testing.T) {
	text := written(t, everything())
	require.Equal(t, bare(everything()), bare(read(t, "everything.scxml", text)), text)
}
