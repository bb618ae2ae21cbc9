package check_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

// cyclic is a random machine of two levels whose transitions wait for little.
type cyclic struct {
	transitions map[string]string // by the path of a state
}

func randomCyclic(rng *rand.Rand) *cyclic {
	c := &cyclic{map[string]string{}}
	guards := []string{"x > 1", "x == 2", "x < 2", "y > 0.5", "y <= 0.5", "x > 0 and y > 0.5", "not (x > 1)", "elapsed > 0", "elapsed < 1 and x > 2", "final"}
	targets := map[string][]string{"a": {"a", "b", "c", "b/p", "b/q"}, "b": {"a", "b", "c", "b/q"}, "c": {"a", "b/q", "c"}, "b/p": {"p", "q", "a", "c"}, "b/q": {"p", "q", "a"}}
	for _, path := range []string{"a", "b", "c", "b/p", "b/q"} {
		var all []string
		for range rng.IntN(3) {
			t := "to: " + targets[path][rng.IntN(len(targets[path]))]
			if rng.IntN(8) == 0 {
				t = "to: FINAL"
			}
			t += fmt.Sprintf(", if: %q", guards[rng.IntN(len(guards))])
			switch rng.IntN(8) {
			case 0:
				t += ", after: 30ms"
			case 1:
				t += ", event: never"
			case 2:
				t += ", priority: 1"
			}
			all = append(all, "{"+t+"}")
		}
		if path == "b" && rng.IntN(6) == 0 {
			all = append(all, `{internal: true, to: p, if: "x > 2"}`)
		}
		all = append(all, "{event: go, to: "+path[strings.Index(path, "/")+1:]+"}")
		c.transitions[path] = "[" + strings.Join(all, ", ") + "]"
	}
	return c
}

// text returns the machine, which begins in a state.
func (c *cyclic) text(initial string) string {
	top, inner, _ := strings.Cut(initial, "/")
	if inner == "" {
		inner = "p"
	}
	// Every state is reached by an event, but no cycle leads through it.
	var reach string
	for _, path := range []string{"a", "b/p", "b/q", "c"} {
		reach += ", {event: reach, to: " + path + "}"
	}
	return fmt.Sprintf(`machine: cyclic
inputs: {x: int, y: float}
history: none
rate_hz: 10
initial: %s
states:
  a: {transitions: %s]}
  b:
    transitions: %s
    initial: %s
    states:
      p: {transitions: %s}
      q: {transitions: %s}
  c: {transitions: %s}
`, top, strings.TrimSuffix(c.transitions["a"], "]")+reach, c.transitions["b"], inner, c.transitions["b/p"], c.transitions["b/q"], c.transitions["c"])
}

// loops reports whether a machine takes too many transitions in some tick.
func loops(t *testing.T, model *hfsm.Model, x int64, y float64) bool {
	t.Helper()
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	set(m, "x", chart.IntValue(x))
	set(m, "y", chart.FloatValue(y))
	for tick := range time.Duration(20) {
		var loop *hfsm.LoopError
		if errors.As(m.Tick(tick*50*time.Millisecond), &loop) {
			return true
		}
	}
	return false
}

func set(m *hfsm.Machine, name string, v chart.Value) {
	slot, _ := m.Model().Slot(name)
	_ = m.SetValue(slot, v)
}

// found reads the values and the first state out of a finding.
var found = regexp.MustCompile(`when (.*): (\S+) -> `)

func TestRandomCyclesAreWhatTheMachineDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	reported := 0
	for range max(50, fuzzn.N(t)/1000) {
		c := randomCyclic(rng)
		model, err := hfsm.Load("m.yaml", []byte(c.text("a")), nil)
		require.NoError(t, err)
		cycles := 0
		for _, f := range model.Warnings() {
			if f.Code != "guarded-cycle" {
				continue
			}
			cycles++
			parts := found.FindStringSubmatch(f.Text)
			require.NotNil(t, parts, f.Text)
			x, y, elapsed := int64(0), 0.0, 0.0
			for _, pair := range strings.Split(parts[1], ", ") {
				name, word, _ := strings.Cut(pair, " = ")
				v, err := strconv.ParseFloat(word, 64)
				switch name {
				case "x":
					require.NoError(t, err)
					x = int64(v)
				case "y":
					require.NoError(t, err)
					y = v
				case "elapsed":
					elapsed = v
				}
			}
			late := strings.HasPrefix(parts[2], "b/") && regexp.MustCompile("elapsed|final").MatchString(c.transitions["b"])
			if elapsed > 0 || late { // the cycle begins only when a state has been active for some time
				continue
			}
			begins, err := hfsm.Load("m.yaml", []byte(c.text(parts[2])), nil)
			require.NoError(t, err)
			require.True(t, loops(t, begins, x, y), "%s\n%s", f, c.text(parts[2]))
			reported++
		}
		if cycles > 0 {
			continue
		}
		for _, initial := range []string{"a", "b", "b/q", "c"} {
			begins, err := hfsm.Load("m.yaml", []byte(c.text(initial)), nil)
			require.NoError(t, err)
			for x := range int64(5) {
				for _, y := range []float64{0, 0.5, 1} {
					if loops(t, begins, x, y) {
						require.Fail(t, "a cycle that is not reported", "x = %d, y = %g\n%s", x, y, c.text(initial))
					}
				}
			}
		}
	}
	require.Positive(t, reported)
}
