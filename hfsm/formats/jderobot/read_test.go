package jderobot

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// fixture reads a file of testdata.
func fixture(t *testing.T, name string) (*chart.Machine, chart.Findings) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name+".xml"))
	require.NoError(t, err)
	require.True(t, Is(src))
	m, findings := Read(name+".xml", src)
	require.NotNil(t, m)
	require.Empty(t, findings.Errors())
	return m, findings
}

// dialects are the fixtures, one for each.
var dialects = []string{"a", "a_spanish", "b", "c", "d1", "d2", "e"}

// Each golden file contains the findings and the machine as YAML.
func TestEachDialectBecomesAMachine(t *testing.T) {
	for _, name := range dialects {
		t.Run(name, func(t *testing.T) {
			m, findings := fixture(t, name)
			var out bytes.Buffer
			for _, f := range findings {
				out.WriteString(f.String() + " [" + f.Code + "]\n")
			}
			require.NoError(t, m.WriteYAML(&out))
			golden(t, name+".golden", out.Bytes())
		})
	}
}

// A file that gonao 0.2 exported holds what the dialect has no place for.
func TestAnExportOfAnEarlierReleaseIsReadWithItsOwnParts(t *testing.T) {
	m, findings := Read("old.xml", []byte(`<VisualStates><config/><manner history="deep" single_step="false"/>
<kept path="a" role="code" language="cpp">walk();</kept>
<state id="0"><name>old</name><state id="1" initial="true"><name>a</name></state></state></VisualStates>`))
	require.Empty(t, findings.Errors())
	require.Equal(t, chart.Deep, m.Root.History)
	require.False(t, m.SingleStep)
	require.Len(t, m.Kept, 1)
	require.Equal(t, "walk();", m.Kept[0].Text)
}

// golden compares with a file in testdata; GOLDEN=write writes it anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, got, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "make golden writes it")
	require.Equal(t, string(want), string(got))
}

func TestAnAutomatonKeepsItsPeriodAndTransitionsTheirTimes(t *testing.T) {
	m, _ := fixture(t, "a")
	require.InDelta(t, 25, m.Root.RateHz, 1e-9)
	look := m.Root.States[0]
	require.InDelta(t, 5, look.RateHz, 1e-9)
	require.Equal(t, []string{"left"}, look.Initial)
	turn := look.States[0].Transitions[0]
	require.Equal(t, 1500*time.Millisecond, turn.After)
	require.Equal(t, []string{"right"}, turn.To)
	require.Equal(t, chart.Layout{X: 340, Y: 125.5}, m.Layout["nandu_corre"])
}

func TestAConditionOnDeclaredVariablesBecomesAGuard(t *testing.T) {
	for name, c := range map[string]struct {
		condition, guard string
	}{
		"C++":                              {"return a < 0.5f && !b;", "a < 0.5 and not b"},
		"Python":                           {"return self.namespace.a < 1 and not self.b\n", "a < 1.0 and not b"},
		"parentheses where they are meant": {"!(a < 1 || b) && b", "not (a < 1.0 or b) and b"},
		"! binds tighter in C++":           {"!b == b", "not b == b"},
		"not binds looser in Python":       {"not b == b", "not (b == b)"},
		"a difference in parentheses":      {"a - (a - 2.0) > -1", "a - (a - 2.0) > -1"},
		"a text":                           {`mode == "walk"`, `mode == "walk"`},
		"True":                             {"b == True", "b == true"},
		"not in parentheses":               {"b and (not a < 1 or b) and not not b", "b and (not (a < 1.0) or b) and not (not b)"},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := guardOf(c.condition)
			require.True(t, ok)
			require.Equal(t, c.guard, got)
		})
	}
}

func TestAnyOtherConditionIsLeftToPort(t *testing.T) {
	for name, condition := range map[string]string{
		"a call":                     "near()",
		"a call of an object":        "self.near() and b",
		"two statements":             "look()\nreturn b",
		"two statements on a line":   "look(); return b",
		"an unknown variable":        "c < 1",
		"another's variable":         "laser.a < 1",
		"an assignment":              "b = true",
		"always the same":            "122 == 123",
		"a number":                   "a",
		"a number and a truth":       "a and b",
		"a text and a number":        `mode < 3`,
		"a chain":                    "0 < a < 2",
		"a division":                 "a / 2 > 1",
		"an index":                   "a[0] > 1",
		"nothing":                    "",
		"no end":                     "(a < 1",
		"too many negations":         strings.Repeat("!", 900) + "b",
		"an unopened parenthesis":    "b)",
		"a function of the language": "abs(a) < 1",
		"a comment":                  "b # and what else",
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := guardOf(condition)
			require.False(t, ok, got)
		})
	}
}

func guardOf(condition string) (string, bool) {
	l := &level{names: map[string]string{"a": "a", "b": "b", "mode": "mode"}}
	r := &reader{machine: &chart.Machine{Variables: []chart.Declaration{
		{Name: "a", Type: chart.Float}, {Name: "b", Type: chart.Bool}, {Name: "mode", Type: chart.String},
	}}}
	return r.guard(condition, l)
}

func TestAPlaceholderIsAnInputNamedAfterTheTransition(t *testing.T) {
	m, findings := fixture(t, "d1")
	require.Len(t, m.Inputs, 2)
	require.Equal(t, "near_it", m.Inputs[1].Name)
	require.Equal(t, chart.Bool, m.Inputs[1].Type)
	require.Equal(t, "placeholders/near_it", m.Inputs[1].From.Topic)
	require.Equal(t, chart.Source{Place: m.Inputs[0].Place, Topic: "ice/sonar", Type: "sensor_msgs/msg/Range", Field: "range"}, *m.Inputs[0].From)
	require.Equal(t, "near_it", m.Root.States[0].Transitions[0].If.Text)
	require.Contains(t, findings.Warnings().Error(), `d1.xml:33:7: warning: states.walk.transitions[0].if: the condition "return interfaces->near();" needs a port`)
}

func TestAnInnerVariableOfTheSameNameHasItsOwn(t *testing.T) {
	m, _ := fixture(t, "e")
	require.Equal(t, "stopped", m.Variables[0].Name)
	require.Equal(t, "stopped_2", m.Variables[1].Name)
	require.Equal(t, "stopped_2 and not stopped", m.Root.States[0].Transitions[0].If.Text)
	require.Equal(t, "limit", m.Parameters[0].Name)
}
