package label_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/sim"
	"gonao/sim/camera"
	"gonao/sim/label"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// scene is a world with two robots: "self" at the origin looks along x, "other" stands where a test puts it.
type scene struct {
	world    world.World
	sim      *sim.World
	labeller *label.Labeller
	labels   label.Labels
	stance   label.Stance
}

func open(t *testing.T, name string, o camera.Options) *scene {
	t.Helper()
	w, err := world.Load(name)
	require.NoError(t, err)
	w.Carriers = nil
	cfg := sim.DefaultConfig(w)
	var robots []label.Identity
	for i, who := range []string{"self", "other"} {
		r := sim.DefaultRobot()
		r.Name = who
		r.Robot = &world.Robot{XM: 3 * float64(i), Look: world.LookSkin, Color: world.Color{0.2, 0.4, 0.8}, Waistband: world.WaistbandNone}
		cfg.Robots = append(cfg.Robots, r)
		robots = append(robots, label.Identity{Prefix: who + "/", Number: i + 1, Team: "blue"})
	}
	s := &scene{world: w}
	s.sim, err = sim.NewWorld(cfg)
	require.NoError(t, err)
	t.Cleanup(s.sim.Close)
	s.labeller, err = label.New(s.sim.Model(), &w, "self/", robots, o)
	require.NoError(t, err)
	t.Cleanup(s.labeller.Close)
	s.look(t, 0, 0)
	return s
}

// look puts the robot that looks onto its feet at the origin with its head turned.
func (s *scene) look(t *testing.T, yaw, pitch float64) {
	t.Helper()
	j := nao.StandPosture()
	j[nao.HeadYaw], j[nao.HeadPitch] = yaw, pitch
	x := nao.Translation(r3.Vec{Z: -nao.SoleInTorso(nao.LeftLeg, &j).P.Z})
	require.NoError(t, s.sim.PlaceRobot(0, x, &j))
	s.stance = label.Stance{Torso: x, Joints: j}
}

func (s *scene) label(t *testing.T, c nao.Camera) *label.Labels {
	t.Helper()
	require.NoError(t, s.sim.Data().Kinematics())
	require.NoError(t, s.labeller.Label(s.sim.Data(), c, s.stance, r3.Vec{}, &s.labels))
	return &s.labels
}

func thing(l *label.Labels, c label.Class) *label.Thing {
	for i := range l.Things {
		if l.Things[i].Class == c {
			return &l.Things[i]
		}
	}
	return nil
}

// A ball's pixels are the disc that its place and the lens lead to: their number, their middle, their box.
func TestABallsPixelsAreTheDiscOfItsPlace(t *testing.T) {
	s := open(t, "spl", camera.Options{})
	for _, p := range []r3.Vec{{X: 0.8, Y: 0.1, Z: 0.05}, {X: 1.5, Y: -0.4, Z: 0.05}, {X: 1.2, Y: 0.5, Z: 0.3}, {X: 3, Y: 0.4, Z: 0.05}} {
		require.NoError(t, s.sim.PlaceBall("ball", p))
		s.look(t, 0, 0.25)
		l := s.label(t, nao.TopCamera)
		b := thing(l, label.Ball)
		require.NotNil(t, b, "%v", p)
		area := math.Pi * b.Radius * b.Radius
		require.InDelta(t, area, b.Count, max(6, 0.03*area), "%v: the facets of the sphere cost little", p)
		require.InDelta(t, 1.0, b.Share, 1e-9)
		require.InDelta(t, b.U, float64(b.Box.Left+b.Box.Right-1)/2, 0.8)
		require.InDelta(t, b.V, float64(b.Box.Top+b.Box.Bottom-1)/2, 0.8)
		require.False(t, b.Cut)
		require.InDelta(t, 0, r3.Norm(r3.Sub(b.Place, p)), 1e-6)
		require.InDelta(t, 0.1, b.Size, 1e-9)
		for i, o := range l.Objects {
			require.Equal(t, l.Classes[i] == label.Ball, o > 0 && l.Things[o-1].Class == label.Ball)
		}
	}
}

