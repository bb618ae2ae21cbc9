package lola_test

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"gonao/nao"
	"gonao/nao/lola"
)

func exampleFrame(t testing.TB) []byte {
	t.Helper()
	frame, err := os.ReadFile("testdata/frame.bin")
	require.NoError(t, err)
	return frame
}

func TestARobotsFrameIsReadAndWrittenByteForByte(t *testing.T) {
	frame := exampleFrame(t)
	require.Len(t, frame, lola.SensorFrameSize)
	var s lola.Sensors
	require.NoError(t, s.Decode(frame))
	require.Equal(t, [4]string{"P0000073A03S83I00011", "6.0.0", "P0000074A03S84F00006", "6.0.0"}, s.RobotConfig)
	require.InDelta(t, 0.990951, s.Angles[1], 1e-6)
	require.InDelta(t, 0.54913, s.Position[nao.HeadPitch], 1e-6)
	require.InDelta(t, 1.52253, s.FSR[nao.LFrontRight], 1e-6)
	require.InDelta(t, 40, s.Temperature[nao.HeadPitch], 0)
	require.Equal(t, frame, s.Append(nil))
}

func TestASimulatedRobotsFrameHasTheSizeClientsRelyOn(t *testing.T) {
	s := lola.Sensors{RobotConfig: lola.SimulatedRobotConfig()}
	require.Len(t, s.Append(nil), lola.SensorFrameSize)
	require.Len(t, new(lola.Commands).Append(nil), 786, "as the full frame of other clients")
}

func TestTheRobotsFrameInOurUnits(t *testing.T) {
	var s lola.Sensors
	require.NoError(t, s.Decode(exampleFrame(t)))
	var st nao.State
	s.State(&st)
	require.InDelta(t, 9.81*1.52253, st.FSR[nao.LFrontRight], 1e-4)
	require.Equal(t, nao.Battery{
		Charge: float64(float32(0.99)), Charging: true,
		Current: float64(float32(0.016)), Temperature: float64(float32(3.6)),
	}, st.Battery)

	// Leaning forward by θ, a body at rest feels (−g sin θ, g sin φ cos θ, g cos φ cos θ).
	roll, pitch := st.Angles[0], st.Angles[1]
	require.InDelta(t, -9.81*math.Sin(pitch), st.Accelerometer[0], 0.6)
	require.InDelta(t, 9.81*math.Sin(roll)*math.Cos(pitch), st.Accelerometer[1], 0.6)
	require.InDelta(t, 9.81*math.Cos(roll)*math.Cos(pitch), st.Accelerometer[2], 0.6)
}

func TestAStateComesBackFromItsFrame(t *testing.T) {
	st := nao.State{Capabilities: lola.Capabilities}
	for j := range nao.NumJoints {
		st.Position[j], st.Stiffness[j] = float64(j)/32, float64(j)/64
		st.Current[j], st.Temperature[j] = float64(j)/16, 30+float64(j)
		st.Status[j] = nao.JointStatus(j % 4)
	}
	st.Accelerometer = [3]float64{0.5, -0.25, 9.75}
	st.Gyroscope = [3]float64{1, -2, 3}
	st.Angles = [2]float64{0.125, -0.5}
	st.Sonar = [2]float64{0.25, 5}
	st.FSR[nao.RRearLeft] = 12
	st.Touch[nao.HeadRear], st.Touch[nao.RHandRight] = true, true
	st.Battery = nao.Battery{Charge: 0.5, Current: -1.5, Temperature: 32}

	s := lola.Sensors{RobotConfig: lola.SimulatedRobotConfig()}
	s.SetState(&st)
	require.InDelta(t, -9.75, s.Accelerometer[2], 0, "LoLA's sign")
	var back lola.Sensors
	require.NoError(t, back.Decode(s.Append(nil)))
	require.Equal(t, s, back)
	var got nao.State
	back.State(&got)
	require.InDelta(t, 12, got.FSR[nao.RRearLeft], 1e-6)
	got.FSR = st.FSR
	require.Equal(t, st, got)
}

