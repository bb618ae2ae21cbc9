package check_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
	"gonao/internal/fuzzn"
)

// dense is every combination of many values, what guards are held against.
type dense struct{ at [5]int }

var denseSizes = [5]int{13, 24, 3, 2, 10} // n, x, mode, seen, age(x)

func (d *dense) Value(name string) chart.Value {
	switch name {
	case "n":
		return chart.IntValue(int64(d.at[0] - 1))
	case "x":
		if d.at[1] == denseSizes[1]-1 {
			return chart.FloatValue(math.NaN())
		}
		return chart.FloatValue(float64(d.at[1])/4 - 1.25)
	case "mode":
		return chart.StringValue([]string{"ready", "set", "play"}[d.at[2]])
	}
	return chart.BoolValue(d.at[3] == 1)
}

func (d *dense) Call(string, string) chart.Value { return chart.FloatValue(float64(d.at[4]) / 4) }

// each goes through all combinations.
func (d *dense) each(do func()) {
	total := 1
	for _, size := range denseSizes {
		total *= size
	}
	for n := range total {
		for i, size := range denseSizes {
			d.at[i] = n % size
			n /= size
		}
		do()
	}
}

// randomGuard makes a guard of comparisons with small constants.
func randomGuard(rng *rand.Rand, depth int) string {
	if depth > 0 && rng.IntN(3) > 0 {
		a, b := randomGuard(rng, depth-1), randomGuard(rng, depth-1)
		switch rng.IntN(4) {
		case 0:
			return "not (" + a + ")"
		case 1:
			return "(" + a + ") or (" + b + ")"
		default:
			return "(" + a + ") and (" + b + ")"
		}
	}
	op := []string{"<", "<=", ">", ">=", "==", "!="}[rng.IntN(6)]
	switch rng.IntN(5) {
	case 0:
		return fmt.Sprintf("n %s %d", op, rng.IntN(11))
	case 1:
		return fmt.Sprintf("x %s %g", op, float64(rng.IntN(11))/2-1)
	case 2:
		return fmt.Sprintf("age(x) %s %g", op, float64(rng.IntN(5))/2)
	case 3:
		return fmt.Sprintf("mode %s '%s'", []string{"==", "!="}[rng.IntN(2)], []string{"ready", "set", "play"}[rng.IntN(3)])
	}
	return "seen"
}

const guardedMachine = `machine: m
parameters: {n: {type: int, min: -1, max: 11, default: 0}}
inputs: {x: float, seen: bool, mode: {type: string, enum: [ready, set, play]}}
initial: a
states:
  a:
    transitions:
      - {if: "FIRST", to: b}
      - {if: "LATE", to: c}
  b: {transitions: [{after: 1s, to: a}]}
  c: {transitions: [{after: 1s, to: a}]}
`

// The findings about random guards are compared with the result of trying many values.
func TestRandomGuardsAreWhatTheFindingsSay(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	scope := expr.Scope{"n": {Type: chart.Int}, "x": {Type: chart.Float, Input: true}, "mode": {Type: chart.String}, "seen": {Type: chart.Bool}}
	said := map[string]int{}
	for range fuzzn.N(t) / 200 {
		texts := [2]string{randomGuard(rng, 3), randomGuard(rng, 3)}
		src := strings.NewReplacer("FIRST", texts[0], "LATE", texts[1]).Replace(guardedMachine)
		model, err := hfsm.Load("m.yaml", []byte(src), nil)
		require.NoError(t, err, src)
		codes := map[string]bool{}
		for _, f := range model.Warnings() {
			codes[fmt.Sprint(f.Line, f.Code)] = true
			said[f.Code]++
		}
		first, err := expr.Parse(texts[0], scope)
		require.NoError(t, err)
		late, err := expr.Parse(texts[1], scope)
		require.NoError(t, err)
		var holds, fails [2]bool
		both, d := false, &dense{}
		d.each(func() {
			a, b := first.Eval(d).Bool, late.Eval(d).Bool
			holds[0], holds[1] = holds[0] || a, holds[1] || b
			fails[0], fails[1] = fails[0] || !a, fails[1] || !b
			both = both || a && b
		})
		for i, line := range []int{8, 9} {
			require.Equal(t, !holds[i], codes[fmt.Sprint(line, "never-true")], "%s", texts[i])
			require.Equal(t, !fails[i], codes[fmt.Sprint(line, "always-true")], "%s", texts[i])
		}
		require.Equal(t, both, codes["9overlap"], "%s\n%s", texts[0], texts[1])
	}
	require.Positive(t, said["overlap"])
	require.Positive(t, said["never-true"])
}