func TestTheShareOfABallBehindARobotIsWhatIsLeftOfIt(t *testing.T) {
	s := open(t, "spl", camera.Options{})
	s.look(t, 0, 0.2)
	at := r3.Vec{X: 1.4, Y: 0, Z: 0.05}
	require.NoError(t, s.sim.PlaceBall("ball", at))
	alone := *thing(s.label(t, nao.TopCamera), label.Ball)
	require.InDelta(t, 1.0, alone.Share, 1e-9)
	// Another robot's foot comes before the left half of the ball.
	require.NoError(t, s.sim.Place(1, sim.Placement{X: 1.1, Y: 0.08, Posture: nao.StandPosture()}))
	l := s.label(t, nao.TopCamera)
	half := thing(l, label.Ball)
	require.NotNil(t, half)
	require.Less(t, half.Share, 0.9)
	require.Greater(t, half.Share, 0.1)
	require.Equal(t, alone.Whole, half.Whole, "what is hidden does not change the whole")
	require.Equal(t, alone.Full, half.Full)
	require.InDelta(t, half.Share, float64(half.Count)/float64(alone.Count), 1e-9)
	robot := thing(l, label.Robot)
	require.NotNil(t, robot)
	require.Equal(t, "other", robot.Name)
	require.Equal(t, 2, robot.Look.Number)
	require.False(t, robot.Look.Fallen)
	require.Positive(t, robot.Box.Height())
}

func TestARobotThatLiesIsFallen(t *testing.T) {
	s := open(t, "spl", camera.Options{})
	s.look(t, 0, 0.1)
	require.NoError(t, s.sim.Place(1, sim.Placement{X: 1.8, Lie: sim.OnBack, Yaw: math.Pi / 2, Posture: nao.StandPosture()}))
	robot := thing(s.label(t, nao.TopCamera), label.Robot)
	require.NotNil(t, robot)
	require.True(t, robot.Look.Fallen)
	require.Greater(t, robot.Box.Width(), robot.Box.Height())
}

// Lines, corners and posts lie in the image where their pixels are.
func TestLinesAndLandmarksLieOnTheirPixels(t *testing.T) {
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		s := open(t, name, camera.Options{})
		require.NoError(t, s.sim.PlaceBall("ball", r3.Vec{X: -2, Y: 1, Z: 0.1}))
		require.NoError(t, s.sim.Place(1, sim.Placement{X: -1, Posture: nao.StandPosture()}))
		kinds := map[field.Kind]bool{}
		for _, yaw := range []float64{-0.9, -0.3, 0, 0.5, 1.1} {
			s.look(t, yaw, 0.1)
			l := s.label(t, nao.TopCamera)
			for _, p := range l.Lines {
				line := s.world.Map.Lines[p.Of]
				mid := [2]float64{(p.From[0] + p.To[0]) / 2, (p.From[1] + p.To[1]) / 2}
				u, v := (p.U1+p.U2)/2, (p.V1+p.V2)/2
				// Near lines only: far ones are thinner than a pixel.
				if near := math.Hypot(mid[0], mid[1]); near < 2.5 && math.Hypot(p.To[0]-p.From[0], p.To[1]-p.From[1]) < 0.5*near {
					require.Equal(t, label.Line, l.Classes[int(math.Round(v))*l.Width+int(math.Round(u))], "%s: line %d %v", name, p.Of, line)
				}
			}
			for _, m := range l.Landmarks {
				if m.Seen && m.Range < 4.6 {
					kinds[m.Kind] = true
				}
			}
		}
		require.True(t, kinds[field.CornerT] || kinds[field.CrossX], "%s: %v", name, kinds)
		require.True(t, kinds[field.Post], "%s: %v", name, kinds)
	}
}

// A post is not in sight where another one stands before its foot, though that pixel shows a post.
func TestAPostBehindAnotherIsHidden(t *testing.T) {
	l := label.Labels{
		Width: 4, Height: 2, Objects: []uint16{0, 1, 2, 0, 0, 1, 2, 0},
		Things: []label.Thing{{Class: label.Post, Place: r3.Vec{X: 4.5, Y: 0.8}}, {Class: label.Post, Place: r3.Vec{X: 4.5, Y: -0.8}}},
	}
	at := func(u, v float64) label.Mark {
		return label.Mark{Kind: field.Post, X: 4.5, Y: 0.75, U: u, V: v, Seen: true}
	}
	own, other, hidden := at(1, 1), at(2.2, 0.8), at(1, 1)
	hidden.Seen = false
	require.True(t, l.Shows(&own))
	require.False(t, l.Shows(&other))
	require.False(t, l.Shows(&hidden))
}

