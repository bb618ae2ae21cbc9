package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/sim/mujoco"
)

// only makes a real robot with nothing but some of its realism.
func only(what Realism) func(*Config) {
	return func(c *Config) { c.Profile, c.Without = Real, AllRealism&^what }
}

func TestEverySeedIsAnotherRobotWithinTheRanges(t *testing.T) {
	delays := map[int]int{}
	for seed := range uint64(200) {
		b := DrawTraits(Real, seed)
		require.Equal(t, b, DrawTraits(Real, seed))
		require.NotEqual(t, b, DrawTraits(Real, seed+1))
		require.NoError(t, b.validate())
		delays[b.Delay]++
		for j := range nao.Joint(nao.NumJoints) {
			if j.IsLeg() {
				require.GreaterOrEqual(t, b.Backlash[j], leastPlay)
				require.LessOrEqual(t, b.Backlash[j], mostPlay)
			} else {
				require.Zero(t, b.Backlash[j])
			}
			require.LessOrEqual(t, math.Abs(b.Offset[j]), offsetMost)
		}
		for l := range b.Mass {
			require.InDelta(t, 1, b.Mass[l], massShare)
			require.LessOrEqual(t, r3.Norm(b.CoM[l]), math.Sqrt(3)*comShiftM)
		}
		require.True(t, b.Friction >= leastFriction && b.Friction <= mostFriction && b.Charge >= 0.6 && b.Charge <= 1)
		require.True(t, b.SinkM >= 0.001 && b.SinkM <= 0.003)
	}
	require.Len(t, delays, 2)
	require.Greater(t, delays[2], 60)
	require.Greater(t, delays[3], 60)
	require.Equal(t, DrawTraits(Ideal, 1), DrawTraits(Ideal, 2), "nothing is drawn for an ideal robot")
}

// everythingWorn returns a worn robot that differs from an ideal one in every way.
func everythingWorn() Traits {
	for seed := uint64(1); ; seed++ {
		if b := DrawTraits(Worn, seed); b.Delay != exactTraits(Ideal).Delay && b != b.Without(Cells) {
			return b
		}
	}
}

func TestWithoutItsRealismARealRobotIsAnIdealOne(t *testing.T) {
	require.Equal(t, exactTraits(Ideal), DrawTraits(Real, 3).Without(AllRealism))
	for i, name := range RealismNames() {
		what, err := ParseRealism(name)
		require.NoError(t, err)
		require.Equal(t, Realism(1)<<i, what)
		require.Equal(t, name, what.String())
		b := everythingWorn()
		require.NotEqual(t, b, b.Without(what), name)
		require.NotEqual(t, exactTraits(Ideal), b.Without(AllRealism&^what), name)
	}
	all, err := ParseRealism("all")
	require.NoError(t, err)
	require.Equal(t, AllRealism, all)
	some, err := ParseRealism(" heat, backlash")
	require.NoError(t, err)
	require.Equal(t, "backlash,heat", some.String())
	_, err = ParseRealism("wind")
	require.ErrorContains(t, err, `"wind": no such thing; expected some of latency, backlash`)
}

func TestARealRobotRepeatsToTheByteAndTwoDiffer(t *testing.T) {
	run := func(seed uint64) (states []nao.State) {
		s := simulate(t, "empty", func(c *Config) { c.Profile, c.Seed = Real, seed })
		for n := range 60 {
			command := stand()
			squat(command, float64(n)*0.012)
			step(t, s, command, 1)
			var state nao.State
			s.State(&state)
			states = append(states, state)
		}
		return states
	}
	first := run(5)
	require.Equal(t, first, run(5))
	require.NotEqual(t, first, run(6))
}

// A foot hung into the air is pressed to and fro: the link goes through the play, the
// encoder, on the motor's side, hardly moves.
func TestALegGivesWayWithinThePlayOfItsGear(t *testing.T) {
	for _, with := range []Realism{0, Backlash} {
		s := simulate(t, "empty", exact, only(with), func(c *Config) { c.Fixed = true })
		step(t, s, stand(), 100)
		dof, at := s.body.limbs.dof[nao.LAnkleRoll], s.body.limbs.qpos[nao.LAnkleRoll]
		var ends, reported [2]float64
		for i, torque := range []float64{0.5, -0.5} {
			s.data.AppliedForce[dof] = torque
			step(t, s, stand(), 60)
			var state nao.State
			s.State(&state)
			ends[i], reported[i] = s.data.QPos[at], state.Position[nao.LAnkleRoll]
		}
		servo := reported[0] - reported[1] // the servo yields a little too
		require.InDelta(t, s.body.traits.Backlash[nao.LAnkleRoll], ends[0]-ends[1]-servo, 1e-4)
		require.Less(t, servo, 0.02)
		if with == 0 {
			require.InDelta(t, servo, ends[0]-ends[1], 1e-12)
		} else {
			require.Greater(t, ends[0]-ends[1]-servo, leastPlay-1e-4)
		}
	}
}

