package referee

import (
	"time"

	"gonao/internal/convert"
	"gonao/internal/convert/matchview"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	visualizationmsgs "gonao/msgs/visualization_msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/soccer/game"
	"gonao/soccer/match/scene"
	room "gonao/soccer/referee"
)

// markersPeriod is the time between two arrays of markers.
const markersPeriod = 96 * time.Millisecond

// markers publishes a match for rviz2 and Foxglove, while there are subscribers.
type markers struct {
	n      *ros.Node
	Out    *ros.Publisher[visualizationmsgs.MarkerArray] `topic:"match/markers" doc:"10 Hz, while subscribed: robots, ball, beliefs, roles, score, calls"`
	robots []robot
	about  scene.About
	views  []view // of each robot; empty before the first subscriber
	calls  []scene.Call
	at     time.Time // time of the last array
}

// view holds a player's topics about itself.
type view struct {
	Pose  *ros.Watcher[geometrymsgs.PoseWithCovarianceStamped] `topic:"{robot}/pose" doc:"of each robot, for match/markers, from its first subscriber on"`
	Model *ros.Watcher[msgs.WorldModel]                        `topic:"{robot}/world_model" qos:"sensor data" doc:"the same: the ball"`
	Role  *ros.Watcher[stdmsgs.String]                         `topic:"{robot}/role" qos:"reliable, transient local, depth 1" doc:"the same"`
	Shape *ros.Watcher[stdmsgs.String]                         `topic:"{robot}/robot_description" qos:"reliable, transient local, depth 1" doc:"the same: a robot whose body viewers draw stands on a disc"`
}

// open opens the topic.
func (k *markers) open(n *ros.Node, robots []robot, f *game.FieldRules) error {
	k.n, k.robots = n, robots
	k.about.Field = scene.Field{Length: f.Length.Value, Width: f.Width.Value, Border: f.Border.Value}
	return ros.Open(n, k)
}

// note keeps a call for the markers, except the conductor's, whose effects are visible.
func (k *markers) note(at time.Duration, m *msgs.RefereeCall) {
	if m.Source == room.Procedure {
		return
	}
	const most = 8 // more are never shown
	if len(k.calls) == most {
		k.calls = append(k.calls[:0], k.calls[1:]...)
	}
	k.calls = append(k.calls, scene.Call{Sec: at.Seconds(), Rule: m.Rule, Text: scene.InColors(m.Call), Refused: m.Refused})
}

// publish publishes a judged moment, when it is due and there are subscribers.
func (k *markers) publish(now time.Time, t *room.Truth, state *msgs.GameState, g *game.Game) error {
	if k.Out.Subscribers() == 0 || now.Sub(k.at) < markersPeriod && !now.Before(k.at) {
		return nil
	}
	k.at = now
	if k.views == nil {
		if err := k.follow(); err != nil {
			return err
		}
	}
	k.about.Teams = [2]string{state.Home.Name, state.Away.Name}
	m := k.moment(t, g)
	array := matchview.Markers(ros.Stamp(now), &k.about, &m, k.calls)
	for i := range k.views {
		if _, ok := k.views[i].Shape.Get(); ok {
			matchview.Flatten(&array, i)
		}
	}
	return k.Out.Publish(array)
}

// follow subscribes to the players' beliefs.
func (k *markers) follow() error {
	k.views = make([]view, len(k.robots))
	for i, r := range k.robots {
		if err := ros.Open(k.n, &k.views[i], "{robot}", "/"+r.namespace); err != nil {
			return err
		}
	}
	return nil
}

// moment returns the visible state. A robot without truth counts as away.
func (k *markers) moment(t *room.Truth, g *game.Game) scene.Moment {
	m := scene.Moment{
		Sec: t.Time.Seconds(), Ball: scene.Ball{X: scene.Round(t.Ball.X), Y: scene.Round(t.Ball.Y), Z: scene.Round(t.Ball.Z)},
		Robots: make([]scene.Robot, len(k.robots)),
	}
	m.SetGame(g)
	for i, r := range k.robots {
		out := &m.Robots[i]
		out.Away = true
		for j := range t.Robots {
			if at := &t.Robots[j]; at.ID == r.id {
				*out = scene.Robot{X: scene.Round(at.X), Y: scene.Round(at.Y), Theta: scene.Round(at.Theta), Posture: "upright"}
				if at.Fallen {
					out.Posture = "fallen"
				}
			}
		}
		out.SetPlayer(r.id.Side, r.id.Number, g.Player(r.id.Side, r.id.Number))
		attack := plane.NegativeX
		if g.DefendsLeft(r.id.Side) {
			attack = plane.PositiveX
		}
		k.views[i].set(out, attack)
	}
	return m
}

// set sets role and belief, as far as the player has published them. Its map lies in the world as attack has it.
func (v *view) set(r *scene.Robot, attack plane.Attack) {
	if m, ok := v.Role.Get(); ok {
		r.Role = m.Data
	}
	if m, ok := v.Pose.Get(); ok {
		p, c := plane.Convert(attack, convert.Planar(&m.Pose.Pose)), &m.Pose.Covariance // half a turn leaves the covariance of the place as it is
		r.Belief = scene.Belief{X: scene.Round(p.X), Y: scene.Round(p.Y), Theta: scene.Round(p.Theta), XX: c[0], XY: c[1], YY: c[7], Localized: true}
	}
	if m, ok := v.Model.Get(); ok && m.Ball.Known {
		b := plane.Convert(attack, plane.Pose{X: m.Ball.MapX, Y: m.Ball.MapY})
		r.Belief.Ball = &scene.Seen{X: scene.Round(b.X), Y: scene.Round(b.Y), Side: "own"}
	}
}
