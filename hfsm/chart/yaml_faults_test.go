package chart

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// good is a machine that each row of the table spoils.
const good = `machine: m
inputs: {age: float, count: int, seen: bool}
variables: {turns: {type: int, initial: 0}}
initial: a
states:
  a:
    entry: {set: {turns: turns + 1}}
    do: {track: {color: red}}
    transitions: [{if: seen and age < 1, to: b}]
  b:
    do: rest
    transitions: [{after: 1s, to: a}]
`

// faults are what may be wrong with a machine: what is replaced in good, by what, and
// what is found.
var faults = map[string]struct{ from, to, want string }{
	"no name":                   {"machine: m\n", "", `m.yaml:1:1: machine: missing; expected the machine's name`},
	"no initial state":          {"initial: a\n", "", `m.yaml:1:1: initial: missing; expected the state it begins with, one of a, b`},
	"wrong initial state":       {"initial: a\n", "initial: c\n", `m.yaml:4:10: initial: no state "c"; expected one of a, b`},
	"two initial states":        {"initial: a\n", "initial: [a, b]\n", `m.yaml:4:10: initial: 2 states; expected one`},
	"unknown type":              {"type: int,", "type: integer,", `m.yaml:3:27: variables.turns.type: no type "integer"; expected bool, int, float or string`},
	"unknown short type":        {"count: int", "count: what", `m.yaml:2:29: inputs.count: no type "what"; expected bool, int, float or string`},
	"no type":                   {"{type: int, initial: 0}", "{initial: 0}", `m.yaml:3:20: variables.turns.type: missing; expected bool, int, float or string`},
	"initial of another type":   {"initial: 0}", "initial: x}", `m.yaml:3:41: variables.turns.initial: "x"; expected a value of type int`},
	"initial out of range":      {"initial: 0}", "initial: 0, min: 1, max: 3}", `m.yaml:3:41: variables.turns.initial: 0; expected 1 to 3`},
	"initial no enum":           {"initial: 0}", "initial: 0, enum: [1, 2]}", `m.yaml:3:41: variables.turns.initial: 0; expected one of 1, 2`},
	"enum of another type":      {"initial: 0}", "enum: [0, x]}", `m.yaml:3:42: variables.turns.enum: "x"; expected a value of type int`},
	"empty enum":                {"initial: 0}", "enum: []}", `variables.turns.enum: no value; expected at least one`},
	"min of a text":             {"type: int, initial: 0", "type: string, min: 0", `m.yaml:3:35: variables.turns.min: only an int or a float has a min`},
	"max below min":             {"initial: 0}", "min: 2, max: 1}", `m.yaml:3:45: variables.turns.max: 1 is less than min, 2`},
	"stale variable":            {"initial: 0}", "stale_after: 1s}", `m.yaml:3:32: variables.turns.stale_after: no such key; expected one of type,`},
	"input and variable":        {"{turns:", "{seen:", `m.yaml:3:13: variables.seen: an input has this name already`},
	"reserved name":             {"variables: {turns", "variables: {final: {type: bool}, turns", `m.yaml:3:13: variables.final: the word "final" is taken by guards; expected another name`},
	"name with a dash":          {"{turns:", "{tu-rns:", `m.yaml:3:13: variables.tu-rns: "tu-rns" is not a name for a value; expected letters, digits and _, a letter first`},
	"set that runs":             {"do: rest", "do: {set: {turns: 1}}", `m.yaml:11:10: states.b.do.set: set takes no time; expected it under entry or exit`},
	"set of nothing":            {"do: rest", "entry: set", `m.yaml:11:12: states.b.entry: set has no argument; expected one to set, such as {set: …}`},
	"two actions in one":        {"do: rest", "do: {rest: , sleep: }", `m.yaml:11:9: states.b.do: 2 names in one action; expected one (several actions are a list)`},
	"source without a field":    {"age: float", "age: {type: float, from: {topic: t, type: std_msgs/msg/Float64}}", `inputs.age.from.field: missing; expected {topic: …, type: …, field: …}`},
	"source that is a text":     {"age: float", "age: {type: float, from: t}", `inputs.age.from: "t"; expected a source, such as {topic: imu, `},
	"branch without if":         {"do: rest", "entry: {if: [{then: rest}, {then: rest}]}", `m.yaml:11:18: states.b.entry.if[0].if: missing; only the last branch may omit it`},
	"delay":                     {"do: rest", "entry: {send: {event: e, delay: soon}}", `m.yaml:11:37: states.b.entry.send.delay: "soon"; expected a time such as 10s or 250ms`},
	"send of nothing":           {"do: rest", "entry: {send: {delay: 1s}}", `states.b.entry.send.event: missing; expected the name of an event`},
	"raise of no event":         {"do: rest", "entry: {raise: 'a b'}", `"a b" is not a name of an event; expected words joined by dots`},
	"event":                     {"after: 1s", "event: a..b", `m.yaml:12:27: states.b.transitions[0].event: "a..b" is not a name of an event; expected words joined by dots, or *`},
	"doubled key":               {"do: rest", "do: rest\n    do: rest", `m.yaml:12:5: states.b.do: the key is there twice, first on line 11`},
	"doubled state":             {"  b:\n", "  a: {}\n  b:\n", `m.yaml:10:3: states.a: the key is there twice, first on line 6`},
	"unknown key":               {"transitions: [{after", "transition: [{after", `m.yaml:12:5: states.b.transition: no such key (did you mean "transitions"?)`},
	"no target":                 {"{after: 1s, to: a}", "{after: 1s}", `m.yaml:12:19: states.b.transitions[0].to: missing; expected the name of a state`},
	"two targets":               {"after: 1s, to: a", "after: 1s, to: [a, b]", `m.yaml:12:35: states.b.transitions[0].to: 2 states; expected one`},
	"priority":                  {"after: 1s", "after: 1s, priority: high", `m.yaml:12:41: states.b.transitions[0].priority: "high"; expected a whole number`},
	"internal":                  {"after: 1s", "after: 1s, internal: maybe", `internal: "maybe"; expected a value of type bool`},
	"time without a unit":       {"after: 1s", "after: 1", `m.yaml:12:27: states.b.transitions[0].after: "1" has no unit; expected a time such as 10s or 250ms`},
	"bad time":                  {"after: 1s", "after: soon", `m.yaml:12:27: states.b.transitions[0].after: "soon"; expected a time such as 10s or 250ms`},
	"when":                      {"{if: seen", "{when: seen", `m.yaml:9:20: states.a.transitions[0].when: no such key (did you mean "if"?)`},
	"goto":                      {"after: 1s, to: a", "after: 1s, goto: a", `m.yaml:12:31: states.b.transitions[0].goto: no such key (did you mean "to"?)`},
	"rate above 1 kHz":          {"initial: a\n", "initial: a\nrate_hz: 5000\n", `m.yaml:5:10: rate_hz: 5000 Hz; expected a rate from 0.001 to 1000 Hz`},
	"topic of bad characters":   {"age: float", "age: {type: float, from: {topic: bad topic!, type: std_msgs/msg/Float64, field: data}}", `inputs.age.from.topic: "bad topic!"; expected a name of ROS: A to Z, a to z, digits and _, in parts that begin with no digit and are joined by /`},
	"topic with an empty part":  {"age: float", "age: {type: float, from: {topic: a//b, type: std_msgs/msg/Float64, field: data}}", `inputs.age.from.topic: "a//b"; expected a name of ROS`},
	"value with a mark":         {"{turns:", "{गिनती:", `"गिनती" is not a name for a value; expected letters, digits and _, a letter first`},
	"no time":                   {"after: 1s", "after: 0s", `after: 0s; expected a time longer than nothing and shorter than ten years`},
	"rate of nothing":           {"initial: a\n", "initial: a\nrate_hz: 0\n", `m.yaml:5:10: rate_hz: 0 Hz; expected a rate from 0.001 to 1000 Hz`},
	"rate that is not a number": {"initial: a\n", "initial: a\nrate_hz: fast\n", `m.yaml:5:10: rate_hz: "fast"; expected a rate`},
	"unknown history":           {"initial: a\n", "initial: a\nhistory: ghost\n", `m.yaml:5:10: history: no history "ghost"; expected none, shallow, deep or resume`},
	"history without states":    {"do: rest", "history: deep", `m.yaml:11:5: states.b.history: only for a state with states inside; expected states beside it`},
	"states and a call":         {"do: rest", "call: x\n    initial: c\n    states: {c: }", `m.yaml:11:5: states.b.call: beside states; expected only one of states, regions and call`},
	"region of nothing":         {"do: rest", "regions: {c: {}}", `m.yaml:11:15: states.b.regions.c.states: missing; expected at least one state`},
	"comma in a guard":          {"seen and age < 1", "max(age, 1) > 1", `"1) > 1" is a key without a value; expected a transition: to, after, if, name (a text with a comma in it stands in quotes)`},
	"region with transitions":   {"do: rest", "regions: {c: {initial: d, states: {d: }, do: rest}}", `m.yaml:11:46: states.b.regions.c.do: no such key`},
	"final and more":            {"do: rest", "final: true", `m.yaml:12:5: states.b.transitions: a final state ends its automaton and does nothing more`},
	"final of what":             {"do: rest", "final: maybe", `m.yaml:11:12: states.b.final: "maybe"; expected true, false or failed`},
	"memory":                    {"do: rest", "memory: deep", `m.yaml:11:5: states.b.memory: only in the profile scxml`},
	"state of no name":          {"  b:\n", "  FINAL:\n", `m.yaml:10:3: states.FINAL: "FINAL" is not a name for a state`},
	"states that are a list":    {"states:\n  a:", "states: []\nneeds: []\ndescription: |\n  a:", `m.yaml:5:9: states: a list; expected states by their names`},
	"level":                     {"initial: a\n", "initial: a\nlevel: boss\n", `m.yaml:5:8: level: no level "boss"; expected motion, skill or agent`},
	"layout":                    {"initial: a\n", "initial: a\nlayout: {a: {x: left}}\n", `m.yaml:5:17: layout.a.x: "left"; expected a number`},
	"call without a machine":    {"do: rest", "call: {with: {x: 1}}", `m.yaml:11:11: states.b.call.machine: missing; expected the name of a machine`},
	"alias":                     {"do: rest", "do: *x", "m.yaml:1:1: not YAML: "},
	"known alias":               {"do: rest", "do: &x rest\n    entry: *x", "m.yaml:12:12: states.b.entry: an alias (machines accept none)"},
	"decimal comma":             {"do: rest", "do: {rest: {x: 0,5}}", `m.yaml:11:22: states.b.do.rest: "5" as a key; expected a name (decimals have a point: 0.5)`},
	"merge":                     {"do: rest", "<<: {do: rest}", `m.yaml:11:5: states.b: "<<" as a key; expected a name`},
	"not YAML":                  {"inputs: {", "inputs: {{{", "m.yaml:2:1: not YAML: did not find"},
	"expression of what":        {"if: seen and age < 1", "if: [1]", `m.yaml:9:24: states.a.transitions[0].if: a list; expected an expression`},
	"two languages":             {"if: seen and age < 1", "if: {lua: x, go: y}", `expected an expression, or one language with its text, such as {lua: x > 1}`},
}

