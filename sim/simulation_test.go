package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// simulate starts a simulation of a world, changed by edits.
func simulate(t testing.TB, worldName string, edit ...func(*Config)) *Simulation {
	t.Helper()
	w, err := world.Load(worldName)
	require.NoError(t, err)
	cfg := DefaultConfig(w)
	for _, e := range edit {
		e(&cfg)
	}
	s, err := New(cfg)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// stand is the command to stand at ease.
func stand() *nao.Command {
	c := &nao.Command{Position: nao.StandPosture()}
	for j := range c.Stiffness {
		c.Stiffness[j] = 1
	}
	return c
}

func step(t testing.TB, s *Simulation, c *nao.Command, cycles int) {
	t.Helper()
	for range cycles {
		require.NoError(t, s.Step(c))
	}
}

func exact(c *Config) { c.Noise = Noise{} }

// seconds returns the number of cycles in so many seconds.
func seconds(sec float64) int { return int(math.Round(sec / nao.CyclePeriod.Seconds())) }

func TestTheRobotStandsForHalfAMinute(t *testing.T) {
	for _, profile := range []Profile{Ideal, Real} {
		t.Run(string(profile), func(t *testing.T) {
			s := simulate(t, "empty", exact, func(c *Config) { c.Profile = profile })
			var state nao.State
			var truth Truth
			lasts := 30.0
			if testing.Short() {
				lasts = 10
			}
			for range seconds(lasts) {
				step(t, s, stand(), 1)
				s.Truth(&truth)
				require.Greater(t, truth.Torso.P.Z, 0.29)
			}
			s.State(&state)
			sum := 0.0
			for _, n := range state.FSR {
				sum += n
			}
			faults := 1.0
			if profile == Real { // a real robot's sensors are off
				faults = 5
			}
			require.InDelta(t, nao.TotalMass()*9.81, sum, faults*0.02*nao.TotalMass()*9.81, "the soles carry the weight")
			require.InDelta(t, 0.50, truth.Cameras[nao.TopCamera].P.Z, 0.03)
			require.InDelta(t, 0, state.Angles[0], 0.02)
			require.InDelta(t, 0, state.Angles[1], 0.08)
			require.InDelta(t, 0, math.Hypot(truth.Torso.P.X, truth.Torso.P.Y), 0.03)
			require.InDelta(t, 9.81, state.Accelerometer[2], faults*0.1)
			for j := range nao.Joint(nao.NumJoints) {
				require.InDelta(t, nao.StandPosture()[j], state.Position[j], 0.06, "%s", j)
				require.Equal(t, nao.StatusNormal, state.Status[j])
			}
		})
	}
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	run := func(seed uint64) (states []nao.State) {
		s := simulate(t, "empty", func(c *Config) { c.Seed = seed })
		command := stand()
		for n := range 100 {
			command.Position[nao.HeadYaw] = 0.5 * math.Sin(float64(n)/20)
			command.Position[nao.LShoulderPitch] = 1 + 0.5*math.Sin(float64(n)/15)
			require.NoError(t, s.MoveCarrier("ball_red", carrier.Position{Angle: 0.3, Height: 0.5}))
			step(t, s, command, 1)
			var state nao.State
			s.State(&state)
			states = append(states, state)
		}
		return states
	}
	first := run(1)
	require.Equal(t, first, run(1))
	require.NotEqual(t, first, run(2))
}

func TestResetBeginsAgainAsNew(t *testing.T) {
	s := simulate(t, "empty")
	var fresh, again nao.State
	s.State(&fresh)
	require.Zero(t, fresh.Time)
	record := func() (out []nao.State) {
		for range 50 {
			step(t, s, stand(), 1)
			var state nao.State
			s.State(&state)
			out = append(out, state)
		}
		return out
	}
	first := record()
	require.NoError(t, s.MoveCarrier("ball_red", carrier.Position{Angle: 1, Height: 1}))
	step(t, s, &nao.Command{}, 100) // limp: it falls
	require.NoError(t, s.Reset())
	s.State(&again)
	require.Equal(t, fresh, again)
	require.Equal(t, first, record())
}

func TestStepDoesNotAllocate(t *testing.T) {
	s := simulate(t, "spl")
	command := stand()
	var state nao.State
	var truth Truth
	s.Truth(&truth)
	step(t, s, command, 10)
	require.Zero(t, testing.AllocsPerRun(50, func() {
		if err := s.Step(command); err != nil {
			t.Error(err)
		}
		s.State(&state)
		s.Truth(&truth)
	}))
}

func TestALimpRobotFallsAndThePhysicsStaysSound(t *testing.T) {
	for _, stiffness := range []float64{0, -1} {
		s := simulate(t, "empty")
		c := &nao.Command{Position: nao.StandPosture()}
		for j := range c.Stiffness {
			c.Stiffness[j] = stiffness
		}
		step(t, s, c, seconds(5))
		var truth Truth
		var state nao.State
		s.Truth(&truth)
		s.State(&state)
		require.Less(t, truth.Torso.P.Z, 0.27, "it sank down")
		require.Greater(t, truth.Torso.P.Z, 0.0)
		require.Zero(t, state.Stiffness[nao.LKneePitch], "the applied stiffness is reported")
		for _, v := range state.Gyroscope {
			require.InDelta(t, 0, v, 0.3, "it lies still")
		}
		require.False(t, s.data.Warnings().Any())
	}
}

func TestACommandTakesTwoCyclesToTheMotors(t *testing.T) {
	for delay := range 4 {
		s := simulate(t, "empty", exact, func(c *Config) { c.Delay = delay; c.Fixed = true })
		step(t, s, stand(), 100)
		command := stand()
		command.Position[nao.HeadYaw] = 1
		moved := 0
		var before, now nao.State
		s.State(&before)
		for ; moved < 10; moved++ {
			step(t, s, command, 1)
			s.State(&now)
			if math.Abs(now.Position[nao.HeadYaw]-before.Position[nao.HeadYaw]) > 1e-3 {
				break
			}
		}
		require.Equal(t, delay, moved, "cycles before the one in which it moves")
	}
}

func TestWhatIsNoNumberLeavesAJointWhereItWas(t *testing.T) {
	s := simulate(t, "empty", exact)
	good, bad := stand(), stand()
	good.Position[nao.HeadYaw] = 0.4
	bad.Position[nao.HeadYaw] = math.NaN()
	bad.Position[nao.HeadPitch] = math.Inf(1)
	bad.Stiffness[nao.LKneePitch] = math.NaN()
	step(t, s, good, 100)
	step(t, s, bad, 100)
	var state nao.State
	s.State(&state)
	require.InDelta(t, 0.4, state.Position[nao.HeadYaw], 0.02)
	require.InDelta(t, 0, state.Position[nao.HeadPitch], 0.05)
	require.InDelta(t, 1, state.Stiffness[nao.LKneePitch], 1e-12)
}

func TestWrongConfigurationsAreRefused(t *testing.T) {
	for _, row := range []struct {
		name string
		edit func(*Config)
		says string
	}{
		{"profile", func(c *Config) { c.Profile = "weak" }, `profile: "weak": expected`},
		{"step that makes no cycle", func(c *Config) { c.StepSec = 0.005 }, "0.012"},
		{"step below zero", func(c *Config) { c.StepSec = -0.002 }, "physics_step_sec: -0.002: expected 0 to 0.012 s"},
		{"delay", func(c *Config) { c.Delay = 9 }, "command_delay_cycles: 9: expected -1 to 8"},
		{"posture", func(c *Config) { c.Start[nao.LElbowRoll] = 1 }, "LElbowRoll"},
		{"carrier", func(c *Config) { c.Carriers = carrier.Capacity{} }, "carriers.turn_deg_per_sec: 0.0: expected 0.1 to 3600 deg/s"},
		{"noise", func(c *Config) { c.Noise.Gyroscope = math.NaN() }, "noise.gyroscope_rad_per_sec: NaN"},
		{"hall", func(c *Config) { c.AmbientCelsius = math.Inf(1) }, "ambient_celsius: +Inf"},
		{"camera", func(c *Config) { c.FOVY = 4 }, "FOVY"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w, err := world.Load("empty")
			require.NoError(t, err)
			cfg := DefaultConfig(w)
			row.edit(&cfg)
			_, err = New(cfg)
			require.ErrorContains(t, err, row.says)
		})
	}
}
