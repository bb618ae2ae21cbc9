package executor

import (
	"fmt"

	"gonao/behavior"
	"gonao/internal/convert/seen"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/percepts/plane"
	"gonao/ros"
	"gonao/worldmodel"
)

// beliefTopics are what localization, world_model and vision say about the field.
type beliefTopics struct {
	poses    *ros.Watcher[msgs.PoseEstimate]
	worlds   *ros.Watcher[msgs.WorldModel]
	features *ros.Watcher[msgs.FieldFeatures]

	any    bool
	now    behavior.Belief // of this round
	world  worldmodel.Snapshot
	image  percepts.FieldFeatures
	stamps [3]builtininterfaces.Time // of the messages that are in now: pose, world, features
}

// open subscribes. fieldName is the field that the belief is about; empty: none.
func (b *beliefTopics) open(n *ros.Node, fieldName string) (err error) {
	if fieldName != "" {
		f, err := field.Load(fieldName)
		if err != nil {
			return fmt.Errorf("field: %w", err)
		}
		b.now.Field = f.Map()
	}
	if b.poses, err = ros.Watch[msgs.PoseEstimate](n, "pose_estimate", ros.SensorData(), ros.Depth(1)); err != nil {
		return err
	}
	if b.worlds, err = ros.Watch[msgs.WorldModel](n, "world_model", ros.SensorData(), ros.Depth(1)); err != nil {
		return err
	}
	b.features, err = ros.Watch[msgs.FieldFeatures](n, "field_features", ros.SensorData(), ros.Depth(1))
	return err
}

// forget drops what was believed before the clock went back.
func (b *beliefTopics) forget() {
	b.any = false
	b.now = behavior.Belief{Field: b.now.Field}
	b.stamps = [3]builtininterfaces.Time{}
}

// look takes what is new, once a round.
func (b *beliefTopics) look() {
	if m, ok := b.poses.Get(); ok && m.Header.Stamp != b.stamps[0] {
		b.stamps[0] = m.Header.Stamp
		b.setPose(&m)
	}
	if m, ok := b.worlds.Get(); ok && m.Header.Stamp != b.stamps[1] {
		b.stamps[1] = m.Header.Stamp
		b.setWorld(&m)
	}
	if m, ok := b.features.Get(); ok && m.Header.Stamp != b.stamps[2] {
		b.stamps[2] = m.Header.Stamp
		seen.SetFeatures(&b.image, &m)
		b.now.Features, b.any = &b.image, true
	}
}

// setPose keeps a pose estimate. One with a number that is not finite is left out.
func (b *beliefTopics) setPose(m *msgs.PoseEstimate) {
	c := m.Covariance
	pose := plane.Pose{X: m.X, Y: m.Y, Theta: m.Theta}
	if !pose.Finite() || !plane.Finite(c[:]...) {
		return
	}
	b.any = true
	b.now.PoseStamp, b.now.Pose, b.now.Localized, b.now.Fit = ros.StampSinceEpoch(m.Header.Stamp), pose, m.Localized, float64(m.Fit)
	b.now.Cov = plane.Cov3{XX: c[0], XY: c[1], XT: c[2], YY: c[3], YT: c[4], TT: c[5]}
}

// setWorld keeps a world model, whose pose may be newer than that of the estimate.
func (b *beliefTopics) setWorld(m *msgs.WorldModel) {
	pose := plane.Pose{X: m.PoseX, Y: m.PoseY, Theta: m.PoseTheta}
	if !pose.Finite() {
		return
	}
	s := &b.world
	s.Stamp, s.Pose = ros.StampSinceEpoch(m.Header.Stamp), pose
	b.now.World, b.any = s, true
	if b.now.PoseStamp > 0 && s.Stamp > b.now.PoseStamp {
		b.now.PoseStamp, b.now.Pose, b.now.Localized = s.Stamp, pose, m.Localized
	}
	g := &m.Ball
	s.Ball = worldmodel.Ball{
		Known: g.Known && plane.Finite(g.X, g.Y, g.Vx, g.Vy, g.MapX, g.MapY, g.StopsX, g.StopsY),
		X:     g.X, Y: g.Y, VX: g.Vx, VY: g.Vy, Cov: plane.Cov2{XX: g.Covariance[0], XY: g.Covariance[1], YY: g.Covariance[2]},
		MapX: g.MapX, MapY: g.MapY, StopsX: g.StopsX, StopsY: g.StopsY,
		Rolling: float64(g.Rolling), SeenAt: ros.StampSinceEpoch(g.Seen), Missed: float64(g.Missed),
	}
	s.TeamBall = teamBall(m.TeamBallKnown, m.TeamBallX, m.TeamBallY, m.TeamBallDeviation)
	s.MatesBall = teamBall(m.MatesBallKnown, m.MatesBallX, m.MatesBallY, m.MatesBallDeviation)
	s.Count = 0
	for i := range m.Robots {
		r := &m.Robots[i]
		if s.Count == worldmodel.MaxRobots || !plane.Finite(r.X, r.Y, r.Vx, r.Vy, r.MapX, r.MapY) {
			continue
		}
		s.Robots[s.Count] = worldmodel.Robot{
			X: r.X, Y: r.Y, VX: r.Vx, VY: r.Vy, MapX: r.MapX, MapY: r.MapY, Side: percepts.RobotSide(r.Team), Number: int(r.Number),
			Fallen: r.Fallen, Told: r.Told, SeenAt: ros.StampSinceEpoch(r.Seen),
		}
		s.Count++
	}
}

// teamBall returns a ball of the team; one that is not finite is not known.
func teamBall(known bool, x, y float64, dev float32) worldmodel.TeamBall {
	if !known || !plane.Finite(x, y, float64(dev)) {
		return worldmodel.TeamBall{}
	}
	return worldmodel.TeamBall{Known: true, X: x, Y: y, Dev: float64(dev)}
}

// Belief returns what the robot believes about the field; see [behavior.Inputs].
func (b *beliefTopics) Belief() (*behavior.Belief, bool) { return &b.now, b.any }
