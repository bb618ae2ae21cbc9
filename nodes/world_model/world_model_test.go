package worldmodel

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/msgs"
	navmsgs "gonao/msgs/nav_msgs"
	soccermodelmsgs "gonao/msgs/soccer_model_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/world_model.yaml", "/world_model", DefaultConfig()))
}

// stage publishes what the node reads. The robot stands at (1, 2) of map and looks to the left; odom began elsewhere.
type stage struct {
	t       *testing.T
	other   *ros.Node
	now     time.Duration
	images  *ros.Publisher[msgs.SeenObjects]
	poses   *ros.Publisher[msgs.PoseEstimate]
	odom    *ros.Publisher[navmsgs.Odometry]
	states  *ros.Publisher[msgs.RobotState]
	models  *ros.Subscription[msgs.WorldModel]
	balls   *ros.Subscription[soccermodelmsgs.Ball]
	robots  *ros.Subscription[soccermodelmsgs.RobotArray]
	markers *ros.Subscription[visualizationmsgs.MarkerArray]
	sonar   [2]float32
}

func onStage(t *testing.T, test func(s *stage)) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(t.Context())
		cfg := DefaultConfig()
		n, err := ros.NewNode(ctx, bus, "world_model", ros.NodeOptions{Parameters: &cfg})
		require.NoError(t, err)
		defer n.Close()
		other, err := ros.NewNode(ctx, bus, "stage", ros.NodeOptions{})
		require.NoError(t, err)
		defer other.Close()
		s := &stage{t: t, other: other, sonar: [2]float32{5, 5}}
		var errs [8]error
		s.images, errs[0] = ros.Advertise[msgs.SeenObjects](other, "seen_objects", ros.SensorData())
		s.poses, errs[1] = ros.Advertise[msgs.PoseEstimate](other, "pose_estimate", ros.SensorData())
		s.odom, errs[2] = ros.Advertise[navmsgs.Odometry](other, "odom")
		s.states, errs[3] = ros.Advertise[msgs.RobotState](other, "robot_state", ros.BestEffort(), ros.Depth(1))
		s.models, errs[4] = ros.Subscribe[msgs.WorldModel](other, "world_model", ros.SensorData(), ros.Depth(100))
		s.balls, errs[5] = ros.Subscribe[soccermodelmsgs.Ball](other, "soccer_model/ball", ros.Depth(100))
		s.robots, errs[6] = ros.Subscribe[soccermodelmsgs.RobotArray](other, "soccer_model/robots", ros.Depth(100))
		s.markers, errs[7] = ros.Subscribe[visualizationmsgs.MarkerArray](other, "model_markers", ros.Depth(100))
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

// camera looks ahead and 20° down.
func camera(at time.Duration) percepts.CameraPose {
	sin, cos := math.Sincos(20 * math.Pi / 180)
	return percepts.CameraPose{Stamp: at, Position: [3]float64{0.05, 0, 0.5}, Rotation: [9]float64{0, -sin, cos, -1, 0, 0, 0, -cos, -sin}, TiltVar: 1e-6}
}

// image publishes odometry, the pose and an image 40 ms later than it was taken.
func (s *stage) image(balls []percepts.SeenBall, robots []percepts.SeenRobot) {
	s.now += 100 * time.Millisecond
	var o navmsgs.Odometry
	o.Header.Stamp, o.Pose.Pose.Position.X, o.Pose.Pose.Orientation.W = ros.EpochStamp(s.now), 7, 1
	require.NoError(s.t, s.odom.Publish(o))
	state := msgs.RobotState{Stamp: ros.EpochStamp(s.now), Sonar: s.sonar}
	require.NoError(s.t, s.states.Publish(state))
	synctest.Wait()
	c := camera(s.now - 40*time.Millisecond)
	var m msgs.SeenObjects
	convert.Objects("", &m, &c, balls, robots)
	require.NoError(s.t, s.images.Publish(m))
	synctest.Wait()
	e := msgs.PoseEstimate{X: 1, Y: 2, Theta: math.Pi / 2, OdomX: 7, Localized: true, TiltVariance: 1e-6}
	e.Header.Stamp = m.Header.Stamp
	require.NoError(s.t, s.poses.Publish(e))
	synctest.Wait()
}

