package env

import (
	"encoding/json"
	"math"
	"net"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/localization"
	"gonao/robot/percepts/field"
	"gonao/soccer/match"
	"gonao/soccer/player"
)

func TestTheSameSeedAndActionsReturnTheSame(t *testing.T) {
	run := func(seed uint64) []*Result {
		e, err := New(Config{Task: Score})
		require.NoError(t, err)
		defer e.Close()
		r, err := e.Reset(seed)
		require.NoError(t, err)
		all := []*Result{r}
		for range 60 {
			r, err = e.Step([]Action{{X: 0.2, Theta: 0.1}})
			require.NoError(t, err)
			all = append(all, r)
		}
		return all
	}
	a := run(3)
	require.Equal(t, a, run(3))
	require.NotEqual(t, a, run(4))
	first, last := a[0].Truth.Robots[0], a[60].Truth.Robots[0]
	require.Greater(t, (last[0]-first[0])*(last[0]-first[0])+(last[1]-first[1])*(last[1]-first[1]), 0.2, "it walks")
	require.InDelta(t, 0.096, a[2].Observations[0].Time-a[1].Observations[0].Time, 1e-9)
}

func TestTheTimeOfTheTaskScoreIsLimited(t *testing.T) {
	e, err := New(Config{Task: Score})
	require.NoError(t, err)
	defer e.Close()
	_, err = e.Step([]Action{{}})
	require.ErrorContains(t, err, "expected a reset")
	r, err := e.Reset(1)
	require.NoError(t, err)
	steps := 0
	for !r.Truncated && !r.Terminated {
		r, err = e.Step([]Action{{}})
		require.NoError(t, err)
		steps++
	}
	require.True(t, r.Truncated, "a robot that stands does not score")
	require.InDelta(t, 25/0.096, steps, 2)
	_, err = e.Step([]Action{{}})
	require.ErrorContains(t, err, "over")
}

func TestSeveralAgentsPlayAMatch(t *testing.T) {
	e, err := New(Config{Agents: []Agent{{"red", 1}, {"blue", 2}, {"red", 2}}, Match: match.Config{Players: 2, Half: 10 * time.Second}})
	require.NoError(t, err)
	defer e.Close()
	r, err := e.Reset(5)
	require.NoError(t, err)
	require.Len(t, r.Observations, 3)
	for !r.Terminated {
		r, err = e.Step(make([]Action, 3))
		require.NoError(t, err)
	}
	require.Len(t, r.Rewards, 3)
	require.Len(t, r.Truth.Robots, 4)
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	for want, c := range map[string]Config{
		`task "swim"`: {Task: "swim"}, "side red or blue": {Agents: []Agent{{"green", 1}}}, "each robot once": {Agents: []Agent{{"red", 1}, {"red", 1}}},
	} {
		_, err := New(c)
		require.ErrorContains(t, err, want)
	}
	_, err := New(Config{Task: Score, Agents: []Agent{{"red", 2}}})
	require.EqualError(t, err, "agent red 2: a team has 1 player")
	e, err := New(Config{Task: Score})
	require.NoError(t, err)
	defer e.Close()
	_, err = e.Reset(0)
	require.ErrorContains(t, err, "seed 0")
	_, err = e.Reset(1)
	require.NoError(t, err)
	_, err = e.Step(nil)
	require.ErrorContains(t, err, "0 actions; expected 1")
	_, err = e.Step([]Action{{Do: "fly"}})
	require.ErrorContains(t, err, `do "fly"`)
	for want, line := range map[string]string{
		"make first": `{"method": "reset"}`, "request: expected one JSON object": "nothing",
		"request: actions.x: string given; expected a number":     `{"method": "step", "actions": [{"x": "fast"}]}`,
		"request: seed: number -1 given; expected a whole number": `{"method": "reset", "seed": -1}`,
		`world "moon": expected kinematic or physics`:             `{"method": "make", "world": "moon"}`, `team "nobody"`: `{"method": "make", "red": "nobody"}`,
		"agent red 9: a team has 2 players": `{"method": "make", "players": 2, "config": {"task": "play", "agents": [{"side": "red", "number": 9}]}}`,
		`task "x"`:                          `{"method": "make", "config": {"task": "x"}}`,
	} {
		_, _, err := handle(nil, []byte(line))
		require.ErrorContains(t, err, want)
	}
}

