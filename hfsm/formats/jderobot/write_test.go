package jderobot

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// ours is a machine that never was JdeRobot's.
func ours() *chart.Machine {
	start := chart.IntValue(3)
	return &chart.Machine{
		Name: "ours", File: "ours.yaml",
		Inputs:    []chart.Declaration{{Name: "ball", Type: chart.Bool}},
		Variables: []chart.Declaration{{Name: "turns", Type: chart.Int, Initial: &start}},
		Root: &chart.State{Initial: []string{"b"}, RateHz: 30, States: []*chart.State{
			{Name: "a", Transitions: []*chart.Transition{
				{Name: "enough", To: []string{"b"}, If: &chart.Expression{Text: "turns > 3 and not ball"}},
				{Name: "end", To: []string{"FINAL"}, After: time.Second},
			}},
			{
				Name: "b", Do: []chart.Action{{Name: "walk"}}, Transitions: []*chart.Transition{
					{Name: "go", To: []string{"a"}, After: 1500 * time.Microsecond},
					{Name: "kick", To: []string{"itself"}, Events: []string{"kick"}},
					{Name: "any", To: []string{"a"}},
				},
			},
		}},
	}
}

func TestWhatTheDialectCannotSayIsTold(t *testing.T) {
	var out bytes.Buffer
	findings, err := Write(&out, ours())
	require.NoError(t, err)
	golden(t, "ours.golden", []byte(findings.Error()+"\n"+out.String()))
}

func TestOurOwnMachineIsWrittenSoThatItsGuardsAreReadAgain(t *testing.T) {
	var out bytes.Buffer
	_, err := Write(&out, ours())
	require.NoError(t, err)
	back, findings := Read("ours.yaml", out.Bytes())
	require.Empty(t, findings.Errors())
	require.Equal(t, "ours", back.Name)
	require.Equal(t, []string{"b"}, back.Root.Initial)
	require.Equal(t, "turns > 3 and not ball", back.Root.States[0].Transitions[0].If.Text)
	require.Equal(t, "ball", back.Variables[0].Name)
	require.Equal(t, chart.IntValue(3), *back.Variables[1].Initial)
	require.Equal(t, []string{"b"}, back.Root.States[1].Transitions[1].To)
}

func TestAGuardWrittenSinceTheImportReplacesItsCondition(t *testing.T) {
	m, _ := fixture(t, "d1")
	walk := m.Root.States[0].Transitions[0]
	walk.If = &chart.Expression{Text: "steps < 5"} // somebody has ported it
	var out bytes.Buffer
	_, err := Write(&out, m)
	require.NoError(t, err)
	require.Contains(t, out.String(), "<condition>return globalNamespace-&gt;steps &lt; 5;</condition>")
	require.Contains(t, out.String(), "interfaces-&gt;mode == ", "the other stays as it was")
	back, _ := Read("d1.xml", out.Bytes())
	require.Equal(t, "steps < 5", back.Root.States[0].Transitions[0].If.Text)
}

func TestAMachineOfAnotherFormIsNotWritten(t *testing.T) {
	for name, c := range map[string]struct {
		change func(m *chart.Machine)
		want   string
	}{
		"scxml":   {func(m *chart.Machine) { m.Profile = chart.SCXML }, "the profile scxml"},
		"regions": {func(m *chart.Machine) { m.Root.States[0].Kind = chart.Parallel }, "one active state"},
		"memory":  {func(m *chart.Machine) { m.Root.States[0].Kind = chart.DeepMemory }, "history pseudo-state"},
		"a call":  {func(m *chart.Machine) { m.Root.States[0].Call = &chart.Call{Machine: "goto"} }, "the machine goto"},
	} {
		t.Run(name, func(t *testing.T) {
			m := ours()
			c.change(m)
			var out bytes.Buffer
			_, err := Write(&out, m)
			require.ErrorContains(t, err, c.want)
			require.Empty(t, out.String())
		})
	}
}

func TestCodeThatLooksLikeXMLStaysAsItWas(t *testing.T) {
	m, _ := fixture(t, "e")
	code := "if a < b && c > d: \"]]>\" # <state id='1'>\n\tü\r"
	m.Kept = append(m.Kept, chart.Kept{Path: "Stand", Role: roleCode, Language: "python", Text: code})
	back, text := again(t, m)
	var got string
	for _, k := range back.Kept {
		if k.Path == "Stand" && k.Role == roleCode {
			got = k.Text
		}
	}
	require.Equal(t, strings.TrimSuffix(code, "\r")+"\uFFFD", got, text)
}
