package studiotest

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/ros"
)

// drawnField is what the field view has drawn last.
type drawnField struct {
	Count                        int
	Truth, Belief, Ellipse, Ball []float64
	Robots                       [][]float64
	Hypotheses, Way              int
	Points, Lines, Field         int
}

// fieldOf returns what the field view has drawn last.
func fieldOf(p *Tab) drawnField {
	p.t.Helper()
	return Eval[drawnField](p, `window.gonaoField`)
}

func turnedBy(yaw float64) geometrymsgs.Quaternion {
	return geometrymsgs.Quaternion{Z: math.Sin(yaw / 2), W: math.Cos(yaw / 2)}
}

// The beliefs of a robot that attacks the goal at -x are drawn in world, so everything is turned by 180°. The messages
// are fixed, so the numbers are exact.
func TestTheFieldShowsBeliefsInWorld(t *testing.T) {
	s := NewStage(t, Options{})
	p := s.Open("#robot")
	p.layout("Soccer")
	frames, err := ros.Advertise[tf2msgs.TFMessage](s.Robot, "/tf")
	require.NoError(t, err)
	estimates, err := ros.Advertise[msgs.PoseEstimate](s.Robot, "pose_estimate", ros.SensorData())
	require.NoError(t, err)
	models, err := ros.Advertise[msgs.WorldModel](s.Robot, "world_model", ros.SensorData())
	require.NoError(t, err)
	features, err := ros.Advertise[msgs.FieldFeatures](s.Robot, "field_features", ros.SensorData())
	require.NoError(t, err)
	plans, err := ros.Advertise[navmsgs.Path](s.Robot, "plan")
	require.NoError(t, err)
	markers, err := ros.Advertise[visualizationmsgs.MarkerArray](s.Robot, "field_markers", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	lines := visualizationmsgs.NewMarker()
	lines.Ns, lines.Type, lines.Scale.X = "lines", visualizationmsgs.MarkerLineList, 0.05
	lines.Points = make([]geometrymsgs.Point, 8)
	require.NoError(t, markers.Publish(visualizationmsgs.MarkerArray{Markers: []visualizationmsgs.Marker{lines}}))
	t.Cleanup(goes(func(done <-chan struct{}) {
		beat := time.NewTicker(100 * time.Millisecond)
		defer beat.Stop()
		for {
			select {
			case <-done:
				return
			case <-beat.C:
			}
			var turn geometrymsgs.TransformStamped
			turn.Header.FrameId, turn.ChildFrameId, turn.Transform.Rotation = "world", "map", turnedBy(math.Pi)
			e := msgs.PoseEstimate{X: 1, Y: 2, Theta: 0.5, Covariance: [6]float64{0: 0.04, 3: 0.01, 5: 0.01}, Localized: true, Fit: 0.9}
			e.Hypotheses = []msgs.PoseHypothesis{{X: 1, Y: 2, Weight: 0.7}, {X: -1, Y: -2, Weight: 0.2}, {X: 0, Y: 2, Weight: 0.1}}
			var w msgs.WorldModel
			w.PoseTheta, w.Ball.Known, w.Ball.MapX, w.Ball.MapY, w.Ball.Vx = math.Pi/2, true, 2, 1, 0.5
			w.Robots = []msgs.ModelRobot{{MapX: 3, MapY: -1, Team: msgs.ModelRobotTeamOpponent}}
			f := msgs.FieldFeatures{Points: make([]msgs.FieldPoint, 3), Lines: make([]msgs.FieldLine, 2)}
			var way navmsgs.Path
			way.Poses = make([]geometrymsgs.PoseStamped, 4)
			frames.Publish(tf2msgs.TFMessage{Transforms: []geometrymsgs.TransformStamped{turn}})
			estimates.Publish(e)
			models.Publish(w)
			features.Publish(f)
			plans.Publish(way)
		}
	}))
	p.Wait(`(() => { const f = window.gonaoField; return f.belief?.[0] < 0 && f.ball && f.robots.length === 1 && f.points === 3 && f.way === 4 && f.field === 4; })()`)
	f := fieldOf(p)
	require.InDeltaSlice(t, []float64{-1, -2, 0.5 - math.Pi}, f.Belief, 1e-6)
	require.InDeltaSlice(t, []float64{0.2 * 2.4477, 0.1 * 2.4477}, f.Ellipse, 1e-6)
	require.InDeltaSlice(t, []float64{-2, -1, 0, -0.5}, f.Ball, 1e-6, "forward is +y of map, -y of world")
	require.InDeltaSlice(t, []float64{-3, 1}, f.Robots[0], 1e-6)
	require.Equal(t, 2, f.Hypotheses, "besides the best one")
	require.Equal(t, 2, f.Lines)
	require.Nil(t, f.Truth, "nobody knows it")
	p.Wait(`/knows its place \(fit 90 %\), ball 1.4 m away, 0.5 m\/s, 1 robot/.test(document.querySelector(".field-words").textContent)`)

	for layer, gone := range map[string]string{"belief": "!f.belief", "hypotheses": "f.hypotheses === 0", "ball": "!f.ball", "robots": "f.robots.length === 0", "way": "f.way === 0", "features": "f.points === 0"} {
		click := `[...document.querySelectorAll(".field-view label")].find(l => l.textContent.trim() === ` + quote(layer) + `).querySelector("input").click()`
		p.Do(click)
		p.Wait(`(f => ` + gone + `)(window.gonaoField)`)
		p.Do(click)
		p.Wait(`(f => !(` + gone + `))(window.gonaoField)`)
	}
	p.requireLooks("field of beliefs")
	require.Empty(t, p.Problems())
}

// fieldWorld has a robot in its own half, with a ball and another robot in front of it.
const fieldWorld = `field: spl
floor: {size_m: [16, 13], color: [0.4, 0.4, 0.41]}
robot: {x_m: -2.2, y_m: 0.9, yaw_deg: -20, look: skin, color: blue}
balls:
  - {name: ball, mass_kg: 0.045, pattern: pentagons, color: white, x_m: -1.0, y_m: 0.6}
puppets:
  - {name: other, make: nao, x_m: -0.6, y_m: -0.5, yaw_deg: 170, posture: stand, jersey: red, number: 3}
`

// Runs the nodes localization, world_model, planner and motion in a simulated world. The field view must show their
// beliefs, and the beliefs must agree with the truth.
func TestTheFieldShowsWhatTheNodesBelieve(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulated world with all nodes of the field: about 40 s of processor time")
	}
	file := filepath.Join(t.TempDir(), "field.yaml")
	require.NoError(t, os.WriteFile(file, []byte(fieldWorld), 0o600))
	s := NewWorld(t, Options{World: file}, Motion, StatePublisher, Field)
	p := s.Open("#robot")
	p.layout("Soccer")

	t.Run("the belief is at the truth", func(t *testing.T) {
		p.Wait(`(f => f.field > 20 && f.truth && f.belief && f.ellipse && Math.hypot(f.truth[0] - f.belief[0], f.truth[1] - f.belief[1]) < 0.3)(window.gonaoField)`)
		p.Wait(`/belief is \d+ cm and \d+° off; knows its place/.test(document.querySelector(".field-words").textContent)`)
		f := fieldOf(p)
		require.InDelta(t, -2.2, f.Truth[0], 0.15)
		require.InDelta(t, 0.9, f.Truth[1], 0.15)
	})
	t.Run("features, ball and the other robot are drawn at their true places", func(t *testing.T) {
		p.Wait(`(f => f.points + f.lines > 0)(window.gonaoField)`)
		p.Wait(`(f => f.ball && Math.hypot(f.ball[0] + 1.0, f.ball[1] - 0.6) < 0.3)(window.gonaoField)`)
		p.Wait(`(f => f.robots.some(r => Math.hypot(r[0] + 0.6, r[1] + 0.5) < 0.4))(window.gonaoField)`)
		p.keep("field live")
	})
	t.Run("a goal from rviz leads to a path, and the robot walks along it", func(t *testing.T) {
		goal, err := ros.Advertise[geometrymsgs.PoseStamped](s.Robot, "goal_pose")
		require.NoError(t, err)
		var m geometrymsgs.PoseStamped
		m.Header.FrameId, m.Pose.Position.X, m.Pose.Position.Y, m.Pose.Orientation.W = "map", -1.2, 1.6, 1
		sent := goes(func(done <-chan struct{}) { // published until a node receives it
			for beat := time.NewTicker(time.Second); ; {
				goal.Publish(m)
				select {
				case <-done:
					beat.Stop()
					return
				case <-beat.C:
				}
			}
		})
		defer sent()
		p.Wait(`window.gonaoField.way > 1`)
		p.keep("field walks")
		p.Wait(`(f => Math.hypot(f.truth[0] + 2.2, f.truth[1] - 0.9) > 0.4)(window.gonaoField)`)
		f := fieldOf(p)
		require.Less(t, math.Hypot(f.Truth[0]-f.Belief[0], f.Truth[1]-f.Belief[1]), 0.5, "the belief moves with the robot")
	})
	t.Run("a ball that rolls has a velocity", func(t *testing.T) {
		push, err := ros.NewClient[msgs.PushObjectRequest, msgs.PushObjectResponse](s.Robot, "simulator/push")
		require.NoError(t, err)
		stop := goes(func(done <-chan struct{}) { // pushed repeatedly, because the ball comes to rest soon
			for beat := time.NewTicker(2 * time.Second); ; {
				push.Call(t.Context(), msgs.PushObjectRequest{Object: "ball", Frame: "world", Impulse: geometrymsgs.Vector3{Y: 0.03}})
				select {
				case <-done:
					beat.Stop()
					return
				case <-beat.C:
				}
			}
		})
		defer stop()
		p.Wait(`(f => f.ball && Math.hypot(f.ball[2], f.ball[3]) > 0.15)(window.gonaoField)`)
		p.keep("field ball rolls")
	})
	require.Empty(t, p.Problems())
}

