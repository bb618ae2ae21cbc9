package worldmodel

import (
	"errors"
	"math"
	"sync"
	"time"

	"gonao/internal/convert"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	soccermodelmsgs "gonao/msgs/soccer_model_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
	"gonao/ros"
)

// reporter publishes the model's belief.
type reporter struct {
	Models  *ros.Publisher[msgs.WorldModel]               `topic:"world_model" qos:"sensor data" doc:"per image and at least at 2.5 Hz"`
	Balls   *ros.Publisher[soccermodelmsgs.Ball]          `topic:"soccer_model/ball" doc:"in map, while it is known and subscribed, as world_model, while a ball is known and subscribed"`
	Robots  *ros.Publisher[soccermodelmsgs.RobotArray]    `topic:"soccer_model/robots" doc:"in map, as world_model, while subscribed"`
	Markers *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"model_markers" doc:"ball and robots for rviz, as world_model, while subscribed"`

	Health *ros.DiagnosticsUpdater `topic:"/diagnostics" doc:"what is known, 1 Hz"`

	frame string // map, with the prefix
	model msgs.WorldModel
	ball  soccermodelmsgs.Ball
	all   soccermodelmsgs.RobotArray
	marks visualizationmsgs.MarkerArray

	mu   sync.Mutex // guards last
	last worldmodel.Snapshot
}

// newReporter opens the topics; prefix stands before the names of the frames.
func newReporter(n *ros.Node, prefix string) (*reporter, error) {
	r := &reporter{frame: prefix + "map"}
	r.model.Header.FrameId = prefix + "base_footprint"
	if err := ros.Open(n, r); err != nil {
		return nil, err
	}
	r.Health.Add("ball and robots", r.diagnose)
	return r, nil
}

// publish publishes a snapshot and the odometry of its moment.
func (r *reporter) publish(s *worldmodel.Snapshot, odometry plane.Pose, localized bool) error {
	r.mu.Lock()
	r.last = *s
	r.mu.Unlock()
	m := &r.model
	convert.SetModel(m, s, odometry, localized)
	return errors.Join(r.Models.Publish(*m), r.publishBall(s), r.publishRobots(s), r.mark(s))
}

// publishBall publishes the ball as soccer_model_msgs has it.
func (r *reporter) publishBall(s *worldmodel.Snapshot) error {
	if !s.Ball.Known || r.Balls.Subscribers() == 0 {
		return nil
	}
	b := &r.ball
	b.Header = stdmsgs.Header{Stamp: r.model.Header.Stamp, FrameId: r.frame}
	b.Point.Point.X, b.Point.Point.Y = s.Ball.MapX, s.Ball.MapY
	c := s.Ball.Cov.Rotated(s.Pose.Theta)
	b.Point.Covariance = [9]float64{0: c.XX, 1: c.XY, 3: c.XY, 4: c.YY}
	b.Twist.Twist.Linear.X, b.Twist.Twist.Linear.Y = turned(s, s.Ball.VX, s.Ball.VY)
	return r.Balls.Publish(*b)
}

// publishRobots publishes the robots as soccer_model_msgs has them.
func (r *reporter) publishRobots(s *worldmodel.Snapshot) error {
	if r.Robots.Subscribers() == 0 {
		return nil
	}
	r.all.Header = stdmsgs.Header{Stamp: r.model.Header.Stamp, FrameId: r.frame}
	r.all.Robots = r.all.Robots[:0]
	for i := range s.Count {
		o := &s.Robots[i]
		var m soccermodelmsgs.Robot
		m.Pose.Pose.Position.X, m.Pose.Pose.Position.Y, m.Pose.Pose.Orientation.W = o.MapX, o.MapY, 1
		c := o.Cov.Rotated(s.Pose.Theta)
		m.Pose.Covariance[0], m.Pose.Covariance[1], m.Pose.Covariance[6], m.Pose.Covariance[7] = c.XX, c.XY, c.XY, c.YY
		const anyHeading = 10 // rad²
		m.Pose.Covariance[35] = anyHeading
		m.Twist.Twist.Linear.X, m.Twist.Twist.Linear.Y = turned(s, o.VX, o.VY)
		m.Attributes.PlayerNumber, m.Attributes.Team = uint8(min(max(o.Number, 0), 255)), uint8(o.Side)
		m.Attributes.State = 1 // standing
		if o.Fallen {
			m.Attributes.State = 2
		}
		r.all.Robots = append(r.all.Robots, m)
	}
	return r.Robots.Publish(r.all)
}

// turned returns a velocity of base_footprint in map.
func turned(s *worldmodel.Snapshot, vx, vy float64) (float64, float64) {
	sin, cos := math.Sincos(s.Pose.Theta)
	return cos*vx - sin*vy, sin*vx + cos*vy
}

// mark publishes ball and robots for rviz.
func (r *reporter) mark(s *worldmodel.Snapshot) error {
	if r.Markers.Subscribers() == 0 {
		return nil
	}
	r.marks.Markers = r.marks.Markers[:0]
	add := func(id int32, kind int32, x, y, width, height float64, color stdmsgs.ColorRGBA) {
		m := visualizationmsgs.NewMarker()
		m.Header, m.FrameLocked = stdmsgs.Header{Stamp: r.model.Header.Stamp, FrameId: r.frame}, true
		m.Ns, m.Id, m.Type, m.Action = "model", id, kind, visualizationmsgs.MarkerAdd
		m.Pose.Position.X, m.Pose.Position.Y, m.Pose.Position.Z = x, y, height/2
		m.Scale.X, m.Scale.Y, m.Scale.Z = width, width, height
		m.Color, m.Lifetime = color, builtininterfaces.Duration{Sec: 1}
		r.marks.Markers = append(r.marks.Markers, m)
	}
	if s.Ball.Known {
		add(0, visualizationmsgs.MarkerSphere, s.Ball.MapX, s.Ball.MapY, 0.1, 0.1, stdmsgs.ColorRGBA{R: 1, G: 0.6, A: 1})
	}
	for i := range s.Count {
		o := &s.Robots[i]
		color := stdmsgs.ColorRGBA{R: 0.6, G: 0.6, B: 0.6, A: 0.7}
		switch o.Side {
		case percepts.OwnSide:
			color = stdmsgs.ColorRGBA{B: 1, A: 0.7}
		case percepts.OpponentSide:
			color = stdmsgs.ColorRGBA{R: 1, A: 0.7}
		case percepts.UnknownSide:
		}
		add(int32(i+1), visualizationmsgs.MarkerCylinder, o.MapX, o.MapY, 0.3, 0.58, color)
	}
	return r.Markers.Publish(r.marks)
}

// diagnose reports the model's belief.
func (r *reporter) diagnose(d *ros.Diagnosis) {
	r.mu.Lock()
	s := r.last
	r.mu.Unlock()
	if s.Stamp == 0 {
		d.Set(ros.HealthStale, "no odometry yet")
		return
	}
	d.Set(ros.HealthOK, "no ball")
	if s.Ball.Known {
		d.Set(ros.HealthOK, "ball known")
		d.Addf("ball", "%.2f m, %.2f m", s.Ball.X, s.Ball.Y)
		d.Add("seen", (s.Stamp-s.Ball.SeenAt).Round(10*time.Millisecond).String()+" ago")
	}
	d.Add("robots", s.Count)
	d.Add("refused", s.Refused)
}
