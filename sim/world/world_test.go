package world_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

func id(t testing.TB, m *mujoco.Model, kind mujoco.Kind, name string) int {
	t.Helper()
	i, err := m.ID(kind, name)
	require.NoError(t, err)
	return i
}

func TestOurWorldsAreThreeFieldsAndAnEmptyFloor(t *testing.T) {
	require.Equal(t, []string{"empty", "field2010", "hsl_small", "spl"}, world.Names())
}

func TestACarriedBallGoesWhereItIsSentAndCarriesNothingElse(t *testing.T) {
	m, d := build(t, "spl", "")
	turn, lift := id(t, m, mujoco.Actuator, "ball_green/turn"), id(t, m, mujoco.Actuator, "ball_green/lift")
	body := id(t, m, mujoco.Body, "ball_green")
	jointTurn := m.JointQPos[id(t, m, mujoco.Joint, "ball_green/turn")]
	jointLift := m.JointQPos[id(t, m, mujoco.Joint, "ball_green/lift")]

	require.InDelta(t, 20*math.Pi/180, d.QPos[jointTurn], 1e-6, "starts at its own bearing")
	require.InDelta(t, 0.60, d.QPos[jointLift], 1e-6, "starts at its own height")
	d.Ctrl[turn], d.Ctrl[lift] = -0.5, 0.75
	for _, other := range []string{"ball_red/turn", "ball_red/lift"} {
		joint := id(t, m, mujoco.Joint, other)
		d.Ctrl[id(t, m, mujoco.Actuator, other)] = d.QPos[m.JointQPos[joint]]
	}
	require.NoError(t, d.Step(500)) // 1 s
	require.NoError(t, d.Kinematics())
	require.InDelta(t, -0.5, d.QPos[jointTurn], 0.005)
	require.InDelta(t, 0.75, d.QPos[jointLift], 0.005)
	p := d.BodyPosition[3*body : 3*body+3]
	require.InDelta(t, -0.5, math.Atan2(p[1], p[0]), 0.005)
	require.InDelta(t, 1.1, math.Hypot(p[0], p[1]), 1e-6)
	require.InDelta(t, 0.75, p[2], 0.005)
}

// With and without carriers the robot does the same: they neither touch nor pull it.
func TestCarriersDoNotMoveTheRobot(t *testing.T) {
	height := func(drop bool) float64 {
		w, err := world.Load("spl")
		require.NoError(t, err)
		if drop {
			w.Carriers = nil
		} else {
			w.Carriers[0].ReachM, w.Carriers[0].HeightM = 0.2, 0.3
		}
		scene, err := w.MJCF(nao.MJCF(w.Robot.Options()))
		require.NoError(t, err)
		m, err := mujoco.Load(scene.XML, scene.Files, scene.Pictures)
		require.NoError(t, err)
		defer m.Close()
		d, err := mujoco.NewData(m)
		require.NoError(t, err)
		defer d.Close()
		for i, name := range []string{"turn", "lift"} {
			if !drop {
				d.Ctrl[id(t, m, mujoco.Actuator, "ball_green/"+name)] = float64(1 + i)
			}
		}
		require.NoError(t, d.Step(300))
		require.False(t, d.Warnings().Any())
		return d.QPos[m.JointQPos[id(t, m, mujoco.Joint, "root")]+2]
	}
	require.InDelta(t, height(true), height(false), 1e-6)
}

func TestAFreeBallRollsOnAndOn(t *testing.T) {
	for _, name := range []string{"spl", "field2010"} {
		m, d := build(t, name, "")
		joint := id(t, m, mujoco.Joint, "ball")
		p, v := m.JointQPos[joint], m.JointDof[joint]
		radius := d.QPos[p+2]
		d.QPos[p+1] = -1 // beside the robot
		require.NoError(t, d.Step(100))
		d.QVel[v], d.QVel[v+4] = 1.0, 1.0/radius // rolls along x without sliding
		require.NoError(t, d.Step(500))
		require.InDelta(t, 1, d.QVel[v], 0.03, "%s: what slows it is the stepper's affair", name)
		require.InDelta(t, d.QVel[v], radius*d.QVel[v+4], 0.04, "it rolls")
	}
}

