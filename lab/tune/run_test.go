package tune

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/lab/trial"
	"gonao/motion/tunable"
)

const text = `# a search
title: a test
measure: valley
seeds: 3
population: 8
generations: 12
parameters:
  a.x: {min: 0, max: 2}
  a.y: {min: -1, max: 1, start: 0.5}
fixed: {a.z: 3}
`

// valley is a row without physics: the cost has its bottom at (1.3, -0.2) and scatters
// with the seed.
func valley(runs *int) *trial.Row {
	none := math.NaN()
	return &trial.Row{
		Name: "valley", Title: "a valley",
		Figures: []trial.Figure{{Name: "depth", Unit: "m", Less: true, Must: none, Goal: none}},
		Fields: func(string) ([]tunable.Field, error) {
			v := [3]float64{0.5, 0.1, 0}
			return []tunable.Field{
				{Name: "a.x", Value: &v[0], Min: 0, Max: 2, Unit: "m", Doc: "across"},
				{Name: "a.y", Value: &v[1], Min: -1, Max: 1, Unit: "m", Doc: "along"},
				{Name: "a.z", Value: &v[2], Min: 0, Max: 5, Unit: "m", Doc: "nothing"},
			}, nil
		},
		Run: func(s trial.Setup) (trial.Result, error) {
			if runs != nil {
				*runs++
			}
			if s.Values["a.z"] != 3 {
				return trial.Result{}, errors.New("a.z was to be 3")
			}
			dx, dy := s.Values["a.x"]-1.3, s.Values["a.y"]+0.2
			noise := 0.01 * rand.New(rand.NewPCG(s.Seed, 1)).NormFloat64()
			return trial.Result{Values: []float64{dx*dx + 4*dy*dy + noise*(dx+dy)}}, nil
		},
	}
}

func parse(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse("test.yaml", []byte(text))
	require.NoError(t, err)
	return f
}

func TestFindsBetterNumbersAndProvesThemOnFreshSeeds(t *testing.T) {
	var progress bytes.Buffer
	out, err := Run(t.Context(), parse(t, text), valley(nil), Options{Workers: 2, Progress: &progress})
	require.NoError(t, err)
	require.Equal(t, []float64{0.5, 0.5}, out.Start)
	require.True(t, out.Better)
	require.InDelta(t, 1.3, out.Found[0], 0.1)
	require.InDelta(t, -0.2, out.Found[1], 0.1)
	require.Len(t, out.Best.Results, 6)
	require.Contains(t, progress.String(), "generation 12 of 12: cost ")
}

func TestWritesWhatItFound(t *testing.T) {
	out, err := Run(t.Context(), parse(t, text), valley(nil), Options{})
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, out.WriteReport(dir))
	report, err := os.ReadFile(filepath.Join(dir, "report.md"))
	require.NoError(t, err)
	require.Contains(t, string(report), "| start | 2.6")
	require.Contains(t, string(report), "(taken)")
	require.Regexp(t, `\| a.x \| 0 \| 2 \| 0.5 \| 1.3[0-9]* \| \+1`, string(report))
	require.FileExists(t, filepath.Join(dir, "search.png"))
	var values bytes.Buffer
	require.NoError(t, out.WriteValues(&values))
	file := filepath.Join(dir, "values.yaml")
	require.NoError(t, os.WriteFile(file, values.Bytes(), 0o666))
	back, err := ReadValues(file)
	require.NoError(t, err)
	require.InDelta(t, out.Found[0], back["a.x"], 1e-4)
	require.InDelta(t, 3, back["a.z"], 0)
	require.Regexp(t, "(?m)^a:\n  x: 1.[0-9]+\n  y: -0.[0-9]+\n  z: 3$", values.String())
}

func TestTheNumberOfCoresChangesNothing(t *testing.T) {
	one, err := Run(t.Context(), parse(t, text), valley(nil), Options{Workers: 1})
	require.NoError(t, err)
	three, err := Run(t.Context(), parse(t, text), valley(nil), Options{Workers: 3})
	require.NoError(t, err)
	require.Equal(t, one.Generations, three.Generations)
	require.Equal(t, one.Found, three.Found)
}