func TestFaultsAreToldWithPlaceAndExpectation(t *testing.T) {
	_, findings := ReadYAML("m.yaml", []byte(good))
	require.Empty(t, findings)
	for name, row := range faults {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, good, row.from)
			_, findings := ReadYAML("m.yaml", []byte(strings.Replace(good, row.from, row.to, 1)))
			require.NotEmpty(t, findings)
			require.Contains(t, findings.Error(), row.want)
			require.Len(t, findings, 1, "and nothing that only follows from it: %v", findings)
			require.NotEmpty(t, findings[0].Code)
		})
	}
}

func TestNamesAreOfLettersOfAnyScript(t *testing.T) {
	for _, name := range []string{"übung", "начало", "状態", "حالة", "हिन्दी-१", "_x9", strings.Repeat("ß", longestName)} {
		m, findings := ReadYAML("m.yaml", []byte(strings.NewReplacer("machine: m", "machine: "+name, "  a:", "  "+name+":", "initial: a", "initial: "+name, "to: a", "to: "+name).Replace(good)))
		require.Empty(t, findings, name)
		require.Equal(t, name, m.Root.States[0].Name)
	}
	for _, name := range []string{"größe", "мяч", "球"} {
		_, findings := ReadYAML("m.yaml", []byte(strings.Replace(good, "turns", name, 1)))
		require.Empty(t, findings, name)
	}
	for _, name := range []string{"9x", "-x", "a b", "a/b", "a.b", "x€", strings.Repeat("ß", longestName+1)} {
		_, findings := ReadYAML("m.yaml", []byte(strings.Replace(good, "machine: m", "machine: '"+name+"'", 1)))
		require.ErrorContains(t, findings, "is not a name", name)
	}
}

