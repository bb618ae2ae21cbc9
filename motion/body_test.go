package motion

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/slot"
	"gonao/nao"
)

// Every state can be entered, and every event leads from some states but not from all.
func TestTheTableOfTransitionsIsComplete(t *testing.T) {
	entered := of(waiting)
	for e := range event(len(transitions)) {
		row := transitions[e]
		require.NotZero(t, row.from, "event %d leads from nowhere", e)
		entered |= of(row.to)
		for s := range bodyState(len(public)) {
			b := body{state: s}
			if row.from&of(s) == 0 {
				require.Panics(t, func() { b.on(e, time.Second) }, "event %d in state %d", e, s)
				require.Equal(t, s, b.state)
				continue
			}
			b.on(e, time.Second)
			require.Equal(t, body{state: row.to, since: time.Second, stoodUp: b.stoodUp, changes: 1}, b)
		}
	}
	require.Equal(t, of(resting)<<1-1, entered)
}

func TestTheTimeInAStateBeginsAnewWithWalkingAndStanding(t *testing.T) {
	m, b, _ := onFeet(t)
	b.run(m, 100, nil)
	stood := m.InStateSec()
	require.Greater(t, stood, 1.0)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	b.until(t, m, Walking, 5)
	require.Less(t, m.InStateSec(), 0.1, "it walks since a moment")
	b.until(t, m, Standing, 200)
	require.Less(t, m.InStateSec(), 0.1, "it stands since a moment")
}

// Lost states are no new run of the body: its cycle counter went on.
func TestAGapOfLostStatesAbortsNothing(t *testing.T) {
	m, b, _ := onFeet(t)
	walk, err := m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	p, err := m.Play("dance_right")
	require.NoError(t, err)
	b.run(m, 10, nil)
	b.state.Time += 40 * nao.CyclePeriod // 0.48 s
	b.state.Cycle += 40
	b.run(m, 60, func(before, after *nao.Joints) {
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(t, before[j], after[j], j.MaxSpeed()*longestStep.Seconds()+1e-9, "%s jumps", j)
		}
	})
	require.Equal(t, Playing, m.Report(walk).Outcome)
	require.Contains(t, []Outcome{Playing, Finished}, m.Progress(p).Outcome)
	require.Equal(t, Walking, m.State())

	b.state.Time += 40 * nao.CyclePeriod
	b.state.Cycle += 40
	b.state.Stiffness = nao.Joints{} // the driver let the robot down meanwhile
	b.step(m)
	require.Equal(t, Restarted, m.Report(walk).Outcome)
	require.Equal(t, Starting, m.State())
}

// A request that is refused leaves the joints of a robot that lies to the fall.
func TestARefusedRequestLeavesALyingRobotProtected(t *testing.T) {
	m, b, f := onFeet(t)
	m.core.cfg.AutoGetUp = false
	f.fall.sees = lying
	b.until(t, m, Fallen, 3)
	up := slot.Motion{Name: "up", Lying: true, Joints: allJoints, Slots: m.library["stand"].Slots}
	m.library["up"] = &up
	m.core.joints.claim(headOwner, groups[Head][:1])
	refused := map[string]error{
		"play": playError(m.Play("up")),
		"limp": m.Limp(append([]nao.Joint{nao.HeadYaw}, groups[Legs]...), time.Second),
	}
	for name, err := range refused {
		require.EqualError(t, err, map[string]string{
			"play": `motion "up": joint HeadYaw: held by the head commands`,
			"limp": "limp: joint HeadYaw: held by the head commands",
		}[name])
	}
	require.Equal(t, "the fall", m.Owner(Legs))
	require.Equal(t, "the fall", m.Owner(LeftArm))
	require.Equal(t, Fallen, m.State())

	m.core.joints.claim(fallOwner, groups[Head][:1])
	for i := range m.plays.all {
		m.plays.all[i].outcome = Playing
	}
	_, err := m.Play("up")
	require.ErrorContains(t, err, "8 motions are played already")
	require.Equal(t, "the fall", m.Owner(Legs))
}

// A robot that fell, or lay, before its first stand plays motions as any other afterwards.
func TestARobotThatWasFoundLyingPlaysWhenItStands(t *testing.T) {
	library, err := Builtin()
	require.NoError(t, err)
	f := &fakes{}
	f.getUp.fall, f.fall.sees = &f.fall, lying
	m := newMotionWith(DefaultConfig(), library, engines{walk: &f.walk, kick: &f.kick, fall: &f.fall, getUp: &f.getUp})
	b := newPuppet(nao.StandPosture())
	b.step(m)
	require.Equal(t, Fallen, m.State())
	task, err := m.GetUp()
	require.NoError(t, err)
	b.until(t, m, Standing, 400)
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.True(t, m.Standing())
	_, err = m.Play("dance_right")
	require.NoError(t, err)
}

func TestAKickLeavesTheJointOfAMoveToIt(t *testing.T) {
	m, b, _ := onFeet(t)
	p, err := m.Move([]slot.Target{{Joint: nao.RElbowYaw, Angle: 0.5}}, 0.2)
	require.NoError(t, err)
	_, err = m.Kick(KickRequest{})
	require.NoError(t, err)
	b.until(t, m, Kicking, 10)
	require.GreaterOrEqual(t, m.core.joints.owners[nao.RElbowYaw], firstPlay)
	require.Equal(t, kickOwner, m.core.joints.owners[nao.RShoulderPitch])
	for m.Progress(p).Outcome == Playing {
		b.run(m, 1, smooth(t))
	}
	require.Equal(t, Finished, m.Progress(p).Outcome)
}

func TestARobotThatRestsIsNotSentToTheStandByAHand(t *testing.T) {
	m, b, _ := onFeet(t)
	_, err := m.Posture("rest")
	require.NoError(t, err)
	b.until(t, m, Resting, 400)
	require.NoError(t, m.Limp(groups[Legs], 100*time.Millisecond))
	b.run(m, 300, nil)
	require.Equal(t, Resting, m.State())
}
