// Package worldmodel holds what the robot believes about the ball and the other robots: one [Snapshot] per cycle.
//
// A [Model] is stepped with an [Input]: odometry, the pose from localization, balls and robots from vision, sonar or
// teammates' reports. It keeps everything in odom, which neither jumps nor turns, and returns it in base_footprint and in
// map.
//
// The ball is an interacting multiple model (Blom, Bar-Shalom 1988) of two Kalman filters: a ball that rests, and one that
// rolls and slows down. m, s, rad.
package worldmodel

import (
	"fmt"
	"math"
	"time"

	"gonao/internal/declared"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
)

// Sizes of lists.
const (
	MaxBalls  = 6
	MaxRobots = 14
	MaxTeam   = 7
)

// View is the part of the ground that the camera sees in an image, in which objects are expected.
type View struct {
	Yaw, HalfWidth float64 // rad, of the image's middle, and to its border
	NearM, FarM    float64 // on the ground
}

// Tilt is localization's estimate of the camera's tilt in an image: the error that all percepts of the image share. The
// zero value with a variance means that only its size is known.
type Tilt struct {
	Pitch, Roll float64 // rad
	Var         float64 // rad², that remains
	HeightM     float64 // of the camera; 0: unknown, and there is no correction
}

// Kick is a kick of the robot's own.
type Kick struct {
	VX, VY float64 // m/s, that the ball should get, in base_footprint
	Dev    float64 // m/s
}

// TeamReport is a teammate's report.
type TeamReport struct {
	Number             int           // of the teammate; 0: its index in Input.Team
	Stamp              time.Duration // time for which it is valid; 0: no report
	Pose               plane.Pose    // of the teammate, in map
	PoseDev            float64       // m
	HasBall            bool
	BallX, BallY       float64 // m, in map
	BallDev            float64 // m
	Penalized, Playing bool
}

// Input holds the data since the last step. It is not kept.
type Input struct {
	Stamp    time.Duration
	Odometry plane.Pose // of base_footprint in odom
	Pose     plane.Pose // of base_footprint in map
	PoseCov  plane.Cov3
	// Image reports that an image was searched for balls and robots; its view tells which objects are expected.
	Image  bool
	View   View
	Tilt   Tilt
	Balls  []percepts.SeenBall
	Robots []percepts.SeenRobot // from vision or sonar
	Kick   *Kick
	Team   []TeamReport
}

// Ball is the belief about the ball.
type Ball struct {
	Known      bool
	X, Y       float64 // m, in base_footprint
	VX, VY     float64 // m/s, in base_footprint, against the ground; 0 when it rests
	Cov        plane.Cov2
	MapX, MapY float64
	Rolling    float64       // probability that it rolls
	SeenAt     time.Duration // last
	Missed     float64       // s in which it should have been seen since
	StopsX     float64       // m, in base_footprint: where it comes to rest
	StopsY     float64
}

// Robot is the belief about another robot.
type Robot struct {
	X, Y       float64 // m, in base_footprint
	VX, VY     float64 // m/s, against the ground
	Cov        plane.Cov2
	MapX, MapY float64
	Side       percepts.RobotSide
	Number     int
	Fallen     bool
	SeenAt     time.Duration
	Told       bool // only reported by a teammate
}

// Snapshot is the whole world at one moment.
type Snapshot struct {
	Stamp    time.Duration
	Pose     plane.Pose
	Ball     Ball
	TeamBall TeamBall
	// MatesBall is the ball as teammates alone see it. The comparison with the robot's own ball shows on which side of a
	// symmetric field it stands.
	MatesBall TeamBall
	// OtherSide is the evidence of the teammates in sight that the robot is on the other side of the field: log odds, at
	// most 4 per teammate.
	OtherSide float64
	Robots    [MaxRobots]Robot
	Count     int // length of Robots
	Refused   int // percepts that were dropped so far: numbers that are not finite, covariances that are not positive
}

// TeamBall is the ball as all teammates together see it, in map.
type TeamBall struct {
	Known bool
	X, Y  float64
	Dev   float64 // m
	Seers int     // teammates that it comes from, the robot itself included
}

// Config holds the figures of the model.
type Config struct {
	Deceleration  float64       `yaml:"deceleration" unit:"m/s2" min:"0.01" max:"5" desc:"deceleration of a rolling ball: 0.30 to 0.35 on carpet"`
	MissedLimit   float64       `yaml:"missed_limit_sec" unit:"s" min:"0.05" max:"10" desc:"time in which a ball should have been seen and was not, after which it is dropped"`
	ForgetBall    time.Duration `yaml:"forget_ball_sec" min:"0.1" max:"600" desc:"how long a ball out of sight is kept"`
	ForgetRobot   time.Duration `yaml:"forget_robot_sec" min:"0.1" max:"600" desc:"how long a robot out of sight is kept"`
	ForgetTeam    time.Duration `yaml:"forget_team_sec" min:"0.1" max:"600" desc:"how long a teammate's report is valid"`
	BallInflation float64       `yaml:"ball_inflation" min:"1" max:"20" desc:"factor on the variance of a seen ball, because errors of images are correlated"`
}

