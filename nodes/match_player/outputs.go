package matchplayer

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/behavior/machines/soccer"
	"gonao/hfsm"
	"gonao/internal/convert"
	"gonao/internal/convert/gamestate"
	"gonao/internal/pace"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/tf"
	"gonao/sim/kinematic"
	"gonao/soccer/game"
	room "gonao/soccer/match"
)

// Times between two messages when nothing changes.
const (
	statePeriod  = 500 * time.Millisecond
	repeatPeriod = time.Second
	imagePeriod  = 96 * time.Millisecond
)

// outputs publishes a match.
type outputs struct {
	Clock *ros.Publisher[rosgraphmsgs.Clock]  `topic:"/clock" qos:"latest" doc:"every cycle of 12 ms, 83.3 Hz"`
	Games *ros.Publisher[msgs.GameState]      `topic:"game_state" qos:"reliable, transient local, depth 1" doc:"the truth, on change and twice a second"`
	Calls *ros.Publisher[msgs.RefereeCall]    `topic:"referee_calls" qos:"reliable, depth 20" doc:"each call with its evidence"`
	Stats *ros.Publisher[msgs.SimulatorStats] `topic:"simulator_stats" doc:"once a second"`

	markers  markers
	Frames   *tf.Broadcaster `topic:"/tf" doc:"per image, of red1 and so on: map in world, odom in map as it believes, base_footprint in odom"`
	frames   []tf.Stamped    // three of each robot
	robots   []*robot
	game     game.Game // published last
	gameAt   time.Duration
	called   int // calls that were published
	imageAt  time.Duration
	statsAt  time.Duration
	began    bool
	wall     *ros.Clock
	wallFrom time.Time
}

// robot is the topics of a robot.
type robot struct {
	name     string
	Truths   *ros.Publisher[msgs.GroundTruth]                       `topic:"{robot}/ground_truth" qos:"sensor data" doc:"per image, 10.4 Hz, in each robot's namespace: red1, blue1 and so on"`
	Poses    *ros.Publisher[geometrymsgs.PoseWithCovarianceStamped] `topic:"{robot}/pose" doc:"per image: where it believes to be, in red1/map"`
	Models   *ros.Publisher[msgs.WorldModel]                        `topic:"{robot}/world_model" qos:"sensor data" doc:"per image, while subscribed"`
	Roles    *ros.Publisher[stdmsgs.String]                         `topic:"{robot}/role" qos:"reliable, transient local, depth 1" doc:"on change and once a second"`
	machines []machineOutput

	role     string
	paths    []string
	repeated time.Duration
	model    msgs.WorldModel
}

// machineOutput is the topic of a machine of a robot.
type machineOutput struct {
	State *ros.Publisher[msgs.MachineState] `topic:"{robot}/{game|role|body|head}/machine_state" qos:"reliable, transient local, depth 1" doc:"on change and once a second"`
}

// newOutputs opens the topics.
func newOutputs(n *ros.Node, m *room.Match) (*outputs, error) {
	o := &outputs{wall: ros.NewSystemClock()}
	if err := errors.Join(o.markers.open(n, m), ros.Open(n, o)); err != nil {
		return nil, err
	}
	for i := range m.Players {
		side, number := m.Number(i)
		r, err := newRobot(n, fmt.Sprintf("%s%d", [...]string{"red", "blue"}[side-game.Home], number))
		if err != nil {
			return nil, err
		}
		o.robots = append(o.robots, r)
		o.frames = append(o.frames, tf.Stamped{Parent: "world", Child: r.name + "/map"},
			tf.Stamped{Parent: r.name + "/map", Child: r.name + "/odom"}, tf.Stamped{Parent: r.name + "/odom", Child: r.name + "/base_footprint"})
	}
	o.wallFrom = o.wall.Now()
	return o, nil
}

func newRobot(n *ros.Node, name string) (*robot, error) {
	r := &robot{name: name, paths: make([]string, len(soccer.Machines()))}
	if err := ros.Open(n, r, "{robot}", name); err != nil {
		return nil, err
	}
	r.machines = make([]machineOutput, len(soccer.Machines()))
	for i, machine := range soccer.Machines() {
		if err := ros.Open(n, &r.machines[i], "{robot}", name, "{game|role|body|head}", machine); err != nil {
			return nil, err
		}
	}
	r.model.Header.FrameId = name + "/base_footprint"
	return r, nil
}

