package match

import (
	"bytes"
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/localization"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
	"gonao/soccer/player"
	"gonao/soccer/referee"
	"gonao/soccer/team"
)

func playOut(t *testing.T, c Config) *Result {
	t.Helper()
	m, err := New(c)
	require.NoError(t, err)
	r, err := m.Run(context.Background())
	require.NoError(t, err)
	return r
}

// A match of five against five by the rules, from the line-up to the end of the second half.
func TestOneWholeMatchEndsByTheRules(t *testing.T) {
	half := 10 * time.Minute
	if testing.Short() {
		half = 3 * time.Minute
	}
	m, err := New(Config{Seed: 3, Half: half})
	require.NoError(t, err)
	phases := map[game.Phase]bool{}
	states := map[game.State]bool{}
	for !m.Over() {
		m.Step()
		phases[m.Game.Game.Phase], states[m.Game.Game.State] = true, true
		require.Less(t, m.Now(), 40*time.Minute, "the match does not end")
	}
	m.Close()
	r := m.Result()
	t.Logf("%+v", r)
	require.Equal(t, map[game.Phase]bool{game.FirstHalf: true, game.SecondHalf: true}, phases)
	for _, s := range []game.State{game.Initial, game.Standby, game.Ready, game.Set, game.Playing, game.Finished} {
		require.True(t, states[s], s.String())
	}
	require.Greater(t, r.Time, 2*half)
	require.Zero(t, r.Faults, "no machine has failed")
	goals := 0 // a ball in a goal after an indirect free kick is ruled by goal too, and counts no goal
	for i := range m.Calls {
		if m.Calls[i].Action.Kind == game.Goal && m.Calls[i].Refuse == "" {
			goals++
		}
	}
	require.Equal(t, goals, r.Score[0]+r.Score[1])
	for i := range 2 {
		require.LessOrEqual(t, r.Messages[i], 1200)
		require.False(t, m.Game.Game.Teams[i].IllegalCommunication)
	}
	for i := range m.Calls {
		require.NotEqual(t, "procedure", m.Calls[i].Rule, m.Calls[i].String())
	}
	var page bytes.Buffer
	require.NoError(t, m.WriteReport(&page, Attachments{}))
	require.Contains(t, page.String(), r.Digest)
	require.Contains(t, m.Text(false), "ours")
}

// In several threads, too: package pool has that test, which the race detector watches.
func TestTheSameSeedReturnsTheSameBytes(t *testing.T) {
	half := 30 * time.Second
	a := playOut(t, Config{Seed: 5, Half: half})
	require.Equal(t, a, playOut(t, Config{Seed: 5, Half: half}), "twice")
	require.NotEqual(t, a.Digest, playOut(t, Config{Seed: 6, Half: half}).Digest)
}

func TestEveryBookAndTeamPlays(t *testing.T) {
	for _, c := range []Config{
		{Rules: "hsl2026", Players: 4, Red: "voronoi", Blue: "luar_unrepaired"},
		{Rules: "spl2025", Players: 7},
		{Rules: "spl2025", Players: 1},
		{Rules: "spl2025", Players: 2, Sight: "measured"},
		{Rules: "naoisis2010", Preset: "naoisis2010", Players: 3, Swap: true},
	} {
		c.Half = 40 * time.Second
		r := playOut(t, c)
		require.Zero(t, r.Faults, c.Rules)
		require.Greater(t, r.Time, 80*time.Second)
	}
}

// forward is a user's own behaviour: it walks ahead.
type forward struct{ steps int }

func (f *forward) Decide(_ *player.View, c *player.Command) { f.steps++; c.Velocity.X = 0.2 }

func TestABehaviourOfOnesOwnReplacesTheMachines(t *testing.T) {
	own := &forward{}
	r := playOut(t, Config{Half: 20 * time.Second, Behaviour: func(s game.Side, number int) player.Behaviour {
		if s == game.Home && number == 2 {
			return own
		}
		return nil
	}})
	require.Positive(t, own.steps)
	require.Positive(t, r.Penalties[0], "it leaves the field, or moves in SET")
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	for want, c := range map[string]Config{
		`team "nobody": no such team`: {Red: "nobody"}, `preset "x": no such preset`: {Preset: "x"}, `table "x": no such table`: {Sight: "x"}, "threads": {Threads: -1},
		"players per team: 99": {Players: 99}, "loss 7": {Link: &team.Link{Loss: 7}},
	} {
		_, err := New(c)
		require.ErrorContains(t, err, want)
	}
}

func TestASeriesPairsSidesAndSeeds(t *testing.T) {
	jobs := Jobs(Config{Half: 15 * time.Second}, "ours", "voronoi", 9, 2)
	require.Len(t, jobs, 4)
	require.Equal(t, []string{"ours", "voronoi", "ours", "voronoi"}, []string{jobs[0].Red, jobs[1].Red, jobs[2].Red, jobs[3].Red})
	one := make([]*Result, len(jobs))
	for i := range jobs {
		one[i] = playOut(t, jobs[i])
	}
	s := Series{A: "ours", B: "voronoi", Results: one}
	require.Len(t, s.Differences(), 2)
	var table bytes.Buffer
	require.NoError(t, s.Write(&table))
	require.Contains(t, table.String(), "4 matches on 2 paired seeds")
}

