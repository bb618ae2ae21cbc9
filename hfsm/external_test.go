package hfsm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// remoteWords offer an activity whose parameters depend on an argument, and inputs from
// topics.
func remoteWords() *Vocabulary {
	return &Vocabulary{
		Activities: []Kind{{
			Name: "publish", External: true,
			Params: []Param{{Name: "type", Type: String, Constant: true}},
			Find: func(args Args, name string) (Param, error) {
				if args.String("type") == "Point" && strings.HasPrefix(name, "message.") {
					return Param{Name: name, Type: Float, Check: func(v Value) string {
						if v.Float < 0 {
							return "at least 0"
						}
						return ""
					}}, nil
				}
				return Param{}, fmt.Errorf("%s has no field %q", args.String("type"), name)
			},
		}},
		Source: func(s chart.Source) (Type, error) {
			if s.Field != "x" {
				return 0, fmt.Errorf("%s has no field %q", s.Type, s.Field)
			}
			return Float, nil
		},
	}
}

func remote(from, do string) []byte {
	return []byte("machine: m\ninputs: {near: {type: float, from: " + from + "}}\ninitial: a\nstates:\n  a: {do: {publish: " + do + "}, transitions: [{if: near > 1, to: FINAL}]}\n")
}

const (
	rightSource  = "{topic: t, type: Point, field: x}"
	rightMessage = "{message: {x: 1.0, z: =near}, type: Point}"
)

func TestWhatAnotherProgramDoesIsCheckedAgainstItsTypes(t *testing.T) {
	for name, row := range map[string]struct{ from, do, want string }{
		"no such field":    {rightSource, "{type: Pose, message: {x: 1.0}}", `m.yaml:5:47: states.a.do.publish.message.x: Pose has no field "message.x"`},
		"another type":     {rightSource, "{type: Point, message: {x: true}}", `states.a.do.publish.message.x: "true"; expected a value of type float`},
		"out of range":     {rightSource, "{type: Point, message: {x: -1.0}}", `states.a.do.publish.message.x: -1; expected at least 0`},
		"twice":            {rightSource, "{type: Point, message.x: 1.0, message: {x: 2.0}}", `message.x is given twice`},
		"type computed":    {rightSource, "{type: =1, message: {x: 2.0}}", `an expression; expected a value of type string that is fixed`},
		"no field of that": {"{topic: t, type: Point, field: w}", rightMessage, `m.yaml:2:36: inputs.near.from: Point has no field "w"`},
	} {
		_, err := Load("m.yaml", remote(row.from, row.do), remoteWords())
		require.ErrorContains(t, err, row.want, name)
	}
	words := remoteWords()
	words.Source = nil
	_, err := Load("m.yaml", remote(rightSource, rightMessage), words)
	require.ErrorContains(t, err, "no input has a source of its own here")
}

func TestACheckNamesWhatNeedsAStub(t *testing.T) {
	model, err := Load("m.yaml", remote(rightSource, rightMessage), remoteWords())
	require.NoError(t, err)
	var notes []string
	for _, f := range model.Warnings() {
		require.Equal(t, chart.Note, f.Severity)
		require.Equal(t, "needs-stub", f.Code)
		notes = append(notes, f.Key)
	}
	require.Equal(t, []string{"inputs.near.from", "states.a.do.publish"}, notes)
}

func TestArgumentsInsideAMessageAreEvaluatedAtEachEntry(t *testing.T) {
	model, err := Load("m.yaml", remote(rightSource, rightMessage), remoteWords())
	require.NoError(t, err)
	var args Args
	m, err := New(model, hostFunc(func(_ *Machine, _ string, a Args) (Activity, error) {
		args = a
		return noActivity{}, nil
	}))
	require.NoError(t, err)
	near, ok := model.Input("near")
	require.True(t, ok)
	m.SetFloat(near, 0.5)
	require.NoError(t, m.Tick(0))
	require.InDelta(t, 1.0, args.Float("message.x"), 1e-9)
	require.InDelta(t, 0.5, args.Float("message.z"), 1e-9)
}

// hostFunc is a host that is a function.
type hostFunc func(*Machine, string, Args) (Activity, error)

func (f hostFunc) Activity(m *Machine, name string, args Args) (Activity, error) {
	return f(m, name, args)
}