func TestTheRobotStartsOnItsFeetWhereTheWorldSays(t *testing.T) {
	w, err := world.Load("empty")
	require.NoError(t, err)
	w.Robot.XM, w.Robot.YM, w.Robot.YawDeg = 1.5, -0.5, 90
	scene, err := w.MJCF(nao.MJCF(w.Robot.Options()))
	require.NoError(t, err)
	m, err := mujoco.Load(scene.XML, scene.Files, scene.Pictures)
	require.NoError(t, err)
	defer m.Close()
	d, err := mujoco.NewData(m)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Kinematics())
	torso, head := id(t, m, mujoco.Body, "torso"), id(t, m, mujoco.Camera, nao.TopCamera.OpticalFrame())
	require.InDeltaSlice(t, []float64{1.5, -0.5, nao.StandHeight}, d.BodyPosition[3*torso:3*torso+3], 1e-9)
	require.Greater(t, d.CameraPosition[3*head+1], -0.5, "looks along y")
	require.NoError(t, d.Step(5))
	require.InDelta(t, nao.StandHeight, d.QPos[m.JointQPos[id(t, m, mujoco.Joint, "root")]+2], 0.002)
	require.Positive(t, d.Contacts())
}

func TestTheSameWorldIsTheSameModel(t *testing.T) {
	w, err := world.Load("spl")
	require.NoError(t, err)
	a, err := w.MJCF(nao.MJCF(w.Robot.Options()))
	require.NoError(t, err)
	b, err := w.MJCF(nao.MJCF(w.Robot.Options()))
	require.NoError(t, err)
	require.Equal(t, a.XML, b.XML)
	require.Equal(t, a.Files, b.Files)
}

func TestWrongWorldsAreRefusedByKey(t *testing.T) {
	for name, row := range map[string]struct{ old, new, want string }{
		"unknown key":      {"  noise:", "  grain:", `:14: carpet.grain: no such key; expected one of color, noise, lines`},
		"unknown top key":  {"title:", "tilte:", `:3: tilte: no such key`},
		"key in a list":    {"mass_kg:", "weight:", `balls[0].weight: no such key`},
		"wrong type":       {"noise: 0.16", "noise: wide", `:14: carpet.noise: "wide": expected a number`},
		"unknown colour":   {"color: blue", "color: mauve", `colour "mauve": want one of black, blue, brown, green`},
		"two parts":        {"[0.165, 0.385, 0.20]", "[1, 1]", "carpet.color: 2 values: expected a list of 3"},
		"too bright":       {"[0.165, 0.385, 0.20]", "[1, 1, 2]", "carpet.color[2]: 2.0: expected 0 to 1"},
		"unknown look":     {"look: skin", "look: fur", `robot.look: "fur": want one of [skin blocks]`},
		"unknown pattern":  {"pattern: pentagons", "pattern: stripes", `balls[0].pattern: "stripes"`},
		"waistband":        {"waistband: none", "waistband: bleu", `robot.waistband: colour "bleu"`},
		"same name":        {"name: ball_red", "name: ball_green", `carriers[1].name: "ball_green": the name is taken by carriers[0].name`},
		"name for XML":     {"name: ball_red", `name: "<a>"`, "lower_snake_case"},
		"broken cycle":     {"timestep_sec: 0.002", "timestep_sec: 0.005", "want a whole part of the robot's 12 ms cycle"},
		"not a number":     {"noise: 0.16", "noise: .nan", "carpet.noise: NaN"},
		"buried ball":      {"height_m: 0.60", "height_m: 0.01", "carriers[0].height_m: 0.01: want 0.05"},
		"no such field":    {"field: spl", "field: moon", `field: field "moon": no such field; want one of field2010, hsl_small, spl`},
		"list for a field": {"robot: {", "robot: [{", "did not find"},
		"view from above":  {"from_m: [1.90, -1.45, 0.86], to_m: [0.50, 0.14, 0.31]", "from_m: [0, 0, 2], to_m: [0, 0, 1]", "views[0]: from_m and to_m"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("worlds/spl.yaml")
			require.NoError(t, err)
			require.Contains(t, string(text), row.old)
			path := filepath.Join(t.TempDir(), "mine.yaml")
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), row.old, row.new, 1)), 0o600))
			_, err = world.Load(path)
			require.ErrorContains(t, err, "load world: "+path+":")
			require.ErrorContains(t, err, row.want)
		})
	}
	_, err := world.Load("mars")
	require.EqualError(t, err, `world "mars": no such world; want one of empty, field2010, hsl_small, spl, or the path of a .yaml file`)
	_, err = world.Load("./nowhere.yaml")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = world.Parse(nil)
	require.ErrorContains(t, err, "empty")
}

