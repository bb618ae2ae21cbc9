package behavior

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

// written compares text with a file; GOLDEN=write writes it again.
func written(t *testing.T, file, text string) {
	t.Helper()
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "%s: make golden writes it anew", file)
}

func table() *vocabulary.Table {
	cfg := DefaultConfig()
	return cfg.Table()
}

func TestTheVocabularysPageAndSchemaAreThoseOfTheTable(t *testing.T) {
	written(t, "../docs/state-machines/vocabulary.md", table().Page())
	schema, err := table().Schema()
	require.NoError(t, err)
	written(t, "machine.schema.json", schema)
}

func TestTheVocabularyIsPrintedForPrograms(t *testing.T) {
	text, err := table().JSON([]string{"dance"}, []string{"getup"})
	require.NoError(t, err)
	written(t, "testdata/vocabulary.json", string(text))
}

// Whoever adds an action has to say all there is to say about it.
func TestEveryEntryOfTheTableIsWhole(t *testing.T) {
	names, groups := map[string]bool{}, map[string]bool{"": true}
	for _, g := range table().Groups {
		groups[g.Name] = true
		require.NotEmpty(t, g.Description, g.Name)
	}
	cfg := DefaultConfig()
	for _, a := range cfg.Actions() {
		require.False(t, names[a.Name], "%s is there twice", a.Name)
		names[a.Name] = true
		require.NotEmpty(t, a.Description, a.Name)
		require.NotEmpty(t, a.Cancel, a.Name)
		require.True(t, groups[a.Group], a.Name)
		require.True(t, a.make != nil || a.goal != nil && a.Port.Kind != vocabulary.NoPort, "%s: nobody does it", a.Name)
		for _, arg := range a.Args {
			require.NotEmpty(t, arg.Description, "%s.%s", a.Name, arg.Name)
			if arg.Default != nil {
				require.Equal(t, arg.Type, arg.Default.Type, "%s.%s", a.Name, arg.Name)
			}
		}
		for _, o := range a.Outcomes {
			require.NotEmpty(t, o.Description, "%s: %s", a.Name, o.Word)
		}
	}
	inputs := map[string]bool{}
	for _, in := range table().AllInputs() {
		require.False(t, inputs[in.Name], "%s is there twice", in.Name)
		inputs[in.Name] = true
		require.NotZero(t, in.Type, in.Name)
		require.NotEmpty(t, in.Description, in.Name)
		require.NotEmpty(t, in.Source, in.Name)
		require.True(t, groups[in.Group], in.Name)
	}
}

// A new action is one entry: everything that is made of the table has it.
func TestANewActionIsOneEntry(t *testing.T) {
	tab := table()
	tab.Actions = append(tab.Actions, vocabulary.Action{
		Name: "jump", Description: "jumps", Group: "legs", Ends: true, Cancel: "the robot lands",
		Args: []vocabulary.Arg{vocabulary.Number("height", "how high", "m", 0, 0.1)}, Port: vocabulary.Port{Kind: vocabulary.ActionPort, Name: "jump", Type: "gonao_msgs/action/Jump"},
	})
	words := tab.Vocabulary()
	_, err := hfsm.Load("m.yaml", []byte("machine: m\ninitial: a\nstates: {a: {do: {jump: {height: 0.2}}}}\n"), words)
	require.ErrorContains(t, err, "states.a.do.jump.height: 0.2; expected 0 to 0.1")
	require.Contains(t, words.Interfaces["legs"].Activities, "jump")
	require.Contains(t, tab.Page(), "### `jump`")
	text, err := tab.JSON(nil, nil)
	require.NoError(t, err)
	require.Contains(t, string(text), `"name": "jump"`)
	require.ErrorContains(t, validate(t, tab, "machine: m\nstates: {a: {do: {jump: {hight: 0.05}}}}\n"), "hight")
}

// validate holds a machine against the schema of a table.
func validate(t *testing.T, tab *vocabulary.Table, machine string) error {
	t.Helper()
	text, err := tab.Schema()
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("urn:gonao:hfsm:robot-machine", doc))
	schema, err := c.Compile("urn:gonao:hfsm:robot-machine")
	require.NoError(t, err)
	var value any
	require.NoError(t, yaml.Unmarshal([]byte(machine), &value))
	src, err := json.Marshal(value)
	require.NoError(t, err)
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	require.NoError(t, err)
	return schema.Validate(instance)
}

