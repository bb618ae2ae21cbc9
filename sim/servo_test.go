package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestTorqueGrowsWithTheErrorUpToWhatStiffnessAllows(t *testing.T) {
	m := servo{gain: 10, rate: 1, maximum: 2}
	for _, row := range []struct {
		name                             string
		target, q, qd, stiffness, wanted float64
	}{
		{"at the target", 0.5, 0.5, 0, 1, 0},
		{"small error", 0.1, 0, 0, 1, 1},
		{"small error, moving towards it", 0.1, 0, 0.4, 1, 0.6},
		{"large error", 1, 0, 0, 1, 2},
		{"large error the other way", -1, 0, 0, 1, -2},
		{"half stiffness halves the limit", 1, 0, 0, 0.5, 1},
		{"half stiffness leaves small errors alone", 0.05, 0, 0, 0.5, 0.5},
		{"limp", 1, 0, 0, 0, 0},
		{"switched off, LoLA's −1", 1, 0, 0, -1, 0},
		{"more than full is full", 1, 0, 0, 7, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			require.InDelta(t, row.wanted, m.torque(row.target, row.q, row.qd, row.stiffness), 1e-12)
		})
	}
}

func TestFullTorqueAndTheGearBalanceAtTheNoLoadSpeed(t *testing.T) {
	for _, profile := range []Profile{Ideal, Real} {
		for j := range nao.Joint(nao.NumJoints) {
			m := motorOf(j, profile)
			require.InDelta(t, m.MaxTorque, m.Damping*j.MaxSpeed()+m.Friction, 1e-12, "%s", j)
			require.Less(t, m.MaxTorque, j.StallTorque())
		}
	}
}

func TestTheLegsOfARealRobotGetNoMoreThanTheirDriversLetThrough(t *testing.T) {
	b := DrawTraits(Real, 1)
	for j := range nao.Joint(nao.NumJoints) {
		m := servoOf(j, Real, &b)
		stalled := m.motor(m.torque(100, 0, 0, 1), 0, 1, 1)
		if j.IsLeg() {
			require.InDelta(t, 5, stalled, 1e-12, "%s", j)
		} else {
			require.InDelta(t, motorOf(j, Ideal).MaxTorque, stalled, 1e-12, "%s", j)
		}
		require.InDelta(t, 0, m.motor(m.torque(100, 0, 0, 1), j.MaxSpeed(), 1, 1)-motorOf(j, Real).Friction, 1e-9, "%s", j)
		require.Less(t, m.motor(m.torque(100, 0, 0, 1), 0.9*j.MaxSpeed(), 0.9, 1), m.motor(m.torque(100, 0, 0, 1), 0.9*j.MaxSpeed(), 1, 1))
		require.Less(t, m.motor(1, 0, 1, 1.2), m.motor(1, 0, 1, 1), "a warm winding")
	}
	require.EqualError(t, Profile("strong").Validate(), `profile "strong": expected "ideal", "paper", "real" or "worn"`)
	require.NoError(t, Real.Validate())
}

func TestTheDelayLineHandsOutCommandsCyclesLater(t *testing.T) {
	for cycles := range 4 {
		d := delayLine{cycles: cycles}
		d.reset(&nao.Command{Cycle: 1000})
		for n := range uint64(20) {
			got := d.pass(&nao.Command{Cycle: n}).Cycle
			if n < uint64(cycles) {
				require.Equal(t, uint64(1000), got)
			} else {
				require.Equal(t, n-uint64(cycles), got)
			}
		}
	}
}

func TestAHardWorkingKneeGetsHotAndCoolsAgain(t *testing.T) {
	w := windingOf(nao.LKneePitch)
	const ambient = 27.0
	heating := Heating{KPerW: thermalKPerW, Sec: thermalSec}
	celsius, status := ambient, nao.StatusNormal
	after := func(minutes float64, torque float64) {
		for range int(minutes * 60 / 0.012) {
			celsius = w.warm(&heating, celsius, ambient, w.current(torque), 0.012)
			status = heatStatus(celsius, status)
		}
	}
	after(10, 0.5)
	require.Equal(t, nao.StatusNormal, status, "%.1f °C", celsius)
	after(20, 2.3)
	require.GreaterOrEqual(t, status, nao.StatusHot, "%.1f °C", celsius)
	after(20, 4)
	require.Equal(t, nao.StatusCriticallyHot, status)
	require.Zero(t, coolDown(1, status))
	hottest := celsius
	after(60, 0)
	require.Less(t, celsius, hottest)
	require.InDelta(t, ambient, celsius, 1)
	require.Equal(t, nao.StatusNormal, status)
}

func TestAStatusDoesNotFlutterAtItsThreshold(t *testing.T) {
	require.Equal(t, nao.StatusHot, heatStatus(75.1, nao.StatusNormal))
	require.Equal(t, nao.StatusHot, heatStatus(74.9, nao.StatusHot))
	require.Equal(t, nao.StatusNormal, heatStatus(71.9, nao.StatusHot))
	require.Equal(t, nao.StatusNormal, heatStatus(74.9, nao.StatusNormal))
	require.Equal(t, nao.StatusVeryHot, heatStatus(84, nao.StatusCriticallyHot))
}

func TestTheMotorsCurrentFollowsFromSpeedAndVoltage(t *testing.T) {
	w := windingOf(nao.LHipRoll)
	stall := w.current(nao.LHipRoll.StallTorque())
	require.InDelta(t, 24.0, stall*w.ohm, 1e-9, "at standstill the resistance alone limits the current")
	require.InDelta(t, w.current(1), w.current(-1), 0)
}

func TestTheBatteryLastsLongerWhenTheRobotRests(t *testing.T) {
	rest, work := nao.Battery{Charge: 1}, nao.Battery{Charge: 1}
	for range 3600 {
		drain(&rest, 0, 1)
		drain(&work, 20, 1)
	}
	require.InDelta(t, 1-24.0/48.6, rest.Charge, 0.001)
	require.InDelta(t, -24/21.6, rest.Current, 0.001)
	require.Less(t, work.Charge, rest.Charge)
	for range 7200 {
		drain(&work, 20, 1)
	}
	require.Zero(t, work.Charge, "empty is empty")
}

func TestTheSameSeedScattersTheSame(t *testing.T) {
	states := make([]nao.State, 3)
	for i, seed := range []uint64{7, 7, 8} {
		s := newScatter(defaultNoise(), seed)
		for range 10 {
			s.disturb(&states[i])
		}
	}
	require.Equal(t, states[0], states[1])
	require.NotEqual(t, states[0], states[2])

	var exact nao.State
	newScatter(Noise{}, 1).disturb(&exact)
	require.Equal(t, nao.State{}, exact)
}

func TestNoiseHasTheSpreadItIsGiven(t *testing.T) {
	const sigma, n = 0.01, 20000
	s := newScatter(Noise{Gyroscope: sigma}, 3)
	sum, squares := 0.0, 0.0
	for range n {
		var state nao.State
		s.disturb(&state)
		sum += state.Gyroscope[1]
		squares += state.Gyroscope[1] * state.Gyroscope[1]
	}
	require.InDelta(t, 0, sum/n, 4*sigma/math.Sqrt(n))
	require.InDelta(t, sigma, math.Sqrt(squares/n), 0.05*sigma)
}