// A field file of one's own lies beside the world's file; its landmarks stand in the world.
func TestAWorldHasTheFieldOfAFileBesideIt(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	write("yard.yaml", `{"field": {"length": 5, "width": 3, "lineWidth": 0.04, "borderStripWidth": 0.5}, "measured_to": "outside",
"goal": {"postDiameter": 0.08, "height": 0.7, "innerWidth": 1.2, "depth": 0.4, "color_positive_x": "pink"}, "ball": {"diameter": 0.12},
"landmarks": [{"x": 0, "y": 1.8, "diameter": 0.2, "height": 1, "upper": "yellow", "lower": "blue"}]}`)
	path := write("world.yaml", `floor: {size_m: [8, 8], color: grey}
field: ./yard.yaml
balls: [{name: ball, mass_kg: 0.05, pattern: plain, color: orange, x_m: 1, y_m: 0}]
`)
	w, err := world.Load(path)
	require.NoError(t, err)
	require.InDelta(t, 4.96, w.Field.LengthM, 1e-9)
	require.Len(t, w.Goals, 2)
	require.NotEqual(t, w.Goals[0].Color, w.Goals[1].Color)
	require.InDelta(t, 0.12, w.Balls[0].DiameterM, 1e-9)
	scene, err := w.MJCF()
	require.NoError(t, err)
	m, err := mujoco.Load(scene.XML, scene.Files, scene.Pictures)
	require.NoError(t, err)
	defer m.Close()
	id(t, m, mujoco.Geom, "pole0/1")
	sdf, err := w.SDF(world.SDFOptions{})
	require.NoError(t, err)
	require.Contains(t, sdf, `<model name="pole0">`)

	write("yard.yaml", "field: {length: 5, width: 3, lineWidth: 0.04, goalAreaLength: 1, goalAreaWidth: 4}\n")
	_, err = world.Load(path)
	require.ErrorContains(t, err, "field: load field: ./yard.yaml:1: field.goalAreaWidth: 4: its sides cross the touchlines")
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("worlds/empty.yaml")
	require.NoError(f, err)
	f.Add(text)
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = world.Parse(data) })
}

func TestParseSurvivesRandomBytes(t *testing.T) {
	text, err := os.ReadFile("worlds/empty.yaml")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for range fuzzn.N(t) {
		bad := append([]byte(nil), text...)
		for range 1 + rng.IntN(4) {
			bad[rng.IntN(len(bad))] = byte(rng.IntN(256))
		}
		w, err := world.Parse(bad[:rng.IntN(len(bad)+1)])
		if err == nil {
			require.NoError(t, w.Validate())
		}
	}
}

func BenchmarkStandingRobot(b *testing.B) {
	_, d := build(b, "spl", "")
	b.ReportAllocs()
	for b.Loop() {
		_ = d.Step(6)
		if d.Time() > 2 {
			b.StopTimer()
			_ = d.Reset()
			b.StartTimer()
		}
	}
	b.ReportMetric(float64(b.N)*0.012/b.Elapsed().Seconds(), "×realtime")
}

// MuJoCo drops contacts and constraints that find no room, and the robot sinks in.
func TestARobotThatFallsHasRoomForAllItsContacts(t *testing.T) {
	m, d := build(t, "spl", "")
	root := m.JointQPos[id(t, m, mujoco.Joint, "root")]
	rng := rand.New(rand.NewPCG(3, 4))
	most := 0
	for range 6 {
		require.NoError(t, d.Reset())
		for i := range 4 { // any way round
			d.QPos[int(root)+3+i] = rng.NormFloat64()
		}
		d.QPos[root+2] = 0.5
		for j := range nao.Joint(nao.NumJoints) {
			low, high := j.Range()
			setJoint(t, d, j.String(), low+rng.Float64()*(high-low))
		}
		for range 100 { // 1.2 s: falls and lies
			require.NoError(t, d.Step(6))
			most = max(most, d.Contacts())
			require.False(t, d.Warnings().Any(), "%+v", d.Warnings())
		}
		require.Less(t, d.QPos[root+2], 0.35)
		require.Greater(t, d.QPos[root+2], 0.0)
	}
	require.Greater(t, most, 10)
	require.Less(t, most, m.MaxContacts()/2, "room to spare")
}