func TestAnEncoderAndItsCommandShareAWrongZero(t *testing.T) {
	s := simulate(t, "empty", exact, only(Offsets), func(c *Config) { c.Fixed = true })
	step(t, s, stand(), 150)
	var state nao.State
	s.State(&state)
	off := 0
	for j := range nao.Joint(nao.NumJoints) {
		truth := s.data.QPos[s.body.limbs.qpos[j]]
		require.InDelta(t, s.body.traits.Offset[j], truth-state.Position[j], 1e-12)
		if math.Abs(s.body.traits.Offset[j]) > 0.2*si.Degree {
			off++
		}
	}
	require.Greater(t, off, 10)
	require.InDelta(t, nao.StandPosture()[nao.HeadYaw], state.Position[nao.HeadYaw], 0.005)
}

func TestTheLinksWeighWhatTheBodySays(t *testing.T) {
	s := simulate(t, "empty", exact, only(Masses), func(c *Config) { c.Traits = new(Traits); *c.Traits = heavy() })
	step(t, s, stand(), 150)
	sum := 0.0
	for _, f := range s.body.exact.FSR {
		sum += f
	}
	require.InDelta(t, 1.2*nao.TotalMass()*9.81, sum, 0.02*nao.TotalMass()*9.81)
}

func heavy() Traits {
	b := exactTraits(Ideal)
	for l := range b.Mass {
		b.Mass[l] = 1.2
	}
	return b
}

func TestARobotSinksIntoTheCarpetByAMillimetreOrTwo(t *testing.T) {
	height := func(without Realism) float64 {
		s := simulate(t, "empty", exact, func(c *Config) { c.Profile, c.Seed, c.Without = Real, 2, without })
		step(t, s, stand(), seconds(2))
		return s.data.BodyPosition[3*s.body.limbs.feet[0]+2] + s.data.BodyPosition[3*s.body.limbs.feet[1]+2]
	}
	sink := (height(Carpet) - height(0)) / 2
	require.InDelta(t, DrawTraits(Real, 2).SinkM, sink, 0.0006)
	require.Greater(t, sink, 0.001)
	require.Less(t, sink, 0.003)
}

// Both feet are pushed along with a share of what the ground can hold.
func TestTheGroundIsAsSlipperyAsTheBodySays(t *testing.T) {
	for _, friction := range []float64{0.3, 0.8} {
		s := simulate(t, "empty", exact, func(c *Config) {
			b := exactTraits(Ideal)
			b.Friction = friction
			c.Traits = &b
		})
		slides := func(share float64) bool {
			require.NoError(t, s.Reset())
			step(t, s, stand(), 50)
			before := s.data.BodyPosition[3*s.body.limbs.feet[0]+1]
			for _, foot := range s.body.limbs.feet {
				s.data.AppliedWrench[6*foot+1] = share * friction * nao.TotalMass() * 9.81 / 2
			}
			step(t, s, stand(), 15)
			return s.data.BodyPosition[3*s.body.limbs.feet[0]+1]-before > 0.004
		}
		require.False(t, slides(0.8))
		require.True(t, slides(1.4))
	}
}

func TestABatteryThatIsLowOrLoadedSlowsTheJoints(t *testing.T) {
	speed := func(charge float64, edit ...func(*Config)) float64 {
		edit = append(edit, exact, func(c *Config) { c.Fixed, c.Charge = true, charge })
		s := simulate(t, "empty", edit...)
		s.model.Gravity()[2] = 0
		s.model.PassThrough()
		for i := range s.model.JointRange {
			s.model.JointRange[i] = 100 * math.Copysign(1, float64(i%2)-0.5)
		}
		return topSpeed(t, s, nao.HeadYaw, 1)
	}
	full, half := speed(1, only(Voltage)), speed(0.5, only(Voltage))
	require.InDelta(t, batteryVoltage(0.5, 1.1)/batteryVoltage(1, 1.1), half/full, 0.01)
	require.InDelta(t, speed(1, only(0)), speed(0.5, only(0)), 1e-12, "without the voltage's effect")
	require.Less(t, batteryVoltage(1, 6), batteryVoltage(1, 1))

	s := simulate(t, "empty", exact, only(Voltage), func(c *Config) { c.Charge = 1 })
	rest := s.body.power.voltage
	for n := range 100 {
		command := stand()
		squat(command, float64(n)*0.012)
		step(t, s, command, 1)
		rest = min(rest, s.body.power.voltage)
	}
	require.Less(t, rest, s.body.power.voltage+1e-9)
	require.Less(t, rest, batteryVoltage(1, 1.2)/fullVolt, "it sags when the knees bend")
}

