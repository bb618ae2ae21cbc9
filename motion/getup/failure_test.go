package getup_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/nao"
)

func TestAFailureHasItsReasonInWords(t *testing.T) {
	require.Empty(t, getup.Failure{}.String())
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	lift(t, e, func(time.Duration, int) [2]float64 { return [2]float64{0, 1.5} })
	why := e.Why()
	require.Equal(t, getup.NotOnFeet, why.Reason)
	require.Equal(t, 6, why.Attempt)
	require.Equal(t, "attempt 6, stand_up_front, slot 2: it is not on its feet; the trunk leans 86° forward and 0° to the right", why.String())
	why.Joint, why.LackRad = nao.LKneePitch, -0.5
	require.Contains(t, why.String(), "; LKneePitch is 29° short of its target")
}

// rise steps an engine on the haunches with a body that follows but for some joints; it returns the time until it stands
// and the last command.
func rise(t *testing.T, lacks nao.Joints) (sec float64, out nao.Command) {
	l := slot.Library{}
	for _, name := range []string{"stand_up_front", "stand_up_back", "roll_from_left", "roll_from_right", "getup", "lie_back"} {
		m, err := slot.Parse(name, []byte(`<motion name="`+name+`" wait_reached="false"><slot duration="0.5">
			<joint name="LKneePitch" angle_deg="60"/><joint name="LHipPitch" angle_deg="-30"/><joint name="RHipPitch" angle_deg="-30"/><joint name="LAnklePitch" angle_deg="-30"/></slot></motion>`))
		require.NoError(t, err)
		l[name] = m
	}
	e, err := getup.New(getup.DefaultConfig(), l)
	require.NoError(t, err)
	state := nao.State{Position: nao.StandPosture(), Angles: [2]float64{0, 0.05}}
	out = nao.Command{Position: state.Position}
	for j := range out.Stiffness {
		out.Stiffness[j] = 1
	}
	require.NoError(t, e.Begin(&state, &out))
	for e.Step(&state, &out) == getup.Running {
		state.Time += cycle
		for j := range state.Position {
			state.Position[j] = out.Position[j] - lacks[j]
		}
		require.Less(t, state.Time, 20*time.Second)
	}
	return state.Time.Seconds(), out
}

// "Stand Up, NAO!": what a weak joint lacks, others take over, and the motion waits for it.
func TestOtherJointsTakeOverWhatAWeakOneLacks(t *testing.T) {
	sec, strong := rise(t, nao.Joints{})
	slow, weak := rise(t, nao.Joints{nao.LKneePitch: -0.45})
	require.Greater(t, slow, sec)
	require.Less(t, weak.Position[nao.LAnklePitch], strong.Position[nao.LAnklePitch]-0.1)
}