// Against itself a team plays two different matches of each seed, and red is compared with blue.
func TestASeriesOfATeamAgainstItselfComparesRedWithBlue(t *testing.T) {
	jobs := Jobs(Config{Half: 15 * time.Second}, "ours", "ours", 9, 1)
	require.Equal(t, []bool{false, true}, []bool{jobs[0].Swap, jobs[1].Swap})
	require.NotEqual(t, playOut(t, jobs[0]).Digest, playOut(t, jobs[1]).Digest)
	s := Series{A: "ours", B: "ours", Results: []*Result{{Score: [2]int{3, 1}}, {Score: [2]int{2, 1}}, {Score: [2]int{0, 1}}, {Score: [2]int{1, 1}}}}
	require.Equal(t, []float64{1.5, -0.5}, s.Differences())
	var table bytes.Buffer
	require.NoError(t, s.Write(&table))
	require.Contains(t, table.String(), "ours (red) is better by +0.50 goals per match, 95 % interval")
	require.Contains(t, table.String(), "| won | 2 | 1 |")
	table.Reset()
	s.Results = s.Results[:2]
	require.NoError(t, s.Write(&table))
	require.Contains(t, table.String(), "2 matches on 1 paired seed, 0 drawn: ours (red) is better by +1.50 goals per match, without an interval")
}

func TestTheIntervalHoldsTheMean(t *testing.T) {
	mean, low, high := Interval([]float64{1, 2, 3, 4, 5, 6, 7, 8})
	require.InDelta(t, 4.5, mean, 1e-12)
	require.Less(t, low, 4.5)
	require.Greater(t, high, 4.5)
	require.Greater(t, low, 2.0)
}

// ahead is a behaviour that stands until it walks at full speed.
type ahead struct{ walks bool }

func (a *ahead) Decide(_ *player.View, c *player.Command) {
	if a.walks {
		c.Velocity.X = 1
	}
}

// Robots run into each other and speak too often: the referee hears of it and calls it.
func TestPushesAndMessagesAreCalled(t *testing.T) {
	for rule, c := range map[string]Config{"pushing": {}, "collision": {Rules: "naoisis2010", Preset: "naoisis2010"}} {
		t.Run(rule, func(t *testing.T) { runInto(t, c, rule) })
	}
}

func runInto(t *testing.T, c Config, rule string) {
	t.Helper()
	home := &ahead{}
	c.Half, c.Players, c.Behaviour = time.Minute, 1, func(s game.Side, _ int) player.Behaviour {
		if s == game.Home {
			return home
		}
		return &ahead{}
	}
	m, err := New(c)
	require.NoError(t, err)
	defer m.Close()
	for m.Game.Game.State != game.Playing || m.Game.Game.SetPlay != game.NoSetPlay { // the kick-off passes
		m.Step()
	}
	require.Empty(t, m.truth.Contacts)
	m.World.PlaceBall(3, 2)
	for i, x := range []float64{-2, -1.2} {
		m.World.Place(i, plane.Pose{X: x})
	}
	m.Game.Game.Teams[0].Messages, home.walks = 0, true
	before := len(m.Calls)
	for range 900 {
		m.Step()
	}
	called := map[string]referee.ID{}
	for i := range m.Calls[before:] {
		c := &m.Calls[before+i]
		called[c.Rule] = referee.ID{Side: c.Action.Side, Number: c.Action.Player}
	}
	require.Equal(t, referee.ID{Side: game.Home, Number: 1}, called[rule])
	if rule == "pushing" { // in the other match the robot is off the field before it speaks
		require.Contains(t, called, "messages")
		require.True(t, m.Game.Game.Teams[0].IllegalCommunication)
	}
}

// A team that commits offences is called for each of them that SPL referees call; the same seed returns the same match.
func TestTheClumsyTeamIsCalled(t *testing.T) {
	short := Config{Blue: "clumsy", Seed: 3, Half: 20 * time.Second}
	again := playOut(t, short)
	require.Equal(t, again, playOut(t, short))
	m, err := New(Config{Blue: "clumsy", Seed: 1, Half: 5 * time.Minute})
	require.NoError(t, err)
	r, err := m.Run(context.Background())
	require.NoError(t, err)
	require.Zero(t, r.Faults)
	called := map[string]int{}
	for i := range m.Calls {
		if a := &m.Calls[i].Action; a.Kind == game.Penalize && a.Side == game.Away {
			called[m.Calls[i].Rule]++
		}
	}
	for _, rule := range []string{"pushing", "leaving", "inactive", "motion_in_set", "kick_off_position"} {
		require.Contains(t, called, rule)
	}
	require.Greater(t, r.Penalties[1], 2*r.Penalties[0])
}

// watched is a Localizer that notes which inputs ours had.
type watched struct {
	localization.Localizer
	images, pairs, agree *int
}

func (w watched) Step(in *localization.Input) localization.Estimate {
	e := w.Localizer.Step(in)
	if in.Features != nil {
		*w.images++
	}
	if in.OwnBall != nil {
		*w.pairs++
		if x, y := e.Pose.Point(in.OwnBall.X, in.OwnBall.Y); math.Hypot(x-in.TeamBall.X, y-in.TeamBall.Y) < 1 {
			*w.agree++
		}
	}
	return e
}

// The localizer of a player has the inputs of the node localization: odometry, features, and the ball that shows the side.
func TestPlayersFindTheirPlaceWithTheBallOfTheirTeam(t *testing.T) {
	var images, pairs, agree int
	playOut(t, Config{Seed: 2, Half: 40 * time.Second, Player: func(c *player.Config) {
		c.Localizer = func(m *field.Map) (localization.Localizer, error) {
			f, err := localization.New(m, localization.DefaultConfig())
			return watched{f, &images, &pairs, &agree}, err
		}
	}})
	require.Positive(t, images)
	require.Greater(t, pairs, 100)
	require.Greater(t, float64(agree), 0.8*float64(pairs), "the two balls are one")
}
