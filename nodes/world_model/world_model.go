// Package worldmodel is the node that holds what the robot believes about the ball and other robots.
//
//	subscribes  own_kick             gonao_msgs/BallKick              the robot's own kick, from motion
//	            team_reports         gonao_msgs/TeamReport            what teammates have told
//	            seen_objects         gonao_msgs/SeenObjects           balls and robots of an image
//	            pose_estimate        gonao_msgs/PoseEstimate          where the robot is, and the camera's tilt
//	            odom                 nav_msgs/Odometry                how the robot walked
//	            robot_state          gonao_msgs/RobotState            the sonars; of one publisher, silent after 300ms
//	publishes   world_model          gonao_msgs/WorldModel            per image and at least at 2.5 Hz
//	            soccer_model/ball    soccer_model_msgs/Ball           in map, while it is known and subscribed, as world_model, while a ball is known and subscribed
//	            soccer_model/robots  soccer_model_msgs/RobotArray     in map, as world_model, while subscribed
//	            model_markers        visualization_msgs/MarkerArray   ball and robots for rviz, as world_model, while subscribed
//	            /diagnostics         diagnostic_msgs/DiagnosticArray  what is known, 1 Hz
//
// An image is used with the odometry of its moment, and after its pose_estimate or the next odom, whichever comes first.
package worldmodel

import (
	"context"
	"errors"
	"time"

	"gonao/internal/convert"
	"gonao/msgs"
	navmsgs "gonao/msgs/nav_msgs"
	"gonao/nao"
	"gonao/robot/localization"
	"gonao/robot/percepts/plane"
	"gonao/robot/sense"
	"gonao/robot/worldmodel"
	"gonao/ros"
)

// idleStep is how long the model may go without a step.
const idleStep = 400 * time.Millisecond

// echoAge is how old an echo of a sonar may be.
const echoAge = 150 * time.Millisecond

// modeler is the running node. It belongs to one goroutine.
type modeler struct {
	n     *ros.Node
	cfg   Config
	model *worldmodel.Model
	out   *reporter

	history plane.History
	odom    plane.Pose            // in map
	pose    localization.Estimate // the last that came
	sonar   sense.Sonar
	heard   [2]float64 // m, by the sonars
	heardAt time.Duration

	kick   worldmodel.Kick
	kicked bool                    // kick is not used yet
	team   []worldmodel.TeamReport // not used yet

	waiting  bool // image is not used yet
	image    msgs.SeenObjects
	stepped  time.Duration
	began    bool
	in       worldmodel.Input
	snapshot worldmodel.Snapshot
}

// inputs are the node's inputs.
type inputs struct {
	Kicks    *ros.Subscription[msgs.BallKick]     `topic:"own_kick" qos:"depth 4" doc:"the robot's own kick, from motion"`
	Reports  *ros.Subscription[msgs.TeamReport]   `topic:"team_reports" qos:"sensor data, depth 20" doc:"what teammates have told"`
	Images   *ros.Subscription[msgs.SeenObjects]  `topic:"seen_objects" qos:"sensor data" doc:"balls and robots of an image"`
	Poses    *ros.Subscription[msgs.PoseEstimate] `topic:"pose_estimate" qos:"sensor data" doc:"where the robot is, and the camera's tilt"`
	Odometry *ros.Subscription[navmsgs.Odometry]  `topic:"odom" qos:"sensor data, depth 16" doc:"how the robot walked"`
	States   *ros.Subscription[msgs.RobotState]   `topic:"robot_state" qos:"latest" from:"one publisher, silent after 300ms" doc:"the sonars"`
}

// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	m := &modeler{n: n, sonar: sense.Sonar{Half: nao.SonarFOV / 2, Min: nao.SonarMin, Max: nao.SonarMax}}
	for side := range m.sonar.Azimuth {
		_, _, m.sonar.Azimuth[side] = nao.Sonar(side).InTorso().RollPitchYaw()
	}
	if err := m.applyParameters(cfg); err != nil {
		return err
	}
	var err error
	if m.out, err = newReporter(n, string(cfg.FramePrefix)); err != nil {
		return err
	}
	return m.run(ctx)
}

// applyParameters restarts with changed parameters.
func (m *modeler) applyParameters(cfg Config) (err error) {
	m.cfg = cfg
	m.model, err = worldmodel.New(cfg.Model)
	return err
}

func (m *modeler) run(ctx context.Context) error {
	var in inputs
	if err := ros.Open(m.n, &in); err != nil {
		return err
	}
	changes, err := ros.WatchConfig[Config](m.n, nil)
	if err != nil {
		return err
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case o := <-in.Odometry.C():
			if changed, ok := changes.Next(); ok && changed != m.cfg {
				err = m.applyParameters(changed)
			}
			err = errors.Join(err, m.odometry(&o))
		case p := <-in.Poses.C():
			err = m.setPose(&p)
		case i := <-in.Images.C():
			err = m.setImage(&i)
		case s := <-in.States.C():
			m.hear(&s)
		case k := <-in.Kicks.C():
			m.kick = worldmodel.Kick{VX: float64(k.VelocityX), VY: float64(k.VelocityY), Dev: float64(k.Deviation)}
			m.kicked = true
		case r := <-in.Reports.C():
			m.addReport(&r)
		}
		if err != nil {
			return err
		}
	}
}