func TestACommandComesBackFromItsFrame(t *testing.T) {
	var cmd nao.Command
	for j := range nao.NumJoints {
		cmd.Position[j], cmd.Stiffness[j] = float64(j)/8-1, float64(j)/32
	}
	c := lola.Commands{Sonar: [2]bool{true, false}, Chest: [3]float32{0, 0.5, 1}}
	c.SetCommand(&cmd)
	var back lola.Commands
	require.NoError(t, back.Decode(c.Append(nil)))
	require.Equal(t, c, back)
	var got nao.Command
	back.Command(&got)
	require.Equal(t, cmd, got)

	c.Stiffness[nao.LHand] = -1
	c.Command(&got)
	require.Zero(t, got.Stiffness[nao.LHand], "off is limp")
}

// partOfCommands writes a frame as other clients do: few keys, other number types.
func partOfCommands(position func(b []byte) []byte) []byte {
	b := msgp.AppendMapHeader(nil, 3)
	b = msgp.AppendString(b, "Sonar")
	b = msgp.AppendArrayHeader(b, 2)
	b = msgp.AppendFloat32(msgp.AppendInt(b, 1), 0)
	b = msgp.AppendString(b, "Later")
	b = msgp.AppendArrayHeader(b, 1)
	b = msgp.AppendString(b, "firmware")
	b = msgp.AppendString(b, "Position")
	b = msgp.AppendArrayHeader(b, nao.NumJoints)
	for range nao.NumJoints {
		b = position(b)
	}
	return b
}

func TestNumbersOfAnyTypeInAnyOrderAreTaken(t *testing.T) {
	for name, row := range map[string]struct {
		write func(b []byte) []byte
		want  float32
	}{
		"double floats":     {func(b []byte) []byte { return msgp.AppendFloat64(b, 0.5) }, 0.5},
		"integers":          {func(b []byte) []byte { return msgp.AppendInt(b, -1) }, -1},
		"large integers":    {func(b []byte) []byte { return msgp.AppendUint32(b, 70000) }, 70000},
		"booleans":          {func(b []byte) []byte { return msgp.AppendBool(b, true) }, 1},
		"single floats too": {func(b []byte) []byte { return msgp.AppendFloat32(b, -0.25) }, -0.25},
	} {
		t.Run(name, func(t *testing.T) {
			c := lola.Commands{Skull: [12]float32{3: 0.75}}
			require.NoError(t, c.Decode(partOfCommands(row.write)))
			require.InDelta(t, row.want, c.Position[nao.RHand], 0)
			require.Equal(t, [2]bool{true, false}, c.Sonar)
			require.InDelta(t, 0.75, c.Skull[3], 0, "what is missing stays")
		})
	}
}

func TestWhatIsNoFrameChangesNothingAndIsNamed(t *testing.T) {
	nan := partOfCommands(func(b []byte) []byte { return msgp.AppendFloat32(b, float32(math.NaN())) })
	huge := partOfCommands(func(b []byte) []byte { return msgp.AppendFloat64(b, 1e300) })
	text := partOfCommands(func(b []byte) []byte { return msgp.AppendString(b, "x") })
	short := msgp.AppendArrayHeader(msgp.AppendString(msgp.AppendMapHeader(nil, 1), "Position"), 24)
	for message, frame := range map[string][]byte{
		"Position: [0]: expected a finite number": nan,
		"expected a finite number, got 1e+300":    huge,
		"expected a number, got str":              text,
		"Position: expected 25 numbers, got 24":   short,
		"expected a map":                          {0xc0},
		"Position: [0]":                           nan[:len(nan)-125],
	} {
		c := lola.Commands{Sonar: [2]bool{false, true}}
		was := c
		require.ErrorContains(t, c.Decode(frame), message)
		require.Equal(t, was, c)
	}
}
