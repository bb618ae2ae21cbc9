package lola_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"gonao/nao"
	"gonao/nao/lola"
)

// only returns a sensor frame of one key with a single float of a value in each place.
func only(key string, values ...float32) []byte {
	b := msgp.AppendString(msgp.AppendMapHeader(nil, 1), key)
	b = msgp.AppendArrayHeader(b, uint32(len(values)))
	for _, v := range values {
		b = msgp.AppendFloat32(b, v)
	}
	return b
}

func TestWhatFramesLackIsNoCapability(t *testing.T) {
	var s lola.Sensors
	var st nao.State
	require.NoError(t, s.Decode(only("Sonar", 0.5, 0.25)))
	s.State(&st)
	require.True(t, st.Capabilities.Has(nao.SensesSonar|nao.CanPosition))
	require.False(t, st.Capabilities.Has(nao.SensesBattery))
	require.False(t, s.Seen.Has(lola.Needed))

	require.NoError(t, s.Decode(only("Accelerometer", 0, 0, -9.81)))
	s.State(&st)
	require.False(t, st.Capabilities.Has(nao.SensesIMU), "no gyroscope, no angles")
	require.Equal(t, [2]float64{0.5, 0.25}, st.Sonar, "what is missing keeps its value")

	require.NoError(t, s.Decode(exampleFrame(t)))
	s.State(&st)
	require.Equal(t, lola.Capabilities, st.Capabilities)
	require.Equal(t, lola.Keys(lola.AllKeys), s.Seen)
}

func TestASonarSaysNothingFromFiveMetresOn(t *testing.T) {
	for _, row := range []struct {
		said float32
		want float64
	}{{0.25, 0.25}, {5, nao.SonarNothing}, {7.5, nao.SonarNothing}, {0, 0}} {
		var s lola.Sensors
		var st nao.State
		require.NoError(t, s.Decode(only("Sonar", row.said, -1)))
		s.State(&st)
		require.InDelta(t, row.want, st.Sonar[nao.LeftSonar], 0)
		require.True(t, math.IsNaN(st.Sonar[nao.RightSonar]), "less than nothing is not measured")
	}
	var st nao.State
	new(lola.Sensors).State(&st)
	require.True(t, math.IsNaN(st.Sonar[0]), "a robot that never spoke of its sonars")
}

func TestARobotSaysTheLastDistanceAgainWhileItDoesNotMeasure(t *testing.T) {
	var s lola.Sensors
	s.SetState(&nao.State{Sonar: [2]float64{0.5, 0.75}})
	s.SetState(&nao.State{Sonar: [2]float64{math.NaN(), 0.25}})
	require.Equal(t, [2]float32{0.5, 0.25}, s.Sonar)
}

// The battery is charge, status, current, temperature; the maker's page has two of them
// the other way round.
func TestTheBatterysOrderIsThatOfTheRobot(t *testing.T) {
	for _, row := range []struct {
		status   float32
		charging bool
	}{{-32552, true}, {-32708, false}} {
		var s lola.Sensors
		var st nao.State
		require.NoError(t, s.Decode(only("Battery", 0.75, row.status, -1.5, 36)))
		s.State(&st)
		require.Equal(t, nao.Battery{Charge: 0.75, Charging: row.charging, Current: -1.5, Temperature: 36}, st.Battery)
	}
}

func TestHandsOpenAndCloseAsOtherJointsTurn(t *testing.T) {
	cmd := nao.Command{Position: nao.Joints{nao.LHand: 1, nao.RHand: 0.25}}
	var c, back lola.Commands
	c.SetCommand(&cmd)
	require.NoError(t, back.Decode(c.Append(nil)))
	require.InDelta(t, 1, back.Position[23], 0)
	require.InDelta(t, 0.25, back.Position[24], 0)
}

func TestLightsLieInTheFrameAsTheMakerNumbersThem(t *testing.T) {
	var l nao.Lights
	l.LeftEye[0] = nao.Color{R: 0.125, G: 0.25, B: 0.5}
	l.RightEye[7] = nao.Color{R: 0.25}
	l.LeftEar[9], l.RightEar[0], l.Skull[11] = 0.25, 0.5, 0.75
	l.Chest, l.LeftFoot, l.RightFoot = nao.Color{R: 1}, nao.Color{G: 1}, nao.Color{B: 1}
	var c, back lola.Commands
	c.SetLights(&l)
	require.NoError(t, back.Decode(c.Append(nil)))
	require.InDelta(t, 0.125, back.LEye[0], 0, "8 red")
	require.InDelta(t, 0.25, back.LEye[8], 0, "then 8 green")
	require.InDelta(t, 0.5, back.LEye[16], 0, "then 8 blue")
	require.InDelta(t, 0.25, back.REye[7], 0)
	require.InDelta(t, 0.25, back.LEar[9], 0)
	require.InDelta(t, 0.5, back.REar[0], 0)
	require.InDelta(t, 0.75, back.Skull[11], 0)
	require.Equal(t, [3]float32{1, 0, 0}, back.Chest)
	require.Equal(t, [3]float32{0, 1, 0}, back.LFoot)
	require.Equal(t, [3]float32{0, 0, 1}, back.RFoot)
	var again nao.Lights
	back.Lights(&again)
	require.Equal(t, l, again)
}
