package match

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/goals"
	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
	"gonao/soccer/player"
)

// once has a robot kick once, at 3.5 s.
type once struct {
	kick         goals.Kick
	begun, ended bool
}

func (o *once) Decide(v *player.View, c *player.Command) {
	switch {
	case o.kick == goals.Kick{} || o.ended || v.Now < 3500*time.Millisecond:
	case v.Busy:
		o.ended = o.begun
	default:
		o.begun = true
		c.Goals = append(c.Goals, &o.kick)
	}
}

// A staged scene is a situation in which red's robot 2 kicks.
type staged struct {
	Situation
	left bool
	far  float64 // m; 0: as far as it goes
}

// stage returns the scene in which the ball lies before a foot of a robot at a pose.
func stage(name string, at plane.Pose, left bool, far float64, others ...Placed) staged {
	side := -0.05
	if left {
		side = 0.05
	}
	x, y := at.Point(0.17, side)
	robots := append([]Placed{{game.Home, 2, at}}, others...)
	return staged{Situation{Name: name, Robots: robots, BallX: x, BallY: y}, left, far}
}

// scenes returns 30 scenes; the first three are those of a short test.
func scenes() []staged {
	facing := func(side game.Side, x float64, left bool) Placed {
		y := -0.05
		if left {
			y = 0.05
		}
		return Placed{side, 1, plane.Pose{X: x, Y: y, Theta: math.Pi}}
	}
	var all []staged
	for _, left := range []bool{true, false} {
		for _, far := range []float64{0.85, 0.9, 0.95} {
			all = append(all, stage(fmt.Sprintf("the keeper %.1f m before the kick, left foot %v", far, left), plane.Pose{X: 2.5}, left, 0, facing(game.Away, 2.5+far, left)),
				stage(fmt.Sprintf("a mate %.1f m before the kick, left foot %v", far, left), plane.Pose{X: -2}, left, 0, facing(game.Home, -2+far, left)))
		}
		for _, x := range []float64{3.2, 2.9, 2.6, -1} {
			all = append(all, stage(fmt.Sprintf("the goal %.1f m ahead, left foot %v", 4.5-x, left), plane.Pose{X: x}, left, 0))
		}
		for _, turn := range []float64{0.9, -0.9} {
			all = append(all, stage(fmt.Sprintf("%.1f rad beside the goal, left foot %v", turn, left), plane.Pose{X: 2, Theta: turn}, left, 0))
		}
		opponent := facing(game.Away, 0.9, left)
		opponent.Number = 2
		all = append(all, stage(fmt.Sprintf("an opponent in the way, left foot %v", left), plane.Pose{}, left, 0, opponent),
			stage(fmt.Sprintf("a short kick, left foot %v", left), plane.Pose{X: 3}, left, 0.5))
		missed := stage(fmt.Sprintf("no ball before the foot, left foot %v", left), plane.Pose{X: 1}, left, 0)
		missed.BallY -= 1.5
		all = append(all, missed)
	}
	return all
}

// plays plays a scene on for 8 s, and returns the counts.
func (s *staged) plays(t *testing.T, world string) *Result {
	t.Helper()
	kicks := goals.Kick{BallKnown: true, Foot: goals.RightFoot, BallX: 0.17, BallY: -0.05, Distance: s.far}
	if s.left {
		kicks.Foot, kicks.BallY = goals.LeftFoot, 0.05
	}
	m, err := New(Config{
		WorldKind: world, Preset: "physics", Seed: 1, Players: 2,
		Behaviour: func(side game.Side, number int) player.Behaviour {
			if side == game.Home && number == 2 {
				return &once{kick: kicks}
			}
			return &once{}
		},
	})
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, m.Arrange(s.Situation), s.Name)
	for end := m.Now() + 8*time.Second; m.Now() < end && !m.Over() && m.Game.Game.State == game.Playing; {
		m.Step()
	}
	require.NoError(t, m.Err())
	return m.Result()
}

// In both worlds a scene's kick counts once, and what becomes of it is a shot, a pass or a save by the same words.
func TestWhatHappensToTheBallIsCountedAlikeInBothWorlds(t *testing.T) {
	all := scenes()
	require.Len(t, all, 30)
	if testing.Short() {
		all = all[:2]
	}
	var sums [2][4]float64
	for i := range all {
		s := &all[i]
		for k, world := range []string{Kinematic, Physics} {
			r := s.plays(t, world)
			counts := [4]int{r.Kicks[0], r.Shots[0], r.Passes[0], r.Saves[1]}
			t.Logf("%-9s %-55s kicks, shots, passes, saves %v; %d : %d", world, s.Name, counts, r.Score[0], r.Score[1])
			for c, n := range counts {
				sums[k][c] += float64(n)
			}
			require.LessOrEqual(t, r.Kicks[0], 1, s.Name)
			require.LessOrEqual(t, r.Score[0], r.Shots[0], s.Name)
		}
	}
	t.Logf("kicks, shots, passes, saves: %v", sums)
	for c := range sums[0] {
		require.Positive(t, sums[0][c])
		require.InEpsilon(t, sums[0][c], sums[1][c], 0.1)
	}
}
