package chart_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

func TestFormattingKeepsMeaningCommentsAndBlankLines(t *testing.T) {
	out, err := chart.Format("a.yaml", []byte(`# what it is for

# yaml-language-server: $schema=../machine.schema.json
machine:   a
inputs: {x:  float}     # metres


initial: one
states:
      one:
          # why
          do:
              - play: {motion: wave}
          transitions: [{if: x > 1, to: two, name: far}]
          stop_within: 1s # often
          description: d     # ä

      two:
          final: true
`))
	require.NoError(t, err)
	require.Equal(t, `# what it is for

# yaml-language-server: $schema=../machine.schema.json
machine: a
inputs: {x: float}  # metres

initial: one
states:
  one:
    # why
    do:
      - play: {motion: wave}
    transitions: [{if: x > 1, to: two, name: far}]
    stop_within: 1s  # often
    description: d   # ä

  two:
    final: true
`, string(out))
}

func TestAllMachinesHaveAFormThatIsItsOwn(t *testing.T) {
	for _, pattern := range []string{"../../behavior/machines/*.yaml", "../../behavior/machines/*/*.yaml", "testdata/*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			m, findings := chart.ReadYAML(file, src)
			if m == nil || len(findings.Errors()) > 0 {
				continue
			}
			once, err := chart.Format(file, src)
			require.NoError(t, err, file)
			twice, err := chart.Format(file, once)
			require.NoError(t, err, file)
			require.Equal(t, string(once), string(twice), file)
			again, _ := chart.ReadYAML(file, once)
			require.True(t, chart.Equal(m, again), file)
			require.Equal(t, strings.Count(string(src), "#"), strings.Count(string(once), "#"), file)
		}
	}
}

func TestAWrongMachineIsNotFormatted(t *testing.T) {
	_, err := chart.Format("a.yaml", []byte("machine: a\nstats: {}\n"))
	require.ErrorContains(t, err, "a.yaml:2:1: stats: no such key")
}

func TestADifferenceIsNamedByItsPlace(t *testing.T) {
	read := func(text string) *chart.Machine {
		m, findings := chart.ReadYAML("a.yaml", []byte(text))
		require.Empty(t, findings.Errors())
		return m
	}
	old := read(`machine: a
inputs: {x: float, y: int}
initial: one
states:
  one:
    do: [{play: {motion: wave}}]
    transitions:
      - {if: x > 1, to: two, name: far}
      - {after: 2s, to: two}
  two: {}
`)
	changed := read(`machine: a
inputs: {x: float}
initial: two
# a comment is no difference
states:
  two: {}
  three: {description: new}
  one:
    do:
      - play: {motion: wave, times: 2}
    transitions:
      - {if: y > 0, to: three}
      - {if: x > 2, to: two, name: far}
      - {after: 2s, to: two}
`)
	changes, err := chart.Diff(old, changed)
	require.NoError(t, err)
	var lines []string
	for _, c := range changes {
		lines = append(lines, c.String())
	}
	require.Equal(t, []string{
		"- inputs.y: int",
		"~ initial: one → two",
		"+ states.one.do.play.times: 2",
		"+ states.one.transitions[0]: {if: y > 0, to: three}",
		"~ states.one.transitions[far].if: x > 1 → x > 2",
		"+ states.three: {description: new}",
	}, lines)
	changes, err = chart.Diff(old, old)
	require.NoError(t, err)
	require.Empty(t, changes)
}

func TestOrderedListsAreComparedInOrder(t *testing.T) {
	read := func(order string) *chart.Machine {
		m, findings := chart.ReadYAML("a.yaml", []byte("machine: a\nvariables: {x: int, y: int}\ninitial: one\nstates:\n  one:\n    entry: ["+order+"]\n"))
		require.Empty(t, findings.Errors())
		return m
	}
	changes, err := chart.Diff(read("{set: {x: 1}}, {set: {y: 2}}"), read("{set: {y: 2}}, {set: {x: 1}}"))
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.Equal(t, "~ states.one.entry.set: {x: 1, y: 2} → {y: 2, x: 1}", changes[0].String())
}
