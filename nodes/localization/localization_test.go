package localization

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/localization.yaml", "/localization", DefaultConfig()))
}

func TestWrongParametersAreRefused(t *testing.T) {
	for want, edit := range map[string]func(*Config){
		"field":        func(c *Config) { c.Field = "moon" },
		"frame_prefix": func(c *Config) { c.FramePrefix = "/nao1/" },
	} {
		cfg := DefaultConfig()
		edit(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

// stage is a robot that stands on a field and sees it without errors.
type stage struct {
	t        *testing.T
	n        *ros.Node
	node     *ros.Node // of localization
	now      time.Duration
	field    *field.Map // in world
	pose     plane.Pose // in world
	odometry plane.Pose

	features  *ros.Publisher[msgs.FieldFeatures]
	odom      *ros.Publisher[navmsgs.Odometry]
	initial   *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped]
	poses     *ros.Subscription[geometrymsgs.PoseWithCovarianceStamped]
	estimates *ros.Subscription[msgs.PoseEstimate]
	all       *ros.Subscription[geometrymsgs.PoseArray]
	frames    *ros.Subscription[tf2msgs.TFMessage]
}

// onStage runs a test beside the node.
func onStage(t *testing.T, cfg Config, test func(s *stage)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		n, err := ros.NewNode(ctx, bus, "localization", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		other, err := ros.NewNode(ctx, bus, "stage", ros.NodeOptions{})
		require.NoError(t, err)
		defer other.Close()
		s := &stage{t: t, n: other, node: n}
		f, err := field.Load(cfg.Field)
		require.NoError(t, err)
		s.field = f.Map()
		var errs [7]error
		s.features, errs[0] = ros.Advertise[msgs.FieldFeatures](other, "field_features", ros.SensorData())
		s.odom, errs[1] = ros.Advertise[navmsgs.Odometry](other, "odom")
		s.initial, errs[2] = ros.Advertise[geometrymsgs.PoseWithCovarianceStamped](other, "initialpose")
		s.poses, errs[3] = ros.Subscribe[geometrymsgs.PoseWithCovarianceStamped](other, "pose", ros.Depth(50))
		s.estimates, errs[4] = ros.Subscribe[msgs.PoseEstimate](other, "pose_estimate", ros.SensorData(), ros.Depth(50))
		s.all, errs[5] = ros.Subscribe[geometrymsgs.PoseArray](other, "pose_hypotheses", ros.Depth(50))
		s.frames, errs[6] = ros.Subscribe[tf2msgs.TFMessage](other, "/tf", ros.Depth(100))
		for _, err := range errs {
			require.NoError(t, err)
		}
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, n, cfg) }()
		synctest.Wait()
		test(s)
		cancel()
		require.NoError(t, <-ended)
	})
}

// image publishes odometry, and an image 30 ms older than it that shows all points within 4 m in front.
func (s *stage) image() {
	s.now += 100 * time.Millisecond
	var o navmsgs.Odometry
	o.Header.Stamp, o.Pose.Pose = ros.EpochStamp(s.now), convert.Spatial(s.odometry)
	require.NoError(s.t, s.odom.Publish(o))
	f := percepts.FieldFeatures{Stamp: s.now - 30*time.Millisecond, HeightM: 0.5, TiltVar: 1e-4}
	for _, l := range s.field.Points {
		x, y := s.pose.Local(l.X, l.Y)
		if math.Hypot(x, y) > 4 || math.Abs(math.Atan2(y, x)) > 1 {
			continue
		}
		p := percepts.FieldPoint{Kind: l.Kind, X: x, Y: y, Cov: plane.Cov2{XX: 1e-3, YY: 1e-3}, Color: l.Color, Lower: l.Lower, Confidence: 1}
		if l.Symmetry > 0 {
			p.Heading, p.HeadingVar = plane.Angle(l.Heading-s.pose.Theta), 0.01
		}
		f.Points = append(f.Points, p)
	}
	camera := percepts.CameraPose{Stamp: f.Stamp, Position: [3]float64{0, 0, 0.5}, Rotation: [9]float64{2: 1, 3: -1, 7: -1}, TiltVar: 1e-4}
	var m msgs.FieldFeatures
	convert.Features("", &m, &camera, &f)
	require.NoError(s.t, s.features.Publish(m))
	synctest.Wait()
}