func TestWhatIsNoMachineIsRefused(t *testing.T) {
	for _, src := range []string{"", "# nothing", "machine: m", "[]", "7", "---\n---\n", good + "---\n" + good, "a: b: c", "\x00", "!!binary x"} {
		_, findings := ReadYAML("m.yaml", []byte(src))
		require.NotEmpty(t, findings, "%q", src)
		require.ErrorContains(t, findings, "m.yaml")
	}
}

func TestAllFaultsComeAtOnceInTheOrderOfTheFile(t *testing.T) {
	src := strings.NewReplacer("to: b}", "too: b}", "after: 1s", "after: 1x", "do: rest", "do: []7", "count: int", "count: what", "initial: 0", "initial: no").Replace(good)
	_, findings := ReadYAML("m.yaml", []byte(strings.Replace(src, "do: []7", "rest: 7", 1)))
	require.Len(t, findings, 5, "the key too stands for the target that is missing: %v", findings)
	last := 0
	for _, f := range findings {
		require.GreaterOrEqual(t, f.Line, last)
		last = f.Line
	}
	require.Equal(t, "inputs.count", findings[0].Key)
}

func TestRunawayFilesAreRefusedOrCheap(t *testing.T) {
	many := func(n int, format string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, format, i)
		}
		return out.String()
	}
	for name, src := range map[string]string{
		"values":       "machine: m\ninitial: a\nvariables:\n" + many(20_000, "  v%d: {type: int}\n") + "states:\n  a: {}\n",
		"states":       "machine: m\ninitial: s0\nstates:\n" + many(40_000, "  s%d: {}\n"),
		"faults":       "machine: m\ninitial: s0\nstates:\n" + many(12_000, "  s%d: {transition: }\n"),
		"laughs":       "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n" + good,
		"merged":       "a: &a {x: 1}\n" + strings.Replace(good, "do: rest", "<<: *a", 1),
		"deep states":  "machine: m\ninitial: s\nstates: " + strings.Repeat("{s: {initial: s, states: ", 500) + "{s: }" + strings.Repeat("}}", 500),
		"deep actions": strings.Replace(good, "do: rest", "entry: "+strings.Repeat("{block: ", 5000)+"rest"+strings.Repeat("}", 5000), 1),
		"deep lists":   strings.Repeat("[", 100_000),
		"deep blocks":  strings.Repeat("- ", 100_000),
		"deep machines": strings.Replace(good, "do: rest", "invoke: "+strings.Repeat("[{machine: {profile: scxml, machine: m, states: {a: {invoke: ", 200)+
			"[]"+strings.Repeat("}}}}]", 200), 1),
		"huge":       strings.Repeat("x", maxFileBytes+1),
		"huge name":  "machine: " + strings.Repeat("x", maxFileBytes-100) + "\n",
		"huge key":   strings.Repeat("x", maxFileBytes-100) + ": y\n",
		"many items": "machine: m\nneeds: [" + strings.Repeat("a,", 500_000) + "]",
		"commas":     "machine: m\nx: [" + strings.Repeat("[],", 300_000) + "]",
	} {
		_, findings := ReadYAML("m.yaml", []byte(src))
		require.NotEmpty(t, findings, name)
		require.LessOrEqual(t, len(findings), maxFindings, name)
		require.Less(t, len(findings.Error()), 100_000, name)
	}
}