// publish publishes due topics after a cycle.
func (o *outputs) publish(m *room.Match, p *pace.Pace) error {
	now := m.Now()
	stamp := ros.EpochStamp(now)
	errs := []error{o.Clock.Publish(rosgraphmsgs.Clock{Clock: stamp})}
	g := &m.Game.Game
	if !o.began || changed(&o.game, g) || now-o.gameAt >= statePeriod {
		o.game, o.gameAt = *g, now
		errs = append(errs, o.Games.Publish(gamestate.FromMatch(stamp, &m.Game)))
	}
	for ; o.called < len(m.Calls); o.called++ {
		errs = append(errs, o.Calls.Publish(callOf(&m.Calls[o.called])))
	}
	if !o.began || now-o.imageAt >= imagePeriod {
		o.imageAt = now
		for i, r := range o.robots {
			errs = append(errs, r.publish(m, i))
			x_WM, x_MF, x_OF := plane.Convert(m.Players[i].Attack(), plane.Pose{}), m.Players[i].View.Estimate.Pose, m.World.Robots[i].Odometry
			for k, x := range []plane.Pose{x_WM, x_MF.Mul(x_OF.Inverse()), x_OF} {
				link := &o.frames[3*i+k]
				link.Time, link.Transform = ros.StampTime(stamp), tf.Rotation(r3.Vec{Z: 1}, x.Theta)
				link.P = r3.Vec{X: x.X, Y: x.Y}
			}
		}
		errs = append(errs, o.Frames.Send(o.frames...))
		errs = append(errs, o.markers.publish(m))
	}
	if now-o.statsAt >= repeatPeriod {
		o.statsAt = now
		s := msgs.SimulatorStats{Simulated: now.Seconds(), Reproducible: true}
		s.Paused, s.Speed = p.State()
		if ran := o.wall.Now().Sub(o.wallFrom); ran > 0 {
			s.RealTimeFactor = now.Seconds() / ran.Seconds()
		}
		errs = append(errs, o.Stats.Publish(s))
	}
	o.began = true
	return errors.Join(errs...)
}

// changed reports whether two games differ in more than their timers.
func changed(a, b *game.Game) bool {
	return a.State != b.State || a.Phase != b.Phase || a.SetPlay != b.SetPlay || a.Kicking != b.Kicking || a.Stopped != b.Stopped ||
		a.Teams[0].Score != b.Teams[0].Score || a.Teams[1].Score != b.Teams[1].Score
}

// callOf returns a call as the node referee publishes it.
func callOf(c *room.Called) msgs.RefereeCall {
	m := gamestate.Call(&c.Call, ros.EpochStamp(c.Time))
	m.Performed, m.Refused = c.Refuse == "" && c.Action.Kind != game.NoAction, c.Refuse
	return m
}

// publish publishes a robot: truth, belief and behaviour.
func (r *robot) publish(m *room.Match, i int) error {
	v, body := &m.Players[i].View, &m.World.Robots[i]
	stamp := ros.EpochStamp(m.Now())
	truth := msgs.GroundTruth{Names: []string{"torso", "ball"}, Poses: []geometrymsgs.Pose{torso(body), convert.Spatial(plane.Pose{X: m.World.Ball.X, Y: m.World.Ball.Y})}}
	truth.Header.Stamp, truth.Header.FrameId = stamp, "world"
	truth.Poses[1].Position.Z = m.BallHeight()
	errs := []error{r.Truths.Publish(truth)}
	if r.Poses.Subscribers() > 0 {
		var pose geometrymsgs.PoseWithCovarianceStamped
		pose.Header.Stamp, pose.Header.FrameId = stamp, r.name+"/map"
		pose.Pose.Pose = convert.Spatial(v.Estimate.Pose)
		convert.SetCovariance(&pose.Pose.Covariance, &v.Estimate.Cov)
		errs = append(errs, r.Poses.Publish(pose))
	}
	if r.Models.Subscribers() > 0 {
		r.model.Header.Stamp = stamp
		convert.SetModel(&r.model, &v.World, body.Odometry, v.Estimate.Localized)
		errs = append(errs, r.Models.Publish(r.model))
	}
	again := m.Now()-r.repeated >= repeatPeriod || m.Steps <= 1
	if again {
		r.repeated = m.Now()
	}
	if role := v.Role.String(); role != r.role || again {
		r.role = role
		errs = append(errs, r.Roles.Publish(stdmsgs.String{Data: role}))
	}
	if machines := m.Players[i].Machines(); machines != nil {
		for k, runs := range []*hfsm.Machine{machines.Game, machines.Role, machines.Body, machines.Head} {
			if path := runs.Path(); path != r.paths[k] || again {
				s := msgs.MachineState{Stamp: stamp, Machine: runs.Model().Name(), Path: path, Active: strings.Split(path, "/"), Paths: []string{path}, Source: r.paths[k], Target: path}
				s.Time = runs.Since(m.Now()).Seconds()
				r.paths[k] = path
				errs = append(errs, r.machines[k].State.Publish(s))
			}
		}
	}
	return errors.Join(errs...)
}

// heights of a torso, m.
const (
	torsoStands = 0.33
	torsoLies   = 0.1
)

// torso returns where a robot's torso is: upright, or on its front.
func torso(r *kinematic.Robot) geometrymsgs.Pose {
	p := convert.Spatial(r.Pose)
	p.Position.Z = torsoStands
	if r.Posture == kinematic.Fallen || r.Posture == kinematic.GettingUp {
		p.Position.Z = torsoLies
		sin, cos := math.Sincos(r.Pose.Theta / 2)
		h := math.Sqrt2 / 2 // turned by π/2 about its y
		p.Orientation = geometrymsgs.Quaternion{X: -sin * h, Y: cos * h, Z: sin * h, W: cos * h}
	}
	return p
}