// images publishes some images and returns the last pose in map and estimate.
func (s *stage) images(n int) (pose plane.Pose, last msgs.PoseEstimate) {
	for range n {
		s.image()
	}
	for len(s.poses.C()) > 0 {
		m := <-s.poses.C()
		pose = convert.Planar(&m.Pose.Pose)
	}
	for len(s.estimates.C()) > 0 {
		last = <-s.estimates.C()
	}
	return pose, last
}

func (s *stage) begin(name string) {
	c, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](s.n, "localization/"+name)
	require.NoError(s.t, err)
	defer c.Close()
	a, err := c.Call(s.t.Context(), stdsrvs.TriggerRequest{})
	require.NoError(s.t, err)
	require.True(s.t, a.Success)
}

func TestARobotThatIsPutDownFindsItself(t *testing.T) {
	onStage(t, DefaultConfig(), func(s *stage) {
		s.pose, s.odometry = plane.Pose{X: -2.4, Y: 0.7, Theta: -0.6}, plane.Pose{X: 5, Y: 1, Theta: 2}
		pose, e := s.images(40)
		require.True(t, e.Localized)
		require.InDelta(t, s.pose.X, pose.X, 0.05)
		require.InDelta(t, s.pose.Y, pose.Y, 0.05)
		require.InDelta(t, s.pose.Theta, pose.Theta, 0.05)
		require.Equal(t, ros.EpochStamp(s.now-30*time.Millisecond), e.Header.Stamp, "the image's moment")
		require.Equal(t, "map", e.Header.FrameId)
		require.NotEmpty(t, e.Hypotheses)
		var last tf2msgs.TFMessage
		for len(s.frames.C()) > 0 {
			last = <-s.frames.C()
		}
		require.Equal(t, "map", last.Transforms[0].Header.FrameId)
		require.Equal(t, "odom", last.Transforms[0].ChildFrameId)
		require.Equal(t, "world", last.Transforms[1].Header.FrameId)
		require.Equal(t, "map", last.Transforms[1].ChildFrameId)
		require.InDelta(t, 1, last.Transforms[1].Transform.Rotation.W, 1e-9)
		p, q := last.Transforms[0].Transform.Translation, last.Transforms[0].Transform.Rotation
		odom := plane.Pose{X: p.X, Y: p.Y, Theta: 2 * math.Atan2(q.Z, q.W)}
		require.Less(t, odom.Mul(s.odometry).Distance(s.pose), 0.05, "map to odom to base_footprint is the pose")
		all := <-s.all.C()
		require.Equal(t, "map", all.Header.FrameId)
	})
}

func TestAnInitialPoseOfRvizAndTheServicesBeginAnew(t *testing.T) {
	onStage(t, DefaultConfig(), func(s *stage) {
		s.pose = plane.Pose{X: 2.4, Y: 0.7, Theta: 2.5}
		var m geometrymsgs.PoseWithCovarianceStamped
		m.Header.FrameId, m.Pose.Pose = "map", convert.Spatial(plane.Pose{X: 2.2, Y: 0.6, Theta: 2.4})
		m.Pose.Covariance[0], m.Pose.Covariance[7], m.Pose.Covariance[35] = 0.25, 0.25, 0.07
		require.NoError(t, s.initial.Publish(m))
		synctest.Wait()
		pose, e := s.images(15)
		require.True(t, e.Localized)
		require.Less(t, pose.Distance(s.pose), 0.05, "the half that rviz named")
		m.Pose.Pose.Position.X = math.NaN()
		require.NoError(t, s.initial.Publish(m))
		m.Header.FrameId = "odom"
		require.NoError(t, s.initial.Publish(m))
		synctest.Wait()
		pose, _ = s.images(2)
		require.Less(t, pose.Distance(s.pose), 0.05, "neither is used")
		s.begin("anywhere")
		pose, _ = s.images(40)
		require.Less(t, pose.Distance(s.pose.Turned()), 0.05, "without memory it takes its own half")
		s.pose = plane.Pose{X: -3.2, Y: 3, Theta: -math.Pi / 2}
		s.begin("penalty_return")
		pose, _ = s.images(15)
		require.Less(t, pose.Distance(s.pose), 0.08)
	})
}

