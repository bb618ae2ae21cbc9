package vision

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/ros"
	"gonao/vision/view"
)

// lens is that of b.info.
var testLens = nao.Intrinsics{Fx: 300, Fy: 300, Cx: 160, Cy: 120}

// paint publishes the image of a line across the way, lineM m in front of the robot, and of one that leads from it
// straight ahead on the left.
func (b *bench) paint(t *testing.T, at time.Duration, posture *view.Posture, lineM float64) {
	m, _ := picture(t, at, posture, lineM)
	require.NoError(t, b.images.Publish(m))
	synctest.Wait()
}

// picture returns the image that paint publishes, and its view.
func picture(t *testing.T, at time.Duration, posture *view.Posture, lineM float64) (sensormsgs.Image, view.View) {
	const w, h = 320, 240
	v, err := view.New(testLens, view.Size{Width: w, Height: h}, nao.TopCamera, posture)
	require.NoError(t, err)
	m := sensormsgs.Image{Width: w, Height: h, Step: 2 * w, Encoding: "yuv422_yuy2", Data: make([]byte, 2*w*h)}
	m.Header = stdmsgs.Header{Stamp: ros.Stamp(time.Unix(0, 0).Add(at)), FrameId: "CameraTop_optical_frame"}
	for y := range h {
		for x := range w {
			luma, u, vv := byte(150), byte(128), byte(128) // the hall
			if gx, gy, ok := v.Ground(float64(x)+0.5, float64(y)+0.5); ok && math.Hypot(gx, gy) < 8 {
				luma, u, vv = 80, 112, 102
				if math.Abs(gx-lineM) < 0.025 || math.Abs(gy-0.4) < 0.025 && gx > lineM {
					luma, u, vv = 220, 128, 128
				}
			}
			p := m.Data[y*2*w+x/2*4:]
			p[x%2*2] = luma
			p[1], p[3] = u, vv
		}
	}
	return m, v
}

// posture publishes a robot that stands and looks down by 20°.
func (b *bench) posture(t *testing.T, at time.Duration, roll float32) *view.Posture {
	p := view.Posture{At: at, Joints: nao.StandPosture()}
	p.Joints[nao.HeadPitch] = 0.35
	m := msgs.RobotState{Stamp: ros.Stamp(time.Unix(0, 0).Add(at)), Angles: [2]float32{roll, 0}}
	for j := range m.Position {
		m.Position[j] = float32(p.Joints[j])
	}
	require.NoError(t, b.states.Publish(m))
	synctest.Wait()
	return &p
}

func TestTheFieldsFeaturesAreWhereTheyAre(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field, cfg.Camera = "spl", "both"
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		features, err := ros.Subscribe[msgs.FieldFeatures](b.tester, "field_features", ros.SensorData())
		require.NoError(t, err)
		markings2d, err := ros.Subscribe[sv2.MarkingArray](b.tester, "soccer_vision_2d/markings")
		require.NoError(t, err)
		markings3d, err := ros.Subscribe[sv3.MarkingArray](b.tester, "soccer_vision_3d/markings")
		require.NoError(t, err)
		boundary3d, err := ros.Subscribe[sv3.FieldBoundary](b.tester, "soccer_vision_3d/field_boundary")
		require.NoError(t, err)
		shown, err := ros.Subscribe[visualizationmsgs.MarkerArray](b.tester, "feature_markers", ros.SensorData())
		require.NoError(t, err)
		synctest.Wait()
		b.info(t)
		p := b.posture(t, time.Second, 0)
		b.paint(t, time.Second, p, 1.5)
		marks := (<-shown.C()).Markers
		require.Len(t, marks, 2)
		require.InDelta(t, 1.5, (marks[0].Points[0].X+marks[0].Points[1].X)/2, 0.03)
		require.InDelta(t, 0.4, marks[1].Points[0].Y, 0.03)
		require.Equal(t, "base_footprint", marks[1].Header.FrameId)
		require.True(t, marks[1].FrameLocked)
		got := <-features.C()
		require.Equal(t, "base_footprint", got.Header.FrameId)
		require.Equal(t, ros.Stamp(time.Unix(1, 0)), got.Header.Stamp)
		require.Positive(t, got.TiltVariance)
		require.False(t, got.BottomCamera)
		require.NotEmpty(t, got.Lines)
		require.InDelta(t, 1.5, (got.Lines[0].FromX+got.Lines[0].ToX)/2, 0.03)
		require.Len(t, got.Points, 1)
		corner := got.Points[0]
		require.Equal(t, uint8(field.CornerT), corner.Kind)
		require.InDelta(t, 1.5, corner.X, 0.03)
		require.InDelta(t, 0.4, corner.Y, 0.03)
		require.InDelta(t, 0, corner.Heading, 0.1, "the stem leads ahead")
		require.Positive(t, corner.Covariance[0])
		require.Equal(t, int32(3), (<-markings2d.C()).Intersections[0].NumRays)
		in3d := <-markings3d.C()
		require.InDelta(t, 1.5, in3d.Intersections[0].Center.X, 0.03)
		require.Len(t, in3d.Intersections[0].Rays, 3)
		require.NotEmpty(t, in3d.Segments)
		edge := (<-boundary3d.C()).Points
		require.NotEmpty(t, edge)
		require.InDelta(t, 8, math.Hypot(edge[len(edge)/2].X, edge[len(edge)/2].Y), 1.5)
	})
}

// A robot that lies on its side publishes balls, and no features.
func TestALyingRobotPublishesNoFeatures(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field = "spl"
	onBusWith(t, cfg, func(t *testing.T, b *bench) {
		features, err := ros.Subscribe[msgs.FieldFeatures](b.tester, "field_features", ros.SensorData())
		require.NoError(t, err)
		b.info(t)
		p := b.posture(t, time.Second, math.Pi/2)
		b.paint(t, time.Second, p, 1.5)
		require.Len(t, b.blobs.C(), 1)
		require.Empty(t, features.C())
	})
}
