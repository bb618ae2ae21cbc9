package foreign

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

// keeper is an option with what options have: remarks, parameters, a common decision, times, words, and what cannot be said here.
const keeper = `
/** A keeper
 */
option keeper
{
  float @reach [0..1000] "mm"; // how far it dives
  bool @brave;
  common decision {
    if (game.state == penalized)
      goto still;
    else if (game.state == set) goto wait;
  }
  initial state wait
  {
    decision
    {
      if (ball.was_seen && ball.time_to_line < 2 * @reach / (100 + 50))
      {
        if (ball.y > 0) goto dive; else stay;
      }
      else if (state_time > 2500 || (@brave && distance(x=ball.x, y=3) < 4))
        goto out;
      else
        stay;
    }
    action { motion.type = stand; head_control(); }
  }
  state dive { decision { if (action_done) goto wait; else stay; } action { dive_left(reach = @reach); } }
  target state out { decision { if (ball.was_seen == false || !(abs(value = ball.x) > 5)) goto wait; else stay; } action {} }
  state still { action { } }
}
`

func read(t *testing.T, text string) (*chart.Machine, chart.Findings) {
	t.Helper()
	m, findings := ReadXABSL("keeper.xabsl", []byte(text))
	require.Empty(t, findings.Errors())
	return m, findings
}

// guards returns the transitions of a state as text.
func guards(m *chart.Machine, state string) (out []string) {
	for _, s := range m.Root.States {
		if s.Name != state {
			continue
		}
		for _, t := range s.Transitions {
			out = append(out, t.If.Text+" -> "+t.To[0])
		}
	}
	return out
}

func TestDecisionsBecomeTransitions(t *testing.T) {
	m, findings := read(t, keeper)
	require.Equal(t, "keeper", m.Name)
	require.True(t, m.SingleStep)
	require.Equal(t, []string{"wait"}, m.Root.Initial)
	require.Equal(t, []string{
		`game_state == "penalized" -> still`,
		`not (game_state == "set") and (ball_was_seen and ball_time_to_line < 2 * reach / (100 + 50)) and ball_y > 0 -> dive`,
		`not (game_state == "set") and not (ball_was_seen and ball_time_to_line < 2 * reach / (100 + 50)) and ` +
			`(elapsed > 2.5 or brave and distance_x_ball_x_y_3_4) -> out`,
	}, guards(m, "wait"), "where the common decision keeps the state, its own is not looked at")
	require.Equal(t, []string{
		`game_state == "penalized" -> still`, `game_state == "set" -> wait`, `action_done -> wait`,
	}, guards(m, "dive"))
	require.Equal(t, `not ball_was_seen or not (abs(ball_x) > 5) -> wait`, guards(m, "out")[2])

	inputs := map[string]chart.Type{}
	for _, d := range m.Inputs {
		inputs[d.Name] = d.Type
		require.Equal(t, "placeholders/"+d.Name, d.From.Topic)
	}
	require.Equal(t, map[string]chart.Type{
		"game_state": chart.String, "ball_was_seen": chart.Bool, "ball_time_to_line": chart.Float, "ball_y": chart.Float,
		"distance_x_ball_x_y_3_4": chart.Bool, "action_done": chart.Bool, "ball_x": chart.Float,
	}, inputs)
	require.Len(t, m.Parameters, 2)
	require.Contains(t, m.Kept[1].Text, "dive_left(reach = @reach);")

	report := findings.Error()
	for _, says := range []string{
		`the condition "distance(x=ball.x, y=3) < 4" needs a port; the input distance_x_ball_x_y_3_4 stands for it`,
		"the action of wait is kept and not run; it needs a port: activities (do). It calls head_control",
		"out is a target state",
		"one transition at each time (single_step), 30 times a second",
	} {
		require.Contains(t, report, says)
	}
	require.Empty(t, checked(t, m).Errors())
}

// checked returns what the checks find in a machine that is written and read again.
func checked(t *testing.T, m *chart.Machine) chart.Findings {
	t.Helper()
	var text strings.Builder
	require.NoError(t, m.WriteYAML(&text))
	again, bad := chart.ReadYAML("keeper.yaml", []byte(text.String()))
	require.Empty(t, bad.Errors(), text.String())
	types := map[string]hfsm.Type{"Bool": hfsm.Bool, "Float64": hfsm.Float, "String": hfsm.String}
	_, bad = hfsm.Compile(again, &hfsm.Vocabulary{Source: func(s chart.Source) (hfsm.Type, error) { return types[path.Base(s.Type)], nil }})
	return bad
}