// The boundary is the first row of carpet where nothing stands before it, also with a lens whose formula leads far
// points back into the image.
func TestTheBoundaryIsWhereTheCarpetEnds(t *testing.T) {
	for _, distortion := range []float64{0, -0.06, 0.02} {
		s := open(t, "spl", camera.Options{Effects: camera.Effects{Distortion: distortion}})
		require.NoError(t, s.sim.Place(1, sim.Placement{X: -3, Posture: nao.StandPosture()}))
		require.NoError(t, s.sim.PlaceBall("ball", r3.Vec{X: -2, Y: 1, Z: 0.1}))
		s.look(t, 0.9, 0.1)
		l := s.label(t, nao.TopCamera)
		compared := 0
		for u := range l.Width {
			top := 0
			for top < l.Height && (l.Classes[top*l.Width+u] == label.Background) {
				top++
			}
			if top == l.Height || l.Classes[top*l.Width+u] > label.Line {
				continue // a goal stands before it
			}
			require.InDelta(t, l.Boundary[u], float64(top), 1.5, "column %d, distortion %g", u, distortion)
			compared++
		}
		require.Greater(t, compared, l.Width/2)
	}
}

// The camera's pose in base_footprint is that of the robot's own kinematics.
func TestTheCamerasPoseIsTheKinematics(t *testing.T) {
	s := open(t, "spl", camera.Options{})
	s.look(t, 0.4, 0.2)
	for c := range nao.Camera(nao.NumCameras) {
		l := s.label(t, c)
		want := s.stance.Torso.Mul(nao.CameraInTorso(c, &s.stance.Joints))
		require.InDelta(t, 0, r3.Norm(r3.Sub(want.P, l.Camera.World.P)), 1e-6)
		for i := range want.R {
			require.InDelta(t, want.R[i], l.Camera.World.R[i], 1e-6)
			require.InDelta(t, want.R[i], l.Camera.Ground.R[i], 1e-6, "the robot looks along x of the world")
		}
		left, right := nao.SoleInTorso(nao.LeftLeg, &s.stance.Joints).P, nao.SoleInTorso(nao.RightLeg, &s.stance.Joints).P
		require.InDelta(t, want.P.X-(left.X+right.X)/2, l.Camera.Ground.P.X, 1e-6)
		require.InDelta(t, want.P.Z, l.Camera.Ground.P.Z, 1e-6)
	}
}

func TestALabellerNamesWhatTheModelLacks(t *testing.T) {
	s := open(t, "spl", camera.Options{})
	_, err := label.New(s.sim.Model(), &s.world, "nobody/", nil, camera.Options{})
	require.ErrorContains(t, err, "nobody/CameraTop_optical_frame")
	_, err = label.New(s.sim.Model(), &s.world, "self/", []label.Identity{{Prefix: "third/"}}, camera.Options{})
	require.ErrorContains(t, err, "third/torso")
	_, err = label.New(s.sim.Model(), &s.world, "self/", nil, camera.Options{Width: 321, Height: 240})
	require.ErrorContains(t, err, "width: 321")
	_, err = label.ParseClass("goalie")
	require.ErrorContains(t, err, `class "goalie": want one of`)
}

// Lens, rolling shutter and a turning head move pixels: the labels go with them. An orange ball on a field without
// noise is where the image is orange.
func TestTheLabelsGoWithLensAndShutter(t *testing.T) {
	o := camera.Options{Effects: camera.Effects{Distortion: -0.12, ReadoutSec: 0.03}}
	s := open(t, "field2010", o)
	r, err := camera.NewRenderer(s.sim.Model(), "self/", o)
	require.NoError(t, err)
	t.Cleanup(r.Close)
	require.NoError(t, s.sim.Place(1, sim.Placement{X: -2, Posture: nao.StandPosture()}))
	var img camera.Image
	var pose mujoco.Pose
	for _, turning := range []r3.Vec{{}, {Y: 3}, {Y: -3, X: 1}, {Z: 2, X: -2}} {
		require.NoError(t, s.sim.PlaceBall("ball", r3.Vec{X: 0.7, Y: 0.25, Z: 0.0325}))
		s.look(t, 0.1, 0.3)
		require.NoError(t, s.sim.Data().Kinematics())
		s.sim.Data().CopyPose(&pose)
		require.NoError(t, r.Capture(nao.TopCamera, &pose, turning, &img))
		require.NoError(t, s.labeller.Label(s.sim.Data(), nao.TopCamera, s.stance, turning, &s.labels))
		l := &s.labels
		both, either := 0, 0
		for i, c := range l.Classes {
			orange := img.YUYV[4*(i/2)+3] > 160
			if orange && c == label.Ball {
				both++
			}
			if orange || c == label.Ball {
				either++
			}
		}
		require.Greater(t, either, 500)
		require.Greater(t, float64(both)/float64(either), 0.9, "turning %v: chroma comes in pairs of pixels, the rest agrees", turning)
		b := thing(l, label.Ball)
		require.NotNil(t, b)
		require.InDelta(t, float64(b.Box.Left+b.Box.Right-1)/2, b.U, 1)
		require.InDelta(t, float64(b.Box.Top+b.Box.Bottom-1)/2, b.V, 1)
	}
}