func TestTheSchemaKnowsActionsAndInputsWithTheirArguments(t *testing.T) {
	machine := func(inputs, do string) string {
		return "machine: m\ninputs: {" + inputs + "}\nstates: {a: {do: {" + do + "}, entry: [{" + do + "}]}}\n"
	}
	for name, good := range map[string][2]string{
		"a value":        {"ball_age: float", "kick: {direction: 0.2, foot: left}"},
		"an expression":  {"ball_age: {type: float, stale_after: 1s}", "kick: {direction: =ball_age}"},
		"lua":            {"", "walk: {x: {lua: \"return 1\"}}"},
		"joints":         {"", "move_joints: {joints: {HeadYaw: 0.1}}"},
		"no arguments":   {"", "get_up: {}"},
		"another action": {"other: int", "fly: {high: true}"},
		"any port":       {"near: {type: float, from: {topic: t, type: T, field: f}}", "publish: {topic: t, type: T, message: {data: [1, 2]}}"},
	} {
		require.NoError(t, validate(t, table(), machine(good[0], good[1])), name)
	}
	for name, bad := range map[string][2]string{
		"no such argument": {"", "kick: {power: 3.0}"},
		"out of range":     {"", "walk: {x: 3.0}"},
		"no such word":     {"", "set_posture: {posture: lie}"},
		"missing":          {"", "say: {volume: 0.5}"},
		"another type":     {"ball_age: int", "get_up: {}"},
	} {
		require.Error(t, validate(t, table(), machine(bad[0], bad[1])), name)
	}
}

func TestTheMachinesThatComeWithThePackageFitTheSchema(t *testing.T) {
	files, err := filepath.Glob("machines/*.yaml")
	require.NoError(t, err)
	for _, dir := range []string{"machines/skills/*.yaml", "machines/agents/*.yaml"} {
		more, err := filepath.Glob(dir)
		require.NoError(t, err)
		files = append(files, more...)
	}
	require.Greater(t, len(files), 6)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, validate(t, table(), string(src)), file)
		_, after, ok := strings.Cut(string(src), "# yaml-language-server: $schema=")
		require.True(t, ok, file)
		path, _, _ := strings.Cut(after, "\n")
		require.Equal(t, "machine.schema.json", filepath.Join(filepath.Dir(file), path), "%s leads editors to the schema", file)
	}
}

func TestArgumentsAreRefusedWithWhatWasMeant(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Motions = []string{"dance_left", "dance_right", "sit"}
	for do, want := range map[string]string{
		"{play: {motion: dance_rihgt}}":                              `play.motion: "dance_rihgt"; expected a motion that is installed (did you mean "dance_right"?): dance_left, dance_right, sit; one of your own needs motion_dir (gonao hfsm: --motions)`,
		"{walk_to: {x: 1, y: 2, theta: 180}}":                        `walk_to.theta: 180; expected -10 to 10 rad: angles are in radians, and 180 degrees are 3.142`,
		"{walk: {turn: 90}}":                                         `walk.turn: 90; expected -2 to 2 rad/s: turns are in radians a second, and 90 degrees a second are 1.571`,
		"{walk: {x: 3}}":                                             `walk.x: 3; expected -0.3 to 0.3 m/s`,
		"{call: {service: 'a service', type: std_srvs/srv/Trigger}}": `call.service: "a service"; expected a name of ROS: A to Z, a to z, digits and _, in parts that begin with no digit and are joined by /`,
	} {
		text := "machine: m\ninitial: a\nstates: {a: {do: " + do + ", transitions: [{after: 1s, to: FINAL}]}}\n"
		_, err := hfsm.Load("m.yaml", []byte(text), cfg.Vocabulary())
		require.ErrorContains(t, err, want)
	}
	cfg.Motions = nil // not known
	_, err := hfsm.Load("m.yaml", []byte("machine: m\ninitial: a\nstates: {a: {do: {play: {motion: mine}}, transitions: [{after: 1s, to: FINAL}]}}\n"), cfg.Vocabulary())
	require.NoError(t, err)
}