func (s *stage) last() (m msgs.WorldModel) {
	for len(s.models.C()) > 0 {
		m = <-s.models.C()
	}
	return m
}

func TestBallAndRobotsAreWhereTheImagesShowThem(t *testing.T) {
	onStage(t, func(s *stage) {
		cov := plane.Cov2{XX: 1e-4, YY: 1e-4}
		for i := range 20 {
			s.image(
				[]percepts.SeenBall{{X: 1.5 - 0.05*float64(i), Y: 0.2, Cov: cov, Confidence: 0.9}},
				[]percepts.SeenRobot{{X: 2, Y: -0.4, Cov: cov, Side: percepts.OpponentSide, Number: 3, Confidence: 0.9}},
			)
		}
		m := s.last()
		require.Equal(t, ros.EpochStamp(s.now-40*time.Millisecond), m.Header.Stamp)
		require.True(t, m.Localized)
		require.InDelta(t, 1, m.PoseX, 1e-9)
		require.InDelta(t, 7, m.OdomX, 1e-9)
		require.True(t, m.Ball.Known)
		require.InDelta(t, 0.55, m.Ball.X, 0.02)
		require.InDelta(t, -0.5, m.Ball.Vx, 0.1)
		require.InDelta(t, 1-0.2, m.Ball.MapX, 0.02, "ahead of the robot is +y of map")
		require.InDelta(t, 2.55, m.Ball.MapY, 0.02)
		require.Len(t, m.Robots, 1)
		require.EqualValues(t, 3, m.Robots[0].Number)
		require.InDelta(t, 1.4, m.Robots[0].MapX, 0.05)
		require.InDelta(t, 4, m.Robots[0].MapY, 0.05)
		var ball soccermodelmsgs.Ball
		for len(s.balls.C()) > 0 {
			ball = <-s.balls.C()
		}
		require.Equal(t, "map", ball.Header.FrameId)
		require.InDelta(t, 2.55, ball.Point.Point.Y, 0.02)
		require.InDelta(t, -0.5, ball.Twist.Twist.Linear.Y, 0.1)
		require.Positive(t, ball.Point.Covariance[0])
		var robots soccermodelmsgs.RobotArray
		for len(s.robots.C()) > 0 {
			robots = <-s.robots.C()
		}
		require.EqualValues(t, percepts.OpponentSide, robots.Robots[0].Attributes.Team)
		var markers visualizationmsgs.MarkerArray
		for len(s.markers.C()) > 0 {
			markers = <-s.markers.C()
		}
		require.Len(t, markers.Markers, 2)
		require.True(t, markers.Markers[0].FrameLocked)
	})
}

func TestABallThatShouldBeSeenAndIsNotIsGone(t *testing.T) {
	onStage(t, func(s *stage) {
		cov := plane.Cov2{XX: 1e-4, YY: 1e-4}
		for range 10 {
			s.image([]percepts.SeenBall{{X: 1, Cov: cov, Confidence: 0.9}}, nil)
		}
		require.True(t, s.last().Ball.Known)
		for range 15 {
			s.image(nil, nil)
		}
		require.False(t, s.last().Ball.Known)
	})
}

func TestAnEchoOfASonarIsARobot(t *testing.T) {
	onStage(t, func(s *stage) {
		s.sonar = [2]float32{0.5, 5}
		for range 5 {
			s.image(nil, nil)
		}
		m := s.last()
		require.Len(t, m.Robots, 1)
		require.Positive(t, m.Robots[0].Y, "on the left")
		require.InDelta(t, 0.58, math.Hypot(m.Robots[0].X, m.Robots[0].Y), 0.05)
	})
}