func TestAHotMotorIsWeaker(t *testing.T) {
	holds := func(celsius float64) float64 {
		s := simulate(t, "empty", exact, only(Heat|TorqueCap), func(c *Config) { c.AmbientCelsius = celsius })
		m := &s.body.servos[nao.LAnklePitch]
		return m.motor(m.torque(10, 0, 0, 1), 0, 1, s.body.power.resistance[nao.LAnklePitch])
	}
	require.InDelta(t, 5.0, holds(27), 0.2, "warm by what was drawn")
	require.InDelta(t, 5.1/(1+copperPerK*48), holds(75), 0.35)
	require.Less(t, holds(75), 0.92*holds(27))
}

func TestARealRobotsSensorsAreOff(t *testing.T) {
	s := simulate(t, "empty", exact, only(Sensors))
	step(t, s, stand(), 100)
	var state nao.State
	s.State(&state)
	for i := range 3 {
		require.InDelta(t, s.body.traits.AccBias[i], state.Accelerometer[i]-s.body.exact.Accelerometer[i], 1e-12)
		require.InDelta(t, s.body.traits.GyroBias[i], state.Gyroscope[i]-s.body.exact.Gyroscope[i], 1e-12)
	}
	require.InDelta(t, s.body.traits.AngleBias[0], state.Angles[0]-s.body.exact.Angles[0], 1e-12)
	require.InDelta(t, s.body.traits.FSRGain[0], state.FSR[0]/s.body.exact.FSR[0], 1e-9)
	steps := state.Position[nao.LKneePitch] / encoderStep
	require.InDelta(t, math.Round(steps), steps, 1e-9)
}

func TestWrongBodiesAreRefused(t *testing.T) {
	for _, row := range []struct {
		edit func(*Traits)
		says string
	}{
		{func(b *Traits) { b.Friction = 0 }, "friction 0: expected 0.01 to 10"},
		{func(b *Traits) { b.Backlash[nao.LKneePitch] = 1 }, "play_deg of LKneePitch 57.3: expected 0 to 10"},
		{func(b *Traits) { b.Offset[nao.HeadYaw] = math.NaN() }, "offset_deg of HeadYaw NaN"},
		{func(b *Traits) { b.Mass[nao.LinkHead] = 0 }, "mass_factor of Head 0"},
		{func(b *Traits) { b.SinkM = 0.1 }, "sink_mm 100: expected 0 to 10"},
		{func(b *Traits) { b.Delay = 20 }, "delay_cycles 20: expected 0 to 8"},
	} {
		b := exactTraits(Ideal)
		row.edit(&b)
		require.ErrorContains(t, b.validate(), row.says)
	}
}

// A ball on the ground of each profile is slowed by 0.30 to 0.35 m/s², whichever way.
func TestABallRollsToRestAsOnCarpet(t *testing.T) {
	for i, profile := range []Profile{Ideal, Paper, Real} { // the ground of Worn is bumpy and not level
		if testing.Short() && profile == Paper {
			continue
		}
		s := simulate(t, "spl", exact, func(c *Config) { c.Profile, c.Seed = profile, 2 })
		require.InDelta(t, 0.045, s.model.BodyMass[s.balls[2].body], 1e-9)
		sin, cos := math.Sincos(0.4 * float64(i))
		require.NoError(t, s.RollBall("ball", r3.Vec{X: 1, Y: 0.5}, r3.Vec{X: 0.8 * cos, Y: 0.8 * sin}))
		at := s.freeDof(t, "ball")
		speed := func() float64 { return math.Hypot(s.data.QVel[at], s.data.QVel[at+1]) }
		step(t, s, stand(), seconds(0.3))
		first, begin := speed(), s.Time()
		step(t, s, stand(), seconds(1.5))
		slowing := (first - speed()) / (s.Time() - begin).Seconds()
		require.Greater(t, slowing, 0.30, profile)
		require.Less(t, slowing, 0.35, profile)
		require.InDelta(t, sin/cos, s.data.QVel[at+1]/s.data.QVel[at], 0.02, "straight on")
		step(t, s, stand(), seconds(1.2))
		require.InDelta(t, 0, speed(), 0.001, "it has come to rest")
	}
}

func (s *Simulation) freeDof(t *testing.T, name string) int {
	id, err := s.model.ID(mujoco.Joint, name)
	require.NoError(t, err)
	return int(s.model.JointDof[id])
}