func TestWhatIsImportedPassesTheChecks(t *testing.T) {
	for _, row := range []struct {
		name, text string
		guards     []string // of the state s
	}{
		{"a number of more than 64 bits", "state s { decision { if (y > 99999999999999999999) goto t; else stay; } }", []string{"y > 1e+20 -> t"}},
		{"products of more than 64 bits", "state s { decision { if (y > -9223372036854775808 * 3) goto t; } }", []string{"y > -9.223372036854776e+18 * 3 -> t"}},
		{"common goto the state itself", "common decision { goto s; } initial state s { decision { goto t; } }", nil},
		{"common goto the state itself, in both cases", "common decision { if (x) goto s; else goto s; } initial state s { decision { goto t; } }", nil},
		{"common decides all", "common decision { if (x) goto t; else goto s; } initial state s { decision { if (y) goto t; } }", []string{"x -> t"}},
		{"common goto the state itself, or nothing", "common decision { if (x) goto s; } initial state s { decision { if (y) goto t; } }", []string{"not x and y -> t"}},
		{"true", "common decision { if (true) goto s; } initial state s { decision { goto t; } }", nil},
		{"false", "common decision { if (false) goto s; } initial state s { decision { if (y) goto t; } }", []string{"y -> t"}},
		{"names with points", "state s { decision { if (y) goto u.v; } } state u.v { decision { if (x) goto t; } }", []string{"y -> u_v"}},
		{"a long name", "state s { decision { if (y) goto " + strings.Repeat("l", 300) + "; } } state " + strings.Repeat("l", 300) + " { }", []string{"y -> " + strings.Repeat("l", 91)}},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, _ := read(t, "option a { "+row.text+" state t { decision { if (z) goto s; } } }")
			require.Equal(t, row.guards, guards(m, "s"))
			findings := checked(t, m)
			require.Empty(t, findings.Errors())
			require.NotContains(t, findings.Error(), "never")
		})
	}
	_, findings := read(t, "option my.option { state s {} }")
	require.Contains(t, findings.Error(), `the name "my.option" cannot be used; it is now my_option`)
}

func TestASymbolOfTwoTypesIsPorted(t *testing.T) {
	m, _ := read(t, "option a { state s { decision { if (x > 1) goto t; else if (x) goto t; else if (x == y ? true : false) goto t; else if (state_time == 3) goto t; else stay; } } state t {} }")
	require.Equal(t, []string{"x > 1 -> t", "x_2 -> t", "x_y_true_false -> t", "state_time_3 -> t"}, guards(m, "s"))
}

func TestFilesThatAreNoOptionsAreRefused(t *testing.T) {
	for _, row := range []struct{ text, says string }{
		{"", "k.xabsl:1:1: the file ends; expected option NAME { … }"},
		{"namespace x(\"y\") { float input a; }", "expected option NAME"},
		{"option a { }", "the option a has no state"},
		{"option a { state s { decision { if (x goto s; } } }", `"goto"; expected )`},
		{"option a {\nstate s { decision { goto nowhere; } } }", "k.xabsl:2:1: states.s.transitions[0]: goto nowhere: there is no such state"},
		{"option a { state s {} state s {} }", "a second state s"},
		{"option a { state FINAL {} }", "cannot be named FINAL"},
		{"option a { /* }", "a remark without an end"},
		{"option a { state s { decision { if (" + strings.Repeat("(", 200), "in each other"},
		{"option a { state s { decision " + strings.Repeat("{", 200), "in each other"},
		{"option a { state s { action { x = \"", "a text without an end"},
		{"option a { $ }", "the character '$'"},
		{"option a { state s { decision { if (x > 1.2.3) goto s; } } }", `"1.2.3"; expected a number with one point at most`},
		{strings.Repeat(" ", xabslMaxBytes+1), "expected at most"},
	} {
		m, findings := ReadXABSL("k.xabsl", []byte(row.text))
		require.Nil(t, m, row.text)
		require.ErrorContains(t, findings.Errors(), row.says)
	}
}

// What is read of a damaged file is a machine, or it is refused in words.
func TestRandomOptionsNeverPanic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for range fuzzn.N(t) / 10 {
		text = fuzzn.Mutate(rng, text, []byte(keeper))
		m, findings := ReadXABSL("random.xabsl", text)
		require.Equal(t, m == nil, len(findings.Errors()) > 0, string(text))
		if m != nil {
			require.NoError(t, m.WriteYAML(&strings.Builder{}))
		}
	}
}