// DefaultConfig returns figures for a NAO on carpet.
func DefaultConfig() Config {
	return Config{
		Deceleration: 0.32, MissedLimit: 0.8, ForgetBall: 30 * time.Second, ForgetRobot: 6 * time.Second, ForgetTeam: 5 * time.Second,
		BallInflation: 2,
	}
}

// Model is the world model. It is not safe for concurrent use.
type Model struct {
	cfg      Config
	began    bool
	stamp    time.Duration
	odometry plane.Pose
	pose     plane.Pose
	balls    [MaxBalls]ballTrack
	ballN    int
	robots   [MaxRobots]robotTrack
	robotN   int
	team     [MaxTeam]TeamReport
	sides    [MaxTeam]float64 // evidence of each teammate that the robot is on the other side
	refused  int
}

// New returns an empty model.
func New(c Config) (*Model, error) {
	if err := declared.Check(&c); err != nil {
		return nil, fmt.Errorf("world model: %w", err)
	}
	return &Model{cfg: c}, nil
}

// Step advances the model to the input's stamp, adds the new data and returns the world. It does not allocate.
func (m *Model) Step(in *Input, out *Snapshot) {
	dt := m.advance(in)
	m.useKick(in.Kick)
	if in.Image {
		m.useBalls(in)
	}
	m.useRobots(in, dt)
	for i := range min(len(in.Team), MaxTeam) {
		r := &in.Team[i]
		if r.Stamp == 0 {
			continue // the last one of this teammate still counts
		}
		if !plane.Finite(r.Pose.X, r.Pose.Y, r.Pose.Theta, r.PoseDev, r.BallX, r.BallY, r.BallDev) {
			m.refused++
			continue
		}
		m.team[m.reportAt(r, i)] = *r
	}
	m.forget(in.Stamp)
	m.compareSides(in, dt)
	m.write(in, out)
}

// reportAt returns where a report is kept: at the place of the teammate's last one, or at a free or the oldest one. Reports
// without a number keep their places.
func (m *Model) reportAt(r *TeamReport, at int) int {
	if r.Number == 0 {
		return at
	}
	oldest := 0
	for i := range m.team {
		if m.team[i].Number == r.Number {
			return i
		}
		if m.team[i].Stamp < m.team[oldest].Stamp {
			oldest = i
		}
	}
	return oldest
}

// advance moves the clock and the robot; objects stay fixed in odom.
func (m *Model) advance(in *Input) float64 {
	if !in.Odometry.Finite() || !in.Pose.Finite() {
		m.refused++
	} else {
		if moved := m.pose.Mul(m.odometry.Inverse().Mul(in.Odometry)); in.Pose.Distance(moved) > 1 {
			m.sides = [MaxTeam]float64{} // it was compared with another pose
		}
		m.odometry, m.pose = in.Odometry, in.Pose
	}
	dt := 0.0
	if m.began {
		dt = (in.Stamp - m.stamp).Seconds()
	}
	if dt < 0 || dt > 10 {
		// The clock jumped: the old belief is invalid.
		m.ballN, m.robotN, dt = 0, 0, 0
	}
	m.began, m.stamp = true, in.Stamp
	for i := range m.ballN {
		m.balls[i].predict(dt, m.cfg.Deceleration)
	}
	for i := range m.robotN {
		m.robots[i].predict(dt)
	}
	return dt
}

// seenCov returns the covariance of a percept with the tilt that remains, in odom.
func (m *Model) seenCov(x, y float64, c plane.Cov2, t *Tilt) plane.Cov2 {
	if t.HeightM > 0 {
		xp, yp, xr, yr := tilted(x, y, t.HeightM)
		c = c.Add(plane.Cov2{XX: t.Var * (xp*xp + xr*xr), XY: t.Var * (xp*yp + xr*yr), YY: t.Var * (yp*yp + yr*yr)})
	}
	return c.Rotated(m.odometry.Theta)
}

// corrected returns where something on the ground is in odom, without the tilt that is known.
func (m *Model) corrected(x, y float64, t *Tilt) (float64, float64) {
	if t.HeightM > 0 {
		xp, yp, xr, yr := tilted(x, y, t.HeightM)
		x, y = x-xp*t.Pitch-xr*t.Roll, y-yp*t.Pitch-yr*t.Roll
	}
	return m.odometry.Point(x, y)
}

// tilted returns the derivatives of a seen point on the ground by the camera's pitch and roll.
func tilted(x, y, height float64) (dxPitch, dyPitch, dxRoll, dyRoll float64) {
	return -(x*x/height + height), -x * y / height, x * y / height, y*y/height + height
}

// visible reports whether a place in odom should be seen in the image: well inside its borders, and not behind a robot.
func (m *Model) visible(x, y float64, v *View) bool {
	frame := m.odometry.Frame()
	lx, ly := frame.Local(x, y)
	d, a := math.Hypot(lx, ly), math.Atan2(ly, lx)
	if d < v.NearM || d > v.FarM || math.Abs(plane.Angle(a-v.Yaw)) > 0.8*v.HalfWidth {
		return false
	}
	for i := range m.robotN {
		rx, ry := frame.Local(m.robots[i].filter.mean[0], m.robots[i].filter.mean[1])
		if rd := math.Hypot(rx, ry); rd < d && math.Abs(plane.Angle(math.Atan2(ry, rx)-a)) < 0.25/max(rd, 0.3) {
			return false
		}
	}
	return true
}