func TestWithoutImagesTheModelGoesOn(t *testing.T) {
	onStage(t, func(s *stage) {
		for i := range 100 {
			var o navmsgs.Odometry
			o.Header.Stamp, o.Pose.Pose.Orientation.W = ros.EpochStamp(time.Duration(i)*24*time.Millisecond), 1
			require.NoError(t, s.odom.Publish(o))
			synctest.Wait()
		}
		count := len(s.models.C())
		require.Equal(t, 6, count)
		require.False(t, s.last().Localized)
	})
}

func TestNumbersThatAreNoneAreDropped(t *testing.T) {
	onStage(t, func(s *stage) {
		cov := plane.Cov2{XX: 1e-4, YY: 1e-4}
		for range 10 {
			s.image([]percepts.SeenBall{{X: 1, Cov: cov, Confidence: 0.9}}, nil)
		}
		s.image([]percepts.SeenBall{{X: math.NaN(), Cov: cov, Confidence: 0.9}}, []percepts.SeenRobot{{X: 1, Cov: plane.Cov2{XX: -1}}})
		m := s.last()
		require.True(t, m.Ball.Known)
		require.InDelta(t, 1, m.Ball.X, 0.02)
		require.EqualValues(t, 2, m.Refused)
	})
}

func TestAnOwnKickSetsTheBallRolling(t *testing.T) {
	onStage(t, func(s *stage) {
		kicks, err := ros.Advertise[msgs.BallKick](s.other, "own_kick")
		require.NoError(t, err)
		cov := plane.Cov2{XX: 1e-4, YY: 1e-4}
		for range 10 {
			s.image([]percepts.SeenBall{{X: 0.3, Cov: cov, Confidence: 0.9}}, nil)
		}
		require.InDelta(t, 0, s.last().Ball.Vx, 0.05)
		require.NoError(t, kicks.Publish(msgs.BallKick{VelocityX: 1.2, VelocityY: 0.3, Deviation: 0.5}))
		synctest.Wait()
		s.image(nil, nil) // nothing of the ball in this image
		m := s.last()
		require.InDelta(t, 1.2, m.Ball.Vx, 0.1)
		require.InDelta(t, 0.3, m.Ball.Vy, 0.1)
		require.Greater(t, m.Ball.StopsX, 1.5)
	})
}

func TestWhatTeammatesTellIsInTheModel(t *testing.T) {
	onStage(t, func(s *stage) {
		reports, err := ros.Advertise[msgs.TeamReport](s.other, "team_reports", ros.SensorData())
		require.NoError(t, err)
		s.image(nil, nil)
		for _, n := range []uint8{3, 14} {
			require.NoError(t, reports.Publish(msgs.TeamReport{
				Stamp: ros.EpochStamp(s.now), Number: n, X: -2, Y: float64(n) / 10, Deviation: 0.1, BallKnown: true, BallX: 3, BallY: 1, BallDeviation: 0.1,
			}))
		}
		synctest.Wait()
		s.image(nil, nil)
		m := s.last()
		require.True(t, m.TeamBallKnown)
		require.InDelta(t, 3, m.TeamBallX, 1e-6)
		require.True(t, m.MatesBallKnown)
		require.InDelta(t, 1, m.MatesBallY, 1e-6)
		require.Positive(t, m.MatesBallDeviation)
		require.Len(t, m.Robots, 2)
		require.True(t, m.Robots[0].Told)
		require.NoError(t, reports.Publish(msgs.TeamReport{Stamp: ros.EpochStamp(s.now), Number: 3, X: math.NaN()}))
		require.NoError(t, reports.Publish(msgs.TeamReport{Stamp: ros.EpochStamp(s.now), Number: 14, Penalized: true}))
		synctest.Wait()
		s.image(nil, nil)
		m = s.last()
		require.Len(t, m.Robots, 1, "the last report of each counts")
		require.EqualValues(t, 1, m.Refused, "one with NaN does not")
	})
}
