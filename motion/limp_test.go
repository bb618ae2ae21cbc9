package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/slot"
	"gonao/nao"
)

const letArmGo = `<motion name="let_go"><slot duration="0.3"><joint name="LShoulderPitch" stiffness="0"/></slot></motion>`

// Somebody moves the limp arm far away after the motion is over; the next motion
// takes it from there.
func TestAnArmThatWasLeftLimpIsTakenUpWhereItHangs(t *testing.T) {
	m, b := newStanding(t)
	letGo, err := slot.Parse("let_go.xml", []byte(letArmGo))
	require.NoError(t, err)
	m.library["let_go"] = letGo
	p, err := m.Play("let_go")
	require.NoError(t, err)
	b.run(m, 40, smooth(t))
	require.Equal(t, Finished, m.Progress(p).Outcome)
	require.InDelta(t, 0, b.command.Stiffness[nao.LShoulderPitch], 0)

	b.stuck[nao.LShoulderPitch] = true
	b.state.Position[nao.LShoulderPitch] = -1
	b.step(m)
	require.InDelta(t, -1, b.command.Position[nao.LShoulderPitch], 0)

	b.stuck[nao.LShoulderPitch] = false
	b.delayed[0][nao.LShoulderPitch], b.delayed[1][nao.LShoulderPitch] = -1, -1
	p, err = m.Play("stand")
	require.NoError(t, err)
	b.run(m, 200, smooth(t))
	require.Equal(t, Finished, m.Progress(p).Outcome)
	require.InDelta(t, 1, b.command.Stiffness[nao.LShoulderPitch], 1e-12)
	require.InDelta(t, nao.StandPosture()[nao.LShoulderPitch], b.command.Position[nao.LShoulderPitch], 1e-4)
}

func TestAMotionCanBePlayedMirrored(t *testing.T) {
	m, b := newStanding(t)
	_, err := m.Play("dance_left@mirrored")
	require.NoError(t, err)
	left := b.command.Position
	b.run(m, 60, smooth(t))
	require.NotEqual(t, left.Mirror(), b.command.Position.Mirror())
	for _, j := range []nao.Joint{nao.LShoulderPitch, nao.LShoulderRoll, nao.LElbowRoll} {
		require.InDelta(t, left[j], b.command.Position[j], 0, "the other arm")
	}
	_, err = m.Play("dance_lift@mirrored")
	require.ErrorIs(t, err, ErrUnknownMotion)
}