// counted is a filter of a user's own: ours, with its steps counted.
type counted struct {
	localization.Localizer
	steps *int
}

func (c counted) Step(in *localization.Input) localization.Estimate {
	*c.steps++
	return c.Localizer.Step(in)
}

// A filter of one's own takes the place of ours through the same interface as a behaviour and a planner.
func TestAFilterOfOnesOwnTakesThePlaceOfOurs(t *testing.T) {
	steps := 0
	e, err := New(Config{Task: Score, Match: match.Config{Player: func(c *player.Config) {
		c.Localizer = func(m *field.Map) (localization.Localizer, error) {
			f, err := localization.New(m, localization.DefaultConfig())
			return counted{f, &steps}, err
		}
	}}})
	require.NoError(t, err)
	defer e.Close()
	_, err = e.Reset(1)
	require.NoError(t, err)
	require.Positive(t, steps)
}

// With simulated bodies a robot walks by the same actions, and the same seed returns the same.
func TestABodyInPhysicsIsAnEnvironmentToo(t *testing.T) {
	run := func(seed uint64) *Result {
		e, answer, err := handle(nil, []byte(`{"method": "make", "world": "physics", "body": "ideal", "config": {"task": "score"}}`))
		require.NoError(t, err)
		require.Equal(t, map[string]int{"agents": 1}, answer)
		defer e.Close()
		first, err := e.Reset(seed)
		require.NoError(t, err)
		require.NotNil(t, e.match.Bodies)
		require.False(t, first.Terminated)
		r := first
		for range 30 { // 2.9 s
			r, err = e.Step([]Action{{X: 0.2}})
			require.NoError(t, err)
		}
		a, b := first.Truth.Robots[0], r.Truth.Robots[0]
		require.Greater(t, (b[0]-a[0])*math.Cos(a[2])+(b[1]-a[1])*math.Sin(a[2]), 0.15, "it walks ahead")
		require.InDelta(t, b[0], r.Observations[0].Pose[0], 0.4, "it believes to be near where it is")
		return r
	}
	if testing.Short() {
		run(3)
		return
	}
	first := run(3)
	require.Equal(t, first, run(3))
}

// The script of examples/python runs with a plain Python, and scores.
func TestPlainPythonPlays(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("install python3")
	}
	path := filepath.Join(t.TempDir(), "env")
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	go func() { _ = Serve(t.Context(), l) }()
	out, err := exec.Command(python, "-I", "-B", "-c", "import sys; sys.path.insert(0, sys.argv[1]); sys.argv = sys.argv[1:]; exec(open(sys.argv[0] + '/score.py').read())",
		filepath.Join("..", "..", "..", "examples", "python"), path).CombinedOutput()
	require.NoError(t, err, string(out))
	t.Logf("%s", out)
	missing, err := exec.Command(python, "-B", filepath.Join("..", "..", "..", "examples", "python", "score.py"), path+"2").CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(missing), path+"2: No such file or directory; does gonao match env --socket "+path+"2 run?")
	require.Contains(t, string(out), "of 10")
	for _, few := range []string{"scored 0 of", "scored 1 of", "scored 2 of"} {
		require.NotContains(t, string(out), few)
	}
}

func FuzzRequestsDoNotPanic(f *testing.F) {
	for _, line := range []string{`{"method": "make"}`, `{"method": "step", "actions": [{"x": 1e308}]}`, `[]`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		_, answer, err := handle(nil, line)
		if err == nil {
			_, err = json.Marshal(answer)
			require.NoError(t, err)
		}
	})
}
