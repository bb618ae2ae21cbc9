package nao_test

import (
	"encoding/xml"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// readLink is a link as a format's own text describes it.
type readLink struct {
	parent string
	fixed  nao.Pose // of the joint in the parent
	joint  string   // "" when fixed
	axis   r3.Vec
	mass   float64
	com    r3.Vec
}

// tree is a robot read back, by link name.
type tree map[string]*readLink

// inRoot returns the pose of a link in the torso at the joint angles.
func (tr tree) inRoot(t *testing.T, name string, q map[string]float64) nao.Pose {
	t.Helper()
	x := nao.Identity()
	for name != "torso" {
		l, ok := tr[name]
		require.True(t, ok, "link %q", name)
		step := l.fixed
		if l.joint != "" {
			step = step.Mul(nao.Rotation(l.axis, q[l.joint]))
		}
		x = step.Mul(x)
		name = l.parent
	}
	return x
}

// massAndCoM returns the whole robot's mass and its centre of mass in the torso.
func (tr tree) massAndCoM(t *testing.T, q map[string]float64) (float64, r3.Vec) {
	t.Helper()
	var mass float64
	var moment r3.Vec
	for name, l := range tr {
		if l.mass > 0 {
			mass += l.mass
			moment = r3.Add(moment, r3.Scale(l.mass, tr.inRoot(t, name, q).Apply(l.com)))
		}
	}
	return mass, r3.Scale(1/mass, moment)
}

func numbers(t *testing.T, text string) []float64 {
	t.Helper()
	var out []float64
	for _, word := range strings.Fields(text) {
		v, err := strconv.ParseFloat(word, 64)
		require.NoError(t, err)
		out = append(out, v)
	}
	return out
}

func vector(t *testing.T, text string) r3.Vec {
	t.Helper()
	if text == "" {
		return r3.Vec{}
	}
	v := numbers(t, text)
	require.Len(t, v, 3, text)
	return r3.Vec{X: v[0], Y: v[1], Z: v[2]}
}

type urdfOrigin struct {
	XYZ string `xml:"xyz,attr"`
	RPY string `xml:"rpy,attr"`
}

type urdfRobot struct {
	Links []struct {
		Name     string `xml:"name,attr"`
		Inertial *struct {
			Origin urdfOrigin `xml:"origin"`
			Mass   struct {
				Value float64 `xml:"value,attr"`
			} `xml:"mass"`
		} `xml:"inertial"`
	} `xml:"link"`
	Joints []struct {
		Name   string `xml:"name,attr"`
		Type   string `xml:"type,attr"`
		Parent struct {
			Link string `xml:"link,attr"`
		} `xml:"parent"`
		Child struct {
			Link string `xml:"link,attr"`
		} `xml:"child"`
		Origin urdfOrigin `xml:"origin"`
		Axis   struct {
			XYZ string `xml:"xyz,attr"`
		} `xml:"axis"`
		Mimic *struct {
			Joint string `xml:"joint,attr"`
		} `xml:"mimic"`
	} `xml:"joint"`
}

func readURDF(t *testing.T, text string) tree {
	t.Helper()
	var robot urdfRobot
	require.NoError(t, xml.Unmarshal([]byte(text), &robot))
	tr := tree{}
	for _, l := range robot.Links {
		require.NotContains(t, tr, l.Name)
		tr[l.Name] = &readLink{}
		if l.Inertial != nil {
			tr[l.Name].mass, tr[l.Name].com = l.Inertial.Mass.Value, vector(t, l.Inertial.Origin.XYZ)
		}
	}
	for _, j := range robot.Joints {
		require.Contains(t, tr, j.Parent.Link)
		l := tr[j.Child.Link]
		require.NotNil(t, l, j.Name)
		l.parent = j.Parent.Link
		rpy := vector(t, j.Origin.RPY)
		l.fixed = nao.RollPitchYaw(rpy.X, rpy.Y, rpy.Z)
		l.fixed.P = vector(t, j.Origin.XYZ)
		if j.Type == "revolute" {
			l.joint, l.axis = j.Name, vector(t, j.Axis.XYZ)
			if j.Mimic != nil {
				l.joint = j.Mimic.Joint
			}
		}
	}
	return tr
}

type mjcfBody struct {
	Name  string `xml:"name,attr"`
	Pos   string `xml:"pos,attr"`
	Joint *struct {
		Name string `xml:"name,attr"`
		Axis string `xml:"axis,attr"`
	} `xml:"joint"`
	Inertial struct {
		Mass float64 `xml:"mass,attr"`
		Pos  string  `xml:"pos,attr"`
	} `xml:"inertial"`
	Cameras []struct {
		Name string `xml:"name,attr"`
		Pos  string `xml:"pos,attr"`
		Quat string `xml:"quat,attr"`
	} `xml:"camera"`
	Bodies []mjcfBody `xml:"body"`
}

// readMJCF reads one robot's body; the right hip follows the left by the equality.
func readMJCF(t *testing.T, prefix, text string) tree {
	t.Helper()
	var torso mjcfBody
	require.NoError(t, xml.Unmarshal([]byte(text), &torso))
	tr := tree{}
	var walk func(b mjcfBody, parent string)
	walk = func(b mjcfBody, parent string) {
		name, ok := strings.CutPrefix(b.Name, prefix)
		require.True(t, ok, b.Name)
		l := &readLink{parent: parent, mass: b.Inertial.Mass, com: vector(t, b.Inertial.Pos)}
		l.fixed = nao.Translation(vector(t, b.Pos))
		if b.Joint != nil {
			l.joint, l.axis = strings.TrimPrefix(b.Joint.Name, prefix), vector(t, b.Joint.Axis)
			if l.joint == "RHipYawPitch" {
				l.joint = "LHipYawPitch"
			}
		}
		tr[name] = l
		for _, c := range b.Cameras {
			n := numbers(t, c.Quat)
			q := r3.Rotation(quat.Number{Real: n[0], Imag: n[1], Jmag: n[2], Kmag: n[3]})
			x, y, z := q.Rotate(r3.Vec{X: 1}), q.Rotate(r3.Vec{Y: 1}), q.Rotate(r3.Vec{Z: 1})
			view := nao.Pose{R: [9]float64{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}, P: vector(t, c.Pos)}
			// MuJoCo's camera looks along -z with y up.
			view = view.Mul(nao.Rotation(r3.Vec{X: 1}, math.Pi))
			tr[strings.TrimPrefix(c.Name, prefix)] = &readLink{parent: name, fixed: view}
		}
		for _, child := range b.Bodies {
			walk(child, name)
		}
	}
	walk(torso, "world")
	return tr
}

func TestTableURDFAndMJCFDescribeTheSameRobot(t *testing.T) {
	const prefix = "nao1/"
	for look, meshes := range map[nao.Look]string{nao.Rounded: "package://gonao_bringup/meshes", nao.Blocks: ""} {
		formats := map[string]tree{
			"urdf": readURDF(t, nao.URDF(nao.URDFOptions{Meshes: meshes})),
			"mjcf": readMJCF(t, prefix, nao.MJCF(nao.MJCFOptions{Prefix: prefix, Look: look}).Body),
		}
		rng := rand.New(rand.NewPCG(9, 10))
		for range 20 {
			q := randomJoints(rng)
			named := map[string]float64{}
			for j := range nao.Joint(nao.NumJoints) {
				named[j.String()] = q[j]
			}
			for format, tr := range formats {
				mass, com := tr.massAndCoM(t, named)
				require.InDelta(t, nao.TotalMass(), mass, 1e-9, format)
				requireVec(t, nao.CoM(&q), com, 1e-8, format)
				for _, leg := range []nao.Leg{nao.LeftLeg, nao.RightLeg} {
					requirePose(t, leg.Foot().InTorso(&q), tr.inRoot(t, leg.Foot().String(), named), format)
				}
				for _, cam := range []nao.Camera{nao.TopCamera, nao.BottomCamera} {
					requirePose(t, nao.CameraInTorso(cam, &q), tr.inRoot(t, cam.OpticalFrame(), named), format)
				}
			}
			for _, leg := range []nao.Leg{nao.LeftLeg, nao.RightLeg} {
				requirePose(t, nao.SoleInTorso(leg, &q), formats["urdf"].inRoot(t, leg.SoleFrame(), named))
			}
		}
	}
}

func requirePose(t *testing.T, want, got nao.Pose, msg ...any) {
	t.Helper()
	requireVec(t, want.P, got.P, 1e-8, msg...)
	for i := range want.R {
		require.InDelta(t, want.R[i], got.R[i], 1e-8, msg...)
	}
}

func TestMJCFHasAMotorForEveryJointAndAnXMLForEveryPart(t *testing.T) {
	parts := nao.MJCF(nao.MJCFOptions{Prefix: "x/", Waistband: nao.Red(), Fixed: true})
	for name, text := range map[string]string{
		"asset": parts.Asset, "worldbody": parts.Body, "contact": parts.Contact,
		"equality": parts.Equality, "actuator": parts.Actuator, "sensor": parts.Sensor,
	} {
		var any struct{}
		require.NoError(t, xml.Unmarshal([]byte("<"+name+">"+text+"</"+name+">"), &any), name)
	}
	for j := range nao.Joint(nao.NumJoints) {
		require.Contains(t, parts.Actuator, `<motor name="x/`+j.String()+`"`)
		require.Contains(t, parts.Body, `<joint name="x/`+j.String()+`"`)
	}
	require.NotContains(t, parts.Body, "freejoint")
	require.Contains(t, nao.MJCF(nao.MJCFOptions{}).Body, "freejoint")
}

func TestURDFIsTheGoldenOne(t *testing.T) {
	const golden = "testdata/nao.urdf"
	text := nao.URDF(nao.URDFOptions{Meshes: "package://gonao_bringup/meshes"})
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(golden, []byte(text), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "the URDF changed: look at it, then make golden")
}
