package motion

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/servo"
	"gonao/motion/slot"
	"gonao/nao"
)

// tryAll tries everything that moves a robot and returns the errors by name.
func tryAll(m *Motion) map[string]error {
	err := map[string]error{}
	err["velocity"] = m.SetVelocity(Velocity{X: 0.1})
	err["walk_goal"] = m.WalkGoal([]Point{{X: 1}}, 0, 0)
	_, err["walk_to"] = m.WalkTo(1, 0, 0, 0)
	_, err["kick"] = m.Kick(KickRequest{})
	_, err["save"] = m.Save(SaveRequest{Kind: SaveBlock})
	_, err["sit"] = m.Posture("sit")
	_, err["look_at"] = m.LookAt(LookAt{})
	err["head"] = m.SetHead(nao.HeadCommand{Yaw: 0.5, Mode: nao.HeadPosition})
	_, err["play"] = m.Play("dance_left")
	_, err["move"] = m.Move([]slot.Target{{Joint: nao.LShoulderPitch, Angle: 1}}, 0.5)
	err["joint speeds"] = m.SetJointSpeeds([]servo.SpeedTarget{{Joint: nao.LShoulderPitch, RadPerSec: 1}}, time.Second)
	err["angles"] = m.GoTo([]servo.AngleTarget{{Joint: nao.LShoulderPitch, Rad: 1}}, 0.5, false)
	err["positions"] = m.SetPositions([]servo.AngleTarget{{Joint: nao.LShoulderPitch, Rad: 1}})
	return err
}

func TestAPenalisedRobotRefusesEverythingThatMovesIt(t *testing.T) {
	m, b, f := onFeet(t)
	b.run(m, 300, smooth(t)) // the arms come to rest
	m.StandStill(true)
	for what, err := range tryAll(m) {
		require.ErrorIs(t, err, errStill, what)
	}
	before := b.command.Position
	b.run(m, 200, smooth(t))
	require.Equal(t, before, b.command.Position, "no joint moves")
	require.Zero(t, f.walk.asked)
	m.StandStill(false)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
	b.run(m, 5, smooth(t))
	require.InDelta(t, 0.1, f.walk.asked.X, 0, "it may move again")
}

func TestWhatMovesARobotEndsWithAPenalty(t *testing.T) {
	m, b, f := onFeet(t)
	dance, err := m.Play("dance_left")
	require.NoError(t, err)
	require.NoError(t, m.SetHead(nao.HeadCommand{Yaw: 0.5, Mode: nao.HeadPosition}))
	require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	b.run(m, 20, smooth(t))
	m.StandStill(true)
	b.run(m, 60, smooth(t)) // it comes to rest
	require.Equal(t, Canceled, m.Progress(dance).Outcome)
	require.Zero(t, f.walk.asked)
	before := b.command.Position
	b.run(m, 200, smooth(t))
	require.Equal(t, before, b.command.Position)

	m.StandStill(false)
	walk, err := m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	look, err := m.LookAt(LookAt{HoldSec: -1})
	require.NoError(t, err)
	b.run(m, 10, smooth(t))
	m.StandStill(true)
	require.Equal(t, Canceled, m.Report(walk).Outcome)
	require.Equal(t, Canceled, m.Report(look).Outcome)
}

func TestAPenalisedRobotMayRestAndGetUp(t *testing.T) {
	m, b, f := onFeet(t)
	m.StandStill(true)
	f.fall.sees = tipping
	b.until(t, m, Falling, 10)
	f.fall.sees = lying
	b.until(t, m, Fallen, 1000)
	b.until(t, m, Standing, 2000)
	_, err := m.Posture("rest")
	require.NoError(t, err)
}
