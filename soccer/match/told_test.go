package match

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/soccer/game"
	"gonao/soccer/player"
	"gonao/soccer/team"
)

// Robots see the sign for READY with 85 %. A robot that misses it hears of it from its team, long before the packets follow.
func TestWhoMissesTheSignForReadyIsTold(t *testing.T) {
	for seed := range uint64(4) {
		m, err := New(Config{Seed: seed + 1, Link: &team.Link{}})
		require.NoError(t, err)
		for m.Game.Game.State != game.Ready {
			m.Step()
		}
		require.Equal(t, game.Standby, m.Game.View().State, "the packets come later")
		for range 250 { // 3 s
			m.Step()
		}
		for i := range m.Players {
			require.Equal(t, game.Ready, m.Players[i].View.State, "seed %d, robot %d", seed+1, i)
		}
		m.Close()
	}
}

// While nobody sees the ball, each robot compares how long ago it saw the ball with how long ago the others did.
func TestWhoSawTheBallLastIsTheStriker(t *testing.T) {
	m, err := New(Config{Red: "luar"})
	require.NoError(t, err)
	defer m.Close()
	p := m.Players[2] // number 3
	playing := m.Game.Game
	playing.State = game.Playing
	for image := range 60 {
		s := player.Senses{Now: time.Duration(image+1) * 96 * time.Millisecond, Game: &playing, Sonar: [2]float64{math.Inf(1), math.Inf(1)}}
		if image < 20 {
			cov := plane.Cov2{XX: 0.01, YY: 0.01}
			s.Features = &percepts.FieldFeatures{Stamp: s.Now}
			s.Balls = []percepts.SeenBall{{Stamp: s.Now, X: 2, Cov: cov, Confidence: 1}}
		}
		if image == 40 { // number 4 tells that it has lost the ball as well, later than number 3
			s.Inbox = []team.Message{{Number: 4, Time: s.Now, Role: team.Striker, BallAge: 0.1}}
			ball := &p.View.Ball
			s.Inbox[0].Pose = plane.Pose{X: ball.X - 0.3, Y: ball.Y}
		}
		p.Step(&s)
		require.True(t, image < 20 || p.View.Ball.Age < 4, "number 3 has seen the ball")
		striker := p.View.Board.Mates[3].Active && team.Luar{}.Assign(&p.View.Board) != team.Striker
		require.Equal(t, image >= 40, striker, "image %d: number 4 is the striker from its message on", image)
	}
	require.InDelta(t, 0.1+19*0.096, p.View.Board.Mates[3].BallAge, 0.01, "a ball that nobody sees grows older")
}

// A striker that hears of another striker sends its place to its team.
func TestAStrikerAnswersAnother(t *testing.T) {
	m, err := New(Config{Red: "luar"})
	require.NoError(t, err)
	defer m.Close()
	p := m.Players[2] // number 3
	playing := m.Game.Game
	playing.State = game.Playing
	sent := map[int]bool{}
	for image := range 60 {
		s := player.Senses{Now: time.Duration(image+1) * 96 * time.Millisecond, Game: &playing, Sonar: [2]float64{math.Inf(1), math.Inf(1)}}
		s.Features = &percepts.FieldFeatures{Stamp: s.Now}
		s.Balls = []percepts.SeenBall{{Stamp: s.Now, X: 0.5, Cov: plane.Cov2{XX: 0.01, YY: 0.01}, Confidence: 1}}
		if image == 40 { // number 4 takes itself to be the striker, far from the ball
			s.Inbox = []team.Message{{Number: 4, Time: s.Now, Role: team.Striker, Pose: plane.Pose{X: 4, Y: -2}}}
		}
		p.Step(&s)
		_, sent[image] = p.Message(10 * time.Minute)
	}
	require.Equal(t, team.Striker, p.View.Role)
	require.True(t, sent[40], "at once")
	for image := 30; image < 40; image++ {
		require.False(t, sent[image], "image %d", image)
	}
}