// The field view shows results from rendered images: both cameras, vision with its nets, localization and the world
// model.
func TestTheFieldShowsWhatVisionSeesInRenderedImages(t *testing.T) {
	if testing.Short() {
		t.Skip("draws images of both cameras on the processor")
	}
	file := filepath.Join(t.TempDir(), "field.yaml")
	require.NoError(t, os.WriteFile(file, []byte(fieldWorld), 0o600))
	s := NewWorld(t, Options{World: file}, Motion, StatePublisher, Vision, Field)
	p := s.Open("#robot")
	p.layout("Soccer")
	p.Wait(`(f => f.points + f.lines > 0)(window.gonaoField)`)
	p.Wait(`(f => f.field > 20 && f.truth && f.belief && f.ellipse && Math.hypot(f.truth[0] - f.belief[0], f.truth[1] - f.belief[1]) < 0.2)(window.gonaoField)`)
	p.Wait(`/belief is \d+ cm and \d+° off; knows its place/.test(document.querySelector(".field-words").textContent)`)
	p.Wait(`(f => f.ball && Math.hypot(f.ball[0] + 1.0, f.ball[1] - 0.6) < 0.3)(window.gonaoField)`)
	p.Wait(`(f => f.robots.some(r => Math.hypot(r[0] + 0.6, r[1] + 0.5) < 0.5))(window.gonaoField)`)
	p.keep("field seen")
	require.Empty(t, p.Problems())
}