func TestASearchThatWasKilledIsTakenUp(t *testing.T) {
	for _, method := range Methods {
		text := text + "method: " + method + "\n"
		whole, err := Run(t.Context(), parse(t, text), valley(nil), Options{Workers: 1})
		require.NoError(t, err)

		file := filepath.Join(t.TempDir(), "trials.jsonl")
		ctx, kill := context.WithCancel(t.Context())
		row, runs := valley(nil), 0
		run := row.Run
		row.Run = func(s trial.Setup) (trial.Result, error) {
			if runs++; runs > 5*8*3+7 {
				kill()
			}
			return run(s)
		}
		_, err = Run(ctx, parse(t, text), row, Options{Workers: 1, Journal: file})
		require.ErrorContains(t, err, "interrupted: ")

		kept, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := bytes.Count(kept, []byte("\n"))
		require.GreaterOrEqual(t, lines, 5*8*3+7, "each trial is kept as soon as it has finished")
		runs = 0
		var progress bytes.Buffer
		again, err := Run(t.Context(), parse(t, text), valley(&runs), Options{Workers: 1, Journal: file, Progress: &progress})
		require.NoError(t, err)
		require.Equal(t, 12*8*3+3*6-lines, runs, "what was measured is not measured again")
		require.NotContains(t, progress.String(), "generation 5 of 12")
		require.Contains(t, progress.String(), "generation 6 of 12")
		require.Equal(t, whole.Generations, again.Generations, method)

		runs = 0
		_, err = Run(t.Context(), parse(t, text+"seed: 9\n"), valley(&runs), Options{Workers: 1, Journal: file})
		require.NoError(t, err)
		require.Greater(t, runs, 200, "another search takes only equal trials")
	}
}

func TestNamesFileLineAndWhatWasExpectedOfATuneFile(t *testing.T) {
	for _, row := range []struct{ name, old, new, want string }{
		{"empty range", "max: 2}", "max: 0}", "test.yaml:8: parameters.a.x.max: the range 0 to 0 is empty: expected min below max"},
		{"range the wrong way", "min: -1", "min: 3", "test.yaml:9: parameters.a.y.max: the range 3 to 1 is empty"},
		{"no maximum", ", max: 2", "", "test.yaml:8: parameters.a.x.max: missing; expected a number"},
		{"start outside", "start: 0.5", "start: 5", "test.yaml:9: parameters.a.y.start: 5: expected -1 to 1"},
		{"not a number", "max: 2}", "max: two}", `test.yaml:8: parameters.a.x.max: "two": expected a number`},
		{"NaN", "max: 2}", "max: .nan}", `test.yaml:8: parameters.a.x.max: NaN: expected a number`},
		{"unknown key", "seeds:", "seedz:", `test.yaml:4: seedz: no such key (did you mean "seeds"?)`},
		{"no seeds", "seeds: 3", "seeds: 0", `test.yaml:4: seeds: 0: expected 1 to 1000`},
		{"half a seed", "seeds: 3", "seeds: 2.5", `test.yaml:4: seeds: "2.5": expected a whole number`},
		{"twice", "title: a test", "seeds: 4", "test.yaml:4: seeds: the key is there twice"},
		{"profile", "title: a test", "profile: unreal", "test.yaml:2: "},
		{"method", "title: a test", "method: luck", `test.yaml:2: method: "luck": expected cma, ga, pso`},
		{"no measure", "measure: valley\n", "", "test.yaml:2: measure: missing"},
		{"a list", text, "- a", "test.yaml:1: a list: expected the keys title"},
		{"nothing", text, "", "test.yaml: the file is empty; expected title, measure"},
		{"no yaml", text, "a: [", "test.yaml:1: not YAML: did not find expected node content"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := Parse("test.yaml", []byte(strings.Replace(text, row.old, row.new, 1)))
			require.ErrorContains(t, err, row.want)
		})
	}
	for _, row := range []struct{ name, old, new, want string }{
		{"unknown parameter", "a.x", "a.xx", `test.yaml:8: a.xx: no such number (did you mean "a.x"?)`},
		{"wider than the engine's", "max: 2", "max: 20", "test.yaml:8: a.x: range 0 to 20: the engine takes 0 to 2 m"},
		{"fixed outside", "a.z: 3", "a.z: 30", "test.yaml: fixed: a.z 30: expected 0 to 5 m"},
		{"fixed and varied", "a.z: 3", "a.x: 1", "test.yaml: a.x is both fixed and a parameter"},
		{"nothing can be tried", "a.z: 3", "a.z: 2", "no candidate of generation 1 could be tried: a.z was to be 3"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := Run(t.Context(), parse(t, strings.Replace(text, row.old, row.new, 1)), valley(nil), Options{})
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestATuneFileOfRandomBytesIsRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const letters = "{}[]:,-.0123456789e&*!|>\"'#\n\t\x00\xff max"
	for range fuzzn.N(t) / 20 {
		data := []byte(text)
		for range 1 + rng.IntN(6) {
			i := rng.IntN(len(data))
			switch rng.IntN(3) {
			case 0:
				data[i] = letters[rng.IntN(len(letters))]
			case 1:
				data = append(data[:i], data[min(i+rng.IntN(30), len(data)-1):]...)
			case 2:
				data = append(data, data[i:min(i+40, len(data))]...)
			}
		}
		f, err := Parse("test.yaml", data)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "test.yaml"), err)
			continue
		}
		for _, p := range f.Parameters {
			require.Less(t, p.Min, p.Max)
		}
	}
}
