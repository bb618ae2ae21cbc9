// Package sense makes a belief of percepts: localization first, then the world model with its pose, as one assembly. The robot in one
// process and the players of matches use [Sense]; the nodes localization and world_model are its two halves with topics between them,
// and share [ShownSide] and [Sonar].
//
// Frames and units: map, odom and base_footprint, m, rad, s.
package sense

import (
	"time"

	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/worldmodel"
)

// Config holds the parts of a Sense.
type Config struct {
	// Fields are the field in map, for each direction of play; one, if that does not change.
	Fields []*field.Map
	// Localizer returns the filter for a field.
	Localizer func(m *field.Map) (localization.Localizer, error)
	// AnyTilt makes the world model use the tilt of the camera that localization found, even while the robot's pose is
	// unknown.
	AnyTilt bool
}

// A Sense is the belief of one robot. It is not safe for concurrent use.
type Sense struct {
	cfg     Config
	filters []localization.Localizer
	attack  plane.Attack
	tracker *localization.Tracker // for the filter of attack
	model   *worldmodel.Model
	kept    worldmodel.Input // input of the last step; kept here so that a step does not allocate
}

// New returns a Sense of a robot that plays towards +x of world. Start must follow.
func New(c Config) (*Sense, error) {
	s := &Sense{cfg: c, tracker: localization.NewTracker(nil)}
	for _, m := range c.Fields {
		l, err := c.Localizer(m)
		if err != nil {
			return nil, err
		}
		s.filters = append(s.filters, l)
	}
	s.Play(plane.PositiveX)
	return s, nil
}

// Play sets the end of the field that the robot plays to, and forgets ball and robots. Start must follow.
func (s *Sense) Play(a plane.Attack) {
	s.attack = a
	s.tracker.Replace(s.filters[a])
	s.model, _ = worldmodel.New(worldmodel.DefaultConfig()) // its figures are valid
}

// Start begins localization again; the world model continues.
func (s *Sense) Start(from localization.Start) { s.tracker.Reset(from) }

// Attack returns the end of the field that the robot plays to.
func (s *Sense) Attack() plane.Attack { return s.attack }

// Field returns the field in map.
func (s *Sense) Field() *field.Map { return s.cfg.Fields[s.attack] }

// SetFallen sets whether the robot lies or gets up.
func (s *Sense) SetFallen(fallen bool) { s.tracker.SetFallen(fallen) }

// Odometry adds odometry, for images that come later. Without images for long it steps localization.
func (s *Sense) Odometry(o percepts.Odometry) { s.tracker.Odometry(o) }

// Image uses an image that is older than the newest odometry: its features, and the input of the world model with the
// other percepts. Moment, pose and tilt of the input are set here. It returns false when there is no odometry of that
// moment.
func (s *Sense) Image(f *percepts.FieldFeatures, in *worldmodel.Input, out *worldmodel.Snapshot) bool {
	if !s.tracker.Image(f) {
		return false
	}
	s.step(f.Stamp, s.tracker.AtStep(), in, out)
	return true
}

// Step uses the measurements of one moment, as Image does; f is nil without an image.
func (s *Sense) Step(now time.Duration, odometry plane.Pose, f *percepts.FieldFeatures, in *worldmodel.Input, out *worldmodel.Snapshot) {
	s.tracker.Step(now, odometry, f)
	s.step(now, odometry, in, out)
}

func (s *Sense) step(now time.Duration, odometry plane.Pose, in *worldmodel.Input, out *worldmodel.Snapshot) {
	e, _ := s.tracker.Estimate()
	s.kept = *in
	s.kept.Stamp, s.kept.Odometry, s.kept.Pose, s.kept.PoseCov = now, odometry, e.Pose, e.Cov
	if t := &s.kept.Tilt; e.Localized || s.cfg.AnyTilt {
		t.Pitch, t.Roll, t.Var = e.Pitch, e.Roll, e.TiltVar
	}
	s.model.Step(&s.kept, out)
	s.tracker.SetBalls(ShownSide(now, odometry, out))
}

// Estimate returns the last estimate of localization; false before the first.
func (s *Sense) Estimate() (*localization.Estimate, bool) { return s.tracker.Estimate() }

// Now moves a world, of the last image, to the newest odometry: ball and robots as the robot sees them from where it is now. It returns
// false before the first odometry.
func (s *Sense) Now(world, out *worldmodel.Snapshot) bool {
	pose, odometry, now, ok := s.tracker.Now()
	if !ok {
		return false
	}
	moved := odometry.Inverse().Mul(s.kept.Odometry)
	turned := plane.Pose{Theta: moved.Theta}
	*out = *world
	out.Stamp, out.Pose = now, pose
	b, w := &out.Ball, &world.Ball
	dt := (now - world.Stamp).Seconds()
	b.X, b.Y = moved.Point(w.X+dt*w.VX, w.Y+dt*w.VY)
	b.VX, b.VY = turned.Point(w.VX, w.VY)
	b.StopsX, b.StopsY = moved.Point(w.StopsX, w.StopsY)
	b.MapX, b.MapY = pose.Point(b.X, b.Y)
	for i := range out.Count {
		o := &out.Robots[i]
		o.X, o.Y = moved.Point(o.X, o.Y)
		o.VX, o.VY = turned.Point(o.VX, o.VY)
		o.MapX, o.MapY = pose.Point(o.X, o.Y)
	}
	return true
}

// ShownSide returns the ball of the robot, that of its teammates, and the evidence of the teammates in sight: with them
// localization estimates on which side of the field the robot stands. odometry is that of the world's moment.
func ShownSide(at time.Duration, odometry plane.Pose, w *worldmodel.Snapshot) localization.Balls {
	own, mates := &w.Ball, &w.MatesBall
	v := mates.Dev * mates.Dev
	return localization.Balls{
		Known: own.Known && mates.Known && localization.BallShowsSide(at-own.SeenAt, own.Rolling), Stamp: at, Odometry: odometry,
		Own:  percepts.SeenBall{X: own.X, Y: own.Y, Cov: own.Cov},
		Team: percepts.SeenBall{X: mates.X, Y: mates.Y, Cov: plane.Cov2{XX: v, YY: v}}, OtherSide: w.OtherSide,
	}
}

// A Sonar is where the two sonars of a robot look, left and right, and which of their echoes count.
type Sonar struct {
	Azimuth  [2]float64 // rad
	Half     float64    // rad, half the opening of the cone
	Min, Max float64    // m, of an echo that counts
	Behind   float64    // m that is added, for a sensor in front of base_footprint
}

// Echoes appends the sonars' echoes, m, as robots.
func (s *Sonar) Echoes(list []percepts.SeenRobot, at time.Duration, heard [2]float64) []percepts.SeenRobot {
	for side, d := range heard {
		if d >= s.Min && d <= s.Max {
			list = append(list, worldmodel.Echo(at, d+s.Behind, s.Azimuth[side], s.Half))
		}
	}
	return list
}
