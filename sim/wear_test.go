package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/sim/world"
)

func TestEveryWornSeedIsAnotherRobotWithinTheLimits(t *testing.T) {
	weak, dead, slopes := map[nao.Joint]bool{}, 0, 0.0
	for seed := range uint64(300) {
		b := DrawTraits(Worn, seed)
		require.NoError(t, b.validate())
		require.Equal(t, b, DrawTraits(Worn, seed))
		n := 0
		for j, strength := range b.Strength {
			if strength < wornLeastStrength {
				weak[nao.Joint(j)] = true
				n++
			}
		}
		require.Equal(t, 1, n, "one joint is weak")
		for _, gain := range b.FSRGain {
			if gain == 0 {
				dead++
			}
		}
		slopes = max(slopes, b.Uneven.SlopeRad)
		require.LessOrEqual(t, b.Uneven.SlopeRad, 3*si.Degree)
		require.InDelta(t, 0.008, b.Uneven.PileM, 1e-12)
	}
	require.Len(t, weak, len(legJoints), "each joint of the legs is the weak one of some robot")
	require.InDelta(t, 90, dead, 40)
	require.Greater(t, slopes, 2.9*si.Degree)
	require.Equal(t, exactTraits(Ideal), DrawTraits(Worn, 5).Without(AllRealism))
}

// stoodWith returns the state of a robot with the figures of a body file after it stood for some time.
func stoodWith(t *testing.T, text string, sec float64) nao.State {
	t.Helper()
	w, err := world.Load("empty")
	require.NoError(t, err)
	cfg := DefaultConfig(w)
	cfg.Noise = Noise{}
	figures, err := ParseFigures([]byte(text))
	require.NoError(t, err)
	cfg.Body = figures
	s, err := New(cfg)
	require.NoError(t, err)
	defer s.Close()
	command := nao.Command{Position: cfg.Start}
	for j := range command.Stiffness {
		command.Stiffness[j] = 1
	}
	var state nao.State
	for range int(sec / nao.CyclePeriod.Seconds()) {
		require.NoError(t, s.Step(&command))
		s.State(&state)
	}
	return state
}

func TestOnASlopeTheInertialUnitIsTilted(t *testing.T) {
	// Downhill is ahead: the robot leans forward, and its weight moves to the toes.
	level, tilted := stoodWith(t, "", 1), stoodWith(t, "slope_deg: 3\ndownhill_deg: 0", 1)
	const gives = 1.5 * si.Degree // by which soft joints let it lean on
	lean := tilted.Angles[1] - level.Angles[1]
	require.True(t, lean > 2.8*si.Degree && lean < 3*si.Degree+gives, "%g", lean)
	require.InDelta(t, 9.81*math.Sin(tilted.Angles[1]), math.Abs(tilted.Accelerometer[0]), 0.15)
	front := func(s *nao.State) float64 {
		return s.FSR[nao.LFrontLeft] + s.FSR[nao.LFrontRight] + s.FSR[nao.RFrontLeft] + s.FSR[nao.RFrontRight]
	}
	require.Greater(t, front(&tilted), front(&level)+3)
	left := stoodWith(t, "slope_deg: 3\ndownhill_deg: 90", 1)
	require.InDelta(t, -3*si.Degree-gives/2, left.Angles[0], gives/2+0.2*si.Degree, "downhill to the left is a roll to the left")
}

func TestFaultyCellsReportWhatTheFileSays(t *testing.T) {
	s := stoodWith(t, "force_gain: {left: 0}\nforce_stuck_n: {RFsrFL: 3}\nforce_bias_n: {RFsrRR: 2}", 0.5)
	for i := range nao.FSR(4) {
		require.Zero(t, s.FSR[i])
	}
	require.InDelta(t, 3, s.FSR[nao.RFrontLeft], 1e-12)
	require.GreaterOrEqual(t, s.FSR[nao.RRearRight], 2.0)
}

func TestAWeakKneeSagsMoreThanASoundOne(t *testing.T) {
	sound, weak := stoodWith(t, "", 1), stoodWith(t, "strength: {knees: 0.5}", 1)
	sag := func(s *nao.State) float64 { return s.Position[nao.LKneePitch] - nao.StandPosture()[nao.LKneePitch] }
	require.Greater(t, math.Abs(sag(&weak)), 1.3*math.Abs(sag(&sound)))
}

