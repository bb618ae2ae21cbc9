package graph

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// nested is a machine of three automata inside each other.
func nested(t *testing.T) *chart.Machine {
	m, findings := chart.ReadYAML("n.yaml", []byte(`machine: n
initial: out
states:
  out:
    initial: mid
    transitions: [{after: 9s, to: away, name: leave}]
    states:
      mid:
        initial: low
        states:
          low: {transitions: [{after: 1s, to: lower, name: down}, {after: 3s, to: away/rest, name: jump}]}
          lower: {}
      side: {transitions: [{after: 1s, to: mid, name: back}]}
  away: {initial: rest, states: {rest: {transitions: [{after: 1s, to: out/mid/lower, name: deep}]}}}
`))
	require.Empty(t, findings.Errors())
	return m
}

func drawn(t *testing.T, options Options) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, DOT(&out, nested(t), options))
	return out.String()
}

func TestADrawingOfOneLevelCountsWhatIsInside(t *testing.T) {
	text := drawn(t, Options{Depth: 1})
	require.Contains(t, text, "(4 states inside)")
	require.Contains(t, text, "leave")
	require.Contains(t, text, "jump", "a transition from a state that is not drawn leads from the one that stands for it")
	require.Contains(t, text, "deep")
	require.NotContains(t, text, "lower")
	require.NotContains(t, text, "down")
	require.Contains(t, drawn(t, Options{Depth: 2}), "(2 states inside)")
	require.Equal(t, drawn(t, Options{}), drawn(t, Options{Depth: 3}))
}

func TestOneStateIsDrawnAlone(t *testing.T) {
	text := drawn(t, Options{Inside: "out/mid", Active: []string{"out/mid/lower", "away/rest"}})
	require.Contains(t, text, "lower")
	require.Contains(t, text, "down")
	require.NotContains(t, text, "side")
	require.NotContains(t, text, "leave")
	for _, wrong := range []string{"nowhere", "out/side", "out/mid/nothing"} {
		require.ErrorContains(t, DOT(&bytes.Buffer{}, nested(t), Options{Inside: wrong}), "no state")
	}
}

func TestADrawingFitsOnAPage(t *testing.T) {
	require.Contains(t, drawn(t, Options{PageWidth: 11.2, PageHeight: 7.8}), `size="11.2,7.8"`)
	require.NotContains(t, drawn(t, Options{}), "size=\"")
}