// odometry keeps odometry, and uses an image that waits for its pose no longer.
func (m *modeler) odometry(o *navmsgs.Odometry) error {
	at := ros.StampSinceEpoch(o.Header.Stamp)
	if newest, _, ok := m.history.Newest(); ok && at < newest {
		m.began = false // the clock went back
	}
	pose := convert.Planar(&o.Pose.Pose)
	if !m.history.Add(at, pose) {
		return nil
	}
	if m.waiting {
		return m.useImage()
	}
	if m.began && at-m.stepped < idleStep {
		return nil
	}
	m.begin(at, pose)
	return m.step()
}

// setPose keeps the pose, and uses the image of the same moment if it waits.
func (m *modeler) setPose(p *msgs.PoseEstimate) error {
	x_OR, ok := convert.FromEstimate(&m.pose, p)
	if !ok {
		return nil
	}
	m.odom = m.pose.Pose.Mul(x_OR.Inverse())
	if m.waiting && p.Header.Stamp == m.image.Header.Stamp {
		return m.useImage()
	}
	return nil
}

// setImage uses an image whose pose is known, or keeps it until it is.
func (m *modeler) setImage(i *msgs.SeenObjects) error {
	if m.waiting {
		if err := m.useImage(); err != nil {
			return err
		}
	}
	m.image, m.waiting = *i, true
	if m.pose.Stamp == ros.StampSinceEpoch(i.Header.Stamp) {
		return m.useImage()
	}
	return nil
}

// hear keeps the echoes of the sonars.
func (m *modeler) hear(s *msgs.RobotState) {
	m.heardAt = ros.StampSinceEpoch(s.Stamp)
	m.heard = [2]float64{float64(s.Sonar[0]), float64(s.Sonar[1])}
}

// addReport keeps a teammate's report for the next step, in place of an older one of the same teammate.
func (m *modeler) addReport(r *msgs.TeamReport) {
	report := worldmodel.TeamReport{
		Number: int(r.Number), Stamp: ros.StampSinceEpoch(r.Stamp), Pose: plane.Pose{X: r.X, Y: r.Y, Theta: r.Theta}, PoseDev: float64(r.Deviation),
		HasBall: r.BallKnown, BallX: r.BallX, BallY: r.BallY, BallDev: float64(r.BallDeviation), Penalized: r.Penalized, Playing: !r.Penalized,
	}
	for i := range m.team {
		if m.team[i].Number == report.Number {
			m.team[i] = report
			return
		}
	}
	if len(m.team) < worldmodel.MaxTeam {
		m.team = append(m.team, report)
	}
}

// begin sets the input to a moment.
func (m *modeler) begin(at time.Duration, odometry plane.Pose) {
	m.in = worldmodel.Input{
		Stamp: at, Odometry: odometry, Pose: m.odom.Mul(odometry), PoseCov: m.pose.Cov,
		Balls: m.in.Balls[:0], Robots: m.in.Robots[:0], Team: m.team,
	}
	if m.kicked {
		m.in.Kick, m.kicked = &m.kick, false
	}
	if age := at - m.heardAt; m.cfg.Sonar && age <= echoAge && age >= -echoAge {
		m.in.Robots = m.sonar.Echoes(m.in.Robots, at, m.heard)
	}
}

// useImage steps the model with the waiting image. An image without odometry of its moment, or older than the last step,
// is left out.
func (m *modeler) useImage() error {
	m.waiting = false
	at := ros.StampSinceEpoch(m.image.Header.Stamp)
	odometry, ok := m.history.At(at)
	if !ok || m.began && at <= m.stepped {
		return nil
	}
	m.begin(at, odometry)
	camera := convert.Camera(&m.image)
	m.in.Image = true
	m.in.View = worldmodel.ViewOf(&camera, nao.CameraFOVX, nao.CameraFOVY)
	m.in.Tilt = worldmodel.Tilt{Var: camera.TiltVar, HeightM: camera.Position[2]}
	if m.pose.Stamp == at && m.pose.Localized {
		m.in.Tilt.Pitch, m.in.Tilt.Roll, m.in.Tilt.Var = m.pose.Pitch, m.pose.Roll, m.pose.TiltVar
	}
	m.in.Balls = convert.Balls(m.in.Balls, &m.image)
	m.in.Robots = convert.Robots(m.in.Robots, &m.image)
	return m.step()
}

// step steps the model and publishes its belief.
func (m *modeler) step() error {
	m.stepped, m.began = m.in.Stamp, true
	m.model.Step(&m.in, &m.snapshot)
	m.team = m.team[:0]
	return m.out.publish(&m.snapshot, m.in.Odometry, m.pose.Localized)
}
