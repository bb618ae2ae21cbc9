package nao_test

import (
	"encoding/xml"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// sdfModel is what the tests read of a model.
type sdfModel struct {
	Name  string `xml:"name,attr"`
	Links []struct {
		Name string  `xml:"name,attr"`
		Pose sdfPose `xml:"pose"`
		Mass float64 `xml:"inertial>mass"`
		CoM  string  `xml:"inertial>pose"`
		I    struct {
			XX float64 `xml:"ixx"`
			YY float64 `xml:"iyy"`
			ZZ float64 `xml:"izz"`
			XY float64 `xml:"ixy"`
			XZ float64 `xml:"ixz"`
			YZ float64 `xml:"iyz"`
		} `xml:"inertial>inertia"`
		Collisions []struct {
			Name string `xml:"name,attr"`
		} `xml:"collision"`
		Sensors []sdfSensor `xml:"sensor"`
	} `xml:"link"`
	Joints []struct {
		Name   string      `xml:"name,attr"`
		Type   string      `xml:"type,attr"`
		Pose   sdfPose     `xml:"pose"`
		Parent string      `xml:"parent"`
		Child  string      `xml:"child"`
		Axis   string      `xml:"axis>xyz"`
		Lower  float64     `xml:"axis>limit>lower"`
		Upper  float64     `xml:"axis>limit>upper"`
		Effort float64     `xml:"axis>limit>effort"`
		Speed  float64     `xml:"axis>limit>velocity"`
		Sensor []sdfSensor `xml:"sensor"`
	} `xml:"joint"`
	Frames []struct {
		Name string  `xml:"name,attr"`
		To   string  `xml:"attached_to,attr"`
		Pose sdfPose `xml:"pose"`
	} `xml:"frame"`
	Plugins []struct {
		Class    string   `xml:"name,attr"`
		File     string   `xml:"filename,attr"`
		Joints   []string `xml:"joint_name"`
		Velocity bool     `xml:"use_velocity_commands"`
		Max      float64  `xml:"cmd_max"`
		Initial  float64  `xml:"initial_position"`
	} `xml:"plugin"`
}

type sdfPose struct {
	In   string `xml:"relative_to,attr"`
	Text string `xml:",chardata"`
}

type sdfSensor struct {
	Name    string  `xml:"name,attr"`
	Type    string  `xml:"type,attr"`
	Topic   string  `xml:"topic"`
	Contact string  `xml:"contact>topic"`
	Bumps   string  `xml:"contact>collision"`
	RateHz  float64 `xml:"update_rate"`
}

func readSDF(t *testing.T, text string) sdfModel {
	t.Helper()
	var doc struct {
		Model sdfModel `xml:"model"`
	}
	require.NoError(t, xml.Unmarshal([]byte(text), &doc))
	return doc.Model
}

func poseOf(t *testing.T, p sdfPose) nao.Pose {
	t.Helper()
	if p.Text == "" {
		return nao.Identity()
	}
	v := numbers(t, p.Text)
	require.Len(t, v, 6, p.Text)
	x := nao.RollPitchYaw(v[3], v[4], v[5])
	x.P = r3.Vec{X: v[0], Y: v[1], Z: v[2]}
	return x
}

// sdfTree turns a model into the tree that the other formats are read into. Links are
// called as in them.
func sdfTree(t *testing.T, m sdfModel) tree {
	t.Helper()
	name := func(link string) string { return strings.TrimSuffix(link, "_link") }
	tr := tree{}
	for _, l := range m.Links {
		read := &readLink{parent: name(l.Pose.In), fixed: poseOf(t, l.Pose), mass: l.Mass, com: vector(t, strings.TrimSuffix(l.CoM, " 0 0 0"))}
		tr[name(l.Name)] = read
	}
	for _, j := range m.Joints {
		l, ok := tr[name(j.Child)]
		require.True(t, ok, j.Name)
		if j.Type == "fixed" {
			require.Equal(t, j.Parent, l.parent, "a fixed link lies in its parent")
			continue
		}
		require.Equal(t, j.Name, l.parent, "a link lies at its joint")
		require.Equal(t, j.Parent, j.Pose.In, j.Name)
		l.parent, l.fixed, l.axis, l.joint = name(j.Parent), poseOf(t, j.Pose), vector(t, j.Axis), j.Name
		if j.Name == nao.SecondHipYawPitch {
			l.joint = nao.LHipYawPitch.String()
		}
	}
	for _, f := range m.Frames {
		tr[f.Name] = &readLink{parent: name(f.To), fixed: poseOf(t, f.Pose)}
	}
	return tr
}

func TestTheSDFIsTheRobotOfTheTable(t *testing.T) {
	tr := sdfTree(t, readSDF(t, nao.SDF(nao.SDFOptions{})))
	rng := rand.New(rand.NewPCG(11, 12))
	for range 20 {
		q := randomJoints(rng)
		named := map[string]float64{}
		for j := range nao.Joint(nao.NumJoints) {
			named[j.String()] = q[j]
		}
		mass, com := tr.massAndCoM(t, named)
		require.InDelta(t, nao.TotalMass(), mass, 1e-9, "with its pads")
		requireVec(t, nao.CoM(&q), com, 1e-8)
		for leg := range nao.Leg(nao.NumLegs) {
			requirePose(t, nao.SoleInTorso(leg, &q), tr.inRoot(t, leg.SoleFrame(), named))
		}
		for cam := range nao.Camera(nao.NumCameras) {
			requirePose(t, nao.CameraInTorso(cam, &q), tr.inRoot(t, cam.OpticalFrame(), named))
		}
	}
}

func TestTheSDFsJointsHaveTheTablesLimitsAndAControllerEach(t *testing.T) {
	m := readSDF(t, nao.SDF(nao.SDFOptions{Gazebo: nao.Harmonic}))
	want := map[string]nao.Joint{nao.SecondHipYawPitch: nao.LHipYawPitch}
	for j := range nao.Joint(nao.NumJoints) {
		want[j.String()] = j
	}
	moving := map[string]bool{}
	for _, j := range m.Joints {
		if j.Type == "fixed" {
			continue
		}
		facts, ok := want[j.Name]
		require.True(t, ok, j.Name)
		low, high := facts.Range()
		effort := facts.StallTorque()
		if facts >= nao.LHipYawPitch && facts <= nao.RAnkleRoll {
			effort *= nao.SDFLegEffort
		}
		require.InDeltaSlice(t, []float64{low - nao.SDFStopAway, high + nao.SDFStopAway, effort, facts.MaxSpeed()},
			[]float64{j.Lower, j.Upper, j.Effort, j.Speed}, 1e-9, j.Name)
		require.True(t, j.Lower < 0 && 0 < j.Upper, "%s: Gazebo starts it at 0, off its stops", j.Name)
		moving[j.Name] = true
	}
	require.Len(t, moving, 26)
	controlled := map[string]bool{}
	for _, p := range m.Plugins {
		if p.Class == "gz::sim::systems::JointStatePublisher" {
			require.Len(t, p.Joints, 26)
			continue
		}
		require.Equal(t, "gz::sim::systems::JointPositionController", p.Class)
		require.Equal(t, "gz-sim-joint-position-controller-system", p.File)
		require.Len(t, p.Joints, 1)
		facts := want[p.Joints[0]]
		require.True(t, p.Velocity, "force control lets it fall")
		require.InDelta(t, facts.MaxSpeed(), p.Max, 1e-9)
		require.InDelta(t, facts.Clamp(0), p.Initial, 1e-9, "starts inside its range")
		controlled[p.Joints[0]] = true
	}
	require.Equal(t, moving, controlled)
}

// Every link can be turned about every axis: its inertia is positive, and its principal
// moments are those of a body (the triangle inequality).
func TestTheSDFsInertiasAreThoseOfBodies(t *testing.T) {
	for _, l := range readSDF(t, nao.SDF(nao.SDFOptions{})).Links {
		require.Positive(t, l.Mass, l.Name)
		var eigen mat.EigenSym
		require.True(t, eigen.Factorize(mat.NewSymDense(3, []float64{
			l.I.XX, l.I.XY, l.I.XZ, l.I.XY, l.I.YY, l.I.YZ, l.I.XZ, l.I.YZ, l.I.ZZ,
		}), false))
		moments := eigen.Values(nil)
		require.Positive(t, moments[0], l.Name)
		require.LessOrEqual(t, moments[2], moments[0]+moments[1]+1e-12, l.Name)
	}
}

func TestTheSDFHasTheRobotsSensors(t *testing.T) {
	names := nao.GazeboNames{World: "w", Model: "nao2"}
	m := readSDF(t, nao.SDF(nao.SDFOptions{Names: names}))
	require.Equal(t, "nao2", m.Name)
	topics := map[string]string{names.IMU(): "imu"}
	for f := range nao.FSR(nao.NumFSR) {
		topics[names.FSR(f)] = "force_torque"
	}
	for _, bumper := range []nao.Touch{nao.LFootBumperLeft, nao.LFootBumperRight, nao.RFootBumperLeft, nao.RFootBumperRight} {
		topics[names.Touch(bumper)] = "contact"
	}
	for s := range nao.Sonar(nao.NumSonars) {
		topics[names.Sonar(s)] = "gpu_lidar"
	}
	for c := range nao.Camera(nao.NumCameras) {
		topics[names.Image(c)] = "camera"
	}
	has, spheres := map[string]string{}, 0
	for _, l := range m.Links {
		for _, s := range l.Sensors {
			has[s.Topic] = s.Type
			if s.Type == "contact" {
				require.Equal(t, s.Topic, s.Contact)
				require.Contains(t, l.Collisions, struct {
					Name string `xml:"name,attr"`
				}{s.Bumps})
			}
		}
		if strings.Contains(l.Name, "Fsr") {
			require.NotEmpty(t, l.Collisions, "%s bears something", l.Name)
			spheres += len(l.Collisions)
		}
	}
	for _, j := range m.Joints {
		for _, s := range j.Sensor {
			has[s.Topic] = s.Type
			require.InDelta(t, 12e-3, 1/s.RateHz, 1e-9, "once a cycle")
		}
	}
	require.Equal(t, topics, has)
	require.Equal(t, len(nao.SoleSpheres(nao.LeftLeg))*2, spheres, "each sphere of the soles has its pad")
}

func TestAGazeboIsReadByItsName(t *testing.T) {
	for _, g := range []nao.Gazebo{nao.Fortress, nao.Harmonic} {
		read, err := nao.ParseGazebo(g.String())
		require.NoError(t, err)
		require.Equal(t, g, read)
	}
	_, err := nao.ParseGazebo("garden")
	require.EqualError(t, err, `Gazebo "garden": no such generation; want fortress or harmonic`)
}

// sdfVariants are the models that the golden files and Gazebo's own parser look at.
func sdfVariants() map[string]nao.SDFOptions {
	turned := nao.Rotation(r3.Vec{Z: 1}, math.Pi/2)
	turned.P = r3.Vec{X: 1, Z: 0.5}
	return map[string]nao.SDFOptions{
		"fortress": {},
		"harmonic": {
			Gazebo: nao.Harmonic, Look: nao.Blocks, Accent: nao.Red(), Waistband: nao.Blue(), Base: &turned, Fixed: true,
			Names: nao.GazeboNames{World: "w", Model: "nao2"}, Camera: nao.SDFCamera{Width: 320, Height: 240, RateHz: 10, FOVX: math.Pi / 3},
		},
	}
}

func TestSDFsAreTheGoldenOnes(t *testing.T) {
	for name, opts := range sdfVariants() {
		golden := "testdata/nao_" + name + ".sdf"
		text := nao.SDF(opts)
		if os.Getenv("GOLDEN") == "write" {
			require.NoError(t, os.WriteFile(golden, []byte(text), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), text, "the SDF changed: look at it, then make golden")
	}
}

// Gazebo's own parser finds nothing wrong.
func TestGazebosParserTakesTheSDF(t *testing.T) {
	check := "ign"
	if _, err := exec.LookPath(check); err != nil {
		if check, err = exec.LookPath("gz"); err != nil {
			t.Skip("not checked with Gazebo's parser: no ign or gz; apt install ignition-tools libsdformat-dev")
		}
	}
	for name := range sdfVariants() {
		out, err := exec.CommandContext(t.Context(), check, "sdf", "-k", "testdata/nao_"+name+".sdf").CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "Valid.", "%s: %s", name, out)
		require.NotContains(t, string(out), "Warning [", "%s: %s", name, out)
	}
}