// A robot that was placed on the wrong side is turned by the ball that its teammates see; one on the right side is not.
func TestTheBallOfTheTeammatesShowsTheSide(t *testing.T) {
	for _, wrong := range []bool{true, false} {
		onStage(t, DefaultConfig(), func(s *stage) {
			models, err := ros.Advertise[msgs.WorldModel](s.n, "world_model", ros.SensorData())
			require.NoError(t, err)
			s.pose = plane.Pose{X: 2.4, Y: 0.7, Theta: 2.5}
			start := s.pose
			if wrong {
				start = start.Turned()
			}
			var m geometrymsgs.PoseWithCovarianceStamped
			m.Header.FrameId, m.Pose.Pose = "map", convert.Spatial(start)
			m.Pose.Covariance[0], m.Pose.Covariance[7], m.Pose.Covariance[35] = 0.04, 0.04, 0.01
			require.NoError(t, s.initial.Publish(m))
			synctest.Wait()
			turned := false
			for range 80 {
				pose, e := s.images(1)
				require.True(t, pose.Finite())
				turned = turned || e.Reason == msgs.PoseEstimateReasonTeamDisagrees
				w := msgs.WorldModel{MatesBallKnown: true, MatesBallX: 1.5, MatesBallY: 0.5, MatesBallDeviation: 0.2}
				w.Header.Stamp = ros.EpochStamp(s.now)
				w.OdomX, w.OdomY, w.OdomTheta = s.odometry.X, s.odometry.Y, s.odometry.Theta
				w.Ball.Known, w.Ball.Seen, w.Ball.Covariance = true, w.Header.Stamp, [3]float64{0.01, 0, 0.01}
				w.Ball.X, w.Ball.Y = s.pose.Local(1.5, 0.5)
				require.NoError(t, models.Publish(w))
				synctest.Wait()
			}
			pose, _ := s.images(1)
			require.Less(t, pose.Distance(s.pose), 0.1, "wrong side: %v", wrong)
			require.Equal(t, wrong, turned)
		})
	}
}

func TestHalfTimeTurnsThePose(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Field = "field2010"
	onStage(t, cfg, func(s *stage) {
		s.pose = plane.Pose{X: 0.5, Y: -0.4, Theta: 0.3}
		pose, _ := s.images(40)
		require.Less(t, pose.Distance(s.pose), 0.05, "colours show the half")
		require.NoError(t, ros.SetParameter(s.node, "attack", "negative"))
		synctest.Wait()
		pose, e := s.images(10)
		require.Less(t, pose.Distance(s.pose.Turned()), 0.05)
		require.True(t, e.Localized)
	})
}

func TestAnImageThatCannotBeUsedChangesNothing(t *testing.T) {
	onStage(t, DefaultConfig(), func(s *stage) {
		s.pose = plane.Pose{X: -2.4, Y: 0.7, Theta: -0.6}
		before, _ := s.images(40)
		var m msgs.FieldFeatures
		m.Header.Stamp, m.Header.FrameId = ros.EpochStamp(s.now+time.Hour), convert.GroundFrame
		require.NoError(t, s.features.Publish(m))
		m.Header.Stamp, m.Header.FrameId = ros.EpochStamp(s.now), "odom"
		require.NoError(t, s.features.Publish(m))
		m.Header.FrameId, m.Camera.Position.Z = convert.GroundFrame, math.NaN()
		m.Points = []msgs.FieldPoint{{X: math.Inf(1)}}
		require.NoError(t, s.features.Publish(m))
		synctest.Wait()
		after, _ := s.images(1)
		require.Less(t, after.Distance(before), 0.02)
	})
}
