package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// puppet is a robot whose joints are where they were told to be two cycles ago.
type puppet struct {
	state   nao.State
	command nao.Command
	delayed [2]nao.Joints
	stuck   [nao.NumJoints]bool
}

func newPuppet(posture nao.Joints) *puppet {
	b := &puppet{delayed: [2]nao.Joints{posture, posture}}
	b.state.Position = posture
	b.state.Time, b.state.Cycle = 10*nao.CyclePeriod, 10
	return b
}

// step runs one cycle.
func (b *puppet) step(m *Motion) {
	m.Step(&b.state, &b.command)
	for j := range b.delayed[0] {
		if !b.stuck[j] {
			b.state.Position[j] = b.delayed[0][j]
		}
	}
	b.delayed = [2]nao.Joints{b.delayed[1], b.command.Position}
	b.state.Stiffness = b.command.Stiffness
	b.state.Time += nao.CyclePeriod
	b.state.Cycle++
}

// run runs n cycles and gives each to look.
func (b *puppet) run(m *Motion, n int, look func(before, after *nao.Joints)) {
	for range n {
		before := b.command.Position
		b.step(m)
		if look != nil {
			look(&before, &b.command.Position)
		}
	}
}

// newMotion gives a motion without engines: slot motions and head alone.
func newMotion(tb testing.TB) *Motion {
	library, err := Builtin()
	require.NoError(tb, err)
	return newMotionWith(DefaultConfig(), library, engines{})
}

// newStanding returns a robot that stands.
func newStanding(tb testing.TB) (*Motion, *puppet) {
	m, b := newMotion(tb), newPuppet(nao.StandPosture())
	for i := 0; !m.Standing(); i++ {
		require.Less(tb, i, 500)
		b.step(m)
	}
	return m, b
}

// smooth fails when a joint moves faster than it can.
func smooth(tb testing.TB) func(before, after *nao.Joints) {
	return func(before, after *nao.Joints) {
		for j := range nao.Joint(nao.NumJoints) {
			require.InDelta(tb, before[j], after[j], j.MaxSpeed()*nao.CyclePeriod.Seconds()+1e-9, "%s jumps", j)
		}
	}
}

func headSpeed(yaw, pitch float64) nao.HeadCommand {
	return nao.HeadCommand{Mode: nao.HeadSpeed, YawRate: yaw, PitchRate: pitch}
}
