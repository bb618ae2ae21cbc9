package mujoco

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A box that falls 1 m above a floor, a driven hinge beside it.
const smallWorld = `<mujoco><compiler angle="radian"/>
<option timestep="0.002"/>
<worldbody>
 <geom name="floor" type="plane" size="5 5 1"/>
 <body name="box" pos="0 0 1"><freejoint name="root"/><geom name="cube" type="box" size=".1 .1 .1" mass="2"/></body>
 <body name="arm" pos="2 0 1"><joint name="hinge" axis="0 1 0" damping="0.1" limited="true" range="-1 1"/>
  <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/><site name="tip" pos=".3 0 0"/></body>
</worldbody>
<actuator><position name="servo" joint="hinge" kp="50"/></actuator>
<sensor><jointpos name="angle" joint="hinge"/><framepos name="tip" objtype="site" objname="tip"/></sensor>
</mujoco>`

func load(t testing.TB, mjcf string) (*Model, *Data) {
	t.Helper()
	m, err := Load(mjcf, nil, nil)
	require.NoError(t, err)
	d, err := NewData(m)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close(); m.Close() })
	return m, d
}

func TestABoxFallsAsGalileoSays(t *testing.T) {
	m, d := load(t, smallWorld)
	require.InDelta(t, 0.002, m.Timestep(), 1e-12)
	require.NoError(t, d.Step(100))
	require.InDelta(t, 0.2, d.Time(), 1e-9)
	require.InDelta(t, 1-9.81*0.2*0.2/2, d.QPos[2], 0.003)
	require.InDelta(t, -9.81*0.2, d.QVel[2], 1e-6)
}

func TestPosesFitThePositionsOnlyAfterKinematics(t *testing.T) {
	m, d := load(t, smallWorld)
	box, err := m.ID(Body, "box")
	require.NoError(t, err)
	require.NoError(t, d.Step(100))
	require.NotEqual(t, d.QPos[2], d.BodyPosition[3*box+2])
	require.NoError(t, d.Kinematics())
	require.InDelta(t, d.QPos[2], d.BodyPosition[3*box+2], 0)
}

func TestTheServoFollowsItsControl(t *testing.T) {
	m, d := load(t, smallWorld)
	sensor, err := m.ID(Sensor, "angle")
	require.NoError(t, err)
	d.Ctrl[0] = 0.4
	require.NoError(t, d.Step(2000))
	require.NoError(t, d.Forward())
	require.InDelta(t, 0.4, d.Sensors[m.SensorAddress[sensor]], 0.02)
}

func TestNamesAndNumbersBelongTogether(t *testing.T) {
	m, _ := load(t, smallWorld)
	for kind, name := range map[Kind]string{
		Body: "arm", Joint: "hinge", Geom: "cube", Site: "tip", Actuator: "servo", Sensor: "tip",
	} {
		id, err := m.ID(kind, name)
		require.NoError(t, err)
		require.Equal(t, name, m.Name(kind, id))
		require.Less(t, id, m.Count(kind))
	}
	_, err := m.ID(Joint, "knee")
	require.EqualError(t, err, `model: joint "knee": no such joint (there are 2)`)
}

func TestWrongModelsAreRefusedWithTheReason(t *testing.T) {
	for name, row := range map[string]struct{ mjcf, want string }{
		"not XML":         {"hello", "XML"},
		"unknown element": {"<mujoco><worldbody><goem/></worldbody></mujoco>", "goem"},
		"unknown joint":   {`<mujoco><actuator><position joint="x"/></actuator></mujoco>`, "x"},
		"missing texture": {`<mujoco><asset><texture name="t" type="2d" file="nowhere.png"/></asset></mujoco>`, "failed to open file"},
		"empty":           {"", "empty"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(row.mjcf, nil, nil)
			require.ErrorContains(t, err, "load model: ")
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestTheSameStepsGiveTheSameBits(t *testing.T) {
	m, a := load(t, smallWorld)
	b, err := NewData(m)
	require.NoError(t, err)
	defer b.Close()
	for _, d := range []*Data{a, b} {
		d.Ctrl[0] = 0.7
		require.NoError(t, d.Step(1000))
	}
	require.Equal(t, a.QPos, b.QPos)
	require.Equal(t, a.QVel, b.QVel)

	require.NoError(t, a.Step(10))
	require.NotEqual(t, a.QPos, b.QPos)
	require.NoError(t, b.CopyFrom(a))
	require.NoError(t, a.Step(500))
	require.NoError(t, b.Step(500))
	require.Equal(t, a.QPos, b.QPos)

	require.NoError(t, a.Reset())
	require.Zero(t, a.Time())
	require.InDelta(t, 1.0, a.QPos[2], 0)
}

func TestWarningsAreCountedAndLeaveNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	_, d := load(t, smallWorld)
	before, _ := warnings()
	d.QVel[0] = math.NaN()
	require.NoError(t, d.Step(1))
	require.Equal(t, 1, d.Warnings().BadVelocity)
	require.True(t, d.Warnings().Any())
	after, last := warnings()
	require.Equal(t, before+1, after)
	require.Contains(t, last, "QVEL")
	require.NoFileExists(t, "MUJOCO_LOG.TXT")
}

func TestAnErrorInsideMuJoCoComesBackAsAnError(t *testing.T) {
	t.Chdir(t.TempDir())
	_, d := load(t, `<mujoco><size nstack="150" njmax="500" nconmax="100"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>`)
	err := d.Step(200) // falls for 45 ms, then the contacts need more stack than there is
	require.ErrorContains(t, err, "step: MuJoCo: ")
	require.ErrorContains(t, err, "Stack overflow")
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestAStepAllocatesNothing(t *testing.T) {
	_, d := load(t, smallWorld)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		d.Ctrl[0] = 0.1
		_ = d.Step(6)
		_ = d.Kinematics()
	}))
}

func BenchmarkStep(b *testing.B) {
	_, d := load(b, smallWorld)
	b.ReportAllocs()
	for b.Loop() {
		_ = d.Step(6)
	}
}
