package gazebobridge

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gztest"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
)

// pacing are the clients of the services that pause and step the world.
type pacing struct {
	*bench
	pauses *ros.Client[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse]
	steps  *ros.Client[msgs.StepSimulatorRequest, msgs.StepSimulatorResponse]
	speeds *ros.Client[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse]
	stats  *ros.Subscription[msgs.SimulatorStats]
}

func newPacing(t *testing.T, o gztest.Options, change ...func(*Config)) pacing {
	t.Helper()
	h := pacing{bench: newBench(t, o, change...)}
	var errs [4]error
	h.pauses, errs[0] = ros.NewClient[stdsrvs.SetBoolRequest, stdsrvs.SetBoolResponse](h.tester, "simulator/pause")
	h.steps, errs[1] = ros.NewClient[msgs.StepSimulatorRequest, msgs.StepSimulatorResponse](h.tester, "simulator/step")
	h.speeds, errs[2] = ros.NewClient[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse](h.tester, "simulator/speed")
	h.stats, errs[3] = ros.Subscribe[msgs.SimulatorStats](h.tester, "simulator_stats", ros.Depth(1))
	for _, err := range errs {
		require.NoError(t, err)
	}
	h.until("the first state", func(*msgs.RobotState) bool { return true })
	return h
}

func (h pacing) pause(stand bool) string {
	return call(h.bench, h.pauses, stdsrvs.SetBoolRequest{Data: stand}, func(a stdsrvs.SetBoolResponse) string { return a.Message })
}

func (h pacing) speed(x float64) string {
	return call(h.bench, h.speeds, msgs.SetSimulatorSpeedRequest{Speed: x}, func(a msgs.SetSimulatorSpeedResponse) string { return a.Message })
}

// reported blocks until the statistics fit.
func (h pacing) reported(fits func(msgs.SimulatorStats) bool) {
	h.t.Helper()
	for !fits(receive(h.t, h.stats.C())) {
	}
}

// still has the world pause without anybody who answers states, and returns its time.
func (h pacing) still() time.Duration {
	h.t.Helper()
	a, err := h.pauses.Call(h.t.Context(), stdsrvs.SetBoolRequest{Data: true})
	require.NoError(h.t, err)
	require.Equal(h.t, stdsrvs.SetBoolResponse{Success: true}, a)
	h.reported(func(s msgs.SimulatorStats) bool { return s.Paused })
	return h.world.Time()
}

func TestALockedWorldIsPausedAndStepped(t *testing.T) {
	h := newPacing(t, gztest.Options{Balls: []string{"ball"}})
	at := h.still()
	for len(h.states.C()) > 0 { // of the cycle that was being made
		<-h.states.C()
	}

	// Things are put elsewhere while it stands.
	places, err := ros.NewClient[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](h.tester, "simulator/place")
	require.NoError(t, err)
	placed, err := places.Call(t.Context(), msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: 1}})
	require.NoError(t, err)
	require.True(t, placed.Success, placed.Message)
	require.InDelta(t, 1, h.world.Pose("nao").GetPosition().GetX(), 1e-9)
	require.Equal(t, at, h.world.Time(), "time stands")

	stepped := make(chan msgs.StepSimulatorResponse, 1)
	go func() {
		a, err := h.steps.Call(t.Context(), msgs.StepSimulatorRequest{Cycles: 5})
		if err != nil {
			a.Message = err.Error()
		}
		stepped <- a
	}()
	cmd := standing()
	for range 5 {
		h.cycle(cmd)
	}
	require.Equal(t, msgs.StepSimulatorResponse{Success: true}, receive(t, stepped))
	require.Equal(t, at+5*nao.CyclePeriod, h.world.Time(), "five cycles and no more")
	again, err := h.steps.Call(t.Context(), msgs.StepSimulatorRequest{})
	require.NoError(t, err)
	require.True(t, again.Success, again.Message)
	require.Equal(t, at+6*nao.CyclePeriod, h.world.Time(), "no cycles is one")
	tooMany, err := h.steps.Call(t.Context(), msgs.StepSimulatorRequest{Cycles: 5001})
	require.NoError(t, err)
	require.Contains(t, tooMany.Message, "at most 5000")

	require.Empty(t, h.pause(false))
	h.reported(func(s msgs.SimulatorStats) bool { return !s.Paused })
	h.until("it goes on", func(s *msgs.RobotState) bool {
		return ros.StampTime(s.Stamp).After(time.Unix(0, 0).Add(at + 20*nao.CyclePeriod))
	})
	require.Empty(t, h.speed(10))
	h.reported(func(s msgs.SimulatorStats) bool { return s.Speed == 10 })
	require.Empty(t, h.speed(0))
	require.Contains(t, h.speed(-1), "expected 0.1 to 10 times real time")
	h.still() // the robot is let down at the end all the same
}

func TestAWorldThatRunsByItselfIsPausedByItsServer(t *testing.T) {
	h := newPacing(t, gztest.Options{Playing: true}, func(c *Config) { c.Driver.Lockstep = false })
	at := h.still()
	require.True(t, h.world.Paused())
	require.Equal(t, at, h.world.Time())
	stepped, err := h.steps.Call(t.Context(), msgs.StepSimulatorRequest{Cycles: 3})
	require.NoError(t, err)
	require.True(t, stepped.Success, stepped.Message)
	require.Equal(t, at+3*nao.CyclePeriod, h.world.Time())
	set, err := h.speeds.Call(t.Context(), msgs.SetSimulatorSpeedRequest{Speed: 0.5})
	require.NoError(t, err)
	require.True(t, set.Success, set.Message)
	require.InDelta(t, 0.5, h.world.RealTimeFactor(), 1e-9)
	free, err := h.speeds.Call(t.Context(), msgs.SetSimulatorSpeedRequest{})
	require.NoError(t, err)
	require.Contains(t, free.Message, "expected the parameter lockstep")
	resumed, err := h.pauses.Call(t.Context(), stdsrvs.SetBoolRequest{})
	require.NoError(t, err)
	require.True(t, resumed.Success, resumed.Message)
	require.False(t, h.world.Paused())
	h.still()
}

func TestWithoutAWorldNothingIsPaused(t *testing.T) {
	h := newPacing(t, gztest.Options{Playing: true}, func(c *Config) { c.Driver.Lockstep, c.Driver.SilentFor = false, 100*time.Millisecond })
	h.world.Hang(true)
	defer h.world.Hang(false)
	set, err := h.pauses.Call(t.Context(), stdsrvs.SetBoolRequest{Data: true})
	require.NoError(t, err)
	require.False(t, set.Success)
	require.NotEmpty(t, set.Message)
}
