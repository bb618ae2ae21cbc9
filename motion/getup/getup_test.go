package getup_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/getup"
	"gonao/motion/slot"
	"gonao/nao"
)

const cycle = nao.CyclePeriod

func library(t *testing.T) slot.Library {
	l := slot.Library{}
	for _, name := range []string{"stand_up_front", "stand_up_back", "roll_from_left", "roll_from_right", "getup", "lie_back"} {
		m, err := slot.Parse(name, []byte(`<motion name="`+name+`" wait_reached="false"><slot duration="0.3">
			<joint name="LKneePitch" angle_deg="60"/></slot><slot duration="0.3"><joint name="LKneePitch" angle_deg="20"/></slot></motion>`))
		require.NoError(t, err)
		l[name] = m
	}
	return l
}

// lift steps an engine with a body whose trunk is at angles until it ends; the joints
// follow. It checks that no joint jumps or leaves its range.
func lift(t *testing.T, e *getup.Engine, angles func(t time.Duration, attempts int) [2]float64) getup.Status {
	state := nao.State{Position: nao.StandPosture()}
	state.Angles = angles(0, 0)
	command := nao.Command{Position: state.Position}
	require.NoError(t, e.Begin(&state, &command))
	for i := range 6000 {
		state.Time = time.Duration(i) * cycle
		state.Angles = angles(state.Time, e.Attempts())
		var out nao.Command
		status := e.Step(&state, &out)
		for j := range nao.Joint(nao.NumJoints) {
			require.LessOrEqual(t, math.Abs(out.Position[j]-command.Position[j]), j.MaxSpeed()*cycle.Seconds()+0.02, "%s at %d", j, i)
			require.InDelta(t, j.Clamp(out.Position[j]), out.Position[j], 0)
			require.LessOrEqual(t, math.Abs(out.Stiffness[j]-command.Stiffness[j]), slot.StiffnessRate*cycle.Seconds()+1e-9)
		}
		command, state.Position, state.Stiffness = out, out.Position, out.Stiffness
		if status != getup.Running {
			return status
		}
	}
	t.Fatal("it does not end")
	return getup.Failed
}

func TestARobotThatComesUprightStands(t *testing.T) {
	for name, from := range map[string][2]float64{"front": {0, 1.5}, "back": {0, -1.5}, "left": {-1.5, 0}, "right": {1.5, 0}, "haunches": {0, 0.1}} {
		t.Run(name, func(t *testing.T) {
			e, err := getup.New(getup.DefaultConfig(), library(t))
			require.NoError(t, err)
			status := lift(t, e, func(now time.Duration, _ int) [2]float64 {
				share := max(1-now.Seconds()/0.4, 0)
				return [2]float64{share * from[0], share * from[1]}
			})
			require.Equal(t, getup.Standing, status)
			require.Equal(t, 1, e.Attempts())
			require.InDelta(t, 1, e.Progress(), 0)
		})
	}
}

func TestARobotThatSwaysIsNotSaidToStand(t *testing.T) {
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	state, out := nao.State{Position: nao.StandPosture()}, nao.Command{Position: nao.StandPosture()}
	require.NoError(t, e.Begin(&state, &out))
	for i := range 1200 {
		state.Time = time.Duration(i) * cycle
		state.Gyroscope[1] = math.Sin(2 * math.Pi * state.Time.Seconds()) // at the ends of its way it does not turn
		status := e.Step(&state, &out)
		require.Equal(t, getup.Running, status, "at %v", state.Time)
		if e.Attempts() == 2 {
			require.Equal(t, getup.Unsteady, e.Why().Reason)
			return
		}
		state.Position = out.Position
	}
	t.Fatal("it sways for ever")
}

func TestAnAttemptThatFailsIsMadeAgainAndCounted(t *testing.T) {
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	status := lift(t, e, func(_ time.Duration, attempts int) [2]float64 {
		if attempts < 3 {
			return [2]float64{0, 1.5}
		}
		return [2]float64{}
	})
	require.Equal(t, getup.Standing, status)
	require.Equal(t, 3, e.Attempts())
}

func TestItGivesUpAfterSomeAttemptsAndIsLimp(t *testing.T) {
	for _, angle := range []float64{1.5, -1.5, math.NaN()} {
		e, err := getup.New(getup.DefaultConfig(), library(t))
		require.NoError(t, err)
		require.Equal(t, getup.Failed, lift(t, e, func(time.Duration, int) [2]float64 { return [2]float64{0, angle} }))
		require.Equal(t, 6, e.Attempts())
		var out nao.Command
		for i := range 30 {
			e.Step(&nao.State{Time: time.Duration(6000+i) * cycle}, &out)
		}
		require.Equal(t, nao.Joints{}, out.Stiffness)
	}
}

func TestACanceledGetUpGetsLimp(t *testing.T) {
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	state, out := nao.State{Angles: [2]float64{0, 1.5}}, nao.Command{}
	require.NoError(t, e.Begin(&state, &out))
	for i := range 60 {
		state.Time = time.Duration(i) * cycle
		if i == 30 {
			e.Cancel()
		}
		e.Step(&state, &out)
	}
	require.Equal(t, getup.Failed, e.Status())
	require.Equal(t, nao.Joints{}, out.Stiffness)
}

func TestALibraryWithoutTheMotionsIsTold(t *testing.T) {
	_, err := getup.New(getup.DefaultConfig(), nil)
	require.ErrorIs(t, err, getup.ErrNoMotion)
	require.ErrorContains(t, err, "stand_up_front")
	cfg := getup.DefaultConfig()
	cfg.GyroGain = math.NaN()
	_, err = getup.New(cfg, library(t))
	require.ErrorContains(t, err, "gyro_gain")
}

func TestStepAllocatesNothing(t *testing.T) {
	e, err := getup.New(getup.DefaultConfig(), library(t))
	require.NoError(t, err)
	state, out := nao.State{Angles: [2]float64{0, 1.5}}, nao.Command{}
	require.NoError(t, e.Begin(&state, &out))
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		state.Time += cycle
		e.Step(&state, &out)
	}))
}