func TestMotorsGetAsHotAsTheFileSays(t *testing.T) {
	cool, hot := stoodWith(t, "", 2), stoodWith(t, "heating_k_per_w: 300\nheating_sec: 10", 2)
	require.Greater(t, hot.Temperature[nao.LKneePitch], cool.Temperature[nao.LKneePitch]+1)
}

func TestBumpsCarryFeet(t *testing.T) {
	w, err := world.Load("empty")
	require.NoError(t, err)
	cfg := DefaultConfig(w)
	cfg.Body, err = ParseFigures([]byte("bump_mm: 15\nsink_mm: 1"))
	require.NoError(t, err)
	s, err := New(cfg)
	require.NoError(t, err)
	defer s.Close()
	for _, b := range s.bumps.all {
		require.Less(t, b.z, 0.0, "most of a bump is below the ground")
	}
	require.Greater(t, len(s.bumps.all), 500)
}

func TestAFileWithAnAbsurdFigureIsRefusedInWords(t *testing.T) {
	for text, want := range map[string]string{
		"friction: 50":                     "line 1: body: friction 50: expected 0.01 to 10",
		"a: 1":                             "a: no such figure",
		"frction: 1":                       `did you mean "friction"?`,
		"slope_deg: .nan":                  "slope_deg: NaN: expected a number",
		"slope_deg: steep":                 `slope_deg: "steep": expected a number`,
		"\nstrength: {LKnee: 1}":           "line 2: strength: ",
		"strength: {knees: -1}":            "strength of LKneePitch -1: expected 0 to 2",
		"strength: 1":                      `strength: "1": expected values by name`,
		"force_gain: {x: 1}":               `force_gain: "x": expected one of LFsrFL`,
		"gyroscope_gain: [1, 1]":           "gyroscope_gain: 2 values: expected a list of 3",
		"com_mm: {Head: [200, 0, 0]}":      "com_mm of Head: 200 mm off: expected 100 at most",
		"delay_cycles: 9":                  "delay_cycles 9: expected 0 to 8",
		"battery_sags: maybe":              `battery_sags: "maybe": expected true or false`,
		"friction: 1\nfriction: 2":         "line 2: friction: the key is there twice",
		"- 1":                              "line 1: a list: expected figures such as",
		"mass_factor: {torso: heavy}":      "expected a number",
		"com_mm: {torso: [1, 2]}":          "expected a list of 3",
		"force_bias_n: {all: .inf}":        "expected -50 to 50",
		"heating_sec: 0":                   "heating_sec 0: expected 1 to 100000",
		"accelerometer_bias_m_per_sec2: 1": "expected a list of 3",
	} {
		_, err := ParseFigures([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
	_, err := LoadFigures("no/such.yaml")
	require.ErrorContains(t, err, "no/such.yaml")
}

func TestFiguresReplaceThoseOfTheProfile(t *testing.T) {
	f, err := LoadFigures("play_deg: {legs: 2}\ncom_mm: {Head: [1, 2, 3]}\nbattery_sags: false\ndelay_cycles: 4")
	require.NoError(t, err)
	c := DefaultRobot()
	c.Profile, c.Body, c.Seed = Real, f, 7
	got, err := c.traits()
	require.NoError(t, err)
	was := DrawTraits(Real, 7)
	require.InDelta(t, 2*si.Degree, got.Backlash[nao.RAnkleRoll], 1e-12)
	require.InDelta(t, 0.002, got.CoM[nao.LinkHead].Y, 1e-12)
	require.False(t, got.Sag)
	require.Equal(t, 4, got.Delay)
	require.Equal(t, was.Offset, got.Offset)
	require.InDelta(t, was.Friction, got.Friction, 0)
}

func TestAnglesThatLagStayWithinATurn(t *testing.T) {
	b := &Body{}
	b.traits.Filter.LagSec, b.traits.AngleBias[0] = 0.05, 0.03
	for i := range 1000 { // three turns about the roll's axis
		turned := -6 * math.Pi * float64(i) / 1000
		state := nao.State{Angles: [2]float64{math.Remainder(turned, 2*math.Pi), 0}}
		b.filterAngles(&state.Angles)
		b.distort(&state)
		require.LessOrEqual(t, math.Abs(state.Angles[0]), math.Pi)
		require.InDelta(t, 0.03, math.Remainder(state.Angles[0]-turned, 2*math.Pi), 0.15, "it lags behind the true one")
	}
}