// People, puppets and the lines of a neighbour's field are what they are, not what they look like.
func TestAHallsPeopleAndNeighboursAreLabelled(t *testing.T) {
	w, err := world.Load("spl")
	require.NoError(t, err)
	w.Carriers = nil
	w.Hall = &world.Hall{
		Walls:      world.WallsPlain,
		People:     []world.Person{{XM: 1.6, YM: 0.4, HeightM: 1.8, YawDeg: 180}},
		Neighbours: []world.Neighbour{{XM: 12}},
	}
	w.Puppets = []world.Puppet{{Name: "guest", Make: world.MakeOther, XM: 1.6, YM: -0.3, Posture: "stand", Jersey: "red", Number: 4}}
	cfg := sim.DefaultConfig(w)
	cfg.RobotConfig = sim.DefaultRobot()
	simulated, err := sim.NewWorld(cfg)
	require.NoError(t, err)
	t.Cleanup(simulated.Close)
	l, err := label.New(simulated.Model(), &w, "", []label.Identity{{}}, camera.Options{})
	require.NoError(t, err)
	t.Cleanup(l.Close)
	s := &scene{world: w, sim: simulated, labeller: l}
	s.look(t, 0, 0)
	labels := s.label(t, nao.TopCamera)
	person := thing(labels, label.Person)
	require.NotNil(t, person)
	require.Equal(t, "person0", person.Name)
	guest := thing(labels, label.Robot)
	require.NotNil(t, guest)
	require.Equal(t, "guest", guest.Name)
	require.Equal(t, label.Look{Number: 4, Team: "red"}, guest.Look)
	require.False(t, guest.Look.Fallen)
	// Far ahead, beyond our carpet's end, the neighbour's carpet begins: no pixel above the boundary is a line.
	for i, c := range labels.Classes {
		if c == label.Line || c == label.Carpet {
			require.GreaterOrEqual(t, float64(i/labels.Width), labels.Boundary[i%labels.Width]-1)
		}
	}
}

// A user's own field with two-colour landmarks: they are labelled with their colour, foot and place.
func TestLandmarksOfAUsersFieldAreLabelled(t *testing.T) {
	dir := t.TempDir()
	fieldText := `
title: with a landmark
field: {length: 6, width: 4, lineWidth: 0.05, borderStripWidth: 0.5}
landmarks: [{x: 2.0, y: 0.5, diameter: 0.1, height: 0.45, upper: yellow, lower: blue}]
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.yaml"), []byte(fieldText), 0o600))
	worldText := "title: mine\nfloor: {size_m: [9, 7], color: grey}\nfield: ./mine.yaml\nballs: [{name: ball, mass_kg: 0.05, pattern: plain, color: orange, x_m: -1}]\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "world.yaml"), []byte(worldText), 0o600))
	s := open(t, filepath.Join(dir, "world.yaml"), camera.Options{})
	require.NoError(t, s.sim.Place(1, sim.Placement{X: -2, Posture: nao.StandPosture()}))
	s.look(t, 0.2, 0.1)
	l := s.label(t, nao.TopCamera)
	pole := thing(l, label.Landmark)
	require.NotNil(t, pole)
	require.Equal(t, field.Yellow, pole.Color)
	require.InDelta(t, 0, r3.Norm(r3.Sub(pole.Place, r3.Vec{X: 2, Y: 0.5})), 1e-9)
	require.Greater(t, pole.Box.Height(), 2*pole.Box.Width(), "it is a pole")
	found := false
	for _, m := range l.Landmarks {
		if m.Kind == field.Pole {
			found = true
			require.True(t, m.Seen)
			require.InDelta(t, float64(pole.Box.Bottom), m.V, 8, "its foot is its lower end; the near edge is a little lower")
		}
	}
	require.True(t, found)
}
